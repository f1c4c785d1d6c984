"""Boards on a server: shared by the hash of their data, shown, deleted, and put into the options of tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from kilowatt.editions.board_file import board_id, plain
from kilowatt.editions.parts import BOARD
from kilowatt.host import timekeeping
from kilowatt.host.errors import Denied
from kilowatt.host.names import clean
from kilowatt.host.timekeeping import iso
from kilowatt.host.workshop import read
from kilowatt.protocol import GalleryBoard, GalleryView, SharedBoard, SharedBoards, SharedBoardView
from kilowatt.server.store import boards, reports
from kilowatt.server.store.boards import BoardRow

if TYPE_CHECKING:
    from kilowatt.server.store.quotas import Maker
    from kilowatt.server.tables.room.registry import Registry

BOARDS_PER_DEVICE = 30
BOARDS_PER_ADDRESS = 200
GALLERY_MOST = 100
"""Boards that the gallery shows, newest first."""


class Boards:
    """The boards people share on one server."""

    def __init__(self, registry: Registry) -> None:
        self.registry = registry
        self.store = registry.store
        self.sharing = registry.settings.boards

    async def share(self, data: dict[str, Any], maker: Maker) -> SharedBoard:
        """Keep a board under the hash of its data; shared again it is the same one."""
        if self.sharing == "off":
            raise Denied("sharing_off")
        board = read(data)
        body = plain(board)
        row = BoardRow(
            board_id(body),
            timekeeping.now(),
            maker.device,
            maker.address,
            board.title,
            msgspec.json.encode(body).decode(),
            self.sharing == "open",
        )
        known = await boards.get(self.store, row.id)
        if known is None:
            if self.registry.settings.limits > 0:
                own, near = await boards.counts(self.store, maker.device, maker.address)
                if own >= BOARDS_PER_DEVICE or near >= BOARDS_PER_ADDRESS:
                    raise Denied("too_many_boards", most=BOARDS_PER_DEVICE)
            await boards.add(self.store, row)
        return self._head(known or row, maker.device)

    async def mine(self, device: str) -> SharedBoards:
        """List what a device has shared."""
        return SharedBoards([self._head(row, device) for row in await boards.listed(self.store, device)])

    async def show(self, board: str, device: str) -> SharedBoardView:
        """Return a shared board; one that waits for approval only to its maker."""
        row = await self._row(board, device)
        return SharedBoardView(self._head(row, device), msgspec.json.decode(row.body))

    async def delete(self, board: str, device: str) -> None:
        """Delete a board that the device has shared. Tables made with it go on: they hold their own copies."""
        await self._own(board, device)
        await boards.remove(self.store, board)

    async def list_in_gallery(self, board: str, device: str, *, listed: bool) -> SharedBoard:
        """Show a board that the device has shared to everybody, or no longer; one that waits for approval waits on."""
        row = await self._own(board, device)
        if self.sharing == "off":
            raise Denied("sharing_off")
        await boards.show(self.store, board, listed=listed)
        row.listed = listed
        return self._head(row, device)

    async def gallery(self, device: str) -> GalleryView:
        """List the boards that their makers show to everybody; none where sharing is off."""
        rows = [] if self.sharing == "off" else await boards.gallery(self.store, GALLERY_MOST)
        return GalleryView([self._tile(row, device) for row in rows])

    async def report(self, board: str, reason: str, device: str) -> int:
        """Keep a report of a board of the gallery for the host; return its number."""
        row = await self._row(board, device)
        if not row.listed:
            raise Denied("no_board")
        self.registry.metrics.count("reports")
        return await reports.add_board(self.store, board, device, clean(reason), timekeeping.now())

    def _tile(self, row: BoardRow, device: str) -> GalleryBoard:
        areas = msgspec.json.decode(row.body)["area"]
        return GalleryBoard(self._head(row, device), sum(len(area["cities"]) for area in areas), len(areas))

    async def _own(self, board: str, device: str) -> BoardRow:
        row = await boards.get(self.store, board)
        if row is None:
            raise Denied("no_board")
        if row.device != device:
            raise Denied("not_your_board")
        return row

    async def with_board(self, options: dict[str, Any], device: str, *, public: bool) -> dict[str, Any]:
        """Put a shared board in the place of its address; a public table needs one that everybody may see."""
        own = options.get(BOARD)
        if own is None:
            return options
        if isinstance(own, str):
            row = await self._row(own, device)
            own = msgspec.json.decode(row.body)
            if public and not self._shown(row):
                raise Denied("board_private")
        else:
            own = plain(read(own))
            if public:
                known = await boards.get(self.store, board_id(own))
                if known is None or not self._shown(known):
                    raise Denied("board_private")
        return {**options, BOARD: own}

    async def _row(self, board: str, device: str) -> BoardRow:
        row = await boards.get(self.store, board)
        if row is None or (self.sharing == "off" and row.device != device):
            raise Denied("no_board")
        if not self._shown(row) and row.device != device:
            raise Denied("board_not_approved")
        return row

    def _shown(self, row: BoardRow) -> bool:
        return row.approved and self.sharing != "off"

    def _head(self, row: BoardRow, device: str) -> SharedBoard:
        return SharedBoard(row.id, row.title, iso(row.at), self._shown(row), row.device == device, row.listed)
