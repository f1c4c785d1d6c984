"""What a notification says: table, round, phase and a link. Built from these few facts, so no secret is in it."""

from __future__ import annotations

import tomllib
from datetime import UTC, datetime
from functools import cache
from html import escape
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import msgspec

from kilowatt.server.notifications.events import TURN
from kilowatt.server.notifications.quiet import known_zone

HOOKS = ("discord", "slack", "matrix")


class Turn(msgspec.Struct, frozen=True):
    """All that a notification may know of a table."""

    code: str
    name: str
    title: str
    round: int
    phase: str
    player: str
    until: float | None
    """When the turn's time is up."""
    turn: int = 0
    """The number of the turn."""
    event: str = TURN


@cache
def texts(language: str) -> dict[str, str]:
    """Read the texts of notifications in a language."""
    path = Path(__file__).parents[1] / "text" / f"{language if language == 'de' else 'en'}.toml"
    sentences: dict[str, str] = tomllib.loads(path.read_text(encoding="utf-8"))["notify"]
    return sentences


def link(base: str, turn: Turn) -> str:
    """Return the address of a table."""
    return f"{base}/t/{turn.code}"


def headline(turn: Turn, language: str) -> str:
    """Say in one line whose turn it is where."""
    return texts(language)[f"headline_{turn.event}"].format(table=turn.name or turn.title)


def detail(turn: Turn, language: str, zone: str = "UTC") -> str:
    """Say in one line where the game stands and how long the turn lasts."""
    words = texts(language)
    phase = words.get(f"phase_{turn.phase}", turn.phase)
    line = words["detail"].format(title=turn.title, round=turn.round, phase=phase)
    if turn.until is None:
        return line
    local = datetime.fromtimestamp(turn.until, ZoneInfo(zone) if known_zone(zone) else UTC)
    return f"{line} {words['until'].format(time=local.strftime('%Y-%m-%d %H:%M'), zone=zone)}"


def push(turn: Turn, base: str, language: str, zone: str) -> bytes:
    """Write the message that the page's service worker shows; the same tag replaces, it does not show twice."""
    shown = {
        "title": headline(turn, language),
        "body": detail(turn, language, zone),
        "url": link(base, turn),
        "tag": f"{turn.event}-{turn.code}-{turn.turn}",
    }
    return msgspec.json.encode(shown)


def hook(kind: str, turn: Turn, base: str, language: str) -> dict[str, Any]:
    """Write a webhook's message in the shape of a chat service; names in it mention nobody."""
    line = texts(language)[f"hook_{turn.event}"].format(player=turn.player, table=turn.name or turn.title)
    text = f"{line} {detail(turn, language)}\n{link(base, turn)}"
    if kind == "discord":
        return {"content": text, "allowed_mentions": {"parse": []}}
    if kind == "slack":
        return {"text": escape(text, quote=False)}
    page = escape(link(base, turn))
    html = f'{escape(line)} {escape(detail(turn, language))}<br><a href="{page}">{page}</a>'
    return {"text": text, "html": html}


def mail(turns: list[Turn], base: str, language: str, zone: str, stop: str) -> tuple[str, str, str]:
    """Write a mail about one or several turns: subject, plain text, HTML."""
    words = texts(language)
    subject = headline(turns[0], language) if len(turns) == 1 else words["digest"].format(count=len(turns))
    plain = [f"{headline(turn, language)}\n{detail(turn, language, zone)}\n{link(base, turn)}\n" for turn in turns]
    plain.append(f"{words['stop']}\n{stop}\n")
    rows = [
        f"<p><b>{escape(headline(turn, language))}</b><br>{escape(detail(turn, language, zone))}<br>"
        f'<a href="{escape(link(base, turn))}">{escape(words["open"])}</a></p>'
        for turn in turns
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
