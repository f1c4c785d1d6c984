"""The terminal speaks of this game: its moves, what is asked for, what else can be done, and all that lies there."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

import kilowatt
from kilowatt.arena.game import Seating
from kilowatt.arena.rows import Game
from kilowatt.bots import Budget, make_bot
from kilowatt.cli.hints import Given
from kilowatt.cli.prompts import asked, words_of
from kilowatt.cli.terminal import TerminalGame, described_table, terminal
from kilowatt.engine import asks
from kilowatt.engine.actions import Action
from kilowatt.engine.events import PlantSold
from kilowatt.engine.state import State
from kilowatt.table.messages import catalogue

TEXTS = catalogue("en")["terminal"]
TOP = Path(__file__).parents[2]


def table_of(ruleset: str, seats: int, **options: object) -> kilowatt.Table:
    """A table with the first move ahead."""
    return kilowatt.Table(kilowatt.ruleset(ruleset, seats, options), seed=3)


def play_until(table: kilowatt.Table, ask: int, *, last: bool = False) -> None:
    """Let bots play until a decision is awaited, in the last round if wanted."""
    bot = make_bot("economist")
    while table.state.ask != ask or (last and not table.rules.score.reached(table.state)):
        assert isinstance(table.actor, int)
        table.play(bot.advise(kilowatt.clone(table.state), table.actor, Budget()).action)


def talk_at(table: kilowatt.Table) -> TerminalGame:
    """A person in the seat that is to act."""
    assert isinstance(table.actor, int)
    return TerminalGame(table, table.actor, {}, "en")


@pytest.mark.parametrize(
    ("ruleset", "seats", "options", "absent"),
    [
        ("card-game", 3, {}, {"buy", "build", "area", "trust", "mark"}),
        ("recharged/germany", 3, {}, {"card", "area", "trust", "mark"}),
        ("recharged/germany", 2, {}, {"card", "area", "mark"}),
        ("recharged/germany", 3, {"zone": "draft", "starting_cities": True}, {"card", "trust"}),
    ],
)
def test_a_game_has_its_own_moves(ruleset: str, seats: int, options: dict[str, object], absent: set[str]) -> None:
    """Words for cities, cards, areas, marks and the Trust are known only where the game has them."""
    every = {"open", "bid", "pass", "scrap", "drop", "buy", "card", "build", "run", "area", "trust", "mark"}
    assert set(words_of(kilowatt.ruleset(ruleset, seats, options))) == every - absent


def test_help_lists_only_what_the_game_has(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """In the card game help names cards and no cities; with two markets it names them."""
    monkeypatch.setattr("builtins.input", lambda _: "help")
    talk_at(table_of("card-game", 3)).turn()
    shown = capsys.readouterr().out
    assert "card COLUMN CARD" in shown
    assert "build" not in shown
    talk_at(table_of("original/korea", 3)).turn()
    assert "buy FUEL MARKET (coal, oil, garbage, uranium; north, south)" in capsys.readouterr().out


def test_a_move_of_another_game_is_answered_with_what_is_possible(capsys: pytest.CaptureFixture[str]) -> None:
    """Where fuel comes as cards, buying coal is answered with the cards that can be bought."""
    table = table_of("card-game", 3)
    play_until(table, asks.ASK_CARD)
    talk_at(table).move("buy coal")
    shown = " ".join(capsys.readouterr().out.split())
    assert "this game has no move 'buy'" in shown
    assert "You can: card 2 " in shown
    assert "pass (ends your turn)" in shown


def test_a_refusal_names_what_is_possible(capsys: pytest.CaptureFixture[str]) -> None:
    """Whoever must scrap a plant and passes instead reads which plants can go."""
    table = table_of("recharged/germany", 3)
    play_until(table, asks.ASK_SCRAP)
    talk_at(table).move("pass")
    shown = capsys.readouterr().out
    assert "Not allowed: " in shown
    assert "You can: scrap " in shown


def test_the_prompt_says_that_a_plant_must_go() -> None:
    """After a fourth plant the prompt asks for one to scrap."""
    table = table_of("recharged/germany", 3)
    play_until(table, asks.ASK_SCRAP)
    assert asked(table.state, table.state.actor, TEXTS) == [
        "You own 4 plants, and 3 are allowed: scrap one (scrap PLANT)."
    ]


@pytest.mark.parametrize(("ruleset", "ask"), [("card-game", asks.ASK_CARD), ("recharged/germany", asks.ASK_BUILD)])
def test_the_prompt_says_that_the_last_round_is_on(ruleset: str, ask: int) -> None:
    """The prompt names the last round once it is certain, and not in the first."""
    table = table_of(ruleset, 3)
    play_until(table, ask)
    assert "This is the last round." not in asked(table.state, table.state.actor, TEXTS)
    play_until(table, ask, last=True)
    assert asked(table.state, table.state.actor, TEXTS)[0] == "This is the last round."


def test_run_alone_asks_which_plants(capsys: pytest.CaptureFixture[str]) -> None:
    """Bare run changes nothing and lists what can run; plants without fuel and nothing are understood."""
    table = table_of("recharged/germany", 3)
    play_until(table, asks.ASK_RUN)
    talk = talk_at(table)
    before = kilowatt.snapshot(table.state)
    talk.run("run")
    assert kilowatt.snapshot(table.state) == before
    assert "To run none, type run nothing." in " ".join(capsys.readouterr().out.split())
    plant = table.rules.card_names[table.state.plants[talk.seat][0]]
    talk.run(f"run {plant}")
    assert table.state.actor != talk.seat
    table.undo(table.before(lambda move: getattr(move, "seat", None) == talk.seat) or 0)
    talk.run("run nothing")
    assert table.state.actor != talk.seat


def test_look_shows_what_lies_beside_the_board() -> None:
    """The Trust's plants, fuel and houses, the discount token, the contractor's card and the stack are described."""
    table = table_of("recharged/germany", 2, contractor=True)
    play_until(table, asks.ASK_FUEL)
    seen = kilowatt.snapshot(table.state)
    shown = "\n".join(described_table(table.state, table.players))
    assert f"The Trust: plants: {seen['trust']['plants'][0]} (" in shown
    assert f"{seen['trust']['houses']} houses left" in shown
    assert f"Stack: {seen['plants']['stack']} cards, the next one a " in shown
    assert "Contractor: pays 2 for the first plant scrapped in a phase and 1 for each further one" in shown
    other = table_of("recharged/germany", 3)
    play_until(other, asks.ASK_BID)
    token = kilowatt.snapshot(other.state)["plants"]["discount"]
    shown = "\n".join(described_table(other.state, other.players))
    assert f"Discount token: on plant {token}; its minimum bid is 1." in shown
    assert "Trust" not in shown
    assert "Contractor" not in shown


@pytest.mark.parametrize(
    ("language", "plan", "earns"),
    [("en", "Plan for this round:", "you earn"), ("de", "Plan für diese Runde:", "Du bekommst")],
)
def test_a_hint_is_a_plan_for_the_round(
    capsys: pytest.CaptureFixture[str], language: str, plan: str, earns: str
) -> None:
    """Before fuel is bought, `hint` numbers the fuel, the cities and the run, each with its price, and sums them up."""
    table = table_of("recharged/germany", 3)
    play_until(table, asks.ASK_FUEL)
    assert isinstance(table.actor, int)
    TerminalGame(table, table.actor, {}, language).hint()
    shown = capsys.readouterr().out
    lines = shown.split(plan)[1].splitlines()[1:]
    numbers = [line.split(".")[0].strip() for line in lines if re.match(r"  \d+\. ", line)]
    assert numbers == [str(number) for number in range(1, len(numbers) + 1)]
    assert len(numbers) > 2
    assert lines[len(numbers) - 1].rstrip().rpartition(" ")[2].startswith("+")
    assert earns in shown


def sales(table: kilowatt.Table) -> list[int]:
    """The places of purchases in the log, those of the seat that is to act left out."""
    log = enumerate(table.log)
    return [place for place, event in log if isinstance(event, PlantSold) and event.seat != table.actor]


def test_a_hint_says_what_moved_the_limit(capsys: pytest.CaptureFixture[str]) -> None:
    """A hint after a purchase that moved the limit begins its reason with that; the same hint again does not."""
    table = table_of("recharged/germany", 3)
    play_until(table, asks.ASK_BID)
    while not (sold := sales(table)) or table.state.ask != asks.ASK_BID:
        table.play(make_bot("economist").advise(kilowatt.clone(table.state), table.state.actor, Budget()).action)
    game = talk_at(table)
    game.hint()
    assert game.given is not None
    assert "now, not" not in capsys.readouterr().out
    advice, plant = game.given.advice, table.rules.card_names[table.state.lot]
    stop = advice.worths[plant].stop
    worths = {**advice.worths, plant: msgspec.structs.replace(advice.worths[plant], stop=stop + 7)}
    game.given = Given(msgspec.structs.replace(advice, worths=worths), sold[-1])
    game.hint()
    printed = " ".join(capsys.readouterr().out.split())
    assert re.search(rf"to win\)\. Seat \d bought \d+: bid up to {stop} now, not {stop + 7}\.", printed), printed
    game.hint()
    assert "now, not" not in capsys.readouterr().out


def test_the_hint_of_the_page_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    """The hint of `docs/coach.md` is, word for word, what the terminal prints at the moment that the page names."""
    page = (TOP / "docs" / "coach.md").read_text(encoding="utf-8")
    ((entry, game, hint),) = re.findall(
        r"After entry (\d+) of the game in `(\S+)`:\n\n```\n(Hint: .*?)```", page, re.DOTALL
    )
    table = kilowatt.replay(kilowatt.read_record(TOP / game), int(entry))
    assert isinstance(table.actor, int)
    TerminalGame(table, table.actor, {}, "en").hint()
    assert capsys.readouterr().out == hint


def test_bots_play_as_in_the_arena(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """For three rounds `expert` and `hard` make the moves that the arena's make in the same positions, money hidden."""
    played: list[tuple[State, Action]] = []
    table_play = kilowatt.Table.play

    def play(table: kilowatt.Table, action: Action, **how: str) -> object:
        if how.get("by") == "bot":
            played.append((kilowatt.clone(table.state), action))
        return table_play(table, action, **how)

    def turn(game: TerminalGame) -> bool:
        move = make_bot("economist").advise(kilowatt.clone(game.table.state), game.seat, Budget()).action
        game.table.play(move, by="person")
        return game.table.state.round < 4

    monkeypatch.setattr(kilowatt.Table, "play", play)
    monkeypatch.setattr(TerminalGame, "turn", turn)
    terminal(seats=3, bots="expert,hard", seed="arena", option=["money=hidden"])
    seating = Seating(Game("recharged/germany", 3, {"money": "hidden"}, ("normal", "expert", "hard"), "arena", 0))
    assert {state.actor for state, _ in played} == {1, 2}
    assert {state.round for state, _ in played} >= {1, 2, 3}
    for state, action in played:
        assert seating.decide(state) == action
    assert not seating.forfeits
    assert "expert 2" in capsys.readouterr().out
