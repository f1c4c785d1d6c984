"""The card "one more round": drawn in the auctions, in the bureaucracy, or by a reshuffle's replacement."""

from __future__ import annotations

import pytest

import kilowatt
from kilowatt.engine.actions import Open, Pass, Reveal, RevealFuel
from kilowatt.engine.events import PlantRemoved, PlantRevealed, StackShuffled
from kilowatt.engine.state import State
from tests import kit

END = "one-more-round"
FULL = {1: [], 2: ["coal-1"] * 4, 3: ["coal-2"] * 4, 4: ["coal-3"] * 4}
"""Columns without a gap for three players, so that the resupply draws nothing."""
EIGHT = ["4a", "5a", "6a", "8", "9", "11", "12", "14"]
SEVEN_AND_END = ["4a", "5a", "6a", "8", "9", "11", "12", END]


def lay(phase: str, market: list[str], stack: list[str], **more: object) -> State:
    """Lay out a market and a stack for three players with full columns."""
    settings = {"money": 60, "columns": FULL, **more}
    return kit.situation("card-game", 3, phase=phase, market=market, stack=stack, **settings)  # type: ignore[arg-type]


def through(state: State, phase: str) -> State:
    """Do nothing until this phase is over, dealing whatever comes."""
    while kit.view(state)["phase"] == phase:
        state = kit.deal_all(kit.opt_out_all(state) if phase == "auction" else kit.end_turns(state, phase))
    return state


def timeline(state: State) -> list[tuple[int, str]]:
    """Do nothing to the end of the game and list the rounds and phases on the way."""
    turns: list[tuple[int, str]] = []
    while True:
        seen = kit.view(state)
        turns.append((seen["round"], seen["phase"]))
        if seen["phase"] == "over":
            return turns
        state = through(state, seen["phase"])


def test_drawn_in_the_auctions_it_is_the_highest_card() -> None:
    """After 6 is sold and the card drawn the market is 4, 5, 8, 9 and 11, 12, 14, one more round. [C-OMR-02]"""
    s = kit.buy(lay("auction", EIGHT, [END, "20", "21", "22"]), "6a")
    plants = kit.view(s)["plants"]
    assert plants["current"] == ["4a", "5a", "8", "9"]
    assert plants["future"] == ["11", "12", "14", END]
    assert not kit.allowed(s, Open(1, END, 60))
    assert all(row.plant != END for row in kilowatt.options(s).choices["open"])  # type: ignore[attr-defined]


def test_drawn_in_the_auctions_it_has_the_stack_shuffled() -> None:
    """The plants left in the stack come in any order once the card has been drawn in the auctions. [C-OMR-02]"""
    s = lay("auction", EIGHT, [END, "20", "21", "22"])
    s, _ = kilowatt.play(kit.act(s, Open(0, "6a", 6), Pass(1)), Pass(2))
    s, events = kilowatt.play(s, Reveal(END))
    assert StackShuffled(3) in events
    s = kit.buy(kit.deal_all(s), "8")
    outcomes = kilowatt.outcomes(s)
    assert {move.plant for move, _ in outcomes if isinstance(move, Reveal)} == {"20", "21", "22"}
    assert len({weight for _, weight in outcomes}) == 1


def test_it_cannot_be_the_fourth_current_plant() -> None:
    """While the card lies in the market only plants stand in the current market. [C-OMR-02]"""
    s = lay("auction", SEVEN_AND_END, ["20", "21"])
    plants = kit.view(s)["plants"]
    assert plants["current"] == ["4a", "5a", "6a", "8"]
    assert plants["future"][-1] == END
    assert kit.allowed(s, Open(0, "8", 8))


def test_at_the_end_of_those_auctions_six_plants_remain() -> None:
    """First the unsold 4 leaves and 20 comes, then one more round and the 5 leave: 6 plants. [C-OMR-03]"""
    s = kit.opt_out_all(lay("auction", SEVEN_AND_END, ["20", "25", "26"]))
    assert kit.market(s) == ["6a", "8", "9", "11", "12", "20"]
    assert {"4a", "5a"} <= set(kit.view(s)["plants"]["removed"])
    assert kit.view(s)["phase"] == "fuel"


