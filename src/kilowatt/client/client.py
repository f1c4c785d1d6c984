"""A device that talks to a server: makes and finds tables, and opens sockets to them."""

from __future__ import annotations

import ssl
from functools import cache
from types import TracebackType
from typing import Any, Self, TypeVar

import httpx
import msgspec

from kilowatt import protocol as wire
from kilowatt.client.errors import Gone, ServerSaidNo
from kilowatt.client.seat import TableSocket

T = TypeVar("T")
COOKIE = "kilowatt_device"
SECURE_COOKIE = f"__Host-{COOKIE}"
"""What the server calls the cookie over TLS; it reads the plain name too and moves it."""
BAD = 400


def _problem(answer: httpx.Response) -> wire.Problem:
    """Read why not; what a proxy before the server says in its own words is a problem too."""
    try:
        return msgspec.json.decode(answer.content, type=wire.Problem)
    except msgspec.MsgspecError:
        return wire.Problem("no_server", f"The server's place was answered with status {answer.status_code}.")


@cache
def _tls() -> ssl.SSLContext:
    """Read the certificates of the authorities, or `SSL_CERT_FILE`, once: that takes longer than many requests."""
    return httpx.create_ssl_context()


class Client:
    """One device. Its cookie says which seats are its own; keep `token` to be the same device again.

    Use it as `async with Client("http://localhost:8000") as client:`.
    """

    def __init__(self, url: str, token: str | None = None, *, seconds: float = 30.0) -> None:
        self.url = url.rstrip("/")
        cookies = {COOKIE: token} if token is not None else None
        # the machine's own proxy settings must not come between us and a server on the same machine
        self._http = httpx.AsyncClient(
            base_url=self.url, cookies=cookies, timeout=seconds, trust_env=False, verify=_tls()
        )

    async def __aenter__(self) -> Self:
        """Start."""
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the connections."""
        await self._http.aclose()

    @property
    def token(self) -> str | None:
        """The device's secret token, once the server has given one."""
        return self._http.cookies.get(SECURE_COOKIE) or self._http.cookies.get(COOKIE)

    async def show_invitation(self, invitation: str) -> None:
        """Show the host's invitation to a closed server, once per device."""
        await self.request("POST", "/api/invitation", wire.ShowInvitation(invitation))

    async def request(self, method: str, path: str, body: object = None, **query: str | int) -> bytes:
        """Send a request and give the answer's body; `ServerSaidNo` on a refusal."""
        content = msgspec.json.encode(body) if body is not None else None
        headers = {"content-type": "application/json"} if body is not None else {}
        try:
            answer = await self._http.request(method, path, content=content, headers=headers, params=query)
        except httpx.TransportError as error:
            raise Gone from error
        if answer.status_code >= BAD:
            raise ServerSaidNo(_problem(answer), answer.status_code)
        return answer.content

    async def _get(self, path: str, kind: type[T], **query: str | int) -> T:
        return msgspec.json.decode(await self.request("GET", path, **query), type=kind)

    async def _post(self, path: str, kind: type[T], body: object) -> T:
        return msgspec.json.decode(await self.request("POST", path, body), type=kind)

    # --- what there is to play ----------------------------------------------------------------------------------------

    async def rulesets(self) -> list[wire.RulesetRow]:
        """List the rulesets."""
        return await self._get("/api/rulesets", list[wire.RulesetRow])

    async def board(self, ruleset: str, seats: int = 4) -> wire.BoardView:
        """Return the static data of a ruleset: board, cards, price tracks."""
        return await self._get(f"/api/rulesets/{ruleset}/board", wire.BoardView, seats=seats)

    async def rules(self, ruleset: str, seats: int = 4) -> wire.RulesPanel:
        """Return the rules panel of a ruleset."""
        return await self._get(f"/api/rules/{ruleset}", wire.RulesPanel, seats=seats)

    async def catalogue(self, language: str) -> dict[str, dict[str, Any]]:
        """Return the sentences of a language."""
        return await self._get(f"/api/catalogue/{language}", dict[str, dict[str, Any]])

    # --- tables -------------------------------------------------------------------------------------------------------

    async def create(self, asked: wire.CreateTable) -> wire.Seated:
        """Make a table."""
        return await self._post("/api/tables", wire.Seated, asked)

    async def quick(self, asked: wire.QuickTable | None = None) -> wire.Seated:
        """Make a table against bots."""
        return await self._post("/api/quick", wire.Seated, asked or wire.QuickTable())

    async def import_record(self, record: str, name: str = "") -> wire.Seated:
        """Make a table for reading of a record."""
        return await self._post("/api/import", wire.Seated, wire.ImportRecord(record, name))

    async def pack(self, code: str) -> wire.MovedGame:
        """Return all of a game that you play alone, to go on with it elsewhere."""
        return msgspec.json.decode(await self.request("POST", f"/api/tables/{code}/pack"), type=wire.MovedGame)

    async def unpack(self, game: wire.MovedGame) -> wire.Seated:
        """Go on with a game that was played elsewhere."""
        return await self._post("/api/unpack", wire.Seated, game)

    async def tables(self, wanted: str = "mine") -> list[wire.TableView]:
        """List tables: `open`, `mine` or `watch`."""
        return (await self._get("/api/tables", wire.TableList, filter=wanted)).tables

    async def table(self, code: str) -> wire.TableView:
        """Return a table's head."""
        return await self._get(f"/api/tables/{code}", wire.TableView)

    async def record(self, code: str) -> str:
        """Export a table's record."""
        return (await self.request("GET", f"/api/tables/{code}/record")).decode()

    async def curves(self, code: str) -> wire.Curves:
        """Follow a game from round to round."""
        return await self._get(f"/api/tables/{code}/curves", wire.Curves)

    async def review(self, code: str) -> wire.ReviewView:
        """Return the coach's review of a finished game, or how far it has come: ask again until it is ready."""
        return await self._get(f"/api/tables/{code}/review", wire.ReviewView)

    async def line(self, code: str, row: int) -> wire.LineView:
        """Return the better line of a mistake, a row of a review that is ready."""
        return await self._get(f"/api/tables/{code}/review/{row}/line", wire.LineView)

    async def join(
        self, code: str, name: str | None = None, seat: int | None = None, restore: str | None = None
    ) -> wire.Seated:
        """Take a seat, or with a restore code your own."""
        return await self._post(f"/api/tables/{code}/join", wire.Seated, wire.JoinTable(name, seat, restore))

    async def leave(self, code: str, seat: int | None = None) -> wire.TableView:
        """Get up."""
        return await self._post(f"/api/tables/{code}/leave", wire.TableView, wire.OfSeat(seat))

    async def resign(self, code: str, seat: int | None = None) -> wire.TableView:
        """Resign for good."""
        return await self._post(f"/api/tables/{code}/resign", wire.TableView, wire.OfSeat(seat))

    async def agree(self, code: str, seat: int | None = None, *, agree: bool = True) -> wire.TableView:
        """Agree to end."""
        return await self._post(f"/api/tables/{code}/agree", wire.TableView, wire.Agree(agree, seat))

    async def pause(self, code: str, asked: wire.AskPause) -> wire.TableView:
        """Ask for a pause, agree to it, refuse or withdraw it, or end it."""
        return await self._post(f"/api/tables/{code}/pause", wire.TableView, asked)

    async def take_back(self, code: str, asked: wire.AskBack) -> wire.TableView:
        """Ask to take back your last decision, agree to that, or refuse or withdraw it."""
        return await self._post(f"/api/tables/{code}/back", wire.TableView, asked)

    async def days_off(self, asked: wire.TakeDaysOff) -> wire.DaysOffView:
        """Take days off, or give back those that have not begun."""
        return await self._post("/api/days-off", wire.DaysOffView, asked)

    async def rematch(self, code: str) -> wire.Seated:
        """Agree to play again with the same people: the new table once all of them do, until then this one."""
        return msgspec.json.decode(await self.request("POST", f"/api/tables/{code}/rematch"), type=wire.Seated)

    async def fork(self, code: str, seq: int, seats: list[wire.SeatPlan] | None = None) -> wire.Seated:
        """Play on from a moment."""
        return await self._post(f"/api/tables/{code}/fork", wire.Seated, wire.ForkTable(seq, seats))

    async def change_seat(self, code: str, seat: int, asked: wire.ChangeSeat) -> wire.Seated:
        """Hand a seat over, or reissue its restore code."""
        return await self._post(f"/api/tables/{code}/seats/{seat}", wire.Seated, asked)

    async def delete(self, code: str) -> None:
        """Delete your own table."""
        await self.request("POST", f"/api/tables/{code}/delete")

    async def moderate(self, code: str, asked: wire.Moderate) -> wire.TableView:
        """Mute a person, remove a watcher, or close the chat to watchers, as the table's owner."""
        return await self._post(f"/api/tables/{code}/moderate", wire.TableView, asked)

    async def report(self, code: str, lines: list[int], reason: str = "") -> int:
        """Report lines of chat to the server's host; return the report's number."""
        body = wire.Report(lines, reason)
        return (await self._post(f"/api/tables/{code}/report", wire.Reported, body)).report

    # --- bots ---------------------------------------------------------------------------------------------------------

    async def bot_tokens(self) -> list[wire.BotTokenView]:
        """List your bot tokens."""
        return (await self._get("/api/bots", wire.BotTokenList)).tokens

    async def make_bot_token(self, asked: wire.MakeBotToken) -> wire.MadeBotToken:
        """Make a bot token; its secret is shown this once."""
        return await self._post("/api/bots", wire.MadeBotToken, asked)

    async def revoke_bot_token(self, number: str) -> None:
        """Revoke a bot token by its id."""
        await self.request("POST", f"/api/bots/{number}/revoke")

    async def connect_bot(self, code: str, token: str, name: str | None = None, seat: int | None = None) -> wire.Seated:
        """Take a seat for the bot of a token, or the seat it has at this table already."""
        return await self._post(f"/api/tables/{code}/bot", wire.Seated, wire.ConnectBot(token, name, seat))

    # --- play ---------------------------------------------------------------------------------------------------------

    def sit(self, code: str, have: int = 0, lang: wire.Language = "en") -> TableSocket:
        """Open a socket to a table: `async with client.sit(code) as seat:`."""
        scheme = self.url.replace("http", "ws", 1)
        return TableSocket(f"{scheme}/api/tables/{code}/socket", self.token, have, lang)
