"""What a notification says: table, round, phase and a link. Built from these few facts, so no secret is in it."""

from __future__ import annotations

import tomllib
from datetime import UTC, datetime
from functools import cache
from html import escape
from typing import Any
from zoneinfo import ZoneInfo

import msgspec

from kilowatt.host.errors import TEXTS
from kilowatt.host.timekeeping import known_zone
from kilowatt.server.notifications.events import (
    BACK,
    CHAT,
    ENDED,
    EVENTS,
    PAUSE,
    RESULT,
    TALK,
    TEST,
    TURN,
    URGENT,
    WRITTEN,
)

PEOPLE = (ENDED, "began")
"""Events that concern everybody at the table: a webhook mentions them all."""


NOBODY = (CHAT, PAUSE, BACK, TEST)
"""Events for which a webhook mentions nobody."""


class Fact(msgspec.Struct, frozen=True):
    """One thing that happened, and all that a notification may know of its table."""

    code: str
    name: str
    ruleset: str
    title: str
    round: int
    phase: str
    player: str
    """Whose turn it is, for whom a bot plays, or who wrote."""
    until: float | None = None
    """When the turn's time is up."""
    number: int = 0
    event: str = TURN
    seat: int = 0
    players: tuple[str, ...] = ()
    """The names of all seats."""
    ranking: tuple[tuple[int, ...], ...] = ()
    """The seats by place, once the game is over."""
    waiting: bool = False
    """Whether the game has not begun yet."""
    count: int = 1
    """How many lines were written."""
    group: str = ""
    """The group for which the table was opened."""

    def places(self) -> dict[int, int]:
        """Return the place of each seat, once the game is over."""
        return {seat: 1 + sum(map(len, self.ranking[:n])) for n, row in enumerate(self.ranking) for seat in row}


@cache
def _file(language: str) -> dict[str, Any]:
    path = TEXTS / f"{language if language == 'de' else 'en'}.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))


def texts(language: str) -> dict[str, str]:
    """Read the texts of notifications in a language."""
    sentences: dict[str, str] = _file(language)["notify"]
    return sentences


def link(base: str, fact: Fact) -> str:
    """Return the address of a table, or of a group for its chat."""
    if fact.event == TEST:
        return base
    if fact.event == TALK:
        return f"{base}/g/{fact.code}"
    return f"{base}/t/{fact.code}"


def title(fact: Fact, language: str) -> str:
    """Return what is played; a board of somebody's own has the title that its maker gave it."""
    return str(_file(language)["titles"].get(fact.ruleset, fact.title))


def moment(at: float, language: str, zone: str) -> str:
    """Write a time as people of a language do: "Thu 19 Nov, 14:30", "Do., 19. Nov., 14:30 Uhr"."""
    words = texts(language)
    local = datetime.fromtimestamp(at, ZoneInfo(zone) if known_zone(zone) else UTC)
    day, month = words["weekdays"].split()[local.weekday()], words["months"].split()[local.month - 1]
    return words["moment"].format(weekday=day, day=local.day, month=month, time=local.strftime("%H:%M"))


def _key(fact: Fact) -> str:
    """Return which sentence reports an event."""
    if fact.event == ENDED:
        return ENDED if fact.ranking else "ended_early"
    return f"{fact.event}s" if fact.event in WRITTEN and fact.count > 1 else fact.event


def _values(fact: Fact, language: str) -> dict[str, object]:
    places = fact.places()
    standing = [f"{place}. {fact.players[seat]}" for seat, place in places.items()]
    return {
        "table": fact.name or title(fact, language),
        "player": fact.player,
        "players": ", ".join(fact.players),
        "place": places.get(fact.seat, 0),
        "seats": len(fact.players),
        "standing": ", ".join(standing),
        "count": fact.count,
        "group": fact.group,
    }


def headline(fact: Fact, language: str) -> str:
    """Report an event in one line."""
    return texts(language)[f"headline_{_key(fact)}"].format(**_values(fact, language))


def detail(fact: Fact, language: str, zone: str = "UTC") -> str:
    """Report in one line where the game stands and how long the turn lasts."""
    words = texts(language)
    if fact.event in (TEST, TALK):
        return words[fact.event]
    phase = words.get(f"phase_{fact.phase}", fact.phase)
    line = words[{ENDED: "over", RESULT: "result"}.get(fact.event, "waits" if fact.waiting else "detail")]
    standing = _values(fact, language)["standing"]
    line = line.format(title=title(fact, language), round=fact.round, phase=phase, standing=standing)
    if fact.until is None or fact.event not in URGENT:
        return line
    return f"{line} {words['until'].format(time=moment(fact.until, language, zone), zone=zone)}"


def first(facts: list[Fact]) -> Fact:
    """Return the event that gives a message of several its headline."""
    return min(facts, key=lambda fact: (*EVENTS, TEST).index(fact.event))


