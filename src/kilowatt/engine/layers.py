"""The plant stack for readers: layers of cards whose order is either public or unknown.

Nobody knows the order of a shuffled stack, so a bag holds which cards are unseen and how many of them are still to
come; the surplus are the cards that were removed unseen.
"""

from __future__ import annotations

from typing import final

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
