"""Dealers: seeded, scripted, and the check of a published deal."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

import kilowatt
from kilowatt.engine.actions import Reveal, SeatOrder, Zone
from kilowatt.table.dealer import CounterDealer, ScriptedDealer, SeededDealer, commitment
from kilowatt.table.playout import random_action
from kilowatt.table.record import Entry
from kilowatt.table.verify import verify_record


def cards_of(table: kilowatt.Table) -> list[str]:
    """The plants turned up, in order."""
    return [e.action.plant for e in table.entries if isinstance(e.action, Reveal)]


def played(seed: int, player: int, ruleset: str = "recharged/germany") -> kilowatt.Table:
    """A whole game by random players, dealt by a seed."""
    table = kilowatt.Table(kilowatt.ruleset(ruleset, 3), seed=seed)
    rng = Random(player)
    while table.actor is not None:
        table.play(random_action(table.state, rng))
    return table


def test_the_same_seed_is_the_same_stack_whatever_the_players_do() -> None:
    """Up to the first shuffle two games with one seed turn up the same cards."""
    first, second = cards_of(played(11, 1)), cards_of(played(11, 2))
    until = min(first.index("step3"), second.index("step3"))
    assert first[:until] == second[:until]
    assert cards_of(played(12, 1))[:12] != first[:12]


def test_every_order_comes_up() -> None:
    """A hundred seeds give every order of three seats, the same seed always the same. [R18-SET-06]"""
    rules = kilowatt.ruleset("recharged/germany", 3)
    orders = [kilowatt.snapshot(kilowatt.Table(rules, seed=seed).state)["order"] for seed in range(100)]
    assert len(Counter(map(tuple, orders))) == 6
    assert kilowatt.snapshot(kilowatt.Table(rules, seed=4).state)["order"] == orders[4]


def test_a_pinned_deal() -> None:
    """The deal of a seed is part of the format: it may never change."""
    rules = kilowatt.ruleset("recharged/germany", 4)
    table = kilowatt.Table(rules, seed=7)
    moves = [entry.action for entry in table.entries]
    assert moves[0] == SeatOrder((3, 1, 2, 0))
    assert moves[1] == Zone(("north_east", "west", "east", "south_west"))
    assert [move.plant for move in moves if isinstance(move, Reveal)] == ["7", "8", "10", "4", "3", "11", "13", "15"]


def test_a_script_deals_what_it_says() -> None:
    """A game recorded elsewhere can be dealt card by card."""
    rules = kilowatt.ruleset("recharged/germany", 3, {"order": [2, 0, 1], "zone": ["west", "north_west", "south_west"]})
    script = [Reveal(card) for card in ("15", "3", "9", "7", "12", "5", "10", "4")]
    table = kilowatt.Table(rules, dealer=ScriptedDealer(script))
    seen = kilowatt.snapshot(table.state)
    assert seen["plants"]["current"] == ["3", "4", "5", "7"]
    assert seen["plants"]["future"] == ["9", "10", "12", "15"]
    assert table.actor == 2


def test_a_script_may_not_deal_the_impossible() -> None:
    """A card that cannot come is refused, and a script that ends too soon says so."""
    rules = kilowatt.ruleset("recharged/germany", 3, {"order": [0, 1, 2], "zone": ["west", "north_west", "south_west"]})
    with pytest.raises(kilowatt.IllegalAction):
        kilowatt.Table(rules, dealer=ScriptedDealer([Reveal("50")]))
    with pytest.raises(ValueError, match="script ends"):
        kilowatt.Table(rules, dealer=ScriptedDealer([Reveal("3")]))


def test_any_object_with_deal_is_a_dealer() -> None:
    """A dealer of one's own may answer with plain data."""

    class First:
        def deal(self, state: kilowatt.State, outcomes: list[tuple[object, int]]) -> object:
            return kilowatt.to_dict(outcomes[0][0])  # type: ignore[arg-type]

    table = kilowatt.Table(kilowatt.ruleset("original/usa", 4), dealer=First())  # type: ignore[arg-type]
    assert isinstance(table.actor, int)


def test_without_a_dealer_chance_is_played_by_hand() -> None:
    """With neither seed nor dealer the caller deals."""
    table = kilowatt.Table(kilowatt.ruleset("original/usa", 4))
    assert table.actor == "chance"
    table.play(kilowatt.outcomes(table.state)[3][0])
    assert kilowatt.snapshot(table.state)["order"] != []


