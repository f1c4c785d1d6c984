"""How the plant stack is laid and the opening market found, one function for each kind of preparation."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from kilowatt.editions.overlays import StackData
from kilowatt.editions.schema import BadData, at_seats, shaped
from kilowatt.engine.ids import mask_of
from kilowatt.engine.layers import Deck, Group, bag, seq

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kilowatt.engine.rules import Rules


def cards_of(rules: Rules, names: Sequence[str], file: str, field: str) -> list[int]:
    """Return the cards of these names."""
    ids = {plant.id: i for i, plant in enumerate(rules.plants)}
    for name in names:
        if name not in ids:
            raise BadData(file, "stack", field, f"the deck has no plant {name!r}")
    return [ids[name] for name in names]


def with_out(stack: StackData, key: str, file: str) -> StackData:
    """Return the preparation with the plants that stay in the box for this number of players."""
    if isinstance(stack.out, dict):
        out = at_seats(file, "stack.out", {"source": stack.source, **stack.out}, key, list[str])
    else:
        out = shaped(file, stack.out, list[str], "stack.out")
    return msgspec.structs.replace(stack, out=out)


def leave_out(rules: Rules, stack: StackData, file: str) -> int:
    """Put plants back into the box, openly; return them."""
    rules.removed_plants = mask_of(cards_of(rules, stack.out, file, "out"))
    top = [stack.top] if isinstance(stack.top, str) else stack.top
    opening = stack.opening if isinstance(stack.opening, list) else []
    for name in [*opening, *top, *stack.always]:
        if name in stack.out:
            raise BadData(file, "stack", "out", f"plant {name} is out of the game and cannot lie in market or stack")
    return rules.removed_plants | mask_of(list(rules.swap_new))


def groups_of(back: int, cards: int, protected: int, count: int, file: str, field: str = "") -> list[Group]:
    """Make the groups of cards with one back, of which `count` are removed unseen; those protected are not."""
    free = cards & ~protected
    if free.bit_count() < count:
        raise BadData(file, "removed", field, f"{count} cards go, but there are {free.bit_count()}")
    groups: list[Group] = [(back, free, free.bit_count() - count)]
    if cards & protected:
        groups.append((back, cards & protected, (cards & protected).bit_count()))
    return [group for group in groups if group[1]]


def with_end(rules: Rules, groups: list[Group], below: int) -> Deck:
    """Return the groups above the end card and, where some cards lie below it, those, of the last back.

    Nobody knows which of the cards lie below, so they may be any that have not been seen.
    """
    end = seq(len(rules.plants))
    if not below:
        return (bag(*groups), end)
    rules.layers_share_cards = True
    back, unseen, left = groups[-1]
    return (bag(*groups[:-1], (back, unseen, left - below)), end, bag((back, unseen, below)))


def two_backs(rules: Rules, stack: StackData, removed: list[int], file: str) -> None:
    """Open with cards of the first back; a further one may be put on top; the end card lies below [R18-SET-12..15]."""
    if not isinstance(stack.opening, int) or stack.reserved is None:
        raise BadData(file, "stack", "opening", "two_backs needs a number of opening plants, and reserved")
    if len(removed) != len(rules.backs):
        raise BadData(file, "removed", "", f"expected one number for each back: {', '.join(rules.backs)}")
    rules.opening = tuple(cards_of(rules, stack.always, file, "always"))
    below = cards_of(rules, stack.below_top, file, "below_top")
    elsewhere = leave_out(rules, stack, file) | mask_of([*rules.opening, *rules.held_back, *below])
    protected = mask_of(cards_of(rules, stack.protected, file, "protected"))
    groups: list[Group] = []
    small = 0
    for back, count in enumerate(removed):
        cards = mask_of([i for i, plant in enumerate(rules.plants) if plant.back == back]) & ~elsewhere
        groups += groups_of(back, cards, protected, count, file, rules.backs[back])
        small += cards.bit_count() - count if back == 0 else 0
    draws = stack.opening - len(rules.opening)
    needed = draws + (1 if stack.reserved else 0)
    if small < needed:
        raise BadData(file, "removed", "", f"leaves {small} plants of the first back, the opening needs {needed}")
    end = seq(len(rules.plants))
    if stack.first_back_above:
        first = [group for group in groups if group[0] == 0]
        rules.stack = (bag(*first), bag(*[group for group in groups if group[0]]), end)
    elif below:
        # the first cards may be any of the first back; those left over are shuffled in below
        unseen = mask_of([i for i, plant in enumerate(rules.plants) if plant.back == 0]) & ~elsewhere
        rules.stack = (bag((0, unseen, needed)), seq(*below), bag(*lower(groups, protected, needed)), end)
        rules.layers_share_cards = True
    else:
        rules.stack = with_end(rules, groups, stack.below_end)
    rules.opening_draws = draws
    rules.opening_back = 0
    if stack.reserved:
        rules.top_back = 0
    rules.backs_public = bool(stack.backs_public)


def lower(groups: list[Group], protected: int, drawn: int) -> list[Group]:
    """Return the groups of a layer whose first back has given so many cards to a layer above, unseen.

    A protected card may be among those given; then one more of the others lies here.
    """
    guarded = [group for group in groups if group[0] == 0 and group[1] & protected]
    others = [group for group in groups if group[0] == 0 and group not in guarded]
    kept = sum(left for _, _, left in guarded)
    total = kept + sum(left for _, _, left in others)
    rest = [(back, mask, total - drawn - kept) for back, mask, _ in others]
    return [*guarded, *rest, *[group for group in groups if group[0]]]


def fixed_opening(rules: Rules, stack: StackData, removed: list[int], file: str) -> None:
    """Open with given plants; given plants are on top; the rest is shuffled above the end card [O-SET-06..09]."""
    if not isinstance(stack.opening, list) or not stack.top:
        raise BadData(file, "stack", "opening", "fixed_opening needs a list of plants, and top")
    rules.opening = tuple(cards_of(rules, stack.opening, file, "opening"))
    top = cards_of(rules, [stack.top] if isinstance(stack.top, str) else stack.top, file, "top")
    mixed = mask_of(cards_of(rules, stack.mixed, file, "mixed"))
    elsewhere = leave_out(rules, stack, file) | mask_of([*rules.opening, *top, *rules.held_back]) | mixed
    protected = mask_of(cards_of(rules, stack.protected, file, "protected"))
    rest = mask_of(list(range(len(rules.plants)))) & ~elsewhere
    end = seq(len(rules.plants))
    groups = groups_of(0, rest, protected, sum(removed), file)
    if mixed:
        # any of the others may be among those shuffled with the mixed ones
        ((back, unseen, left),) = groups
        first = bag((0, mixed, mixed.bit_count()), (0, unseen, stack.mixed_with))
        rules.stack = (seq(*top), first, bag((back, unseen, left - stack.mixed_with)), end)
        rules.layers_share_cards = True
    else:
        rules.stack = (seq(*top), *with_end(rules, groups, stack.below_end))


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
    stack = with_out(stack, key, file)
    rules.held_back = tuple(cards_of(rules, stack.held_back, file, "held_back"))
    if stack.kind == "planned":
        planned(rules, stack, key, file)
        return
    if isinstance(stack.removed, dict):
        removed = at_seats(file, "stack.removed", {"source": stack.source, **stack.removed}, key, list[int])
    elif stack.removed is not None:
        removed = shaped(file, stack.removed, list[int], "stack.removed")
    if stack.kind == "two_backs":
        two_backs(rules, stack, removed, file)
    elif stack.kind == "fixed_opening":
        fixed_opening(rules, stack, removed, file)
    else:
        raise BadData(file, "stack", "kind", "expected two_backs, fixed_opening or planned")
    if stack.no_end_card:
        rules.stack = tuple([layer for layer in rules.stack if layer.seq != (len(rules.plants),)])
        rules.no_end_card = True
