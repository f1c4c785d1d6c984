# The compiled kernel's class: games in one block of memory. `core.py` has the same class as plain Python.

from cpython.exc cimport PyErr_CheckSignals
from libc.stdlib cimport calloc, free, malloc

from kilowatt.kernel import layout

COMPILED = True

cdef int64_t CHUNK = 1000000  # actions between two looks for Ctrl+C


cdef class Core:
    """A row of games under the same tables, by number; nothing here checks a number or an action."""

    cdef Tables* tables
    cdef Game* games
    cdef readonly Py_ssize_t size

    def __cinit__(self, tables, Py_ssize_t size):
        packed = layout.Tables.packed.pack(*tables.values())
        if sizeof(Game) != layout.Game.packed.size or len(packed) + sizeof(int16_t*) != sizeof(Tables):
            raise SystemError("the compiled kernel has another layout than the package: build it again")
        self.size = size
        self.tables = <Tables*> calloc(1, sizeof(Tables))
        self.games = <Game*> calloc(max(size, 1), sizeof(Game))
        if not self.tables or not self.games:
            raise MemoryError
        cdef const unsigned char[:] source = packed
        memcpy(self.tables, &source[0], len(packed))
        self.tables.distances = <int16_t*> malloc(max(len(tables.distances), 1) * sizeof(int16_t))
        if not self.tables.distances:
            raise MemoryError
        for place, cost in enumerate(tables.distances):
            self.tables.distances[place] = cost

    def __dealloc__(self):
        if self.tables:
            free(self.tables.distances)
        free(self.tables)
        free(self.games)

    def new(self, Py_ssize_t game):
        """Lay out a new game."""
        cdef Menu menu
        with nogil:
            memset(&self.games[game], 0, sizeof(Game))
            machine_new_game(&self.games[game], self.tables, &menu)

    def load(self, Py_ssize_t game, values):
        """Fill a record from its numbers."""
        cdef const unsigned char[:] source = layout.Game.packed.pack(*values)
        memcpy(&self.games[game], &source[0], sizeof(Game))

    def values(self, Py_ssize_t game):
        """Return the numbers of a record."""
        return layout.Game.packed.unpack((<char*> &self.games[game])[:sizeof(Game)])

    def copy(self, Py_ssize_t source, Py_ssize_t target):
        """Copy one record onto another."""
        memcpy(&self.games[target], &self.games[source], sizeof(Game))

    def fill(self, Py_ssize_t source, Py_ssize_t first, Py_ssize_t last):
        """Copy one record onto all from first to before last."""
        cdef Py_ssize_t target
        with nogil:
            for target in range(first, last):
                if target != source:
                    memcpy(&self.games[target], &self.games[source], sizeof(Game))

    def actor(self, Py_ssize_t game):
        """Return the seat that decides, or CHANCE, or OVER."""
        return self.games[game].actor

    def fault(self, Py_ssize_t game):
        """Return the limit of the layout that was passed, 0 if none was."""
        return self.games[game].fault

    def rank(self, Py_ssize_t game, Py_ssize_t seat):
        """Return how many seats stand above this one at the end."""
        return self.games[game].ranks[seat]

    def legal(self, Py_ssize_t game):
        """List the actions that may be played or dealt now."""
        cdef Menu menu
        cdef int64_t row, place, size
        machine_legal(&self.games[game], self.tables, &menu)
        found = []
        for row in range(menu.rows):
            size = 1 if self.games[game].actor < -1 else menu.size[row]
            for place in range(size):
                found.append(menu.first[row] + place)
        return found

    def rows(self, Py_ssize_t game):
        """List the rows of the menu: the first action, and how many it stands for or its weight."""
        cdef Menu menu
        machine_legal(&self.games[game], self.tables, &menu)
        return [(menu.first[row], menu.size[row]) for row in range(menu.rows)]

    def is_legal(self, Py_ssize_t game, int64_t action):
        """Return whether an action may be played or dealt now."""
        cdef Menu menu
        return bool(machine_is_legal(&self.games[game], self.tables, &menu, action))

    def step(self, Py_ssize_t game, int64_t action):
        """Apply an action that is known to be right."""
        cdef Menu menu
        with nogil:
            machine_step(&self.games[game], self.tables, &menu, action)

    def deal(self, Py_ssize_t game, uint64_t stream):
        """Deal until a seat must decide or the game is over; return how many draws there were."""
        cdef Menu menu
        cdef int64_t many
        with nogil:
            many = chance_deal_on(&self.games[game], self.tables, &menu, stream)
        return many

    def choose(self, Py_ssize_t game, uint64_t stream, int64_t played):
        """Return the action that random play would take or deal now."""
        cdef Menu menu
        return chance_pick(&self.games[game], self.tables, &menu, stream, played)

    def play_on(self, Py_ssize_t first, Py_ssize_t last, streams, int64_t played, int64_t limit):
        """Play games from first to before last at random to their end; return how many actions were played.

        The interpreter's lock is released; after every chunk of actions Ctrl+C is looked for.
        """
        cdef Menu menu
        cdef Py_ssize_t game = first
        cdef int64_t total = 0, done = 0, room, part, many
        cdef uint64_t* numbers = <uint64_t*> malloc(max(last - first, 1) * sizeof(uint64_t))
        if not numbers:
            raise MemoryError
        try:
            for place in range(last - first):
                numbers[place] = streams[place]
            while game < last:
                with nogil:
                    room = CHUNK
                    while game < last and room > 0:
                        part = min(limit - done, room)
                        many = chance_play_on(
                            &self.games[game], self.tables, &menu, numbers[game - first], played + done, part
                        )
                        total += many
                        done += many
                        room -= many + 1
                        if many < part or done >= limit:
                            game += 1
                            done = 0
                PyErr_CheckSignals()
        finally:
            free(numbers)
        return total
