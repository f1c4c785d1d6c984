"""What the plant stack may show next, as numbers."""

from __future__ import annotations

from kilowatt.engine import plants
from kilowatt.engine.actions import Reveal, ShowBack
from kilowatt.engine.asks import ASK_BACK, ASK_REVEAL
from kilowatt.engine.deck import GROUPS, back_weight, weigh
from kilowatt.engine.ids import bits
from kilowatt.kernel.decisions import BACK, PLANT, Play, Row, Rows
from kilowatt.kernel.menus import KIND, add
from kilowatt.kernel.record_layout import Game, Mask, Menu, Tables


def backs(s: Game, t: Tables, m: Menu) -> None:
    """List the backs the top card may show, with how many cards of each are to come."""
    for back in range(t.back_size + 1):
        weight = back_weight(s, back)
        if weight:
            add(s, m, ASK_BACK * KIND + back, weight)


def odds(s: Game, t: Tables, m: Menu) -> None:
    """List the cards that may come next with integer weights."""
    if s.seq[0]:
        add(s, m, ASK_REVEAL * KIND + s.seq[0][0], 1)
        return
    weights = [0] * GROUPS
    weigh(s, weights)
    unseen: Mask = 0
    for group in range(len(s.group_mask[0])):
        if weights[group]:
            unseen |= s.group_mask[0][group]
    for card in bits(unseen):
        for group in range(len(s.group_mask[0])):
            if weights[group] and s.group_mask[0][group] >> card & 1:
                add(s, m, ASK_REVEAL * KIND + card, weights[group])


ROWS: Rows = {
    ASK_REVEAL: Row(odds, {Reveal: Play(plants.card_revealed, PLANT)}),
    ASK_BACK: Row(backs, {ShowBack: Play(plants.back_shown, BACK)}),
}
