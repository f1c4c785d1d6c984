"""`kilowatt play --terminal`: a whole game against bots, in plain lines of at most 80 characters.

Nothing is drawn over, and no meaning is carried by colour or position alone, so a screen reader can read it in order.
"""

from __future__ import annotations

import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

import kilowatt
from kilowatt.cli import prompts
from kilowatt.cli.asked import options_of
from kilowatt.editions.options import BadOption
from kilowatt.editions.registry import DEFAULT_RULESET
from kilowatt.engine.knowledge import sees_money
from kilowatt.table.messages import LANGUAGES, catalogue, event_sentence, sentence
from kilowatt.table.notation import WORDS, BadNotation, read, write

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from kilowatt.bots import Bot
    from kilowatt.cli.hints import Given
    from kilowatt.engine.menu import Choice
    from kilowatt.engine.refusals import Refusal
    from kilowatt.engine.state import State

WIDTH = 78


class TerminalGame:
    """One person at a table of bots: what is printed and what is typed."""

    def __init__(self, table: kilowatt.Table, seat: int, bots: dict[int, Bot], language: str) -> None:
        self.table = table
        self.seat = seat
        self.bots = bots
        self.language = language
        self.texts = catalogue(language)["terminal"]
        self.given: Given | None = None
        """The hint that was printed last."""

    def show(self, line: str = "") -> None:
        """Print one line, folded to the width."""
        for row in line.split("\n"):
            indent = " " * (2 + len(row) - len(row.lstrip()))
            print(textwrap.fill(row, WIDTH, subsequent_indent=indent, break_on_hyphens=False) if row else "")

    def answer(self, code: str, **words: object) -> None:
        """Print one of the terminal's own sentences."""
        self.show(self.texts[code].format(**words))

    def show_events(self, since: int) -> None:
        """Print what has happened since so many events."""
        from kilowatt.engine.events import BackShown, PhaseBegan, TurnEnded

        for event in self.table.log[since:]:
            if not isinstance(event, BackShown | TurnEnded):
                line = event_sentence(event, self.table.rules, self.table.players, self.language)
                self.show(f"- {line}" if isinstance(event, PhaseBegan) else line)

    def play(self) -> None:
        """Play until the game is over or the person leaves."""
        from kilowatt.bots import Budget
        from kilowatt.engine.game import clone

        table = self.table
        name, rules = table.players[self.seat], table.rules
        self.answer("begin", title=rules.title, seats=rules.seats, name=name, seat=self.seat + 1)
        self.show_events(0)
        while (actor := table.actor) is not None:
            if not isinstance(actor, int):
                raise TypeError(actor)
            since = len(table.log)
            if actor == self.seat:
                if not self.turn():
                    return
            else:
                table.play(self.bots[actor].advise(clone(table.state), actor, Budget()).action, by="bot")
            self.show_events(min(since, len(table.log)))
        self.end()

    def end(self) -> None:
        """Print the final standing; that the game is over was printed last."""
        result = self.table.result
        if result is None:
            return
        for place, group in enumerate(result.ranking, start=1):
            for seat in group:
                numbers = ", ".join(
                    [f"{self.texts[f'score_{name}']} {value}" for name, value in result.scores[seat].items()]
                )
                self.show(f"{place}. {self.table.players[seat]}: {numbers}")

    def turn(self) -> bool:
        """Ask for one line and do what it says; False when the person leaves."""
        self.ask()
        try:
            line = input("> ").strip()
        except EOFError:
            self.answer("bye")
            return False
        word, _, rest = line.partition(" ")
        match word.lower():
            case "":
                pass
            case "quit" | "exit":
                self.answer("bye")
                return False
            case "help" | "?":
                self.show(prompts.help_of(self.table.rules, self.texts))
            case "look":
                self.look()
            case "moves":
                self.moves()
            case "hint":
                self.hint()
            case "why":
                self.why(rest)
            case "undo":
                self.undo()
            case "save":
                self.save(rest)
            case "run":
                self.run(line)
            case _:
                self.move(line)
        return True

    def run(self, line: str) -> None:
        """Run plants; ask which where none is named, and find the fuel where none is named."""
        menu = self.table.options()
        plants = line.split()[1:]
        question = prompts.which_runs(menu, self.texts)
        if "run" not in menu.choices or any(":" in plant for plant in plants):
            self.move(line)
        elif not plants and question:
            self.show(question)
        else:
            ways = prompts.runs_of(menu, [] if plants == [prompts.NOTHING] else plants)
            if len(ways) > 1:
                self.show(prompts.which_fuel(ways, self.texts))
            else:
                self.move(write(ways[0]) if ways else line)

    def move(self, line: str) -> None:
        """Play a move, or print why it is not allowed."""
        if line.partition(" ")[0].lower() not in prompts.words_of(self.table.rules):
            self.unread(line)
            return
        try:
            self.table.play(read(line, self.seat), by="player")
        except BadNotation:
            self.unread(line)
        except kilowatt.IllegalAction as error:
            self.answer("not_allowed", reason=self.reason(error.refusal))
            self.instead()

    def instead(self) -> None:
        """Print what can be done now."""
        menu = self.table.options()
        self.show(prompts.possible(menu, lambda row: described(row, self.language), self.texts))

    def unread(self, line: str) -> None:
        """Print that a line is not a move of this game, and how moves are written."""
        rules = self.table.rules
        word = line.partition(" ")[0].lower()
        words = prompts.words_of(rules)
        if word in words:
            self.answer("badly_written", line=line, how=prompts.how_of(rules, word, self.texts))
            return
        if word in WORDS:
            self.answer("not_in_this_game", word=word)
        else:
            self.answer("no_move", line=line, words=", ".join(words))
        self.instead()

    def reason(self, refusal: Refusal) -> str:
        """Return why a move is not allowed, with the names of players and cities."""
        return sentence(refusal, self.language, self.table.rules, self.table.players)

    def why(self, line: str) -> None:
        """Print why a move is not allowed."""
        try:
            reason = self.table.refusal(read(line, self.seat))
        except BadNotation:
            self.unread(line)
            return
        self.show(self.reason(reason) if reason is not None else self.texts["allowed"])

    def undo(self) -> None:
        """Take the person's last move back, with all that followed."""
        to = self.table.before(lambda move: getattr(move, "seat", None) == self.seat)
        if to is None:
            self.answer("nothing_to_undo")
            return
        self.table.undo(to)
        self.answer("undone")

    def save(self, name: str) -> None:
        """Write the record."""
        path = Path(name or "game.jsonl")
        try:
            self.table.record().write(path)
        except OSError as error:
            self.answer("unwritten", path=path, reason=error.strerror)
            return
        self.answer("written", path=path)

    def hint(self) -> None:
        """Print the coach's plan for the round, why, and what else it weighed: the sentences that the page shows."""
        from kilowatt.cli.hints import hint_lines

        lines, self.given = hint_lines(self.table, self.seat, self.language, self.given)
        for line in lines:
            self.show(line)

    def ask(self) -> None:
        """Print the position in one line and what is asked of the player."""
        state = self.table.state
        phase = catalogue(self.language)["words"][kilowatt.snapshot(state)["phase"]]
        code = "ask_setup" if not state.round else "ask" if state.rules.board.cities else "ask_without_step"
        line = self.texts[code].format(round=state.round, step=state.step, phase=phase, money=state.money[self.seat])
        if state.lot >= 0:
            plant, leader = state.rules.card_names[state.lot], self.table.players[state.leader]
            line += " " + self.texts["lot"].format(plant=plant, bid=state.bid, name=leader)
        self.show(" ".join([line, *prompts.asked(state, self.seat, self.texts)]))

    def moves(self) -> None:
        """Print what can be done, one line per kind of move."""
        for rows in self.table.options().choices.values():
            self.show("; ".join([described(row, self.language) for row in rows]))

    def look(self) -> None:
        """Describe the whole table."""
        for line in described_table(self.table.state, self.table.players, self.language, (self.seat,)):
            self.show(line)


