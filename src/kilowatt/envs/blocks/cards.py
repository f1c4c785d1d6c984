"""Blocks about plant cards: the market, the stack, what is out of the game, the Trust's plants."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.engine import deck
from kilowatt.engine.ids import NOBODY
from kilowatt.envs.blocks.masks import one, several
from kilowatt.envs.layout import Bits, Facts, Group, Numbers

if TYPE_CHECKING:
    from kilowatt.engine.rules import Rules


def cards(rules: Rules) -> Group:
    """Return the blocks about plant cards."""
    plants = [plant.id for plant in rules.plants]
    every = [*plants, rules.end_card]
    return Group(
        _key,
        [
            Bits("current", plants, "plants that may be opened", _current),
            Bits("future", every, "the other cards of the plant market", _future),
            Bits("discount", plants, "the plant with the discount token", lambda f: one(f.state.discount)),
            Bits("unseen", every, "cards that may still lie in the stack", lambda f: deck.unseen(f.state.deck)),
            Bits("next", every, "cards that may be turned up next", _next),
            Bits("under", every, "cards known to lie under the unseen ones", _under),
            Bits("removed", plants, "plants out of the game", lambda f: f.state.removed),
            Bits(
                "top_back",
                [*rules.backs, rules.end_card],
                "the back of the top card, where backs are public",
                lambda f: one(f.state.top_back),
            ),
            Bits("trust_plants", plants, "plants of the Trust", lambda f: several(_taken(f))),
        ],
        [Numbers("stack", ["stack"], "cards in the plant stack", lambda f: [deck.size(f.state.deck)], 40)],
    )


def _key(f: Facts) -> object:
    s = f.state
    return (s.deck, s.market, s.discount, s.removed, s.top_back, s.step, s.phase, _taken(f))


def _taken(f: Facts) -> tuple[int, ...]:
    rules = f.state.rules
    return f.state.plants[rules.trust_chair] if rules.trust_plays else ()


def _current(f: Facts) -> int:
    s = f.state
    return several(s.market[: s.rules.plant_market.current(s)])


def _future(f: Facts) -> int:
    s = f.state
    return several(s.market[s.rules.plant_market.current(s) :])


def _next(f: Facts) -> int:
    s = f.state
    if not s.deck:
        return 0
    layer = s.deck[0]
    if layer.seq:
        return 1 << layer.seq[0]
    mask = 0
    for back, found, left in layer.groups:
        if left and s.top_back in (NOBODY, back):
            mask |= found
    return mask


def _under(f: Facts) -> int:
    under = 0
    for layer in f.state.deck[1:]:
        under |= several(layer.seq)
    return under
