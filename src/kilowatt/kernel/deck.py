"""The plant stack: layers of cards whose order is either public or unknown, and the exact odds of the next card."""

from __future__ import annotations

from kilowatt.engine.asks import ASK_REVEAL
from kilowatt.engine.ids import NOBODY
from kilowatt.kernel.bits import count, lowest
from kilowatt.kernel.menus import KIND, TOO_MANY_CARDS, add
from kilowatt.kernel.record_layout import BACKS, CARDS, GROUPS, LAYERS, Game, Mask, Menu, Tables


def lay(s: Game, t: Tables) -> None:
    """Lay the stack as the rules prepare it."""
    s.deck = t.deck
    for layer in range(t.deck):
        s.seq_size[layer] = t.seq_size[layer]
        for place in range(t.seq_size[layer]):
            s.seq[layer][place] = t.seq[layer][place]
        s.group_size[layer] = t.group_size[layer]
        for group in range(t.group_size[layer]):
            s.group_back[layer][group] = t.group_back[layer][group]
            s.group_mask[layer][group] = t.group_mask[layer][group]
            s.group_left[layer][group] = t.group_left[layer][group]


def empty_layer(s: Game, layer: int) -> None:
    """Set a layer to zero."""
    for place in range(s.seq_size[layer]):
        s.seq[layer][place] = 0
    for group in range(s.group_size[layer]):
        s.group_back[layer][group] = 0
        s.group_mask[layer][group] = 0
        s.group_left[layer][group] = 0
    s.seq_size[layer] = 0
    s.group_size[layer] = 0


def copy_layer(s: Game, source: int, target: int) -> None:
    """Copy a layer onto an empty one."""
    s.seq_size[target] = s.seq_size[source]
    for place in range(s.seq_size[source]):
        s.seq[target][place] = s.seq[source][place]
    s.group_size[target] = s.group_size[source]
    for group in range(s.group_size[source]):
        s.group_back[target][group] = s.group_back[source][group]
        s.group_mask[target][group] = s.group_mask[source][group]
        s.group_left[target][group] = s.group_left[source][group]


def top(s: Game) -> int:
    """Return the top card where its order is public, else NOBODY."""
    return s.seq[0][0] if s.seq_size[0] else NOBODY


def drop_top(s: Game) -> None:
    """Take the used-up top layer away."""
    empty_layer(s, 0)
    for layer in range(1, s.deck):
        copy_layer(s, layer, layer - 1)
        empty_layer(s, layer)
    s.deck -= 1


def backs(s: Game, t: Tables, m: Menu, kind: int) -> None:
    """List the backs the top card may show, with how many cards of each are to come."""
    for back in range(t.back_size + 1):
        weight = 0
        for group in range(s.group_size[0]):
            if s.group_back[0][group] == back:
                weight += s.group_left[0][group]
        if weight:
            add(s, m, kind * KIND + back, weight)


def counts(s: Game, group: int) -> int:
    """Return whether cards of a group of the top layer may come next: some are to come, and the known back fits."""
    if not s.group_left[0][group]:
        return 0
    return 1 if s.top_back == NOBODY or s.top_back == s.group_back[0][group] else 0


def greatest_divisor(a: int, b: int) -> int:
    """Return the greatest common divisor of two numbers."""
    while b:
        rest = a % b
        a = b
        b = rest
    return a


def weigh(s: Game, weights: list[int]) -> int:
    """Fill in the weight of one card of each group of the top layer, in lowest terms; return how many groups count."""
    groups = 0
    scale = 1
    for group in range(s.group_size[0]):
        weights[group] = 0
        if counts(s, group):
            size = count(s.group_mask[0][group])
            scale = scale // greatest_divisor(scale, size) * size
            groups += 1
    common = 0
    for group in range(s.group_size[0]):
        if counts(s, group):
            weights[group] = s.group_left[0][group] * (scale // count(s.group_mask[0][group]))
            common = greatest_divisor(weights[group], common)
    for group in range(s.group_size[0]):
        if weights[group]:
            weights[group] = 1 if groups == 1 else weights[group] // common
    return groups


def odds(s: Game, m: Menu) -> None:
    """List the cards that may come next with integer weights."""
    if s.seq_size[0]:
        add(s, m, ASK_REVEAL * KIND + s.seq[0][0], 1)
        return
    weights = [0] * GROUPS
    weigh(s, weights)
    unseen: Mask = 0
    for group in range(s.group_size[0]):
        if weights[group]:
            unseen |= s.group_mask[0][group]
    while unseen:
        card = lowest(unseen)
        unseen &= unseen - 1
        for group in range(s.group_size[0]):
            if weights[group] and s.group_mask[0][group] >> card & 1:
                add(s, m, ASK_REVEAL * KIND + card, weights[group])


def draw(s: Game, card: int) -> None:
    """Take the card that was dealt off the top; cards now known to have been removed unseen are out of the game."""
    if s.seq_size[0]:
        s.seq_size[0] -= 1
        for place in range(s.seq_size[0]):
            s.seq[0][place] = s.seq[0][place + 1]
        s.seq[0][s.seq_size[0]] = 0
        if s.seq_size[0] == 0:
            drop_top(s)
        return
    left_over = 0
    surplus: Mask = 0
    for group in range(s.group_size[0]):
        if s.group_mask[0][group] >> card & 1:
            s.group_mask[0][group] ^= 1 << card
            s.group_left[0][group] -= 1
        left_over += s.group_left[0][group]
        surplus |= s.group_mask[0][group]
    if left_over == 0:
        drop_top(s)
        s.removed |= surplus


def put_under(s: Game, card: int) -> None:
    """Lay a card face down at the very bottom: its place is public."""
    if s.deck == 0 or s.seq_size[s.deck - 1] == 0:
        if s.deck >= LAYERS:
            s.fault = TOO_MANY_CARDS
            return
        s.deck += 1
    layer = s.deck - 1
    if s.seq_size[layer] >= CARDS:
        s.fault = TOO_MANY_CARDS
        return
    s.seq[layer][s.seq_size[layer]] = card
    s.seq_size[layer] += 1


def shuffle(s: Game, t: Tables) -> None:
    """Make one bag of all that is still to come: the groups as they are, then the known cards back by back."""
    backs_of = [0] * (LAYERS * GROUPS)
    left_of = [0] * (LAYERS * GROUPS)
    masks: list[Mask] = [0] * (LAYERS * GROUPS)
    known: list[Mask] = [0] * (BACKS + 1)
    groups = 0
    for layer in range(s.deck):
        for place in range(s.seq_size[layer]):
            known[t.back_of[s.seq[layer][place]]] |= 1 << s.seq[layer][place]
        for group in range(s.group_size[layer]):
            if s.group_left[layer][group]:
                backs_of[groups] = s.group_back[layer][group]
                masks[groups] = s.group_mask[layer][group]
                left_of[groups] = s.group_left[layer][group]
                groups += 1
        empty_layer(s, layer)
    for back in range(t.back_size + 1):
        if known[back]:
            backs_of[groups] = back
            masks[groups] = known[back]
            left_of[groups] = count(known[back])
            groups += 1
    if groups > GROUPS:
        s.fault = TOO_MANY_CARDS
        groups = GROUPS
    s.deck = 1 if groups else 0
    s.group_size[0] = groups
    for group in range(groups):
        s.group_back[0][group] = backs_of[group]
        s.group_mask[0][group] = masks[group]
        s.group_left[0][group] = left_of[group]
