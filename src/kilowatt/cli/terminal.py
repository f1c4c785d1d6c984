"""`kilowatt play --terminal`: a whole game against bots, in plain lines of at most 80 signs.

Nothing is drawn over and nothing is told by colour or place alone, so a screen reader reads it as it comes.
"""

from __future__ import annotations

import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import kilowatt
from kilowatt.cli.asked import options_of
from kilowatt.editions.options import BadOption

if TYPE_CHECKING:
    from kilowatt.bots import Bot
    from kilowatt.engine.menu import Choice
    from kilowatt.engine.state import State

WIDTH = 78
NAME = "Guest"
"""What the person is called at the table."""
HELP = """\
Moves: open PLANT BID, bid AMOUNT, pass, scrap PLANT, drop FUEL, buy FUEL [MARKET], card COLUMN CARD, build CITY, \
run [PLANT[:FUEL NUMBER] ...], area AREA, trust CITY, mark CITY.
Questions: moves (what you may do now), look (the whole table), hint (what a bot would do and why), \
why MOVE (why a move is not allowed), undo (take your last move back), save FILE, help, quit."""


class Talk:
    """One person at a table of bots: what is said and what is answered."""

    def __init__(self, table: kilowatt.Table, seat: int, bots: dict[int, Bot], coach: Bot, language: str) -> None:
        self.table = table
        self.seat = seat
        self.bots = bots
        self.coach = coach
        self.language = language

    def say(self, line: str = "") -> None:
        """Print one line, folded to the width."""
        for row in line.split("\n"):
            print(textwrap.fill(row, WIDTH, subsequent_indent="  ", break_on_hyphens=False) if row else "")

    def tell(self, since: int) -> None:
        """Tell what has happened since so many events."""
        from kilowatt.engine.events import BackShown, PhaseBegan, TurnEnded
        from kilowatt.table.messages import told

        for event in self.table.log[since:]:
            if not isinstance(event, BackShown | TurnEnded):
                line = told(event, self.table.rules, self.table.players, self.language)
                self.say(f"- {line}" if isinstance(event, PhaseBegan) else line)

    def play(self) -> None:
        """Play until the game is over or the person leaves."""
        from kilowatt.bots import Budget
        from kilowatt.engine.game import clone

        table = self.table
        self.say(
            f"{table.rules.title}, {table.rules.seats} seats. You are {table.players[self.seat]}, seat {self.seat + 1}."
        )
        self.say("Type help for what you can type.")
        self.tell(0)
        while (actor := table.actor) is not None:
            if not isinstance(actor, int):
                raise TypeError(actor)
            since = len(table.log)
            if actor == self.seat:
                if not self.turn():
                    return
            else:
                table.play(self.bots[actor].advise(clone(table.state), actor, Budget()).action, by="bot")
            self.tell(min(since, len(table.log)))
        self.end()

    def end(self) -> None:
        """Say how it ended; that it has ended was the last thing told."""
        result = self.table.result
        if result is None:
            return
        for place, group in enumerate(result.ranking, start=1):
            for seat in group:
                numbers = ", ".join([f"{name} {value}" for name, value in result.scores[seat].items()])
                self.say(f"{place}. {self.table.players[seat]}: {numbers}")

    def turn(self) -> bool:
        """Ask for one line and do what it says; False when the person leaves."""
        self.ask()
        try:
            line = input("> ").strip()
        except EOFError:
            self.say("Goodbye.")
            return False
        word, _, rest = line.partition(" ")
        match word.lower():
            case "":
                pass
            case "quit" | "exit":
                self.say("Goodbye.")
                return False
            case "help" | "?":
                self.say(HELP)
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
            case _:
                self.move(line)
        return True

    def move(self, line: str) -> None:
        """Play a move, or say why not."""
        from kilowatt.table.messages import sentence
        from kilowatt.table.notation import BadNotation, read

        try:
            self.table.play(read(line, self.seat), by="player")
        except BadNotation as error:
            self.say(f"Not understood: {error}")
        except kilowatt.IllegalAction as error:
            self.say(f"Not allowed: {sentence(error.refusal, self.language)}")

    def why(self, line: str) -> None:
        """Say why a move is not allowed."""
        from kilowatt.table.messages import sentence
        from kilowatt.table.notation import BadNotation, read

        try:
            reason = self.table.refusal(read(line, self.seat))
        except BadNotation as error:
            self.say(f"Not understood: {error}")
            return
        self.say(sentence(reason, self.language) if reason is not None else "That is allowed.")

    def undo(self) -> None:
        """Take the person's last move back, with all that followed."""
        to = self.table.before(lambda move: getattr(move, "seat", None) == self.seat)
        if to is None:
            self.say("There is nothing to take back.")
            return
        self.table.undo(to)
        self.say("Taken back. It is your turn again.")

    def save(self, name: str) -> None:
        """Write the record."""
        path = Path(name or "game.jsonl")
        try:
            self.table.record().write(path)
        except OSError as error:
            self.say(f"Cannot write {path}: {error.strerror}")
            return
        self.say(f"Written: {path}")

    def hint(self) -> None:
        """Say what the coach would do, why, and what else it weighed."""
        from kilowatt.bots import Budget, say
        from kilowatt.engine.game import clone
        from kilowatt.table.notation import write

        advice = self.coach.advise(clone(self.table.state), self.seat, Budget())
        self.say(f"Hint: {write(advice.action)}. {say(advice.reason, self.language)}")
        if advice.alternatives:
            others = ", ".join([write(other.action) for other in advice.alternatives[:3]])
            self.say(f"Also weighed: {others}.")

    def ask(self) -> None:
        """Say in one line what is asked of the person."""
        state = self.table.state
        phase = kilowatt.snapshot(state)["phase"]
        line = f"Round {state.round}, Step {state.step}, {phase} phase. You have {state.money[self.seat]} Elektro."
        if state.lot >= 0:
            plant = state.rules.card_names[state.lot]
            line += f" Plant {plant} stands at {state.bid}, held by {self.table.players[state.leader]}."
        self.say(line)

    def moves(self) -> None:
        """List what may be done, a line for each kind."""
        for rows in self.table.options().choices.values():
            self.say("; ".join([described(row) for row in rows]))

    def look(self) -> None:
        """Describe the whole table."""
        for line in described_table(self.table.state, self.table.players):
            self.say(line)


