"""The tables of the server's documents that are made from the code: settings, limits, and what messages cost."""

from __future__ import annotations

from pathlib import Path

from kilowatt.protocol.coding import MESSAGE_BYTES
from kilowatt.server.http.route_table import ROUTE_TABLE, WITH_CODE
from kilowatt.server.http.socket_handlers import HANDLED
from kilowatt.server.limits import GET_COST, LIMITS, POST_COST, Limit
from kilowatt.server.settings import OTHERS, Declared, Settings, declared

DOCS = Path(__file__).parents[1] / "docs"
SETTINGS = DOCS / "reference" / "settings.md"
LIMITS_PAGE = DOCS / "reference" / "limits.md"
PROTOCOL = DOCS / "reference" / "protocol.md"
SOCKET = "/api/tables/{code}/socket"


def between(page: Path, name: str, lines: list[str], text: str | None = None) -> str:
    """Return a page, or a text of it that is changed already, with new lines between its two marks of a name."""
    begin, end = f"<!-- {name}: written by make docs -->\n", f"<!-- {name} end -->"
    before, rest = (page.read_text(encoding="utf-8") if text is None else text).split(begin)
    after = rest.split(end)[1]
    return f"{before}{begin}" + "".join(f"{line}\n" for line in lines) + f"{end}{after}"


def limits_page() -> str:
    """Return the page of limits, routes and messages with its tables."""
    rows = [
        f"| `{kind}` | {limit.per} | {_counted(limit)} | {_pace(limit)} | {limit.protects} |"
        for kind, limit in LIMITS.items()
    ]
    head = ["| limit | per | at once | then | what it protects |", "|---|---|---|---|---|"]
    return between(LIMITS_PAGE, "routes", _routes(), between(LIMITS_PAGE, "limits", [*head, *rows]))


def _routes() -> list[str]:
    """Write every route and every message with who may send it, its size, rate and cost."""
    head = ["| route or message | who | body, at most | rates | cost beforehand |", "|---|---|---|---|---|"]
    rows = []
    for name, row in ROUTE_TABLE.items():
        method, path = name.split()
        size = "none" if method == "GET" else f"{row.bytes // 1024} kB"
        rates = ", ".join(f"`{kind}`" for kind in (*row.every, *row.limits))
        rows.append(
            f"| `{method} {path}` | {row.who} | {size} | {rates} | {GET_COST if method == 'GET' else POST_COST:g} ms |"
        )
    rows.append(f"| socket `GET {SOCKET}` | {WITH_CODE} | none | `address`, `socket`, `sockets`, `guess` | |")
    for kind, handled in HANDLED.items():
        tag = kind.__struct_config__.tag  # type: ignore[attr-defined]
        spent = ", ".join(f"`{name}`" for name in handled.limits) or "the work budget alone"
        rows.append(f"| message `{tag}` | {handled.who} | {MESSAGE_BYTES // 1024} kB | {spent} | {handled.cost:g} ms |")
    return [*head, *rows]


def _counted(limit: Limit) -> str:
    return f"{limit.burst:g} {limit.unit}".strip()


def _pace(limit: Limit) -> str:
    if not limit.rate:
        return "one when another ends"
    return f"{limit.rate:g} {limit.unit} every second" if limit.unit else f"one every {1 / limit.rate:.4g} s"


def protocol_page() -> str:
    """Return the page on the protocol with what messages cost."""
    kinds: dict[float, list[str]] = {}
    for kind, handled in HANDLED.items():
        kinds.setdefault(handled.cost, []).append(f"`{kind.__struct_config__.tag}`")  # type: ignore[attr-defined]
    rows = [f"| {cost:g} ms | {', '.join(kinds[cost])} |" for cost in sorted(kinds)]
    return between(PROTOCOL, "costs", ["| cost | messages |", "|---|---|", *rows])


def settings_page() -> str:
    """Return the page of settings with its table."""
    settings = Settings()
    rows = [f"| `{row.variable}` | {row.sentence} | {_default(settings, row)} |" for row in declared()]
    others = [f"| `{name}` | {sentence} | none |" for name, sentence in OTHERS.items() if sentence]
    return between(SETTINGS, "settings", ["| setting | meaning | default |", "|---|---|---|", *rows, *others])


def _default(settings: Settings, row: Declared) -> str:
    value: object = settings
    for field in row.path:
        value = getattr(value, field)
    if row.setting.shown:
        return row.setting.shown
    if value is False:
        return "off"
    if not value and not isinstance(value, int | float):
        return "none"
    return f"`{value}`" if isinstance(value, str) else f"{value:g}" if isinstance(value, float) else f"{value}"


PAGES = {SETTINGS: settings_page, LIMITS_PAGE: limits_page, PROTOCOL: protocol_page}
"""The pages with such tables."""
