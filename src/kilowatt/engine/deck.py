"""The plant stack: what may come next, with its exact odds, and cards that come off it or go under it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kilowatt.engine.ids import NOBODY, bits
from kilowatt.engine.rows import Mask, appended, changed, without

if TYPE_CHECKING:
    from kilowatt.engine.state import State

GROUPS: Final = 8
"""Groups of one layer at most."""
LAYERS: Final = 6
"""Layers at most."""
BACKS: Final = 4
"""Backs of plant cards at most; the end card has its own."""


def lay(s: State) -> None:
    """Lay the stack as the rules prepare it."""
    rules = s.rules
    s.layers = rules.layers
    for layer in range(rules.layers):
        s.seq[layer] = rules.seq[layer]
        s.group_back[layer] = rules.group_back[layer]
        s.group_mask[layer] = rules.group_mask[layer]
        s.group_left[layer] = rules.group_left[layer]


def swap(s: State, old: int, new: int) -> None:
    """Put a card in the place of another, wherever that lies in the stack."""
    for layer in range(s.layers):
        for place in range(len(s.seq[layer])):
            if s.seq[layer][place] == old:
                s.seq[layer] = changed(s.seq[layer], place, new)
        for group in range(len(s.group_mask[layer])):
            if s.group_mask[layer][group] >> old & 1:
                mask: Mask = s.group_mask[layer][group] ^ 1 << old
                s.group_mask[layer] = changed(s.group_mask[layer], group, mask | 1 << new)


def top(s: State) -> int:
    """Return the top card of a stack that is not empty where its order is public, else NOBODY."""
    return s.seq[0][0] if s.seq[0] else NOBODY


def copy_layer(s: State, source: int, target: int) -> None:
    """Copy a layer onto another."""
    s.seq[target] = s.seq[source]
    s.group_back[target] = s.group_back[source]
    s.group_mask[target] = s.group_mask[source]
    s.group_left[target] = s.group_left[source]


def empty_layer(s: State, layer: int) -> None:
    """Take everything out of a layer."""
    s.seq[layer] = ()
    s.group_back[layer] = ()
    s.group_mask[layer] = ()
    s.group_left[layer] = ()


def drop_top(s: State) -> None:
    """Take the used-up top layer away."""
    s.layers -= 1
    for layer in range(s.layers):
        copy_layer(s, layer + 1, layer)
    empty_layer(s, s.layers)


def take(s: State, card: int) -> None:
    """Take the card that was dealt off the top; cards now known to have been removed unseen are out of the game."""
    if s.seq[0]:
        s.seq[0] = without(s.seq[0], 0)
        if not s.seq[0]:
            drop_top(s)
        return
    if s.rules.layers_share_cards:
        leave_below(s, card)
    left_over = 0
    surplus: Mask = 0
    for group in range(len(s.group_mask[0])):
        if s.group_mask[0][group] >> card & 1:
            s.group_mask[0] = changed(s.group_mask[0], group, s.group_mask[0][group] ^ 1 << card)
            s.group_left[0] = changed(s.group_left[0], group, s.group_left[0][group] - 1)
        left_over += s.group_left[0][group]
        surplus |= s.group_mask[0][group]
    if left_over == 0:
        drop_top(s)
        s.removed |= surplus & ~unseen_below(s)


def leave_below(s: State, card: int) -> None:
    """Strike a card off the unseen ones of lower layers; a group with too few left hands over to the next one.

    So cards that are shuffled into two layers may lie in either until they come.
    """
    for layer in range(1, s.layers):
        for group in range(len(s.group_mask[layer])):
            if s.group_mask[layer][group] >> card & 1:
                s.group_mask[layer] = changed(s.group_mask[layer], group, s.group_mask[layer][group] ^ 1 << card)
                lacking = s.group_left[layer][group] - s.group_mask[layer][group].bit_count()
                if lacking > 0:
                    s.group_left[layer] = changed(s.group_left[layer], group, s.group_left[layer][group] - lacking)
                    following = s.group_left[layer][group + 1] + lacking
                    s.group_left[layer] = changed(s.group_left[layer], group + 1, following)


def unseen_below(s: State) -> Mask:
    """Return the unseen cards of all layers."""
    unseen: Mask = 0
    for layer in range(s.layers):
        for group in range(len(s.group_mask[layer])):
            unseen |= s.group_mask[layer][group]
    return unseen


def put_on_top(s: State) -> None:
    """Lay the plants that were held back on top of the stack, in public order [AT-ES-02]."""
    for place in range(s.layers):
        copy_layer(s, s.layers - 1 - place, s.layers - place)
    empty_layer(s, 0)
    s.layers += 1
    s.seq[0] = s.rules.held_back
    if s.rules.backs_public:
        s.top_back = s.rules.back_of[s.rules.held_back[0]]


def under(s: State, card: int) -> None:
    """Lay a card face down at the very bottom of the stack: its place is public."""
    if s.layers == 0 or not s.seq[s.layers - 1]:
        s.layers += 1
    s.seq[s.layers - 1] = appended(s.seq[s.layers - 1], card)


def pile(s: State, card: int, begins: bool) -> None:  # noqa: FBT001
    """Lay a card on the pile that follows the stack, shuffled: the last layer, which the first card begins."""
    if begins:
        s.layers += 1
    last = s.layers - 1
    back = s.rules.back_of[card]
    for group in range(len(s.group_mask[last])):
        if s.group_back[last][group] == back:
            s.group_mask[last] = changed(s.group_mask[last], group, s.group_mask[last][group] | 1 << card)
            s.group_left[last] = changed(s.group_left[last], group, s.group_left[last][group] + 1)
            return
    s.group_back[last] = appended(s.group_back[last], back)
    s.group_mask[last] = appended(s.group_mask[last], 1 << card)
    s.group_left[last] = appended(s.group_left[last], 1)


def shuffle(s: State) -> None:
    """Make one bag of all that is still to come: the groups as they are, then the known cards back by back."""
    known: list[Mask] = [0] * (BACKS + 1)
    groups = 0
    backs_of = [0] * (GROUPS * LAYERS)
    left_of = [0] * (GROUPS * LAYERS)
    masks: list[Mask] = [0] * (GROUPS * LAYERS)
    for layer in range(s.layers):
        for card in s.seq[layer]:
            known[s.rules.back_of[card]] |= 1 << card
        for group in range(len(s.group_mask[layer])):
            if s.group_left[layer][group]:
                backs_of[groups] = s.group_back[layer][group]
                masks[groups] = s.group_mask[layer][group]
                left_of[groups] = s.group_left[layer][group]
                groups += 1
        empty_layer(s, layer)
    for back in range(s.rules.back_size + 1):
        if known[back]:
            backs_of[groups] = back
            masks[groups] = known[back]
            left_of[groups] = known[back].bit_count()
            groups += 1
    s.layers = 1 if groups else 0
    for group in range(groups):
        s.group_back[0] = appended(s.group_back[0], backs_of[group])
        s.group_mask[0] = appended(s.group_mask[0], masks[group])
        s.group_left[0] = appended(s.group_left[0], left_of[group])


def stack_size(s: State) -> int:
    """Count the cards of the stack."""
    total = 0
    for layer in range(s.layers):
        total += len(s.seq[layer])
        for left in s.group_left[layer]:
            total += left
    return total


# what may come


def back_weight(s: State, back: int) -> int:
    """Count the cards of a back that may be the top one's; 0 for all above a public order."""
    weight = 0
    for group in range(len(s.group_back[0])):
        if s.group_back[0][group] == back:
            weight += s.group_left[0][group]
    return weight


