# The compiled environments. `environment/core.py` has the same class as plain Python.

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
        cdef const unsigned char[:] source = records.Ids.packed.pack(*ids.values())
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

    cdef void write(self, Py_ssize_t game, Legal* found) noexcept nogil:
        cdef unsigned char row[SCRATCH]
        cdef Game* s = &self.core.games[game]
        self.actor[game] = s.actor
        environment_legal_write_mask(&self.ids, found, &self.mask[game, 0])
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
        cdef Legal found
        with nogil:
            environment_steps_settle(
                &self.core.games[game], self.core.tables, &menu, &self.ids, &self.taken[game], &found, self.core.streams[game]
            )
            self.write(game, &found)

    def illegal(self, const int64_t[:] numbers):
        """Return the first game whose id is not legal, -1 if all are."""
        cdef Py_ssize_t game
        for game in range(numbers.shape[0]):
            if numbers[game] < 0 or numbers[game] >= self.ids.size or not self.mask[game, numbers[game]]:
                return game
        return -1

    def step(self, Py_ssize_t first, Py_ssize_t last, const int64_t[:] numbers, int64_t kind, int64_t max_steps):
        """Take a legal id in each game from first to before last; return how many episodes ended.

        The rows of an episode that ended are not written: it waits for its restart. `max_steps` 0 is no limit.
        """
        cdef Menu menu
        cdef Legal found
        cdef Py_ssize_t game, seat
        cdef int64_t ended = 0
        cdef Game* s
        cdef Tables* t = self.core.tables
        cdef Taken* taken
        with nogil:
            for game in range(first, last):
                s = &self.core.games[game]
                taken = &self.taken[game]
                environment_steps_take(s, t, &menu, &self.ids, taken, numbers[game])
                environment_steps_settle(s, t, &menu, &self.ids, taken, &found, self.core.streams[game])
                taken.steps += 1
                self.done[game] = s.actor == OVER_
                self.truncated[game] = s.actor != OVER_ and taken.steps == max_steps
                for seat in range(t.seats):
                    self.reward[game, seat] = 0
                if s.actor == OVER_:
                    environment_steps_rewards(s, t, kind, &self.reward[game, 0])
                if self.done[game] or self.truncated[game]:
                    ended += 1
                else:
                    self.write(game, &found)
        return ended

    def taken_values(self, Py_ssize_t game):
        """Return the numbers of an episode's record."""
        return records.Taken.packed.unpack((<char*> &self.taken[game])[:sizeof(Taken)])

    def load_taken(self, Py_ssize_t game, values):
        """Fill an episode's record from its numbers."""
        cdef const unsigned char[:] source = records.Taken.packed.pack(*values)
        memcpy(&self.taken[game], &source[0], sizeof(Taken))
