"""`values`: it imagines no game, sees nothing that is hidden, and takes the choice that its network values most."""

from __future__ import annotations

import numpy as np
import pytest

import kilowatt
from kilowatt.bots import Budget
from kilowatt.bots import search as searching
from kilowatt.bots.chances import shipped
from kilowatt.bots.lookahead import Choice, by_action
from kilowatt.bots.value_features import BEGINS, ENCODING, FIELDS, SIZE
from kilowatt.bots.values import read_values, values
from kilowatt.bots.valuing import Valuer
from kilowatt.bots.weights import BadWeights, Weights
from kilowatt.engine.actions import Open
from kilowatt.engine.asks import ASK_BUILD
from kilowatt.engine.ids import CHANCE, OVER
from kilowatt.engine.state import State
from kilowatt.learning.network import Network, pack
from kilowatt.table.dealer import SeededDealer
from tests import kit
from tests.bots.test_learned import moments, with_poor_rivals
from tests.bots.test_student import never


def likes(name: str, factor: float = 8.0) -> Weights:
    """Return a network that likes one number of a position and nothing else."""
    network = Network([(np.zeros((SIZE, 2), np.float32), np.zeros(2, np.float32))])
    for head, begins in enumerate(BEGINS):
        network.layers[0][0][begins, head] = -1
    network.layers[0][0][FIELDS.index(name)] = factor
    return read_values(pack(network, {}), name)


@pytest.mark.parametrize("ruleset", ["recharged/germany", "original/korea", "card-game"])
def test_a_whole_game_without_an_imagined_one(ruleset: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It plays to the end, every move is legal, and no game is imagined for it."""
    monkeypatch.setattr(searching, "compare", never)
    state = kit.fresh(ruleset, 3, 1)
    dealer = SeededDealer("values")
    bots = [Valuer(likes("own appraised position"), seat) for seat in range(3)]
    while state.actor != OVER:
        if state.actor == CHANCE:
            kilowatt.advance(state, dealer.deal(state, kilowatt.outcomes(state)))
        else:
            kilowatt.advance(state, bots[state.actor].advise(kilowatt.clone(state), state.actor, Budget()).action)
    assert state.result is not None


def test_it_takes_what_its_network_likes() -> None:
    """A network that likes money keeps it, one that likes cities does not."""
    state, dealer = kit.fresh("recharged/germany", 3, 1), SeededDealer("values")
    while state.ask != ASK_BUILD or state.actor == CHANCE:
        if state.actor == CHANCE:
            kilowatt.advance(state, dealer.deal(state, kilowatt.outcomes(state)))
        else:
            kilowatt.advance(state, Valuer(None).advise(kilowatt.clone(state), state.actor, Budget()).action)
    state.money[state.actor] += 50
    miser, builder = (Valuer(likes(name)) for name in ("own money", "own cities"))
    spent = [bot.advise(kilowatt.clone(state), state.actor, Budget()).action for bot in (miser, builder)]
    assert type(spent[0]).__name__ == "Pass"
    assert type(spent[1]).__name__ == "Build"


def test_a_position_has_one_value_for_each_seat() -> None:
    """Chances add up to 1, a seat that is liked has the best, and what a seat just chose counts for that seat alone."""
    states = moments(4)
    network = likes("own money")
    for state, value in zip(states, [values(network, [state])[0] for state in states], strict=True):
        assert sum(value.chances) == pytest.approx(1)
        richer = kilowatt.clone(state)
        richer.money[1] += 80
        assert values(network, [richer])[0].scores[1] > value.scores[1]
        (chose,) = values(likes("building"), [state], 1, [[0, 0, 0, 0, 1, 0, 0]])
        (waits,) = values(likes("building"), [state])
        assert [a != b for a, b in zip(chose.scores, waits.scores, strict=True)] == [
            seat == 1 for seat in range(len(chose.scores))
        ]


def test_hidden_money_changes_nothing_it_says() -> None:
    """Where money is hidden, its advice is the same whatever rivals have."""

    def asked(state: State) -> object:
        return Valuer(likes("most money", -8.0)).advise(kilowatt.clone(state), state.actor, Budget())

    for state in moments(6, money="hidden"):
        assert asked(with_poor_rivals(state)) == asked(state)


def test_without_a_network_it_plays_the_prior() -> None:
    """No choice is better than the economist's where nothing judges them."""
    state = kit.fresh("recharged/germany", 3, 1)
    choices = [Choice(n, by_action(Open(state.actor, "p03", 3))) for n in range(3)]
    assert Valuer(None)._look(state, state.actor, choices, Budget()) is choices[0]
    assert not choices[0].scores


def test_weights_of_another_encoding_are_refused() -> None:
    """A file of another network says what it was fitted to."""
    network = Network([(np.zeros((SIZE, 2), np.float32), np.zeros(2, np.float32))])
    other = shipped().card["encoding"].encode()
    with pytest.raises(BadWeights, match="fitted to encoding"):
        read_values(pack(network, {}).replace(ENCODING.encode(), other), "x")
