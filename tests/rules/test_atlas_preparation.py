"""Boards of the atlas that change the preparation: Italy, France and Brazil; and what holds for the whole atlas."""

from __future__ import annotations

from pathlib import Path

import pytest

import kilowatt
from kilowatt.editions import registry
from kilowatt.editions.engine_board import make_board
from kilowatt.engine.actions import Build, ChooseArea
from kilowatt.engine.layers import unseen
from tests import kit

TOP = Path(__file__).parents[2]
ATLAS = [row for row in kilowatt.rulesets() if row.chapter]
SMALL = {str(number) for number in range(3, 16)}


def stack_of(ruleset: str, seats: int, seed: int) -> tuple[list[str], kilowatt.State]:
    """A new game: its opening market, and the game."""
    s = kit.fresh(ruleset, seats, seed)
    return kit.market(s), s


def left(s: kilowatt.State) -> dict[str, tuple[int, int]]:
    """How many unseen cards of each back are still to come, and how many there are."""
    return {back: (row["left"], len(row["cards"])) for back, row in kit.view(s)["plants"]["unseen"].items()}


def test_what_the_publisher_does_not_know_is_composed() -> None:
    """Italy and France are published for both editions; Brazil and Benelux with Recharged are composed. [AT-ALL-01]"""
    composed = {row.id: row.composed for row in ATLAS}
    assert not composed["original/brazil"]
    assert composed["recharged/brazil"]
    assert not composed["recharged/italy"]