def test_a_card_drawn_by_the_clean_up_cuts_the_market_too() -> None:
    """Drawn in place of the unsold discounted 4, one more round leaves at once with the 5. [C-OMR-03] [C-OMR-08]"""
    s = kit.opt_out_all(lay("auction", EIGHT, [END, "20", "21"]))
    assert kit.market(s) == ["6a", "8", "9", "11", "12", "14"]
    assert {"4a", "5a"} <= set(kit.view(s)["plants"]["removed"])


def test_until_the_end_of_those_auctions_four_plants_are_current() -> None:
    """In the round of the draw the fifth plant still cannot be opened; in the final round it can. [C-OMR-04]"""
    s = kit.buy(lay("auction", EIGHT, [END, "20", "21", "22"]), "6a")
    assert kit.refused(s, Open(1, "11", 11)).code == "plant_in_future_market"
    for phase in ("auction", "fuel", "power"):
        s = through(s, phase)
    assert kit.view(s)["round"] == 3
    six = kit.market(s)
    assert len(six) == 6
    for place, plant in enumerate(six):
        assert kit.allowed(s, Open(s.actor, plant, 1 if place == 0 else int(plant.rstrip("abc"))))
    assert not kit.allowed(s, Open(s.actor, six[5], int(six[5]) - 1))


def test_drawn_in_the_bureaucracy_it_leaves_at_once() -> None:
    """The highest goes under the stack, one more round comes, and it and the lowest leave: 6 plants. [C-OMR-05]"""
    s = lay("plant_update", EIGHT, [END, "20", "21"])
    assert kit.view(s)["round"] == 3
    assert kit.market(s) == ["5a", "6a", "8", "9", "11", "12"]
    assert "4a" in kit.view(s)["plants"]["removed"]


def test_all_six_can_be_opened_after_a_draw_in_the_bureaucracy() -> None:
    """Drawn in the bureaucracy or by a reshuffle, the card makes all six plants current. [C-OMR-04]"""
    s = lay("plant_update", EIGHT, [END, "20", "21"])
    assert kit.view(s)["plants"]["current"] == ["5a", "6a", "8", "9", "11", "12"]
    assert kit.allowed(s, Open(s.actor, "12", 12))
    reshuffle = {"columns": {**FULL, 2: ["coal-1"] * 3}, "fuel_bag": {}, "fuel_discard": {"gas-2": 1}}
    s = lay("resupply", EIGHT, [END, "20"], **reshuffle)
    assert kit.view(s)["plants"]["current"] == ["6a", "8", "9", "11", "12", "14"]
    assert kit.allowed(s, Open(s.actor, "14", 14))


def test_drawn_in_the_bureaucracy_it_has_the_stack_shuffled() -> None:
    """The plant just put under the stack can be the next one to come. [C-OMR-05]"""
    s = lay("plant_update", EIGHT, [END, "20", "21"])
    s = kit.buy(s, "9")
    outcomes = kilowatt.outcomes(s)
    assert {move.plant for move, _ in outcomes if isinstance(move, Reveal)} == {"14", "20", "21"}
    assert len({weight for _, weight in outcomes}) == 1


def test_a_market_cut_in_the_auctions_loses_its_smallest_in_the_bureaucracy() -> None:
    """With 6, 8, 9, 11, 12, 20 the update removes the 6 and draws 25, and nothing goes under. [C-OMR-06]"""
    s = kit.opt_out_all(lay("auction", SEVEN_AND_END, ["20", "25", "26"]))
    s = through(through(s, "fuel"), "power")
    assert kit.market(s) == ["8", "9", "11", "12", "20", "25"]
    plants = kit.view(s)["plants"]
    assert "6a" in plants["removed"]
    assert plants["stack"] == 1


def test_a_market_cut_in_the_bureaucracy_is_not_updated_again() -> None:
    """One more round drawn in the update itself removes one plant, not two. [C-OMR-05] [C-OMR-06]"""
    s = lay("power", EIGHT, [END, "20", "21"])
    s = through(s, "power")
    plants = kit.view(s)["plants"]
    assert kit.market(s) == ["5a", "6a", "8", "9", "11", "12"]
    assert plants["stack"] == 3
    assert "5a" not in plants["removed"]