def described(row: Choice) -> str:
    """Write a row of the menu as a move with what it costs."""
    from kilowatt.engine.menu import BidChoice, BuildChoice, BuyChoice, CardChoice, OpenChoice, PassChoice, RunChoice
    from kilowatt.table.notation import write

    move = write(row.at(0))
    match row:
        case OpenChoice() | BidChoice():
            return f"{move} (up to {row.most})"
        case BuildChoice():
            return f"{move} (house {row.house} and connection {row.connection})"
        case BuyChoice() | CardChoice():
            return f"{move} ({row.price} Elektro)"
        case RunChoice():
            return f"{move} (pays {row.income})"
        case PassChoice():
            return f"{move} (ends your {row.means})"
        case _:
            return move


def described_table(state: State, players: list[str]) -> list[str]:
    """Describe everything that lies on the table, a line for each thing."""
    seen = kilowatt.snapshot(state)
    rules = state.rules
    cards = {plant.id: plant for plant in rules.plants}

    def plant(name: str) -> str:
        card = cards.get(name)
        if card is None:
            return name
        gives = f"{card.cities} cities" if card.cities else f"income {card.income}"
        return f"{name} ({card.kind}{f' {card.need}' if card.need else ''}, {gives})"

    lines = [f"Plants on offer: {', '.join(map(plant, seen['plants']['current'])) or 'none'}."]
    if seen["plants"]["future"]:
        lines.append(f"Later: {', '.join(map(plant, seen['plants']['future']))}.")
    for market, fuels in seen["fuel"].items():
        parts = [f"{fuel} {row['tokens']} from {row['prices'][0]}" for fuel, row in fuels.items() if row["tokens"]]
        lines.append(f"Fuel, {market}: {', '.join(parts) or 'none'}.")
    for column, kinds in (seen.get("columns") or {}).items():
        lines.append(f"Fuel cards in column {column}: {', '.join(kinds) or 'none'}.")
    for seat, row in enumerate(seen["seats"]):
        fuel = ", ".join([f"{count} {name}" for name, count in row["fuel"].items() if count])
        line = f"{players[seat]}: {row['money']} Elektro; plants {', '.join(map(plant, row['plants'])) or 'none'}"
        line += f"; fuel {fuel or 'none'}"
        if rules.end_at:
            line += f"; {len(row['cities'])} cities {', '.join(row['cities'])}"
        lines.append(line + ".")
    order = ", ".join(["the Trust" if seat == "trust" else players[seat] for seat in seen["order"]])
    return [*lines, f"Order: {order}."]


def terminal(
    ruleset: Annotated[str, typer.Option(help="Which game")] = "recharged/germany",
    seats: Annotated[int, typer.Option(min=2, max=6)] = 4,
    seat: Annotated[int, typer.Option(min=1, help="Your seat, counted from 1")] = 1,
    bots: Annotated[str, typer.Option(help="Who plays the other seats: one name, or one for each")] = "normal",
    coach: Annotated[str, typer.Option(help="Whose hints you get")] = "hard",
    seed: Annotated[str | None, typer.Option(help="Play a certain deal")] = None,
    option: Annotated[list[str] | None, typer.Option(help="NAME=VALUE, as in contractor=true")] = None,
    language: Annotated[str, typer.Option(help="en or de, for what happens and why")] = "en",
) -> None:
    """Play a game against bots in the terminal, with hints."""
    import secrets

    from kilowatt.bots import bot_names, make_bot

    if seat > seats:
        raise BadOption("seat", f"there are {seats} seats, not {seat}")
    names = [name.strip() for name in bots.split(",")]
    for name in [*names, coach]:
        if name not in bot_names():
            raise BadOption("bots", f"there is no bot {name!r}; there are {', '.join(bot_names())}")
    rules = kilowatt.ruleset(ruleset, seats, options_of(option))
    others = [place for place in range(seats) if place != seat - 1]
    chosen = {place: names[number % len(names)] for number, place in enumerate(others)}
    players = [f"{chosen[place]} {place + 1}" if place in chosen else NAME for place in range(seats)]
    table = kilowatt.Table(rules, seed=seed if seed is not None else secrets.token_hex(8), players=players)
    playing = {place: make_bot(name, place) for place, name in chosen.items()}
    Talk(table, seat - 1, playing, make_bot(coach), language).play()
