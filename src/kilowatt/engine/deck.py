"""The plant stack: layers of cards whose order is either public or unknown, and the exact odds of the next card.

Nobody knows the order of a shuffled stack, so a bag holds which cards are unseen and how many of them are still to
come; the surplus are the cards that were removed unseen. A layer is never changed, only replaced, so clones share it.
"""

from __future__ import annotations

from math import gcd, lcm
from typing import TYPE_CHECKING, final

from kilowatt.engine.ids import NOBODY, bits

if TYPE_CHECKING:
    from kilowatt.engine.state import State

Group = tuple[int, int, int]
"""(back, mask of unseen cards, how many of them are still to come)."""


@final
class Layer:
    """A `Seq` of cards in public order, or, with groups, a `Bag`."""

    def __init__(self, seq: tuple[int, ...], groups: tuple[Group, ...]) -> None:
        self.seq = seq
        self.groups = groups

    def size(self) -> int:
        """Count the cards still to come."""
        total = len(self.seq)
        for _, _, left in self.groups:
            total += left
        return total

    def __repr__(self) -> str:
        """Show the layer so that the line could be run."""
        return f"Layer({self.seq!r}, {self.groups!r})"


Deck = tuple[Layer, ...]


def seq(*cards: int) -> Layer:
    """Make a layer in public order, top card first."""
    return Layer(cards, ())


def bag(*groups: Group) -> Layer:
    """Make a layer of unknown order."""
    return Layer((), groups)


def size(deck: Deck) -> int:
    """Count the cards of the stack."""
    total = 0
    for layer in deck:
        total += layer.size()
    return total


def backs(deck: Deck) -> list[tuple[int, int]]:
    """List the backs the top card may show, with how many cards of each are to come; [] above a public order."""
    if not deck or deck[0].seq:
        return []
    weight: dict[int, int] = {}
    for back, _, left in deck[0].groups:
        if left:
            weight[back] = weight.get(back, 0) + left
    return sorted(weight.items())


def odds(deck: Deck, back: int) -> list[tuple[int, int]]:
    """List the cards that may come next with integer weights; `back` is the known back of the top card, if any."""
    if not deck:
        return []
    top = deck[0]
    if top.seq:
        return [(top.seq[0], 1)]
    groups = [group for group in top.groups if group[2] and back in (NOBODY, group[0])]
    if len(groups) == 1:
        return [(card, 1) for card in bits(groups[0][1])]
    scale = lcm(*[mask.bit_count() for _, mask, _ in groups])
    weights = [left * (scale // mask.bit_count()) for _, mask, left in groups]
    common = gcd(*weights)
    cards: list[tuple[int, int]] = []
    for group, weight in zip(groups, weights, strict=True):
        cards += [(card, weight // common) for card in bits(group[1])]
    cards.sort()
    return cards


def at(deck: Deck, back: int, share: float) -> int:
    """Return the card that lies at this share, 0 to below 1, of all the weight that `odds` lists."""
    top = deck[0]
    if top.seq:
        return top.seq[0]
    groups = [group for group in top.groups if group[2] and (back == NOBODY or back == group[0])]
    if len(groups) == 1:
        cards = bits(groups[0][1])
        return cards[int(share * len(cards))]
    possible = odds(deck, back)
    place = share * sum([weight for _, weight in possible])
    for card, weight in possible:
        place -= weight
        if place < 0:
            return card
    return possible[-1][0]


def draw(deck: Deck, card: int) -> tuple[Deck, int]:
    """Take the card that was dealt off the top; also return the mask of cards now known to have been removed unseen."""
    top = deck[0]
    rest = deck[1:]
    if top.seq:
        return ((Layer(top.seq[1:], ()), *rest) if len(top.seq) > 1 else rest), 0
    bit = 1 << card
    groups: list[Group] = []
    left_over = 0
    surplus = 0
    for back, mask, left in top.groups:
        if mask & bit:
            mask ^= bit  # noqa: PLW2901
            left -= 1  # noqa: PLW2901
        groups.append((back, mask, left))
        left_over += left
        surplus |= mask
    if left_over:
        return (Layer((), tuple(groups)), *rest), 0
    return rest, surplus


def put_under(deck: Deck, card: int) -> Deck:
    """Lay a card face down at the very bottom: its place is public."""
    if deck and deck[-1].seq:
        return (*deck[:-1], Layer((*deck[-1].seq, card), ()))
    return (*deck, Layer((card,), ()))


def shuffled(deck: Deck, back_of: list[int]) -> Deck:
    """Make one bag of all that is still to come."""
    groups: list[Group] = []
    known: dict[int, int] = {}
    for layer in deck:
        for card in layer.seq:
            back = back_of[card]
            known[back] = known.get(back, 0) | 1 << card
        groups += [group for group in layer.groups if group[2]]
    groups += [(back, mask, mask.bit_count()) for back, mask in sorted(known.items())]
    return (Layer((), tuple(groups)),) if groups else ()


def unseen(deck: Deck) -> int:
    """Collect every card that may still lie in the stack, public ones included."""
    mask = 0
    for layer in deck:
        for card in layer.seq:
            mask |= 1 << card
        for _, cards, left in layer.groups:
            if left:
                mask |= cards
    return mask


# the stack of a state


def lay(s: State) -> None:
    """Lay the stack as the rules prepare it."""
    s.deck = s.rules.stack


def top(s: State) -> int:
    """Return the top card of a stack that is not empty where its order is public, else NOBODY."""
    seq = s.deck[0].seq
    return seq[0] if seq else NOBODY


def take(s: State, card: int) -> None:
    """Take the card that was dealt off the top; cards now known to have been removed unseen are out of the game."""
    s.deck, surplus = draw(s.deck, card)
    s.removed |= surplus


def under(s: State, card: int) -> None:
    """Lay a card face down at the very bottom of the stack."""
    s.deck = put_under(s.deck, card)


def shuffle(s: State) -> None:
    """Shuffle all that is still to come."""
    s.deck = shuffled(s.deck, s.rules.back_of)


def stack_size(s: State) -> int:
    """Count the cards of the stack."""
    return size(s.deck)