def test_drawn_by_a_reshuffle_it_leaves_nothing_to_update() -> None:
    """A reshuffle takes the 4 and draws one more round, which takes the 5; the update nothing. [C-OMR-06] [AMB-04]"""
    gap = {**FULL, 2: ["coal-1"] * 3}
    s = lay(
        "power", EIGHT, [END, "20"], columns=gap, fuel_bag={}, fuel_discard={"gas-2": 1, "oil-2": 1}, plants={0: ["3a"]}
    )
    s = kit.end_turns(s, "power")
    assert isinstance(kilowatt.outcomes(s)[0][0], RevealFuel)
    s = kit.act(s, RevealFuel("gas-2"))
    assert kit.market(s) == ["6a", "8", "9", "11", "12", "14"]
    assert {"4a", "5a"} <= set(kit.view(s)["plants"]["removed"])
    assert "6a" not in kit.view(s)["plants"]["removed"]
    assert timeline(s)[-2:] == [(3, "fuel"), (3, "over")]


@pytest.mark.parametrize(("where", "begin"), [("auction", (2, "auction")), ("plant_update", (3, "auction"))])
def test_exactly_one_more_round_is_played(where: str, begin: tuple[int, str]) -> None:
    """The round of the draw is finished, and the next ends the game after its fuel phase. [C-OMR-01] [C-OMR-07]"""
    s = lay(where, EIGHT, [END, "20", "21", "22", "23", "24"])
    times = timeline(s)
    assert times[0] == begin
    whole = [(2, "auction"), (2, "fuel"), (2, "power"), (3, "auction"), (3, "fuel"), (3, "over")]
    assert times == whole[whole.index(begin) :]


def test_without_the_card_the_game_goes_on() -> None:
    """A round in which one more round was not drawn is followed by a whole one. [C-OMR-01] [C-OMR-07]"""
    s = lay("auction", EIGHT, ["20", "21", "22", "23", "24", "25", "26"])
    seen = [(kit.view(s)["round"], kit.view(s)["phase"])]
    for _ in range(5):
        s = through(s, seen[-1][1])
        seen.append((kit.view(s)["round"], kit.view(s)["phase"]))
    assert seen == [(2, "auction"), (2, "fuel"), (2, "power"), (3, "auction"), (3, "fuel"), (3, "power")]


@pytest.mark.parametrize("where", ["auction", "plant_update"])
def test_after_the_card_the_market_has_six_plants(where: str) -> None:
    """Whether drawn in the auctions or in the bureaucracy, the card leaves a market of six plants. [C-OMR-08]"""
    s = lay(where, EIGHT, [END, "20", "21", "22"])
    if where == "auction":
        s = through(kit.buy(s, "8"), "auction")
    six = kit.market(s)
    assert len(six) == 6
    assert END not in six
    assert END not in kit.view(s)["plants"]["unseen"].get("any", {}).get("cards", [])


def test_the_final_round_replaces_sold_plants_but_cuts_no_more() -> None:
    """In the final round the market stays at six while the stack lasts, token plant replaced. [C-OMR-04] [AMB-99]"""
    s = lay("auction", ["5a", "6a", "8", "9", "11", "12"], ["20", "21", "22"], step=3, last_round=True)
    assert kit.view(s)["plants"]["discount"] == "5a"
    s = kit.buy(s, "12")
    assert kit.market(s) == ["5a", "6a", "8", "9", "11", "20"]
    s = kit.opt_out_all(s)
    assert kit.market(s) == ["6a", "8", "9", "11", "20", "21"]


def test_the_cut_follows_the_clean_up() -> None:
    """At the end of those auctions the discounted plant leaves before the then smallest one. [C-OMR-03]"""
    s = kit.act(lay("auction", SEVEN_AND_END, ["20", "25", "26"]), Pass(0), Pass(1))
    events = kit.events_of(s, Pass(2))
    gone = [event.plant for event in events if isinstance(event, PlantRemoved) and event.plant != END]
    assert gone == ["4a", "5a"]
    drawn = next(place for place, event in enumerate(events) if isinstance(event, PlantRevealed))
    first, second = [place for place, event in enumerate(events) if getattr(event, "plant", "") in ("4a", "5a")][-2:]
    assert first < drawn < second
