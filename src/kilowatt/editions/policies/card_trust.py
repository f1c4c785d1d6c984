"""The Trust of the card game: takes the biggest plant always, scraps its oldest, and takes the cheapest cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kilowatt.engine import plants, tasks
from kilowatt.engine.emitting import BYTE, CARD_BOUGHT, PLANT_SCRAPPED, TRUST_TOOK, emit
from kilowatt.engine.fuel_held import units_of
from kilowatt.engine.ids import FUELS, KINDS, NOBODY
from kilowatt.engine.phases.card_market import LAST, SINGLES, hand_over
from kilowatt.engine.policies import Trust
from kilowatt.engine.rows import Room, appended, without
from kilowatt.engine.storage import capacity

if TYPE_CHECKING:
    from kilowatt.engine.state import State

LIMIT: Final = 3


class CardTrust(Trust):
    """Never bids, never pays, has no points [C-TR-01, C-TR-02, C-TR-12]."""

    cites = "C-TR-03 C-TR-05"

    def takes_plant(self, s: State) -> None:
        """Take the biggest plant on offer; the fourth drives out the oldest [C-TR-03, C-TR-04]."""
        rules = s.rules
        offered = rules.plant_market.current(s)
        if not offered:
            return
        chair = rules.trust_chair
        plant = s.market[offered - 1]
        plants.take_out(s, plant)
        emit(s, TRUST_TOOK, plant)
        s.plants[chair] = appended(s.plants[chair], plant)
        if len(s.plants[chair]) > LIMIT:
            oldest = s.plants[chair][0]
            s.plants[chair] = without(s.plants[chair], 0)
            s.removed |= 1 << oldest
            emit(s, PLANT_SCRAPPED, NOBODY, oldest)
        s.agenda.append(tasks.REPLACEMENT)

    def buys_fuel(self, s: State) -> None:
        """Take one production's fuel: one-fuel plants first, then the hybrids' from the cheaper one [C-TR-05..08]."""
        rules = s.rules
        chair = rules.trust_chair
        whole = capacity(rules, s.plants[chair])
        need = [0] * (FUELS + 1)
        for fuel in range(FUELS + 1):
            need[fuel] = whole[fuel] // 2
        first, second = rules.mix
        for fuel in range(FUELS):
            # a card taken for a plant of one of the hybrids' fuels may hold units that serve the hybrid too
            spare = need[FUELS] if fuel == first or fuel == second else 0
            while s.held[chair * FUELS + fuel] < need[fuel]:
                place = self._cheapest(s, fuel, fuel)
                if place == NOBODY:
                    break
                missing = need[fuel] - s.held[chair * FUELS + fuel]
                self._take(s, place, missing + max(0, spare - self._over(s, need)))
        missing = need[FUELS] - self._over(s, need)
        while missing > 0:
            place = self._cheapest(s, first, second)
            if place == NOBODY:
                break
            self._take(s, place, missing)
            missing = need[FUELS] - self._over(s, need)

    def _over(self, s: State, need: Room) -> int:
        """Count the units held beyond the one-fuel plants' need: they serve the hybrids."""
        base = s.rules.trust_chair * FUELS
        first, second = s.rules.mix
        return max(0, s.held[base + first] - need[first]) + max(0, s.held[base + second] - need[second])

    def _cheapest(self, s: State, fuel: int, other: int) -> int:
        """Find the cheapest card of these fuels: lowest column, then the first fuel, then fewest units (AMB-13).

        Return column * KINDS + kind.
        """
        for column in range(SINGLES, LAST + 1):
            for card in range(fuel * 4, fuel * 4 + 4):
                if s.columns[column * KINDS + card]:
                    return column * KINDS + card
            for card in range(other * 4, other * 4 + 4):
                if s.columns[column * KINDS + card]:
                    return column * KINDS + card
        return NOBODY

    def _take(self, s: State, place: int, room: int) -> None:
        """Take a card for nothing; units beyond the room become singles."""
        column = place // KINDS
        card = place % KINDS
        kept = min(units_of(card), room)
        singles = hand_over(s, s.rules.trust_chair, column, card, kept)
        emit(s, CARD_BOUGHT, NOBODY, column << BYTE | card, 0, kept, singles)
