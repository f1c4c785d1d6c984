# The compiled kernel's class: games in one block of memory. `plain_core.py` has the same class as plain Python.

from cpython.exc cimport PyErr_CheckSignals
from libc.stdlib cimport calloc, free

from kilowatt.engine import ids as engine_ids
from kilowatt.kernel import record_layout

COMPILED = True
cdef int64_t OVER_ = engine_ids.OVER
cdef Py_ssize_t FUELS_ = engine_ids.FUELS
cdef enum:
    SHARES = 8192  # numbers from outside that one call takes, and so the actions it can play

cdef int64_t CHUNK = 1000000  # actions between two looks for Ctrl+C


cdef size_t whole(size_t size):
    """Return the size of a record that begins with numbers of 16 bytes: C fills it up to whole ones."""
    return (size + 15) // 16 * 16


cdef class Core:
    """Games under the same tables, by number, each with a stream of chance; nothing here checks an argument."""

    cdef Tables* tables
    cdef Game* games
    cdef uint64_t* streams
    cdef int64_t* played
    cdef readonly Py_ssize_t size
    cdef Core owner  # of the tables, where they are another core's

    def __cinit__(self, tables, Py_ssize_t size):
        self.size = size
        self.games = <Game*> calloc(size, sizeof(Game))
        self.streams = <uint64_t*> calloc(size, sizeof(uint64_t))
        self.played = <int64_t*> calloc(size, sizeof(int64_t))
        if not self.games or not self.streams or not self.played:
            raise MemoryError
        if isinstance(tables, Core):
            self.owner = tables if (<Core> tables).owner is None else (<Core> tables).owner
            self.tables = self.owner.tables
        else:
            self.read_tables(tables)

    cdef read_tables(self, tables):
        """Copy the tables; called once, when the core is made."""
        cdef const unsigned char[:] source = record_layout.Tables.pack(tables.values())
        cdef const int16_t[:] distances = tables.distances
        if sizeof(Game) != whole(record_layout.Game.packed.size) or sizeof(Tables) != whole(len(source) + sizeof(int16_t*)):
            raise SystemError("the compiled kernel has another layout than the package: build it again")
        self.tables = <Tables*> calloc(1, sizeof(Tables))
        if not self.tables:
            raise MemoryError
        memcpy(self.tables, &source[0], len(source))
        self.tables.distances = <int16_t*> calloc(len(distances) + 1, sizeof(int16_t))
        if not self.tables.distances:
            raise MemoryError
        if len(distances):
            memcpy(self.tables.distances, &distances[0], len(distances) * sizeof(int16_t))

    def __dealloc__(self):
        if self.tables and self.owner is None:
            free(self.tables.distances)
            free(self.tables)
        free(self.games)
        free(self.streams)
        free(self.played)

    def seed(self, Py_ssize_t game, uint64_t stream):
        """Set the stream of chance of a game, to be used from its beginning."""
        self.streams[game] = stream
        self.played[game] = 0

    def new(self, Py_ssize_t first, Py_ssize_t last):
        """Lay out new games from first to before last."""
        cdef Menu menu
        cdef Py_ssize_t game
        with nogil:
            for game in range(first, last):
                memset(&self.games[game], 0, sizeof(Game))
                self.played[game] = 0
                machine_new_game(&self.games[game], self.tables, &menu)

    def load(self, Py_ssize_t game, values):
        """Fill a record from its numbers."""
        cdef const unsigned char[:] source = record_layout.Game.pack(values)
        memcpy(&self.games[game], &source[0], len(source))

    def values(self, Py_ssize_t game):
        """Return the numbers of a record."""
        return record_layout.Game.unpack((<char*> &self.games[game])[:record_layout.Game.packed.size])

    def fill(self, Py_ssize_t source, Py_ssize_t first, Py_ssize_t last):
        """Copy one record onto all from first to before last; their streams stay."""
        cdef Py_ssize_t target
        with nogil:
            for target in range(first, last):
                if target != source:
                    memcpy(&self.games[target], &self.games[source], sizeof(Game))

    def actor(self, Py_ssize_t game):
        """Return the seat that decides, or CHANCE, or OVER."""
        return self.games[game].actor

    def plants(self, Py_ssize_t game, Py_ssize_t chair):
        """Return a chair's plants, the oldest first."""
        return [self.games[game].plants[chair][place] for place in range(self.games[game].plant_count[chair])]

    def draw_key(self, Py_ssize_t game):
        """Name the draw that is awaited: deck, shuffles so far, cards drawn since, in one number."""
        return chance_draw_key(&self.games[game])

    def faulty(self, Py_ssize_t first, Py_ssize_t last):
        """Return the first limit of the layout that a game from first to before last has passed, 0 if none has."""
        cdef Py_ssize_t game
        for game in range(first, last):
            if self.games[game].fault:
                return self.games[game].fault
        return 0

    def ranks(self, Py_ssize_t game):
        """Return for each seat how many stand above it at the end."""
        return [self.games[game].ranks[seat] for seat in range(self.tables.seats)]

    def wins(self, Py_ssize_t seat, Py_ssize_t first, Py_ssize_t last):
        """Count the finished games from first to before last in which no seat stands above this one."""
        cdef Py_ssize_t game, total = 0
        for game in range(first, last):
            if self.games[game].over and self.games[game].ranks[seat] == 0:
                total += 1
        return total

    def rows(self, Py_ssize_t game):
        """List the rows of the menu: the first action, and how many it stands for or, of a draw, its weight."""
        cdef Menu menu
        cdef Py_ssize_t row
        machine_legal(&self.games[game], self.tables, &menu)
        return [(menu.first[row], menu.size[row]) for row in range(menu.rows)]

    def legal(self, Py_ssize_t game):
        """List the actions that may be played or dealt now."""
        cdef Menu menu
        cdef int64_t row, place, size
        machine_legal(&self.games[game], self.tables, &menu)
        actions = []
        for row in range(menu.rows):
            size = 1 if self.games[game].actor < 0 else menu.size[row]
            for place in range(size):
                actions.append(menu.first[row] + place)
        return actions

    def is_legal(self, Py_ssize_t game, int64_t action):
        """Return whether an action may be played or dealt now."""
        cdef Menu menu
        return bool(machine_is_legal(&self.games[game], self.tables, &menu, action))

    def step(self, Py_ssize_t game, int64_t action):
        """Apply an action that is known to be right."""
        cdef Menu menu
        machine_step(&self.games[game], self.tables, &menu, action)
        self.played[game] += 1

    def choose(self, Py_ssize_t game):
        """Return the action that random play would take or deal now."""
        cdef Menu menu
        return chance_pick(&self.games[game], self.tables, &menu, self.streams[game], self.played[game])

    def deal(self, Py_ssize_t first, Py_ssize_t last):
        """Deal in games from first to before last until a seat must decide; return how many draws there were."""
        cdef Menu menu
        cdef Py_ssize_t game
        cdef int64_t many, total = 0
        with nogil:
            for game in range(first, last):
                many = chance_deal_on(&self.games[game], self.tables, &menu, self.streams[game])
                self.played[game] += many
                total += many
        return total

    def play_on(self, Py_ssize_t first, Py_ssize_t last, int64_t limit):
        """Play games from first to before last at random to their end; return how many actions were played.

        The interpreter's lock is released; after every chunk of actions Ctrl+C is looked for.
        """
        cdef Menu menu
        cdef Py_ssize_t game = first
        cdef int64_t total = 0, done = 0, room, part, many
        while game < last:
            with nogil:
                room = CHUNK
                while game < last and room > 0:
                    part = min(limit - done, room)
                    many = chance_play_on(
                        &self.games[game], self.tables, &menu, self.streams[game], self.played[game], part
                    )
                    self.played[game] += many
                    total += many
                    done += many
                    room -= many + 1
                    if many < part or done >= limit:
                        game += 1
                        done = 0
            PyErr_CheckSignals()
        return total

    def play_by(self, Py_ssize_t game, const double[:] shares, int64_t limit):
        """Play on by numbers from outside; return the actions, and how many numbers they took."""
        cdef Menu menu
        cdef int64_t[SHARES] log
        cdef int64_t used = 0, many, i
        cdef int64_t size = min(shares.shape[0], SHARES)
        if not size:
            return [], 0
        with nogil:
            many = chance_play_by(
                &self.games[game], self.tables, &menu, &shares[0], size, &used, log, min(limit, size)
            )
        self.played[game] += many
        return [log[i] for i in range(many)], used