def described(row: Choice, language: str = "en") -> str:
    """Write a row of the menu as a move with what it costs."""
    from kilowatt.engine.menu import (
        BidChoice,
        BuildChoice,
        BuyChoice,
        CardChoice,
        JumpChoice,
        OpenChoice,
        PassChoice,
        RunChoice,
        ScrapChoice,
    )

    texts = catalogue(language)["terminal"]
    move = write(row.at(0))
    match row:
        case OpenChoice() | BidChoice():
            return texts["up_to"].format(move=move, most=row.most)
        case BuildChoice():
            return texts["costs_house"].format(move=move, house=row.house, connection=row.connection)
        case JumpChoice():
            return texts["costs"].format(move=move, price=row.house)
        case BuyChoice() | CardChoice():
            return texts["costs"].format(move=move, price=row.price)
        case RunChoice():
            return texts["pays"].format(move=move if row.plants else f"run {prompts.NOTHING}", income=row.income)
        case PassChoice():
            return texts[f"ends_{row.means}"].format(move=move)
        case ScrapChoice() if row.give_up:
            words = catalogue(language)["words"]
            fuel = ", ".join(f"{most} {words[name]}" for name, most in row.give_up.items())
            return texts["may_give_up"].format(move=move, fuel=fuel)
        case _:
            return move