def test_weights_are_respected() -> None:
    """Over many seeds each outcome comes as often as its weight says, within what chance allows."""
    rules = kilowatt.ruleset("card-game", 3, {"order": [0, 1, 2]})
    state = kilowatt.new_game(rules)
    while len(kilowatt.outcomes(state)) != 10:
        state, _ = kilowatt.play(state, kilowatt.outcomes(state)[0][0])
    outcomes = kilowatt.outcomes(state)
    counts = Counter(repr(SeededDealer(seed).deal(state, outcomes)) for seed in range(6000))
    total = sum(weight for _, weight in outcomes)
    for outcome, weight in outcomes:
        expected = 6000 * weight / total
        assert abs(counts[repr(outcome)] - expected) < 5 * expected**0.5


def sealed(seed: bytes = b"x" * 32) -> kilowatt.Table:
    """A finished game with the hash of its seed in the header and the seed in its last entry."""
    table = kilowatt.Table(kilowatt.ruleset("card-game", 3), seed=seed, deal=commitment(seed))
    rng = Random(3)
    while table.actor is not None:
        table.play(random_action(table.state, rng))
    table.take(Entry(table.seq + 1, seed=seed.hex()))
    return table


def test_a_fair_deal_is_verified() -> None:
    """A record whose seed fits its hash and whose cards fit its seed is good."""
    record = kilowatt.read_record(sealed().record().lines())
    verdict = verify_record(record)
    assert verdict.good, verdict.lines


def test_a_wrong_seed_and_a_swapped_card_are_found() -> None:
    """Another seed does not fit the hash; another card does not fit the seed."""
    lines = sealed().record().lines()
    forged = [*lines[:-1], lines[-1].replace("78" * 32, "79" * 32)]
    assert forged != lines
    assert not verify_record(kilowatt.read_record(forged)).good
    table = sealed()
    other = kilowatt.Table(table.rules, seed=5, deal=table.deal)
    other.take(Entry(other.seq + 1, seed=(b"x" * 32).hex()))
    verdict = verify_record(other.record())
    assert not verdict.good
    assert "the seed deals" in verdict.lines[-1]


def test_a_fork_is_verified_from_where_it_began() -> None:
    """A fork's own cards are held to its own seed, its past to the record it names; each of the three can be forged."""
    source = sealed()
    seed = b"y" * 32
    fork = source.fork(20, seed)
    rng = Random(4)
    while fork.actor is not None:
        fork.play(random_action(fork.state, rng))
    fork.take(Entry(fork.seq + 1, seed=seed.hex()))
    record = kilowatt.read_record(fork.record().lines())
    assert record.header.fork == fork.forked
    alone = verify_record(record)
    assert alone.good, alone.lines
    assert "was not at hand" in alone.lines[1]
    both = verify_record(record, source.record())
    assert both.good, both.lines
    other = kilowatt.Table(source.rules, seed=b"z" * 32)
    assert not verify_record(record, other.record()).good
    again = source.fork(20, b"z" * 32)
    again.deal, again.forked = fork.deal, fork.forked
    while again.actor is not None:
        again.play(random_action(again.state, rng))
    again.take(Entry(again.seq + 1, seed=seed.hex()))
    assert "the seed deals" in verify_record(again.record(), source.record()).lines[-1]
    lines = record.lines()
    longer = [lines[0].replace('"entries":20', '"entries":9999'), *lines[1:]]
    assert longer != lines
    assert not verify_record(kilowatt.read_record(longer)).good


@pytest.mark.parametrize("fork", ['{"seq":-1}', '{"seq":1,"hash":"x","entries":1}', "7", '{"from":"elsewhere"}'])
def test_a_header_with_a_broken_fork_is_refused(fork: str) -> None:
    """Where a game was forked off is checked like the rest of the header."""
    lines = sealed().record().lines()
    with pytest.raises(kilowatt.BadRecord, match="line 1"):
        kilowatt.read_record([lines[0][:-1] + f',"fork":{fork}}}', *lines[1:]])


def test_the_counter_dealer_deals_by_seed_and_name_alone() -> None:
    """The same seed gives the same deals whatever is played between them; other seeds give others."""
    rules = kilowatt.ruleset("recharged/germany", 4)
    first, same, other = (kilowatt.Table(rules, dealer=CounterDealer(seed)) for seed in (5, 5, 6))
    assert kilowatt.snapshot(first.state) == kilowatt.snapshot(same.state) != kilowatt.snapshot(other.state)
    before = kilowatt.snapshot(first.state)
    first.play(first.legal_actions()[0])
    first.undo()
    assert kilowatt.snapshot(first.state) == before


def test_the_counter_dealer_meets_the_weights() -> None:
    """Over many seeds every order of three seats is dealt about as often as any other."""
    state = kilowatt.new_game(kilowatt.ruleset("recharged/germany", 3))
    dealt = Counter(repr(CounterDealer(seed).deal(state, kilowatt.outcomes(state))) for seed in range(3000))
    assert len(dealt) == 6
    assert all(400 < count < 600 for count in dealt.values())