def push(facts: list[Fact], base: str, language: str, zone: str) -> bytes:
    """Write the message that the page's service worker shows; the same tag replaces, it does not show twice."""
    main = first(facts)
    others = [headline(fact, language) for fact in facts if fact is not main]
    shown = {
        "title": headline(main, language),
        "body": "\n".join([detail(main, language, zone), *others]),
        "url": link(base, main),
        "tag": f"{main.event}-{main.code}-{main.number}",
    }
    return msgspec.json.encode(shown)


# --- webhooks ---------------------------------------------------------------------------------------------------------


class Named(msgspec.Struct):
    """How a webhook's message names people: in its text, in its HTML, and the ids it mentions."""

    text: dict[str, str]
    html: dict[str, str]
    ids: list[str]


def _named(kind: str, facts: list[Fact], mentions: dict[str, str]) -> Named:
    """Return how a chat service writes the names of the people whom a message concerns."""
    named = Named({}, {}, [])
    for fact in facts:
        seats = range(len(fact.players)) if fact.event in PEOPLE else [] if fact.event in NOBODY else [fact.seat]
        for seat in seats:
            who, name = mentions.get(str(seat)), fact.players[seat]
            if who is None:
                continue
            if who not in named.ids:
                named.ids.append(who)
            named.text[name] = who if kind == "matrix" else f"<@{who}>"
            named.html[name] = f'<a href="https://matrix.to/#/{escape(who)}">{escape(name)}</a>'
    return named


def _line(fact: Fact, language: str, names: dict[str, str], write: Any) -> str:  # noqa: ANN401 - how text is escaped
    """Report an event to a chat room, with the names of mentioned people written as its service wants them."""
    told = msgspec.structs.replace(
        fact,
        name=write(fact.name),
        title=write(fact.title),
        player=names.get(fact.player) or write(fact.player),
        players=tuple(names.get(name) or write(name) for name in fact.players),
    )
    return texts(language)[f"hook_{_key(fact)}"].format(**_values(told, language))


def hook(
    kind: str, facts: list[Fact], base: str, language: str, zone: str = "UTC", mentions: dict[str, str] | None = None
) -> dict[str, Any]:
    """Write a webhook's message in the shape of a chat service; only people with an id in `mentions` are mentioned."""
    named = _named(kind, facts, mentions or {})
    main = first(facts)

    def lines(names: dict[str, str], write: Any) -> list[str]:  # noqa: ANN401 - as above
        told = [_line(fact, language, names, write) for fact in facts]
        return [*told, write(detail(main, language, zone))]

    if kind == "discord":
        text = "\n".join([" ".join(lines(named.text, str)), link(base, main)])
        return {"content": text, "allowed_mentions": {"parse": [], "users": named.ids} if named.ids else {"parse": []}}
    plain = lambda text: escape(text, quote=False)  # noqa: E731 - one word
    if kind == "slack":
        return {"text": "\n".join([" ".join(lines(named.text, plain)), escape(link(base, main), quote=False)])}
    page = escape(link(base, main))
    html = f'{" ".join(lines(named.html, escape))}<br><a href="{page}">{page}</a>'
    return {"text": "\n".join([" ".join(lines(named.text, str)), link(base, main)]), "html": html}


# --- mail -------------------------------------------------------------------------------------------------------------


def mail(facts: list[Fact], base: str, language: str, zone: str, stop: str) -> tuple[str, str, str]:
    """Write a mail about one or several events: subject, plain text, HTML."""
    words = texts(language)
    urgent = {fact.code for fact in facts if fact.event in URGENT}
    if len(facts) == 1:
        subject = headline(facts[0], language)
    elif len(urgent) > 1:
        subject = words["digest"].format(count=len(urgent))
    else:
        subject = words["and_more"].format(first=headline(first(facts), language), count=len(facts) - 1)
    plain = [f"{headline(fact, language)}\n{detail(fact, language, zone)}\n{link(base, fact)}\n" for fact in facts]
    plain.append(f"{words['stop']}\n{stop}\n")
    rows = [
        f"<p><b>{escape(headline(fact, language))}</b><br>{escape(detail(fact, language, zone))}<br>"
        f'<a href="{escape(link(base, fact))}">{escape(words["open"])}</a></p>'
        for fact in facts
    ]
    foot = f'<p><small><a href="{escape(stop)}">{escape(words["stop"])}</a></small></p>'
    return (
        subject,
        "\n".join(plain),
        f'<!doctype html><html lang="{language}"><body>{"".join(rows)}{foot}</body></html>',
    )


def confirmation(base: str, key: str, language: str) -> tuple[str, str, str]:
    """Write the mail that asks whether an address is right: subject, plain text, HTML."""
    words = texts(language)
    page = f"{base}/mail#confirm={key}"
    plain = f"{words['confirm_text']}\n{page}\n\n{words['confirm_else']}\n"
    body = f'<p>{escape(words["confirm_text"])}<br><a href="{escape(page)}">{escape(words["confirm_press"])}</a></p>'
    html = f'<!doctype html><html lang="{language}"><body>{body}<p>{escape(words["confirm_else"])}</p></body></html>'
    return words["confirm_subject"], plain, html
