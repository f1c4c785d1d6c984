"""Links that can be shared: the page of a table with its own title and picture, the picture, a QR code, a frame.

All of it is what anybody with the table's code may see.
"""

from __future__ import annotations

import io
from html import escape
from typing import TYPE_CHECKING, Annotated

import msgspec
import segno
from litestar import Response, get
from litestar.params import PathParameter, QueryParameter

from kilowatt.host.answers import open_book
from kilowatt.host.errors import Denied
from kilowatt.host.seating import rules_at
from kilowatt.protocol import EntryView
from kilowatt.server.http.group_routes import GroupId, show_group_to
from kilowatt.server.http.requests import Asked, TableCode, get_route, limited, room_of, server_of, who_of
from kilowatt.server.http.static import tagged
from kilowatt.server.pictures import drawing
from kilowatt.server.tables.reading import past
from kilowatt.table.messages import event_sentence

if TYPE_CHECKING:
    from litestar.handlers import HTTPRouteHandler

    from kilowatt.engine.state import State
    from kilowatt.server.http.static import Page
    from kilowatt.server.tables.room.room import Room

DAY, NOW = "public, max-age=86400", "public, max-age=60"
PICTURE_SUFFIX = ".png"
STATES = {"waiting": "waiting for players", "over": "finished", "review": "saved game"}

Moment = Annotated[int | None, QueryParameter(ge=0, le=1_000_000)]


def base_of(request: Asked) -> str:
    """Return the address that players open."""
    settings = server_of(request).settings
    if settings.public_url:
        return settings.public_url
    scheme = request.headers.get("x-forwarded-proto", "").split(",")[-1].strip() if settings.proxied else ""
    return f"{'https' if scheme == 'https' else 'http'}://{request.headers.get('host', '')}"


def title_of(room: Room) -> str:
    """Return what a table is called."""
    return room.row.plan.name or room.row.plan.title


def description_of(room: Room) -> str:
    """Say in a line what is played, by whom, and how far it is."""
    names = [seat.name for seat in room.seats if seat.kind != "open"]
    free = sum(seat.kind == "open" for seat in room.seats)
    live = room.row.live
    where = STATES.get(room.row.state) or f"round {live.round}, {live.phase}"
    seats = f", {free} free" if free else ""
    return f"{room.row.plan.title}. {', '.join(names)}{seats}. {where.capitalize()}."


# --- the picture -----------------------------------------------------------------------------------------------------


@get("/picture/{name:str}", include_in_schema=False)
async def show_picture(
    request: Asked, name: Annotated[str, PathParameter(max_length=24)], at: Moment = None
) -> Response[bytes]:
    """Return a picture of a table, now or after an entry."""
    if not name.endswith(PICTURE_SUFFIX):
        raise Denied("not_found")
    room = await room_of(request, name.removesuffix(PICTURE_SUFFIX))
    body = await _picture(request, room, at)
    return Response(body, media_type="image/png", headers={"cache-control": NOW if at is None else DAY})


async def _picture(request: Asked, room: Room, at: int | None) -> bytes:
    server, who = server_of(request), who_of(request)
    seq = at if at is not None else room.row.seq
    key = (room.code, seq, room.row.version)
    kept = server.pictures.get(key)
    if kept is not None:
        return kept
    limited(request, "picture")
    players, title = [seat.name if seat.kind != "open" else "" for seat in room.seats], title_of(room)
    if room.game is None:
        rules = rules_at(room)
        drawn = await server.workers.do(who.address, lambda: drawing.waiting_svg(rules, players, title))
    else:
        event = await happened(request, room, at)

        def draw(state: State) -> str:
            return drawing.svg(state, players, title, event)

        drawn = await past.read_moment(server.registry, room, at, who.address, draw)
    body = await server.painter.png(who.address, drawn)
    server.pictures.put(key, body)
    return body


async def happened(request: Asked, room: Room, at: int | None) -> str:
    """Return a sentence on what the last entry brought about, or an entry; "" where money is hidden: it may say it."""
    server, live = server_of(request), room.game
    seq = room.row.seq if at is None else at
    if live is None or seq == 0 or seq > live.seq or not open_book(room):
        return ""
    [line] = await past.page(server.registry, room, seq, seq, who_of(request).address)
    events = msgspec.json.decode(line, type=EntryView).events
    by_players = [event for event in events if getattr(event, "seat", None) is not None]
    if not events:
        return ""
    return event_sentence((by_players or events)[-1], live.rules, room.players)


@get_route("/api/tables/{code:str}/qr", include_in_schema=False)
async def show_qr(request: Asked, code: TableCode) -> Response[bytes]:
    """Return the table's link as a QR code."""
    room = await room_of(request, code)
    return await _qr_of(request, f"{base_of(request)}/t/{room.code}")


@get_route("/api/groups/{group:str}/qr", include_in_schema=False)
async def show_group_qr(request: Asked, group: GroupId) -> Response[bytes]:
    """Return the link by which people join a group as a QR code; for its members."""
    view = await show_group_to(request, group)
    return await _qr_of(request, f"{base_of(request)}/g/{view.link}")


