"""Whether a game can be prepared and can end on its board: checked once, when its rules are composed.

Games of older revisions were checked less, and their records stay readable: for those `strict` is false.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.editions.options import BadOption
from kilowatt.editions.schema import BadData

if TYPE_CHECKING:
    from kilowatt.editions.schema import BoardData
    from kilowatt.engine.rules import Rules


def check_end(rules: Rules, board: BoardData, key: str, file: str, *, strict: bool) -> None:
    """Refuse a board whose end cannot be reached."""
    if not rules.zone_list:
        reason = f"no {rules.area_count} areas form one piece"
        raise BadData(f"{board.id}.toml", "areas", key, reason, "no_zone", areas=rules.area_count)
    zones = [rules.board.zone(areas) for areas in rules.zone_list]
    smallest = min(_reachable(rules, zone) if strict else zone.bit_count() for zone in zones) - len(rules.closing)
    if rules.end_at > smallest and not rules.zone_limits_end:
        where = f"{board.id}.toml" if board.end_cities else file
        reason = f"{rules.end_at} cities end the game, but a zone may have only {smallest} that are linked"
        raise BadData(where, "end_cities", key, reason, "end_unreachable", end=rules.end_at, smallest=smallest)
    if strict and not all(zone & rules.open_spaces[0][0] & ~rules.no_start for zone in zones):
        reason = "a zone may have no city that is open for a first house in Step 1"
        raise BadData(f"{board.id}.toml", "no_start" if rules.no_start else "spaces", "", reason)
    if (
        not rules.end_card_begins_step2
        and not (rules.no_end_card and not rules.step2_at)
        and not 1 <= rules.step2_at <= rules.end_at
    ):
        where = f"{board.id}.toml" if board.step2_cities else file
        reason = f"expected 1 to {rules.end_at}, the cities that end the game, not {rules.step2_at}"
        raise BadData(where, "step2_cities", key, reason, "step2_misfit", least=1, end=rules.end_at)


def check_trust_cities(rules: Rules, board: BoardData, key: str) -> None:
    """Refuse a board without room for the Trust's first houses, which are in linked cities [R18-TR-03]."""
    wanted = len(rules.trust_placements)
    smallest = min(min(piece.bit_count() for piece in rules.board.pieces(zone)) for zone in _zones(rules))
    if smallest < wanted:
        reason = f"the Trust begins in {wanted} linked cities, but a zone may have only {smallest} in one piece"
        raise BadData(f"{board.id}.toml", "areas", key, reason, "trust_crowded", wanted=wanted, smallest=smallest)


def check_starting_cities(rules: Rules) -> None:
    """Refuse marked starts where cities or tokens do not suffice for one mark per player [R18-DSC-01, R18-DSC-06]."""
    taken = len(rules.trust_placements)
    free = min((zone & rules.open_spaces[0][0] & ~rules.no_start).bit_count() for zone in _zones(rules)) - taken
    if free < rules.seats:
        houses = f" beside the Trust's {taken}" if taken else ""
        raise BadOption(
            "starting_cities", f"{rules.seats} players mark a city each, but a zone may have only {free}{houses}"
        )
    fuel = rules.mark_fuel
    left = rules.tokens[fuel] - sum(track.start[fuel].bit_count() for track in rules.tracks)
    if left < rules.seats:
        raise BadOption(
            "starting_cities",
            f"{rules.seats} cities are marked with {rules.fuels[fuel]}, but only {left} tokens are not on the market",
        )


def _zones(rules: Rules) -> list[int]:
    """List the zones that may be in play, as cities."""
    areas = [rules.fixed_areas] if rules.fixed_areas else rules.zone_list
    return [rules.board.zone(zone) for zone in areas]


def _reachable(rules: Rules, zone: int) -> int:
    """Count the cities of the largest piece of a zone, which a network cannot leave; of a second one on each island."""
    pieces = rules.board.pieces(zone)
    if not rules.second_network:
        return max(piece.bit_count() for piece in pieces)
    islands = {*rules.islands}
    return sum(max((piece & island).bit_count() for piece in pieces) for island in islands)
