"""The server: its parts put together, started and stopped in order."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from kilowatt.editions.registry import read_all
from kilowatt.host import timekeeping
from kilowatt.server import retention
from kilowatt.server.admission import Admission
from kilowatt.server.game.card_check import misfit
from kilowatt.server.game.installed_cards import files, problem_of
from kilowatt.server.groups.group_chat import GroupChats
from kilowatt.server.groups.group_tables import GroupTables
from kilowatt.server.groups.group_view import GroupViews
from kilowatt.server.groups.groups import Groups
from kilowatt.server.groups.recorder import Recorder
from kilowatt.server.groups.wishes import GroupWishes
from kilowatt.server.limits import Limits
from kilowatt.server.monitoring.bursts import LoopErrors
from kilowatt.server.monitoring.loop_monitor import LoopMonitor
from kilowatt.server.monitoring.metrics import Metrics
from kilowatt.server.notifications.sender import Sender
from kilowatt.server.pictures.painter import Painter
from kilowatt.server.pictures.picture_cache import PictureCache
from kilowatt.server.profiles.days_off import DaysOff
from kilowatt.server.profiles.known import KnownDevices
from kilowatt.server.profiles.passkeys import Passkeys
from kilowatt.server.profiles.profiles import Profiles
from kilowatt.server.profiles.signing import Signing
from kilowatt.server.ratings.rater import Rater
from kilowatt.server.settings import Settings, database_file
from kilowatt.server.store import downtime, facts, upgrade
from kilowatt.server.store.file_lock import FileLock
from kilowatt.server.store.notify import Listener
from kilowatt.server.store.store import Store, make_engine
from kilowatt.server.store.trouble import kind_of
from kilowatt.server.store.writer import StoreDown
from kilowatt.server.tables.actions.agreements import Agreements
from kilowatt.server.tables.actions.driver import Driver
from kilowatt.server.tables.actions.forking import Forking
from kilowatt.server.tables.actions.handover import Handover
from kilowatt.server.tables.actions.importing import Importing
from kilowatt.server.tables.actions.joining import Joining
from kilowatt.server.tables.actions.leaving import Leaving
from kilowatt.server.tables.actions.making import Making
from kilowatt.server.tables.actions.moderation import Moderator
from kilowatt.server.tables.actions.moves import Moves
from kilowatt.server.tables.actions.moving import Moving
from kilowatt.server.tables.actions.new_tables import NewTables
from kilowatt.server.tables.actions.orders import Ordering
from kilowatt.server.tables.actions.outside_bots import OutsideBots
from kilowatt.server.tables.actions.rematching import Rematching
from kilowatt.server.tables.actions.replanning import Replanning
from kilowatt.server.tables.actions.shared_boards import Boards
from kilowatt.server.tables.actions.sheets import Sheets
from kilowatt.server.tables.actions.steps import Steps
from kilowatt.server.tables.actions.undos import Undos
from kilowatt.server.tables.reading.hints import Hints
from kilowatt.server.tables.reading.reviews import Reviews
from kilowatt.server.tables.room.following import Follower
from kilowatt.server.tables.room.loading import Loader
from kilowatt.server.tables.room.presence import Presence
from kilowatt.server.tables.room.registry import Registry
from kilowatt.server.tables.room.sweeping import Sweeper
from kilowatt.server.tables.room.transactions import Transactions
from kilowatt.server.tables.use_cases import UseCases
from kilowatt.server.tasks import Tasks
from kilowatt.server.thinking.pool import Thinker
from kilowatt.server.thinking.trials import Trials
from kilowatt.server.tournaments.rounds import Rounds
from kilowatt.server.tournaments.tournaments import Tournaments
from kilowatt.server.workers import Workers

log = logging.getLogger("kilowatt.server")
WAIT_FOR_DATABASE = 30
RETAIN_EVERY = 300.0
READY_FOR = 1.0
"""Seconds for which an answer about readiness holds: each look writes a row."""


class Server:
    """One server process."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.metrics = Metrics()
        self.limits = Limits(settings.limits, self.metrics)
        file = database_file(settings.database_url)
        self.lock = FileLock(file) if file is not None else None
        self.engine = make_engine(settings.database_url)
        self.store = Store(self.engine, self.metrics)
        self.limits.shared = self.store.writer.notifies
        self.thinker = Thinker(settings.processes, self.metrics)
        self.workers = Workers(self.metrics)
        self.painter = Painter(self.metrics)
        self.tasks = Tasks()
        loader = Loader(self.store, self.workers, self.metrics)
        steps = Steps(Transactions(loader))
        driver = Driver(steps, loader, self.thinker, self.tasks, settings)
        self.registry = Registry(loader, driver.kick, self.tasks, settings)
        self.follower = Follower(self.registry)
        self.sweeper = Sweeper(self.registry, self.follower)
        self.presence = Presence(self.registry)
        self.boards = Boards(self.registry)
        self.trials = Trials(self.thinker, self.tasks, self.limits.fits)
        self.tables = self._use_cases(steps)
        steps.game_over = self.tables.reviews.game_over
        self.pictures: PictureCache[tuple[str, int, int]] = PictureCache()
        self.qr_codes: PictureCache[str] = PictureCache()
        self.known = KnownDevices(self.store, self.registry.disconnect)
        self.profiles = Profiles(self.registry, self.known)
        self.signing = Signing(self.profiles)
        self.passkeys = Passkeys(self.signing)
        self.groups = Groups(self.store)
        self.days_off = DaysOff(self.registry, steps)
        self.admission = Admission(self.store, settings)
        self.admission.is_bot = self.tables.outside_bots.plays
        self.group_tables = GroupTables(self.store, self.tables.making)
        self.group_views = GroupViews(self.store)
        self.group_chats = GroupChats(self.store)
        self.group_wishes = GroupWishes(self.store)
        self.recorder = Recorder(self.store, settings.sweep)
        self.rounds = Rounds(self.registry)
        self.tournaments = Tournaments(self.store, self.rounds)
        self.rater = Rater(self.store, settings.sweep)
        self.sender = Sender(self.store, self.metrics, settings)
        self.loop_monitor = LoopMonitor(self.metrics)
        self.listener: Listener | None = None
        self._readiness: tuple[float, str | None] = (-READY_FOR, None)
        self._listening: asyncio.Task[None] | None = None

    def _use_cases(self, steps: Steps) -> UseCases:
        registry, new = self.registry, NewTables(self.registry)
        return UseCases(
            Moves(registry, steps),
            Undos(registry, steps),
            Ordering(registry, steps),
            Joining(registry, steps),
            Leaving(registry, steps),
            Handover(registry, steps, self.presence),
            Moderator(registry, steps),
            Making(new, self.boards),
            Forking(new),
            Importing(new),
            Rematching(new, steps),
            Hints(self.thinker),
            Reviews(registry, self.thinker, self.limits.fits),
            Replanning(registry, steps, self.boards),
            Sheets(registry, steps),
            OutsideBots(registry, steps),
            Agreements(registry, steps),
            Moving(new, steps),
        )

    def _report_cards(self) -> None:
        """Write installed cards that are refused, or fit no game, to the log."""
        for path in files(self.settings.cards):
            if not problem_of(path) and (problem := misfit(path)):
                log.warning("cards refused", extra={"fields": {"why": problem}})

    async def start(self) -> None:
        """Lock and migrate the database and begin."""
        asyncio.get_running_loop().set_exception_handler(LoopErrors(log))
        if self.lock is not None:
            self.lock.acquire()
        # read when first asked for, each would hold up everybody who is served then
        await asyncio.to_thread(read_all)
        await self._migrate()
        gap = await downtime.excuse(self.engine)
        if gap:
            log.info("no clock ran while no server did", extra={"fields": {"seconds": round(gap)}})
        self.registry.address_key = await facts.address_key(self.engine, timekeeping.now())
        self.store.start()
        if self.admission.closed:
            await self.admission.start()
        await self.sender.start()
        await self.known.load()
        if self.engine.dialect.name == "postgresql":
            self.listener = Listener(
                self.settings.database_url, self.store.writer.name, self.follower, self.known, self.limits, self.metrics
            )
            self._listening = asyncio.create_task(self.listener.run(), name="listen")
        self.tasks.spawn(self.sweeper.run(), "sweep")
        self.loop_monitor.start()
        self.tasks.spawn(self.loop_monitor.measure(), "loop monitor")
        self.tasks.spawn(self._beat(), "beat")
        self.tasks.spawn(self.presence.run(), "presence")
        self.tasks.spawn(self.tables.outside_bots.run(), "bot tokens")
        self.tasks.spawn(self._retain(), "retention")
        self.tasks.spawn(self.sender.run(), "sender")
        self.tasks.spawn(self.rater.run(), "rater")
        self.tasks.spawn(self.recorder.run(), "recorder")
        self.tasks.spawn(self.rounds.run(), "rounds")
        await asyncio.to_thread(self._report_cards)
        log.info("started", extra={"fields": {"database": self.engine.dialect.name}})

    async def _migrate(self) -> None:
        for attempt in range(WAIT_FOR_DATABASE):
            try:
                await upgrade.upgrade(self.engine)
            except upgrade.UnknownRevision as error:
                log.error("unknown database revision", extra={"fields": {"why": str(error)}})  # noqa: TRY400 - says it all
                raise
            except (OSError, SQLAlchemyError) as error:
                if attempt + 1 == WAIT_FOR_DATABASE:
                    raise
                log.warning("waiting for the database", extra={"fields": {"why": type(error).__name__}})
                await asyncio.sleep(1)
            else:
                return

    async def _beat(self) -> None:
        """Write every few seconds that a server runs, so that the next one knows since when none did."""
        while True:
            await asyncio.sleep(downtime.BEAT)
            with contextlib.suppress(StoreDown):
                await self.store.writer.call(downtime.beat)

    async def _retain(self) -> None:
        """Look every few minutes whether a retention run is due."""
        while True:
            await asyncio.sleep(RETAIN_EVERY)
            try:
                done = await retention.run_if_due(self.store, self.settings)
            except StoreDown:
                continue
            except Exception:
                # a run that stops for good would let the database grow without anybody noticing
                log.exception("the retention run failed")
                continue
            if done is not None:
                self.metrics.count("packed", done.packed)
                log.info("retention run", extra={"fields": msgspec.structs.asdict(done)})

    async def stop(self) -> None:
        """Finish what has been begun and close."""
        if self._listening is not None:
            self._listening.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._listening
        self.loop_monitor.stop()
        self.registry.close()
        await self.tasks.stop()
        await self.sender.stop()
        self.workers.stop()
        await self.thinker.stop()
        await self.painter.stop()
        await self.presence.flush()
        with contextlib.suppress(StoreDown):
            await self.store.writer.call(downtime.beat)
        await self.store.stop()
        if self.lock is not None:
            self.lock.release()
        log.info("stopped")

    async def not_ready(self) -> str | None:
        """Return why this process cannot serve, or None; asked often, it looks only every `READY_FOR` seconds."""
        at, reason = self._readiness
        if time.monotonic() - at > READY_FOR:
            reason = await self._why_not_ready()
            self._readiness = (time.monotonic(), reason)
        return reason

    async def _why_not_ready(self) -> str | None:
        if not await self.store.reachable():
            return "the database does not answer"
        try:
            at = await upgrade.current(self.engine)
        except (OSError, SQLAlchemyError):
            return "the database does not answer"
        if at != upgrade.head():
            return f"the database is at revision {at}, not {upgrade.head()}"
        error = await facts.unwritable(self.engine, timekeeping.now())
        if error is not None:
            self.store.writer.trouble.report("checking readiness", error)
            return f"the database does not take writes ({kind_of(error)})"
        return None