def counts(s: State, group: int) -> bool:
    """Return whether cards of a group of the top layer may come next: some are to come, and the known back fits."""
    if not s.group_left[0][group]:
        return False
    return s.top_back == NOBODY or s.top_back == s.group_back[0][group]


def greatest_divisor(a: int, b: int) -> int:
    """Return the greatest common divisor of two numbers."""
    while b:
        rest = a % b
        a = b
        b = rest
    return a


def weigh(s: State, weights: list[int]) -> int:
    """Fill in the weight of one card of each group of the top layer, in lowest terms; return how many groups count."""
    groups = 0
    scale = 1
    for group in range(len(s.group_mask[0])):
        weights[group] = 0
        if counts(s, group):
            size = s.group_mask[0][group].bit_count()
            scale = scale // greatest_divisor(scale, size) * size
            groups += 1
    common = 0
    for group in range(len(s.group_mask[0])):
        if counts(s, group):
            weights[group] = s.group_left[0][group] * (scale // s.group_mask[0][group].bit_count())
            common = greatest_divisor(weights[group], common)
    for group in range(len(s.group_mask[0])):
        if weights[group]:
            weights[group] = 1 if groups == 1 else weights[group] // common
    return groups


def odds(s: State) -> list[tuple[int, int]]:
    """List the cards that may come next with integer weights."""
    if not s.layers:
        return []
    if s.seq[0]:
        return [(s.seq[0][0], 1)]
    weights = [0] * len(s.group_mask[0])
    weigh(s, weights)
    cards = [(card, weight) for group, weight in enumerate(weights) if weight for card in bits(s.group_mask[0][group])]
    return cards if len(weights) == 1 else sorted(cards)


def backs(s: State) -> list[tuple[int, int]]:
    """List the backs the top card may show, with how many cards of each are to come; [] above a public order."""
    if not s.layers:
        return []
    return [(back, weight) for back in range(s.rules.back_size + 1) if (weight := back_weight(s, back))]


def at(s: State, share: float) -> int:
    """Return the card that lies at this share, 0 to below 1, of all the weight that `odds` lists."""
    if len(s.group_mask[0]) == 1:
        cards = bits(s.group_mask[0][0])
        return cards[int(share * len(cards))]
    possible = odds(s)
    place = share * sum([weight for _, weight in possible])
    for card, weight in possible:
        place -= weight
        if place < 0:
            return card
    return possible[-1][0]
