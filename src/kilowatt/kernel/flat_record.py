"""Flat records: fields of whole numbers with a largest size, and how values get into them and out again."""

from __future__ import annotations

from collections.abc import Sequence
from struct import Struct
from typing import Annotated, Any, ClassVar, Final, get_args, get_origin, get_type_hints

SIZE_OF: Final = {"W": 16, "Q": 8, "q": 8, "i": 4, "h": 2, "b": 1}


WORD_BITS: Final = 64
WORD: Final = (1 << WORD_BITS) - 1


class Unsupported(ValueError):
    """Rules beyond a limit of the kernel: `limit` names it. The reference plays them."""

    def __init__(self, limit: str, reason: str) -> None:
        super().__init__(f"{limit}: {reason}; the reference plays these rules")
        self.limit = limit
        self.reason = reason


def within(limit: str, number: int, most: int) -> None:
    """Refuse a number above a limit of the layout."""
    if number > most:
        raise Unsupported(limit, f"the kernel has room for {most}, not {number}")


class Field:
    """One field: its name, its C type as a letter of `struct`, its sizes and the field that counts its members."""

    def __init__(self, name: str, code: str, sizes: tuple[int, ...], many: str = "") -> None:
        self.name = name
        self.code = code
        self.sizes = sizes
        self.many = many
        self.count = 1
        for size in sizes:
            self.count *= size
        self.start = 0
        """Where its numbers begin among those of the whole record."""

    def empty(self) -> Any:  # noqa: ANN401 - a number, or lists of them
        """Return zeros in the shape of the field."""
        return _zeros(self.sizes)


def _zeros(sizes: tuple[int, ...]) -> Any:  # noqa: ANN401 - a number, or lists of them
    if len(sizes) < 2:
        return [0] * sizes[0] if sizes else 0
    return [_zeros(sizes[1:]) for _ in range(sizes[0])]


class Record:
    """A flat record. As plain Python its fields are ints and lists of ints."""

    fields: ClassVar[tuple[Field, ...]] = ()
    by_name: ClassVar[dict[str, Field]] = {}
    packed: ClassVar[Struct] = Struct("")
    """Its bytes; a number of 128 bits, which `struct` does not know, is two of 64, the lower first."""
    wide: ClassVar[int] = 0
    """How many numbers of 128 bits there are; they are the first."""

    def __init_subclass__(cls, more: dict[str, Any] | None = None) -> None:
        fields: list[Field] = []
        for name, hint in {**get_type_hints(cls, include_extras=True), **(more or {})}.items():
            if get_origin(hint) is Annotated:
                _, code, *sizes = get_args(hint)
                many = sizes.pop() if sizes and isinstance(sizes[-1], str) else ""
                fields.append(Field(name, code, tuple(sizes), many))
        # the widest first, so that C adds no padding between them
        fields.sort(key=lambda field: -SIZE_OF[field.code])
        start = 0
        for field in fields:
            field.start = start
            start += field.count
        cls.fields = tuple(fields)
        cls.by_name = {field.name: field for field in fields}
        cls.wide = sum([field.count for field in fields if field.code == "W"])
        text = f"={2 * cls.wide}Q" + "".join([f"{field.count}{field.code}" for field in fields if field.code != "W"])
        cls.packed = Struct(text + "x" * (-Struct(text).size % 8))

    def __init__(self) -> None:
        for field in self.fields:
            setattr(self, field.name, field.empty())

    def load(self, values: list[int]) -> None:
        """Fill every field from the numbers of a whole record."""
        for field in self.fields:
            part = values[field.start : field.start + field.count]
            setattr(self, field.name, _shaped(part, field.sizes) if field.sizes else part[0])

    def values(self) -> list[int]:
        """List the numbers of the whole record."""
        numbers: list[int] = []
        for field in self.fields:
            _flatten(getattr(self, field.name), numbers)
        return numbers

    @classmethod
    def pack(cls, values: Sequence[int]) -> bytes:
        """Return the bytes of a whole record from its numbers."""
        halves = [half for value in values[: cls.wide] for half in (value & WORD, value >> WORD_BITS)]
        return cls.packed.pack(*halves, *values[cls.wide :])

    @classmethod
    def unpack(cls, octets: bytes) -> list[int]:
        """Return the numbers of a whole record from its bytes."""
        numbers = cls.packed.unpack(octets)
        wide = [numbers[2 * place] | numbers[2 * place + 1] << WORD_BITS for place in range(cls.wide)]
        return [*wide, *numbers[2 * cls.wide :]]

    @classmethod
    def put(cls, values: list[int], name: str, value: Any) -> None:  # noqa: ANN401 - a number, or rows of them
        """Write a field among the numbers of a whole record, and the counts of its rows; what is missing stays."""
        field = cls.by_name[name]
        if not field.sizes:
            values[field.start] = int(value)
            return
        within(name, len(value), field.sizes[0])
        count = cls.by_name.get(field.many)
        if count is not None and not count.sizes:
            values[count.start] = len(value)
        if len(field.sizes) == 1:
            values[field.start : field.start + len(value)] = value
            return
        for place, row in enumerate(value):
            within(name, len(row), field.sizes[1])
            at = field.start + place * field.sizes[1]
            values[at : at + len(row)] = row
            if count is not None and count.sizes:
                values[count.start + place] = len(row)

    @classmethod
    def part(cls, values: Sequence[int], name: str) -> Any:  # noqa: ANN401 - a number, a row, or rows
        """Return a field of a whole record: a number, a tuple of as many members as are counted, or a list of these."""
        field = cls.by_name[name]
        if not field.sizes:
            return values[field.start]
        count = cls.by_name.get(field.many)
        if len(field.sizes) == 1:
            many = field.count if count is None else values[count.start]
            return tuple(values[field.start : field.start + many])
        width = field.sizes[1]
        rows: list[tuple[int, ...]] = []
        for place in range(field.sizes[0] if count is None or count.sizes else values[count.start]):
            at = field.start + place * width
            many = values[count.start + place] if count is not None and count.sizes else width
            rows.append(tuple(values[at : at + many]))
        return rows


def _shaped(part: list[int], sizes: tuple[int, ...]) -> list[Any]:
    if len(sizes) == 1:
        return part
    each = len(part) // sizes[0]
    return [_shaped(part[i * each : i * each + each], sizes[1:]) for i in range(sizes[0])]


def _flatten(value: Any, numbers: list[int]) -> None:  # noqa: ANN401 - a number, or lists of them
    if isinstance(value, list):
        if value and not isinstance(value[0], list):
            numbers += value
        else:
            for part in value:
                _flatten(part, numbers)
    else:
        numbers.append(value)