async def _qr_of(request: Asked, link: str) -> Response[bytes]:
    server = server_of(request)
    kept = server.qr_codes.get(link)
    if kept is not None:
        return Response(kept, media_type="image/svg+xml")
    limited(request, "picture")
    body = await server.workers.do(who_of(request).address, _qr_code, link)
    server.qr_codes.put(link, body)
    return Response(body, media_type="image/svg+xml")


def _qr_code(link: str) -> bytes:
    drawn = io.BytesIO()
    segno.make(link, error="m").save(drawn, kind="svg", scale=4, border=2, light="#ffffff")
    return drawn.getvalue()


# --- the page and the frame ------------------------------------------------------------------------------------------


def _head(request: Asked, room: Room, at: int | None) -> str:
    base, title, about = base_of(request), escape(f"{title_of(room)} · Kilowatt"), escape(description_of(room))
    moment = f"?at={at}" if at is not None else ""
    picture = escape(f"{base}/picture/{room.code}{PICTURE_SUFFIX}{moment}")
    return head_of(title, about, escape(f"{base}/t/{room.code}{moment}"), picture)


def head_of(title: str, about: str, url: str, picture: str) -> str:
    """Return what a page says of itself to those who show its link; the arguments are escaped."""
    rows = {
        "og:type": "website",
        "og:site_name": "Kilowatt",
        "og:title": title,
        "og:description": about,
        "og:url": url,
        "og:image": picture,
        "og:image:width": str(drawing.WIDE),
        "og:image:height": str(drawing.HIGH),
    }
    named = _properties(rows)
    card = f'<meta name="twitter:card" content="summary_large_image" /><meta name="description" content="{about}" />'
    return f"<title>{title}</title>{named}{card}"


def with_head(html: str, head: str) -> str:
    """Return the page with this head in place of its own title and description."""
    start, _, rest = html.partition("<title>")
    _, _, end = rest.partition("</title>")
    plain = '<meta name="description"'
    if plain in start:
        before, _, after = start.partition(plain)
        start = before + after.partition("/>")[2]
    return f"{start}{head}{end}"


PREVIEW = "/preview.png"
ABOUT = "Play the Power Grid family of board games with friends and bots."


def home_page(page: Page) -> HTTPRouteHandler:
    """Make the handler of the home page: the page, with a picture for those who share its address."""

    @get("/", include_in_schema=False, sync_to_thread=False)
    def show_home_page(request: Asked) -> Response[bytes]:
        """Return the home page."""
        base = base_of(request)
        rows = {
            "og:type": "website",
            "og:site_name": "Kilowatt",
            "og:title": "Kilowatt",
            "og:description": ABOUT,
            "og:url": escape(f"{base}/"),
            "og:image": escape(f"{base}{PREVIEW}"),
            "og:image:width": str(drawing.WIDE),
            "og:image:height": str(drawing.HIGH),
        }
        head = _properties(rows) + '<meta name="twitter:card" content="summary_large_image" />'
        return tagged(request, page.files["/index.html"].body.decode().replace("</head>", f"{head}</head>", 1))

    return show_home_page


def _properties(rows: dict[str, str]) -> str:
    return "".join(f'<meta property="{name}" content="{value}" />' for name, value in rows.items())


def table_page(page: Page) -> HTTPRouteHandler:
    """Make the handler of a table's address: the page, with a head that says which table it is."""

    @get("/t/{code:str}", include_in_schema=False)
    async def show_table_page(request: Asked, code: TableCode, at: Moment = None) -> Response[bytes]:
        """Return the page of a table; of one that does not exist, the plain page, which says so."""
        html = page.files["/index.html"].body.decode()
        try:
            room = await room_of(request, code)
        except Denied:
            return tagged(request, html)
        return tagged(request, with_head(html, _head(request, room, at)))

    return show_table_page


@get("/embed/{code:str}", include_in_schema=False)
async def show_frame(request: Asked, code: TableCode, at: Moment = None) -> Response[str]:
    """Return a replay that other sites may show in a frame: a picture and links to step through it, no scripts."""
    room = await room_of(request, code)
    if room.game is None:
        raise Denied("waiting")
    last = room.game.seq
    here = min(at if at is not None else last, last)
    steps = {"|<": 0, "-10": max(0, here - 10), "-1": max(0, here - 1), "+1": min(last, here + 1)}
    steps |= {"+10": min(last, here + 10), ">|": last}
    links = "".join(f'<a href="/embed/{room.code}?at={seq}">{escape(name)}</a>' for name, seq in steps.items())
    title = escape(title_of(room))
    whole = f'<a target="_top" href="/t/{room.code}?at={here}">Kilowatt</a>'
    event = escape(await happened(request, room, here))
    alt = f"{title}, entry {here} of {last}{': ' if event else ''}{event}"
    picture = f'<img src="/picture/{room.code}{PICTURE_SUFFIX}?at={here}" alt="{alt}" />'
    return Response(
        f'<!doctype html><html lang="en"><head><meta charset="utf-8" /><title>{title} · Kilowatt</title>'
        f'<link rel="stylesheet" href="/embed.css" /></head><body>{picture}'
        f"<nav>{links}<span>{here} / {last}</span>{whole}</nav></body></html>",
        media_type="text/html",
    )
