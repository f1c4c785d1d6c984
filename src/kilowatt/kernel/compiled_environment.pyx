# The compiled environments. `environment/plain_environment.py` has the same class as plain Python.

from kilowatt.kernel.environment import records

cdef enum:
    SCRATCH = 8192  # bytes of the largest compact observation


cdef class Environment:
    """Episodes on the games of a core; every step writes the rows of its games. Nothing here checks an argument."""

    cdef Core core
    cdef Ids ids
    cdef Taken* taken
    cdef int64_t* blocks
    cdef int64_t many
    cdef unsigned char[:, ::1] mask
    cdef unsigned char[:, ::1] compact
    cdef float[:, ::1] flat
    cdef float[:, ::1] reward
    cdef signed char[::1] actor
    cdef unsigned char[::1] done
    cdef unsigned char[::1] truncated
    cdef int has_compact
    cdef int has_flat

    def __cinit__(self, Core core, ids, blocks, Py_ssize_t compact_size, buffers):
        cdef const unsigned char[:] source = records.Ids.pack(ids.values())
        cdef Py_ssize_t place
        if sizeof(Ids) != len(source) or sizeof(Taken) != records.Taken.packed.size:
            raise SystemError("the compiled kernel has another layout than the package: build it again")
        if compact_size > SCRATCH:
            raise ValueError("the observation is too long")
        self.core = core
        memcpy(&self.ids, &source[0], sizeof(Ids))
        self.taken = <Taken*> calloc(core.size, sizeof(Taken))
        self.blocks = <int64_t*> calloc(len(blocks) + 1, sizeof(int64_t))
        if not self.taken or not self.blocks:
            raise MemoryError
        self.many = len(blocks) // 3
        for place in range(len(blocks)):
            self.blocks[place] = blocks[place]
        self.mask = buffers["mask"]
        self.reward = buffers["reward"]
        self.actor = buffers["actor"]
        self.done = buffers["done"]
        self.truncated = buffers["truncated"]
        self.has_compact = buffers["compact"] is not None
        self.has_flat = buffers["flat"] is not None
        if self.has_compact:
            self.compact = buffers["compact"]
        if self.has_flat:
            self.flat = buffers["flat"]

    def __dealloc__(self):
        free(self.taken)
        free(self.blocks)

    cdef void write(self, Py_ssize_t game, Legal* legal) noexcept nogil:
        cdef unsigned char row[SCRATCH]
        cdef Game* s = &self.core.games[game]
        self.actor[game] = s.actor
        environment_legal_write_mask(&self.ids, legal, &self.mask[game, 0])
        if self.has_compact:
            environment_facts_observe(s, self.core.tables, &self.ids, &self.taken[game], s.actor, &self.compact[game, 0])
        if self.has_flat:
            environment_facts_observe(s, self.core.tables, &self.ids, &self.taken[game], s.actor, row)
            environment_expand_expand(self.blocks, self.many, row, &self.flat[game, 0])

    def restart(self, Py_ssize_t game, uint64_t stream):
        """Begin a new episode of a game and write its rows."""
        self.core.seed(game, stream)
        self.core.new(game, game + 1)
        memset(&self.taken[game], 0, sizeof(Taken))
        self.describe(game)

    def describe(self, Py_ssize_t game):
        """Settle a game and write its actor, mask and observation."""
        cdef Menu menu
        cdef Legal legal
        with nogil:
            environment_steps_settle(
                &self.core.games[game], self.core.tables, &menu, &self.ids, &self.taken[game], &legal, self.core.streams[game]
            )
            self.write(game, &legal)

    def illegal(self, const int64_t[::1] numbers):
        """Return the first game whose id is not legal, -1 if all are."""
        return self.first_illegal(&numbers[0], numbers.shape[0])

    cdef Py_ssize_t first_illegal(self, const int64_t* numbers, Py_ssize_t many) noexcept nogil:
        cdef Py_ssize_t game
        for game in range(many):
            if numbers[game] < 0 or numbers[game] >= self.ids.size or not self.mask[game, numbers[game]]:
                return game
        return -1

    def step_all(self, const int64_t[::1] numbers, int64_t kind, int64_t max_steps):
        """Take an id in every game, none if one is illegal; return what `step` does, or -1 less the illegal game."""
        cdef Py_ssize_t wrong = self.first_illegal(&numbers[0], numbers.shape[0])
        if wrong >= 0:
            return -1 - wrong
        return self.step(0, self.core.size, numbers, kind, max_steps)

    cpdef step(self, Py_ssize_t first, Py_ssize_t last, const int64_t[::1] numbers, int64_t kind, int64_t max_steps):
        """Take a legal id in each game from first to before last; return how many episodes ended.

        The rows of an episode that ended are not written: it waits for its restart. `max_steps` 0 is no limit. An
        episode that has passed a limit of the kernel counts as ended.
        """
        cdef Menu menu
        cdef Legal legal
        cdef Py_ssize_t game, seat
        cdef int64_t ended = 0
        cdef Game* s
        cdef Tables* t = self.core.tables
        cdef Taken* taken
        cdef int64_t seats = t.seats
        with nogil:
            for game in range(first, last):
                s = &self.core.games[game]
                taken = &self.taken[game]
                environment_steps_take(s, t, &menu, &self.ids, taken, numbers[game])
                environment_steps_settle(s, t, &menu, &self.ids, taken, &legal, self.core.streams[game])
                taken.steps += 1
                self.done[game] = s.actor == OVER_
                self.truncated[game] = s.actor != OVER_ and taken.steps == max_steps
                for seat in range(seats):
                    self.reward[game, seat] = 0
                if s.actor == OVER_:
                    environment_steps_rewards(s, t, kind, &self.reward[game, 0])
                if self.done[game] or self.truncated[game] or s.fault:
                    ended += 1
                else:
                    self.write(game, &legal)
        return ended

    def taken_values(self, Py_ssize_t game):
        """Return the numbers of an episode's record."""
        return records.Taken.packed.unpack((<char*> &self.taken[game])[:sizeof(Taken)])

    def load_taken(self, Py_ssize_t game, values):
        """Fill an episode's record from its numbers."""
        cdef const unsigned char[:] source = records.Taken.packed.pack(*values)
        memcpy(&self.taken[game], &source[0], sizeof(Taken))


