"""Observations: the facts of a state's snapshot, index by index, for every seat."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import kilowatt
from kilowatt.envs.blocks.seat_block import UNREACHABLE
from kilowatt.envs.episode import Episode
from kilowatt.envs.grains import make_encoding
from kilowatt.envs.observation import Observer, make_layout
from tests.rulesets import COMPOSED
from tests.tiers import some_quick
from tools.encoding import PAGE, page, tables

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kilowatt.engine.rules import Rules

RULESETS = [row.id for row in kilowatt.rulesets() if not row.composed]


def episodes(rules: Rules, seed: int, every: int) -> list[Episode]:
    """Collect moments of a random game."""
    rng = Random(seed)
    episode = Episode(make_encoding(rules), seed)
    episodes: list[Episode] = []
    count = 0
    while not episode.over:
        if count % every == 0:
            episodes.append(episode.clone())
        episode.step(rng.choice(episode.legal_ids().to_list()))
        count += 1
    return [*episodes, episode]


def named(observer: Observer, seen: dict[str, NDArray[Any]], block: str) -> dict[str, int]:
    """Return the members of a block that are not zero."""
    _, row, _ = observer.layout.blocks[block]
    return {member: int(value) for member, value in zip(row.members, seen[block], strict=True) if value}


@pytest.mark.parametrize("ruleset", [*some_quick(RULESETS, 4), *COMPOSED])
@pytest.mark.parametrize("seats", [2, 4])
def test_an_observation_holds_the_facts_of_the_snapshot(ruleset: str, seats: int) -> None:
    """Money, plants, cities, fuel, order, markets, unseen cards and the auction are those of the snapshot."""
    rules = kilowatt.ruleset(ruleset, seats)
    observer = Observer(rules)
    for episode in episodes(rules, 3, 17):
        told = kilowatt.snapshot(episode.state)
        for me in range(seats):
            seen = observer.arrays(episode.state, me, episode.encoding.pending(episode.partial))
            check_table(observer, seen, told, rules)
            for k in range(seats):
                who = (me + k) % seats
                check_seat(observer, seen, told, k, who)
                if rules.board.cities:
                    check_reach(observer, seen, episode, k, who)


def check_table(observer: Observer, seen: dict[str, Any], told: dict[str, Any], rules: Rules) -> None:
    """Compare the blocks of the table with a snapshot."""
    assert list(named(observer, seen, "phase")) == [told["phase"]]
    assert list(named(observer, seen, "step")) == [str(told["step"])]
    assert seen["round"][0] == told["round"]
    plants = told["plants"]
    end = rules.end_card
    assert sorted(named(observer, seen, "current")) == sorted(plants["current"])
    assert sorted(named(observer, seen, "future")) == sorted(plants["future"])
    assert list(named(observer, seen, "discount")) == ([plants["discount"]] if plants["discount"] else [])
    assert sorted(named(observer, seen, "removed")) == sorted(plants["removed"])
    assert sorted(set(named(observer, seen, "under")) - {end}) == sorted(plants["under"])
    pile = plants.get("pile", [])  # it follows the stack, and counts as its last part here
    assert seen["stack"][0] == plants["stack"] + len(pile)
    hidden = {card for row in plants["unseen"].values() if row["left"] for card in row["cards"]} | {*pile}
    assert set(named(observer, seen, "unseen")) - {end} == (hidden | {*plants["under"], *plants["top"]}) - {end}
    lot = told["auction"]
    assert list(named(observer, seen, "lot")) == ([lot["plant"]] if lot else [])
    assert seen["bid"][0] == (lot["bid"] if lot else 0)
    for market, row in told["fuel"].items():
        for fuel, sold in row.items():
            assert named(observer, seen, "tokens").get(f"{market}:{fuel}", 0) == sold["tokens"]
            assert named(observer, seen, "price").get(f"{market}:{fuel}", 0) == (sold["prices"] or [0])[0]
    assert named(observer, seen, "supply") == {fuel: count for fuel, count in told["supply"].items() if count}
    if rules.columns:
        sold = [f"{column}:{kind}" for column, kinds in told["columns"].items() for kind in kinds]
        assert named(observer, seen, "columns") == {name: sold.count(name) for name in sold}
    else:
        assert sorted(named(observer, seen, "areas")) == sorted(told["areas"])
        for k in range(3):
            taken = [city for city, row in told["houses"].items() if row[k] is not None]
            assert sorted(named(observer, seen, f"space{k + 1}")) == sorted(taken)
            trust = [city for city, row in told["houses"].items() if row[k] == "trust"]
            assert sorted(named(observer, seen, f"trust_space{k + 1}")) == sorted(trust)


def check_seat(observer: Observer, seen: dict[str, Any], told: dict[str, Any], k: int, who: int) -> None:
    """Compare the blocks of a seat with a snapshot."""
    row = told["seats"][who]
    assert seen[f"seat{k}/money"][0] == row["money"]
    assert seen[f"seat{k}/income"][0] == row["income"]
    assert sorted(named(observer, seen, f"seat{k}/plants")) == sorted(row["plants"] + row.get("mines", []))
    assert named(observer, seen, f"seat{k}/fuel") == {fuel: count for fuel, count in row["fuel"].items() if count}
    assert seen[f"seat{k}/count"][0] == len(row["cities"])
    if row["cities"]:
        assert sorted(named(observer, seen, f"seat{k}/cities")) == sorted(row["cities"])
    assert list(named(observer, seen, f"seat{k}/order")) == [str(told["order"].index(who) + 1)]
    if f"seat{k}/market" in seen:
        assert list(named(observer, seen, f"seat{k}/market")) == ([row["market"]] if row["market"] else [])
    flags = named(observer, seen, f"seat{k}/is")
    assert (str(k) in named(observer, seen, "actor")) == (told["actor"] == who)
    assert ("bought" in flags) == row["bought"]
    assert ("out" in flags) == row["out"]
    lot = told["auction"]
    assert ("bidding" in flags) == bool(lot and who in lot["bidders"])
    assert ("leads" in flags) == bool(lot and who == lot["seat"])


def check_reach(observer: Observer, seen: dict[str, Any], episode: Episode, k: int, who: int) -> None:
    """Compare connection costs with `kilowatt.reach`."""
    costs = named(observer, seen, f"seat{k}/connection")
    for city, (_, connection) in kilowatt.reach(episode.state, who).items():
        assert costs.get(city, 0) == connection
    assert all(cost <= UNREACHABLE for cost in costs.values())


def test_a_reused_buffer_equals_a_new_one() -> None:
    """Rewriting only what changed gives what writing everything gives, for whichever seat and state comes next."""
    rng = Random(1)
    for ruleset in ("recharged/usa", "original/korea", "card-game"):
        rules = kilowatt.ruleset(ruleset, 3)
        observer = Observer(rules)
        flat, raw = observer.buffer(), observer.buffer(scaled=False)
        moments = episodes(rules, 8, 5)
        for _ in range(150):
            episode = rng.choice(moments)
            seat = rng.randrange(3)
            pending = episode.encoding.pending(episode.partial)
            flat.write(episode.state, seat, pending)
            raw.write(episode.state, seat, pending)
            assert np.array_equal(flat.row, observer.flat(episode.state, seat, pending))
            assert np.array_equal(raw.row, observer.raw(episode.state, seat, pending))


def test_the_flat_vector_is_the_numbers_divided_by_their_scales() -> None:
    """Each place of the flat vector is the whole number there divided by the scale of its block."""
    rules = kilowatt.ruleset("deluxe/north-america", 3)
    observer = Observer(rules)
    episode = episodes(rules, 2, 40)[5]
    flat = observer.split(observer.flat(episode.state, 1))
    for name, row in observer.arrays(episode.state, 1).items():
        assert np.allclose(flat[name], row / observer.layout.blocks[name][1].scale)
    assert sum(len(row) for row in flat.values()) == observer.size


def test_a_partial_action_is_observed() -> None:
    """After `open` and a wide raise the plant and the 200 are in the observation."""
    rules = kilowatt.ruleset("original/germany", 3)
    episode = Episode(make_encoding(rules), 5)
    episode.state.money = [500] * 3
    ids = episode.encoding.vocabulary.ids
    episode.step(ids["open:4"])
    episode.step(ids["raise:+200"])
    observer = Observer(rules)
    seen = observer.arrays(episode.state, episode.actor, episode.encoding.pending(episode.partial))
    assert list(named(observer, seen, "said_plants")) == ["4"]
    assert seen["said_raise"][0] == 200


def test_indexes_do_not_depend_on_the_seats() -> None:
    """A ruleset has one layout for 2 to 6 seats."""
    for ruleset in RULESETS:
        assert len({make_layout(kilowatt.ruleset(ruleset, seats)).hash for seats in range(2, 7)}) == 1


def test_the_page_of_ids_and_indexes_is_current() -> None:
    """The hashes of docs/reference/encoding.md are those of the tables of the code; each table can be written."""
    assert PAGE.read_text(encoding="utf-8") == page(), "run python -m tools.encoding --page"
    for name, text in tables("recharged/germany").items():
        assert len(text.splitlines()) > 100, name


@pytest.mark.parametrize("ruleset", ["recharged/germany", "card-game"])
def test_hidden_money_of_rivals_is_not_observed(ruleset: str) -> None:
    """Where the table hides money, an observation is the same whatever rivals have, and shows the observer's own."""
    rules = kilowatt.ruleset(ruleset, 3, {"money": "hidden"})
    state = kilowatt.clone(kilowatt.Table(rules, seed=1).state)
    observer = Observer(rules)
    for seat in range(3):
        state.money = [50, 50, 50]
        before = observer.arrays(state, seat)
        state.money = [50 if other == seat else 300 + other for other in range(3)]
        after = observer.arrays(state, seat)
        np.testing.assert_equal(after, before)
        assert [after[f"seat{place}/money"][0] for place in range(3)] == [50, 50, 50]


def test_open_money_is_observed() -> None:
    """Where money is open, every seat sees every seat's."""
    rules = kilowatt.ruleset("recharged/germany", 3)
    state = kilowatt.clone(kilowatt.Table(rules, seed=1).state)
    state.money = [10, 20, 30]
    seen = Observer(rules).arrays(state, 1)
    assert [seen[f"seat{place}/money"][0] for place in range(3)] == [20, 30, 10]