def described_table(state: State, players: list[str], language: str = "en", viewers: Collection[int] = ()) -> list[str]:
    """Describe everything on the table that the holder of some seats sees, one line per thing."""
    seen = kilowatt.snapshot(state)
    rules = state.rules
    cards = {plant.id: plant for plant in rules.plants}
    texts, words = catalogue(language)["terminal"], catalogue(language)["words"]

    def listed(parts: Iterable[str]) -> str:
        return ", ".join(parts) or texts["none"]

    def cities(count: int) -> str:
        return texts["no_city" if not count else "one_city" if count == 1 else "cities"].format(count=count)

    def plant(name: str) -> str:
        card = cards.get(name)
        if card is None:
            return name
        kind = words.get(card.kind) or texts[f"kind_{card.kind}"]
        gives = cities(card.cities) if card.cities else texts["income"].format(income=card.income)
        mark = "" if card.printed else "*"
        return f"{name}{mark} ({kind}{f' {card.need}' if card.need else ''}, {gives})"

    def priced(name: str, row: dict[str, Any]) -> str:
        return texts["priced"].format(fuel=words[name], tokens=row["tokens"], price=row["prices"][0])

    lines = [texts["offer"].format(plants=listed(map(plant, seen["plants"]["current"])))]
    if seen["plants"]["future"]:
        lines.append(texts["later"].format(plants=listed(map(plant, seen["plants"]["future"]))))
    for market, fuels in seen["fuel"].items():
        sold = listed([priced(name, row) for name, row in fuels.items() if row["tokens"]])
        lines.append(texts["fuel" if market == "main" else "fuel_on"].format(market=market, fuel=sold))
    for column, kinds in (seen.get("columns") or {}).items():
        lines.append(texts["column"].format(column=column, price=rules.column_prices[int(column)], cards=listed(kinds)))
    for seat, row in enumerate(seen["seats"]):
        fuel = listed([f"{count} {words[name]}" for name, count in row["fuel"].items() if count])
        money = row["money"] if sees_money(state, seat, viewers) else "?"
        line = texts["seat"].format(
            name=players[seat], money=money, plants=listed(map(plant, row["plants"])), fuel=fuel
        )
        if rules.end_at:
            line += "; " + ": ".join([cities(len(row["cities"])), *filter(None, [", ".join(row["cities"])])])
        lines.append(line + ".")
    trust = seen["trust"] or {"plants": [], "fuel": {}}
    has = {
        "plants": listed(map(plant, trust["plants"])),
        "fuel": listed([f"{count} {words[name]}" for name, count in trust["fuel"].items() if count]),
    }
    lines += prompts.beside(state, seen, has, texts)
    order = ", ".join([words["trust"] if seat == "trust" else players[seat] for seat in seen["order"]])
    lines.append(texts["order"].format(order=order))
    if not all(card.printed for card in rules.plants):
        lines.append(texts["reconstructed"])
    return lines


def terminal(
    ruleset: Annotated[str, typer.Option(help="Id of the ruleset to play")] = DEFAULT_RULESET,
    seats: Annotated[int, typer.Option(min=2, max=6)] = 4,
    seat: Annotated[int, typer.Option(min=1, help="Your seat, counted from 1")] = 1,
    bots: Annotated[str, typer.Option(help="Bots in the other seats: one name, or one per seat")] = "normal",
    seed: Annotated[str | None, typer.Option(help="Seed of the deal to play")] = None,
    option: Annotated[list[str] | None, typer.Option(help="NAME=VALUE, as in contractor=true")] = None,
    language: Annotated[str, typer.Option(help="en or de")] = "en",
    deck: Annotated[Path | None, typer.Option(help="A custom deck of plants (TOML)")] = None,
    contractor_cards: Annotated[Path | None, typer.Option(help="Custom contractor cards (TOML)")] = None,
) -> None:
    """Play a game against bots in the terminal, with hints."""
    import secrets

    from kilowatt.bots import bot_names, make_bot

    if seat > seats:
        raise BadOption("seat", f"there are {seats} seats, not {seat}")
    if language not in LANGUAGES:
        raise BadOption("language", f"expected {' or '.join(LANGUAGES)}, not {language!r}")
    others = [place for place in range(seats) if place != seat - 1]
    names = [name.strip() for name in bots.split(",")]
    for name in names:
        if name not in bot_names():
            raise BadOption("bots", f"there is no bot {name!r}; there are {', '.join(bot_names())}")
    if len(names) not in (1, len(others)):
        raise BadOption(
            "bots", f"expected one name, or one for each of the {len(others)} other seats, not {len(names)}"
        )
    rules = kilowatt.ruleset(ruleset, seats, options_of(option, deck, contractor_cards))
    chosen = dict(zip(others, names * len(others) if len(names) == 1 else names, strict=False))
    guest = catalogue(language)["terminal"]["guest"]
    players = [f"{chosen[place]} {place + 1}" if place in chosen else guest for place in range(seats)]
    table = kilowatt.Table(rules, seed=seed if seed is not None else secrets.token_hex(8), players=players)
    playing = {place: make_bot(name, place) for place, name in chosen.items()}
    TerminalGame(table, seat - 1, playing, language).play()