cdef class Solo:
    """One episode on a core of its own; its caller deals. Nothing here checks an argument."""

    cdef readonly Core core
    cdef Ids ids
    cdef Taken taken
    cdef Solo owner  # of the blocks, where they are another episode's
    cdef int64_t* blocks
    cdef int64_t many

    def __init__(self, Core core, ids, blocks):
        cdef const unsigned char[:] source = records.Ids.pack(ids.values())
        cdef Py_ssize_t place
        if sizeof(Ids) != len(source) or sizeof(Taken) != records.Taken.packed.size:
            raise SystemError("the compiled kernel has another layout than the package: build it again")
        self.core = Core(core, 1)
        memcpy(&self.ids, &source[0], sizeof(Ids))
        self.blocks = <int64_t*> calloc(len(blocks) + 1, sizeof(int64_t))
        if not self.blocks:
            raise MemoryError
        self.many = len(blocks) // 3
        for place in range(len(blocks)):
            self.blocks[place] = blocks[place]

    def __dealloc__(self):
        if self.owner is None:
            free(self.blocks)

    def twin(self):
        """Copy the episode."""
        cdef Solo other = Solo.__new__(Solo)
        other.owner = self if self.owner is None else self.owner
        other.blocks = self.blocks
        other.many = self.many
        other.core = Core(self.core, 1)
        other.core.games[0] = self.core.games[0]
        other.ids = self.ids
        other.taken = self.taken
        return other

    def new(self):
        """Begin a new game, up to its first draw or decision."""
        self.core.new(0, 1)
        memset(&self.taken, 0, sizeof(Taken))
        self.follow()

    def follow(self):
        """Play what follows from earlier ids until a seat must choose or a card must be dealt."""
        cdef Menu menu
        cdef Legal legal
        environment_steps_follow(&self.core.games[0], self.core.tables, &menu, &self.ids, &self.taken, &legal)

    def take(self, int64_t number):
        """Take a legal id."""
        cdef Menu menu
        environment_steps_take(&self.core.games[0], self.core.tables, &menu, &self.ids, &self.taken, number)
        self.follow()

    def apply(self, int64_t action):
        """Play an action of the acting seat that is known to be legal."""
        cdef Menu menu
        environment_steps_play(&self.core.games[0], self.core.tables, &menu, &self.taken, action, 0)
        self.follow()

    def deal(self, int64_t action):
        """Deal what is known to be possible."""
        self.core.step(0, action)
        self.follow()

    def legal(self):
        """Return the legal ids: single ones, and the ends of a span."""
        cdef Menu menu
        cdef Legal legal
        cdef int64_t place
        environment_legal_legal_ids(&self.core.games[0], self.core.tables, &menu, &self.ids, &self.taken, &legal)
        return [legal.ids[place] for place in range(legal.count)], legal.first, legal.stop

    def write_mask(self, unsigned char[::1] row):
        """Write 1 for each legal id and 0 for the others."""
        cdef Menu menu
        cdef Legal legal
        environment_legal_legal_ids(&self.core.games[0], self.core.tables, &menu, &self.ids, &self.taken, &legal)
        environment_legal_write_mask(&self.ids, &legal, &row[0])

    def write(self, int64_t seat, float[::1] row):
        """Write the observation of a seat, each number divided by the scale of its block."""
        cdef unsigned char compact[SCRATCH]
        environment_facts_observe(&self.core.games[0], self.core.tables, &self.ids, &self.taken, seat, compact)
        environment_expand_expand(self.blocks, self.many, compact, &row[0])

    def taken_values(self):
        """Return the numbers of the episode's record."""
        return records.Taken.packed.unpack((<char*> &self.taken)[:sizeof(Taken)])

    def load_taken(self, values):
        """Fill the episode's record from its numbers."""
        cdef const unsigned char[:] source = records.Taken.packed.pack(*values)
        memcpy(&self.taken, &source[0], sizeof(Taken))
