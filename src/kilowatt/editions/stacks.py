"""How the plant stack is laid and the opening market found, one function for each kind of preparation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.editions.schema import BadData, StackData, at_seats, shaped
from kilowatt.engine.ids import mask_of
from kilowatt.engine.layers import Group, bag, seq

if TYPE_CHECKING:
    from kilowatt.engine.rules import Rules


def two_backs(rules: Rules, stack: StackData, removed: list[int], file: str) -> None:
    """Open with cards of the first back; a further one may be put on top; the end card lies below [R18-SET-12..15]."""
    if not isinstance(stack.opening, int) or stack.reserved is None:
        raise BadData(file, "stack", "opening", "two_backs needs a number of opening plants, and reserved")
    if len(removed) != len(rules.backs):
        raise BadData(file, "removed", "", f"expected one number for each back: {', '.join(rules.backs)}")
    groups: list[Group] = []
    for back, count in enumerate(removed):
        cards = mask_of([i for i, plant in enumerate(rules.plants) if plant.back == back])
        if cards.bit_count() < count:
            raise BadData(file, "removed", rules.backs[back], f"{count} cards go, but there are {cards.bit_count()}")
        groups.append((back, cards, cards.bit_count() - count))
    needed = stack.opening + (1 if stack.reserved else 0)
    if groups[0][2] < needed:
        raise BadData(
            file, "removed", "", f"leaves {groups[0][2]} plants of the first back, the opening needs {needed}"
        )
    rules.stack = (bag(*groups), seq(len(rules.plants)))
    rules.opening_draws = stack.opening
    rules.opening_back = 0
    if stack.reserved:
        rules.top_back = 0
    rules.backs_public = bool(stack.backs_public)


def fixed_opening(rules: Rules, stack: StackData, removed: list[int], file: str) -> None:
    """Open with given plants; one given plant is on top; the rest is shuffled above the end card [O-SET-06..09]."""
    if not isinstance(stack.opening, list) or not stack.top:
        raise BadData(file, "stack", "opening", "fixed_opening needs a list of plants, and top")
    ids = {plant.id: i for i, plant in enumerate(rules.plants)}
    for name in [*stack.opening, stack.top]:
        if name not in ids:
            raise BadData(file, "stack", "opening", f"the deck has no plant {name!r}")
    rules.opening = tuple(ids[name] for name in stack.opening)
    top = ids[stack.top]
    rest = mask_of([i for i in range(len(rules.plants)) if i not in rules.opening and i != top])
    if rest.bit_count() < sum(removed):
        raise BadData(file, "removed", "", f"{sum(removed)} cards go, but there are {rest.bit_count()}")
    group: Group = (0, rest, rest.bit_count() - sum(removed))
    rules.stack = (seq(top), bag(group), seq(len(rules.plants)))


def planned(rules: Rules, stack: StackData, key: str, file: str) -> None:
    """Lay the small plants in order, the middle ones with the end card, the large ones below [Ch-SET-01..04]."""
    out: list[str] = at_seats(file, "stack.removed", {"source": stack.source, **(stack.removed or {})}, key, list[str])
    ids = {plant.id: i for i, plant in enumerate(rules.plants)}
    for name in out:
        if name not in ids:
            raise BadData(file, "stack.removed", key, f"the deck has no plant {name!r}")
    rules.removed_plants = mask_of([ids[name] for name in out])
    left = [i for i in range(len(rules.plants)) if not rules.removed_plants >> i & 1]
    number = [plant.number for plant in rules.plants]
    small = [i for i in left if number[i] <= stack.sorted_up_to]
    middle = mask_of([i for i in left if stack.sorted_up_to < number[i] <= stack.shuffled_up_to])
    middle |= 1 << len(rules.plants)
    large = mask_of([i for i in left if number[i] > stack.shuffled_up_to])
    rules.stack = (seq(*small), bag((0, middle, middle.bit_count())), bag((0, large, large.bit_count())))
    # one plant for everybody at the table, the Trust included (AMB-100) [Ch-AUC-02]
    rules.opening_draws = rules.seats + (1 if rules.trust_plays else 0)


def lay(rules: Rules, stack: StackData, removed: list[int], key: str, file: str) -> None:
    """Prepare the stack of this kind."""
    if stack.kind == "planned":
        planned(rules, stack, key, file)
        return
    if stack.removed is not None:
        removed = shaped(file, stack.removed, list[int], "stack.removed")
    if stack.kind == "two_backs":
        two_backs(rules, stack, removed, file)
    elif stack.kind == "fixed_opening":
        fixed_opening(rules, stack, removed, file)
    else:
        raise BadData(file, "stack", "kind", "expected two_backs, fixed_opening or planned")