def test_the_rule_and_the_ruling_name_the_boards_that_are_published_for_both() -> None:
    """The sentences list, by name, the boards of which no game is composed. [AT-ALL-01]"""
    composed = {row.board for row in ATLAS if row.composed}
    both = sorted(registry.board(name).title for name in {row.board for row in ATLAS} - composed)
    names = f"{', '.join(both[:-1])} and {both[-1]}"
    assert f": {names} are published for both." in registry.rules()["AT-ALL-01"].text
    assert f"except {names}, for which" in (TOP / "docs" / "reference" / "rulings.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("edition", ["original", "recharged"])
def test_the_start_is_the_boards_in_both_editions(edition: str) -> None:
    """Brazil starts with garbage on 7 and 8, not on 6 to 8 as Recharged. [AT-ALL-02]"""
    assert kit.prices(kit.fresh(f"{edition}/brazil", 3), "garbage") == [7, 7, 7, 8, 8, 8]


def test_two_without_the_trust_remove_eight_plants() -> None:
    """Recharged Italy for two: of 5 unseen small cards 3 come, of 29 big ones 23. [AT-ALL-03]"""
    s = kit.fresh("recharged/italy", 2)
    assert left(s) == {"plug": (3, 5), "socket": (23, 29)}


@pytest.mark.parametrize("ruleset", [row.id for row in ATLAS])
def test_the_atlas_is_played_without_the_trust(ruleset: str) -> None:
    """Two play without the Trust, and asking for it is refused with the reason. [AT-ALL-04]"""
    assert not kilowatt.ruleset(ruleset, 2).trust_plays
    with pytest.raises(kilowatt.BadOption, match="without the Trust"):
        kilowatt.ruleset(ruleset, 2, {"trust": True})
    assert "trust" not in next(row for row in kilowatt.rulesets() if row.id == ruleset).options


# Italy


def test_uranium_is_phased_out_with_recharged_only() -> None:
    """After plant 39 was bought a refill adds no uranium in Recharged, and one in Original. [AT-IT-01]"""
    for edition, added in (("recharged", 0), ("original", 1)):
        market = ["38", "39", "40", "42", "44", "46", "50", "37"]
        s = kit.situation(f"{edition}/italy", 3, market=market, stack=["30", "31"], money=200)
        before = kit.lying(s)["uranium"]
        s = kit.opt_out_all(kit.buy(s, "39"))
        for phase in ("fuel", "build", "power"):
            s = kit.end_turns(s, phase)
        assert kit.lying(s)["uranium"] - before == added


@pytest.mark.parametrize("options", [{}, {"zone": "draft"}])
def test_livorno_is_never_cut_off(options: dict[str, str]) -> None:
    """Seven sets of three areas are in one piece; six are played, and no zone has a city without a link. [AT-IT-02]"""
    board = make_board(registry.board("italy"))
    rules = kilowatt.ruleset("original/italy", 3, options)
    assert len(rules.zone_list) == 6
    assert all(len(board.pieces(zone)) == 1 for zone in rules.zones)
    with pytest.raises(kilowatt.BadOption, match="cut a city off"):
        kilowatt.ruleset("original/italy", 3, {"zone": ["centre", "north_east", "north_west"]})


def test_a_draft_in_italy_cannot_end_in_the_forbidden_zone() -> None:
    """After Centre and North-East the third area is Emilia or South, not North-West. [AT-IT-02]"""
    s = kit.fresh("original/italy", 3, zone="draft", order=[0, 1, 2])
    for seat, area in ((0, "centre"), (1, "north_east")):
        s = kit.act(s, ChooseArea(seat, area))
    assert {move.area for move in kilowatt.legal_actions(s)} == {"emilia", "south"}  # type: ignore[attr-defined]


def test_the_start_of_italy() -> None:
    """Coal lies on 3 to 8, oil on 4 to 8, garbage on 5 to 8, uranium on 14 and 16. [AT-IT-03]"""
    s = kit.fresh("recharged/italy", 3)
    lowest = {fuel: (kit.prices(s, fuel)[0], len(kit.prices(s, fuel))) for fuel in ("coal", "oil", "garbage")}
    assert lowest == {"coal": (3, 18), "oil": (4, 15), "garbage": (5, 12)}
    assert kit.prices(s, "uranium") == [14, 16]


# France


def test_plant_11_comes_first_in_original_france() -> None:
    """3 to 10 open, 11 is on top, 13 is in no place; three players lose 8 of the 32 others. [AT-FR-01]"""
    market, s = stack_of("original/france", 3, 1)
    assert market == ["3", "4", "5", "6", "7", "8", "9", "10"]
    row = kit.view(s)["plants"]
    assert row["top"] == ["11"]
    assert left(s) == {"any": (24, 32)}
    assert not unseen(s.deck) >> s.rules.plant_ids["13"] & 1


@pytest.mark.parametrize(
    ("seats", "small", "big"),
    [(2, (4, 4), (24, 29)), (3, (3, 4), (23, 29)), (4, (4, 4), (26, 29)), (5, (4, 4), (29, 29))],
)
def test_plant_11_opens_recharged_france(seats: int, small: tuple[int, int], big: tuple[int, int]) -> None:
    """11 always opens with seven of eleven; two, three and four players remove 0/5, 1/6 and 0/3. [AT-FR-02]"""
    for seed in range(20):
        market, s = stack_of("recharged/france", seats, seed)
        assert len(market) == 8
        assert "11" in market
        assert "13" not in market
        assert set(market) <= SMALL
        assert left(s) == {"plug": small, "socket": big}
        assert kit.view(s)["plants"]["top_back"] == "plug"


def test_paris_is_three_cities() -> None:
    """From Paris (1) the other two cost a house each and no connection. [AT-FR-03]"""
    names = [city.id for city in make_board(registry.board("france")).cities if city.id.startswith("paris")]
    assert len(names) == 3
    zone = ["north_east", "north_west", "centre"]
    s = kit.situation("original/france", 3, phase="build", zone=zone, cities={2: names[:1]}, money=50)
    s = kit.act(s, Build(2, names[1]), Build(2, names[2]))
    assert kit.view(s)["seats"][2]["money"] == 30


def test_uranium_is_cheap_in_france() -> None:
    """Eight tokens of uranium lie on 5 to 16. [AT-FR-04]"""
    assert kit.prices(kit.fresh("recharged/france", 3), "uranium") == [5, 6, 7, 8, 10, 12, 14, 16]


# Brazil


GARBAGE = ["6", "14", "19", "24", "30", "38"]


@pytest.mark.parametrize("ruleset", ["original/brazil", "recharged/brazil"])
def test_no_garbage_plant_is_removed(ruleset: str) -> None:
    """Drawn to the end of the stack, all six garbage plants have come, in 60 preparations. [AT-BR-01]"""
    rules = kilowatt.ruleset(ruleset, 3)
    for seed in range(60):
        s = kit.fresh(ruleset, 3, seed)
        ids = {rules.plant_ids[name] for name in GARBAGE}
        coming = {*s.market, *[card for layer in s.deck for card in layer.seq]}
        for layer in s.deck:
            for _, mask, count in layer.groups:
                if mask.bit_count() == count:
                    coming |= {card for card in range(len(rules.plants)) if mask >> card & 1}
        assert ids <= coming


def test_the_stack_of_original_brazil() -> None:
    """3 to 10 open, 13 and 14 are on top; 20 of 28 others come, and 19, 24, 30, 38 besides. [AT-BR-02]"""
    market, s = stack_of("original/brazil", 3, 2)
    assert market == ["3", "4", "5", "6", "7", "8", "9", "10"]
    assert kit.view(s)["plants"]["top"] == ["13", "14"]
    (_, bag, bottom) = s.deck
    assert [(mask.bit_count(), count) for _, mask, count in bag.groups] == [(28, 20), (4, 4)]
    assert bottom.seq == (len(s.rules.plants),)


def test_the_stack_of_recharged_brazil() -> None:
    """6 and 14 open with six of eleven small cards; of the five left three come, of 25 big ones 19. [AT-BR-03]"""
    for seed in range(20):
        market, s = stack_of("recharged/brazil", 3, seed)
        assert {"6", "14"} <= set(market)
        assert len(market) == 8
        assert set(market) <= SMALL
        assert [(mask.bit_count(), count) for _, mask, count in s.deck[0].groups] == [(5, 3), (25, 19), (4, 4)]
        assert kit.view(s)["plants"]["top_back"] == "plug"
