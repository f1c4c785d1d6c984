"""Training games: each follows from its number, all kinds come up, and what is noted is what the bot sees."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import msgspec
import numpy as np
import pytest

import kilowatt
from kilowatt.bots import Bot, Budget, chances
from kilowatt.bots.lookahead import Choice
from kilowatt.bots.value_features import FIELDS, ROW, SIZE, TABLE, chosen, encoded, position_of, seen
from kilowatt.engine.asks import ASK_BID, ASK_BUILD
from kilowatt.engine.state import State
from kilowatt.learning import kinds as choosing
from kilowatt.learning import notes as noting
from kilowatt.learning import selfplay
from kilowatt.learning.batches import Views
from kilowatt.learning.batches import judged as batch_judged
from kilowatt.learning.beginning import student_network
from kilowatt.learning.exploring import Explorer, Fork, Habits, Weighed
from kilowatt.learning.kinds import USUAL, fair_kind, kind_of, kinds, rules_of
from kilowatt.learning.matches import Match, mirrored
from kilowatt.learning.network import pack
from kilowatt.learning.notes import Notes, joined
from kilowatt.learning.selfplay import Table, both_played, play, seated
from tests import kit

PLAIN = Table(astray=(0.1,), ladder=(), older=0.0)


def number_of(ruleset: str, seats: int, seed: str) -> int:
    """Return the first game of a kind."""
    return next(number for number in range(1000) if kind_of(number, seed) == (ruleset, seats))


def open_game(ruleset: str, seats: int, seed: str) -> int:
    """Return the first game of a kind with open money."""
    return next(
        number
        for number in range(3000)
        if kind_of(number, seed) == (ruleset, seats)
        and rules_of(number, seed, Random(f"{seed}/{number}")).options.get("money") != "hidden"
    )


def test_all_kinds_come_up_in_turn() -> None:
    """One game in four is a usual one; of the others each ruleset with seats is one, of the card game three."""
    every = len(kinds())
    assert sorted(fair_kind(number, "x") for number in range(every, 2 * every)) == sorted(kinds())
    many = Counter(kinds())
    assert len(many) == sum(len(row.seats) for row in kilowatt.rulesets())
    assert {kind[0] for kind in many if many[kind] == 3} == {"card-game"}
    drawn = [kind_of(number, "x") for number in range(4 * every)]
    assert drawn[3::4] == [USUAL[turn % 2] for turn in range(every)]
    assert sorted(drawn[0::4] + drawn[1::4] + drawn[2::4]) == sorted(kinds() * 3)


def test_one_ruleset_may_be_played_alone() -> None:
    """Its numbers of seats come up in turn, in games and in matches."""
    seats = {kind_of(number, "x", "card-game") for number in range(len(kinds("card-game")))}
    assert seats == {("card-game", many) for many in range(2, 7)}
    alone = play(0, seed="a", table=msgspec.structs.replace(PLAIN, ruleset="card-game"), current="")
    assert set(alone["seats"].tolist()) == {kind_of(0, "a", "card-game")[1]}
    assert mirrored(Match(0, "m", "", "", "card-game")).kind.startswith("card-game:")


def test_some_boards_are_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """A drawn board has the cities of ours and other costs; the card game has no board to draw."""
    monkeypatch.setattr(choosing, "DRAWN", 1.0)
    drawn = rules_of(number_of("recharged/usa", 3, "x"), "x", Random(1))
    ours = kilowatt.ruleset("recharged/usa", 3)
    assert sorted(city.id for city in drawn.board.cities) == sorted(city.id for city in ours.board.cities)
    assert sorted(drawn.board.links) != sorted(ours.board.links)
    assert rules_of(number_of("card-game", 3, "x"), "x", Random(1)).id == "card-game"


def test_a_game_follows_from_its_number() -> None:
    """The same number and seed give the same notes, another seed others."""
    number = number_of("recharged/germany", 2, "a")
    first, again = (play(number, seed="a", table=PLAIN, current="") for _ in range(2))
    assert all(np.array_equal(first[name], again[name]) for name in first)
    other = play(number, seed="b", table=PLAIN, current="")
    assert first["rows"].shape != other["rows"].shape or not np.array_equal(first["rows"], other["rows"])


def test_positions_are_noted_with_all_seats() -> None:
    """Every position has a row and a result for each seat, the shares of a win add up, and views are of seats."""
    data = play(number_of("recharged/germany", 3, "a"), seed="a", table=PLAIN, current="")
    positions = len(data["seats"])
    assert data["rows"].shape == (3 * positions, ROW)
    assert data["tables"].shape == (positions, TABLE)
    assert data["wins"].reshape(-1, 3).sum(1).tolist() == [1.0] * positions
    assert set(data["phases"].tolist()) >= {1, 3}
    assert sorted(set(data["at"].tolist())) == list(range(positions))
    assert set(data["who"].tolist()) == {0, 1, 2}
    assert not data["lines"].any()


def test_a_limit_is_noted_when_the_lot_is_sold() -> None:
    """Every bidder has a view of the sale: to get the lot is not the prior, to leave it is; nothing is noted before."""
    state = kit.fresh("recharged/germany", 2, 1)
    bots = [Explorer(None, seat, Habits(0.0, 0.0, 0.0, 0.0)) for seat in range(2)]
    for bot in bots:
        bot.weighed = Weighed(ASK_BID, None, 3)
    notes = Notes(bots)
    bidding = kilowatt.clone(state)
    bidding.ask = ASK_BID
    notes.after_move(bidding, 0, ASK_BID, state.phase, [(7,), ()])
    assert not notes.views
    notes.after_move(state, 0, ASK_BID, state.phase, [(7,), ()])
    priors = {seat: choice[5] for _, seat, choice in notes.views}
    assert priors == {0: 0.0, 1: 1.0}
    assert len(notes.positions) == 1
    assert bots[0].weighed is None


def test_notes_hold_what_the_bot_sees(tmp_path: Path) -> None:
    """The network judges a noted position as the bot judges it when it weighs the choice that leads there.

    Money is open in this game: where it is hidden the bot's judgement is a mean over what rivals may have.
    """
    weights = tmp_path / "start.weights"
    weights.write_bytes(pack(student_network(), {}))
    judged: dict[tuple[int, float], None] = {}

    class Recorder(Explorer):  # type: ignore[misc]  # final for everybody else
        def _look(self, s: State, seat: int, choices: list[Choice], budget: Budget) -> Choice:
            best = super()._look(s, seat, choices, budget)
            if best.scores and s.ask == ASK_BUILD:
                judged[seat, round(best.mean(), 2)] = None
            return best

    monkey = pytest.MonkeyPatch()
    monkey.setattr(selfplay, "Explorer", Recorder)
    monkey.setattr(noting, "Explorer", Recorder)
    with monkey.context():
        data = play(open_game("recharged/germany", 3, "a"), seed="a", table=PLAIN, current=str(weights))
    monkey.undo()
    built = np.flatnonzero(data["made"][:, 4] == 1)
    batch = Views(data).one(built)
    scores = batch_judged(student_network().forward(batch.inputs)[-1], batch)[:, 1]
    near = [
        any(abs(value - score) < 0.02 for seat, value in judged if seat == who)
        for who, score in zip(data["who"][built].tolist(), scores.tolist(), strict=True)
    ]
    assert len(near) > 5
    assert sum(near) > 0.8 * len(near)


def _kinds_of(bots: list[Bot]) -> list[str]:
    return sorted(type(bot).__name__ for bot in bots)


def test_older_selves_and_rungs_take_seats() -> None:
    """Some games have others at the table, all but one seat at most: the names and their share are those asked for."""
    table = Table(older=0.0, rungs=1.0, others=1.0, ladder=(("simple", 1.0),))
    assert _kinds_of(seated(table, 3, "", (), 1, Random(1))) == ["Explorer", "SimpleBot", "SimpleBot"]
    table = Table(older=1.0, rungs=0.0, others=1.0)
    assert _kinds_of(seated(table, 3, "", ("",), 1, Random(1))) == ["Explorer", "Valuer", "Valuer"]
    assert [type(bot).__name__ for bot in seated(PLAIN, 2, "", (), 1, Random(1))] == ["Explorer"] * 2


def test_the_same_position_played_on_twice_ends_the_same() -> None:
    """Both sides of a pair get the same cards, so that only the choice makes a difference."""
    state = kit.fresh("recharged/germany", 2, 1)
    made = (Weighed(ASK_BUILD, prior=True, choices=2), Weighed(ASK_BUILD, prior=False, choices=2))
    first, second = both_played(Fork(0, state, kilowatt.clone(state), made), "", "x")
    assert first == second
    richer = kilowatt.clone(state)
    richer.money[0] += 300
    (_, rich), (_, poor) = both_played(Fork(0, richer, state, made), "", "x")
    assert rich[0] > poor[0]


@pytest.mark.thorough
def test_pairs_are_noted_with_their_own_results(tmp_path: Path) -> None:
    """A pair is two views of one seat in lines of their own, with the results of the games played on."""
    weights = tmp_path / "start.weights"
    weights.write_bytes(pack(student_network(), {}))
    table = Table(astray=(0.0,), ladder=(), older=0.0, pairs=0.04, close=0.05)
    data = play(number_of("recharged/germany", 3, "a"), seed="a", table=table, current=str(weights))
    assert len(data["pairs"]) > 0
    one, two = data["pairs"].T
    assert (data["who"][one] == data["who"][two]).all()
    assert (data["made"][one, :5] == data["made"][two, :5]).all()
    lines = data["lines"][data["at"][data["pairs"].reshape(-1)]]
    assert (lines > 0).all()
    assert len(set(lines.tolist())) == len(lines)
    both = joined([data, {}, data])
    assert (both["pairs"][-1] == data["pairs"][-1] + len(data["at"])).all()
    assert both["at"][-1] == data["at"][-1] + len(data["seats"])


def test_a_seat_is_seen_by_name() -> None:
    """Each number has a name; the seat's own row comes first, and rivals are a mean, a maximum and the strongest."""
    state = kit.fresh("original/korea", 3, 1)
    state.money[:] = [50, 100, 30]
    rows, tables = encoded([position_of(state)])
    numbers = seen(rows, tables, np.array([1]), np.array([chosen(ASK_BUILD, prior=True, choices=4)]))
    row = dict(zip(FIELDS, numbers[0].tolist(), strict=True))
    assert len(row) == SIZE
    assert row["own money"] == 1.0
    assert row["mean money"] == pytest.approx(0.4)
    assert row["most money"] == pytest.approx(0.5)
    assert row["strongest money"] == pytest.approx(0.5)
    assert row["fuel markets"] == 1.0
    assert row["three seats"] == 1.0
    assert (row["building"], row["the prior"], row["choices compared"]) == (1.0, 1.0, 0.4)
    assert 0 < row["chance to win"] < 1
    shares = chances.softmax(rows[0, :, -1].tolist())
    assert shares == pytest.approx(chances.shares_of(state, chances.outputs(state)[0]))
