"""The sender: fills the outbox and sends what is due. Runs in every process; only the holder of the lease works."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
import secrets
import smtplib
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import msgspec
from sqlalchemy import insert

from kilowatt.host import timekeeping
from kilowatt.server.notifications import delivery, lease, mail, message, outbox, preferences, troubles, webpush
from kilowatt.server.notifications.events import TEST, URGENT
from kilowatt.server.notifications.judging import FAILED, SENT, WITHDRAWN, Item
from kilowatt.server.notifications.message import Fact
from kilowatt.server.notifications.outbox import TRIES_MOST
from kilowatt.server.notifications.preferences import MAIL, PUSH, Aim, Hook, Preference
from kilowatt.server.notifications.table_facts import facts_of
from kilowatt.server.notifications.targets import Paused, Targets
from kilowatt.server.store import facts, shape
from kilowatt.server.store.writer import Conflict, StoreDown

if TYPE_CHECKING:
    from email.message import EmailMessage

    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey
    from sqlalchemy.ext.asyncio import AsyncConnection

    from kilowatt.server.monitoring.metrics import Metrics
    from kilowatt.server.settings import Settings
    from kilowatt.server.store.store import Store

log = logging.getLogger("kilowatt.sender")
LEASE = "sender"
VAPID = "vapid"
MARGIN = 60.0
"""Seconds before the last look from which changes are looked at again: a commit may come late, a clock may differ."""
LOOKS_MOST = 40
"""Claims in one round, so that the lease is made longer and new turns are noticed in between."""
UNDER_WAY_MOST = 500
"""Messages that are under way, or wait for their targets, before no more are claimed."""
TIDY_EVERY = 3600.0
GONE = (404, 410)
AGAIN = (408, 425, 429)
OK, BAD, SERVER_ERROR = 200, 400, 500
LONGEST_TTL = 7 * 86400


class Gone(Exception):
    """The target exists no more: nothing is to be sent there again."""


class Refused(Exception):
    """The target does not take this message, and will not take it later either."""


class Later(Exception):
    """Try again later, perhaps after so many seconds."""

    def __init__(self, seconds: float | None = None) -> None:
        super().__init__()
        self.seconds = seconds


class Sender:
    """Sends notifications."""

    def __init__(self, store: Store, metrics: Metrics, settings: Settings) -> None:
        self.store = store
        self.metrics = metrics
        self.settings = settings
        self.key: EllipticCurvePrivateKey | None = None
        self.targets = Targets()
        self._looked = 0.0
        self._tidied = 0.0
        self._under_way: set[asyncio.Task[int]] = set()
        """Messages that are being sent, or wait for their turn at their target."""

    @property
    def name(self) -> str:
        """This process."""
        return self.store.writer.name

    @property
    def wanted(self) -> bool:
        """Whether the host has turned on anything that sends."""
        return bool(self.settings.push_contact or self.settings.smtp or self.settings.webhooks)

    def push_key(self) -> str | None:
        """Return the public key that browsers subscribe with; None where push is off."""
        return webpush.b64(webpush.point(self.key.public_key())) if self.key is not None else None

    async def start(self) -> None:
        """Read the key for push notifications; the first process on a database makes it."""
        if not self.settings.push_contact:
            return
        for _ in range(3):
            async with self.store.engine.connect() as connection:
                stored = await facts.get(connection, VAPID)
            if stored is not None:
                self.key = webpush.read_key(stored[1] or "")
                return
            values = {"name": VAPID, "at": timekeeping.now(), "text": webpush.new_key()}
            with contextlib.suppress(Conflict):
                await self.store.writer.call(lambda connection: connection.execute(insert(shape.facts), values))  # noqa: B023 - called at once

    async def run(self) -> None:
        """Look into the outbox again and again."""
        while self.wanted:
            await asyncio.sleep(max(0.02, self.settings.notify_every))
            try:
                await self.round(wait=False)
            except StoreDown:
                continue
            except Exception:
                # a sender that ends would leave every player without notice
                log.exception("sending failed")

    async def round(self, *, wait: bool = True) -> int:
        """Notice new turns and send what is due, if this process holds the lease; return how many were settled.

        Without `wait` messages to slow targets are still under way when it ends.
        """
        sent = looks = 0
        now = timekeeping.now()
        while looks < LOOKS_MOST and len(self._under_way) < UNDER_WAY_MOST:
            looks += 1
            if not await self._hold():
                return sent
            if looks == 1:
                since, self._looked = self._looked - MARGIN, now
                await self.store.writer.call(
                    lambda connection: outbox.fill(connection, since, self.settings.notify_after, now)  # noqa: B023 - called at once
                )
            items = await self.store.writer.call(
                lambda connection: outbox.claim(connection, self.name, self.settings.notify_after, timekeeping.now())
            )
            if not items:
                break
            sending = self._send_all(items)
            if wait:
                sent += sum(await asyncio.gather(*sending))
        if now - self._tidied > TIDY_EVERY:
            self._tidied = now
            await self.store.writer.call(lambda connection: outbox.tidy(connection, now))
        return sent

    async def _hold(self) -> bool:
        try:
            return await self.store.writer.call(
                lambda connection: lease.hold(connection, LEASE, self.name, timekeeping.now())
            )
        except Conflict:
            return False

    # --- sending ------------------------------------------------------------------------------------------------------

    def _send_all(self, items: list[Item]) -> list[asyncio.Task[int]]:
        groups: dict[str, list[Item]] = {}
        for item in items:
            groups.setdefault(item.batch or "", []).append(item)
        sending = [asyncio.create_task(self._send(batch, group), name="notify") for batch, group in groups.items()]
        for task in sending:
            self._under_way.add(task)
            task.add_done_callback(self._under_way.discard)
        return sending

    async def stop(self) -> None:
        """Give up what is under way: the next sender takes it over."""
        for task in list(self._under_way):
            task.cancel()
        await asyncio.gather(*self._under_way, return_exceptions=True)

    async def _send(self, batch: str, items: list[Item]) -> int:
        """Send one message and write what became of it; whatever is wrong with it, the others go on."""
        try:
            return await self._sent(batch, items)
        except StoreDown:
            return 0
        except Exception:
            log.exception("a notification failed", extra={"fields": {"kind": items[0].kind}})
            with contextlib.suppress(StoreDown):
                await self._settle(items, FAILED)
            return len(items)

    async def _sent(self, batch: str, items: list[Item]) -> int:
        first = items[0]
        aim = await preferences.aim(self.store, first.kind, first.target or first.code)
        facts = await facts_of(self.store, items)
        if aim is None or not facts or not self.offers(first.kind):
            await self._settle(items, WITHDRAWN)
            return len(items)
        state = SENT
        try:
            await self._post(batch, aim, facts)
        except Paused as error:
            # not tried: it does not count
            return await self._put_back(aim, items, error.seconds, tried=False)
        except Later as error:
            return await self._put_back(aim, items, error.seconds)
        except (delivery.Unreached, smtplib.SMTPException, OSError):
            return await self._put_back(aim, items, None)
        except Gone:
            state = FAILED
            await self._failed(aim, troubles.GONE, "gone")
        except (Refused, delivery.BadTarget) as error:
            state = FAILED
            await self._failed(aim, troubles.REFUSED, str(error))
        else:
            await preferences.note(self.store, aim, None, timekeeping.now())
        await self._settle(items, state)
        return len(items)

    async def _failed(self, aim: Aim, why: str, text: str) -> None:
        """Log a delivery that failed for good, and keep it for the person concerned; what is gone is dropped."""
        log.warning("a notification was not delivered", extra={"fields": {"kind": aim.kind, "why": text}})
        await preferences.note(self.store, aim, why, timekeeping.now(), drop=why == troubles.GONE)

    async def _settle(self, items: list[Item], state: str) -> None:
        async def work(connection: AsyncConnection) -> None:
            for item in items:
                await outbox.settle(connection, item, state)

        await self.store.writer.call(work)
        self.metrics.count("notifications", len(items), kind=items[0].kind, state=state)

    async def _put_back(self, aim: Aim, items: list[Item], seconds: float | None, *, tried: bool = True) -> int:
        now = timekeeping.now()
        self.metrics.count("notifications", len(items), kind=items[0].kind, state="retried")

        async def work(connection: AsyncConnection) -> None:
            for item in items:
                if not tried:
                    await outbox.put_back(connection, item, now + (seconds or 0.0), tries=item.tries - 1)
                elif item.tries >= TRIES_MOST:
                    await outbox.settle(connection, item, FAILED)
                else:
                    await outbox.put_back(connection, item, now + max(seconds or 0.0, outbox.backoff(item.tries)))

        await self.store.writer.call(work)
        if tried and items[0].tries >= TRIES_MOST:
            self.metrics.count("notifications", len(items), kind=items[0].kind, state=FAILED)
            await self._failed(aim, troubles.UNREACHED, "no answer")
        return len(items)

    def offers(self, kind: str) -> bool:
        """Return whether the host has turned a way of messages on."""
        if kind == PUSH:
            return self.key is not None
        return bool(self.settings.smtp) if kind == MAIL else self.settings.webhooks

    async def _post(self, batch: str, aim: Aim, facts: list[Fact]) -> None:
        wish = aim.wish
        if isinstance(wish, Hook):
            await self._post_hook(batch, wish, facts)
        elif aim.kind == PUSH:
            await self._post_push(wish, facts)
        else:
            await self._post_mail(batch, wish, facts)

    async def _post_push(self, wish: Preference, facts: list[Fact]) -> None:
        assert wish.push is not None  # noqa: S101 - asked for by _post
        assert self.key is not None  # noqa: S101 - as above
        now = timekeeping.now()
        parts = urlsplit(wish.push.endpoint)
        main = message.first(facts)
        urgent = main.event in URGENT
        left = (main.until or now + LONGEST_TTL) - now if urgent else LONGEST_TTL
        body = webpush.encrypt(message.push(facts, self.settings.public_url, wish.language, wish.zone), wish.push)
        # a push service keeps the last message of a topic only: a repeat replaces what it repeats
        topic = main.code if urgent else f"{main.code} news"
        headers = {
            "authorization": webpush.authorization(
                self.key, f"{parts.scheme}://{parts.netloc}", self.settings.push_contact, now
            ),
            "content-encoding": "aes128gcm",
            "content-type": "application/octet-stream",
            "ttl": str(int(min(LONGEST_TTL, max(60.0, left)))),
            "urgency": "high" if urgent else "normal",
            "topic": hashlib.sha256(topic.encode()).hexdigest()[:32],
        }
        await self._request("POST", wish.push.endpoint, body, headers)

    async def _post_hook(self, batch: str, hook: Hook, facts: list[Fact]) -> None:
        base = self.settings.public_url
        body = msgspec.json.encode(message.hook(hook.kind, facts, base, hook.language, hook.zone, hook.mentions))
        # the same in every try, for receivers that drop repeats; chat services do not
        headers = {"content-type": "application/json", "idempotency-key": batch}
        await self._request("POST", hook.url, body, headers)

    async def _request(self, method: str, url: str, body: bytes, headers: dict[str, str]) -> None:
        host = urlsplit(url).netloc.lower()
        async with self.targets.turn(host):
            try:
                answer = await delivery.send(method, url, body, headers, private=self.settings.private_targets)
            except delivery.Unreached:
                self.targets.failed(host)
                raise
        if answer.status >= SERVER_ERROR:
            self.targets.failed(host)
        else:
            self.targets.succeeded(host)
        if answer.status in GONE:
            raise Gone
        if answer.status in AGAIN or answer.status >= SERVER_ERROR:
            raise Later(answer.retry_after)
        if not OK <= answer.status < BAD - 100:
            raise Refused(f"status {answer.status}")

    async def _post_mail(self, batch: str, wish: Preference, facts: list[Fact]) -> None:
        base, now = self.settings.public_url, timekeeping.now()
        parts = message.mail(facts, base, wish.language, wish.zone, f"{base}/mail#stop={wish.mail_key}")
        unsubscribe = f"{base}/api/notifications/unsubscribe/{wish.mail_key}"
        message_id = f"<{batch}@{urlsplit(base).hostname}>"
        sent = mail.compose(self.settings.mail_from, wish.mail or "", parts, message_id, now, unsubscribe)
        await self.deliver(sent)

    async def deliver(self, sent: EmailMessage) -> None:
        """Hand a mail to the host's SMTP server; an address it refuses for good is `Refused`."""
        try:
            await asyncio.to_thread(mail.deliver, self.settings.smtp, sent)
        except smtplib.SMTPRecipientsRefused as error:
            codes = [code for code, _ in error.recipients.values()]
            if all(code >= SERVER_ERROR for code in codes):
                raise Refused("the address was refused") from None
            raise

    async def confirm(self, wish: Preference) -> None:
        """Ask by mail whether an address is right; a question that fails is counted and kept for its person."""
        base, now = self.settings.public_url, timekeeping.now()
        parts = message.confirmation(base, wish.mail_key or "", wish.language)
        message_id = (
            f"<confirm-{hashlib.sha256((wish.mail_key or '').encode()).hexdigest()[:32]}@{urlsplit(base).hostname}>"
        )
        why: str | None = None
        try:
            await self.deliver(mail.compose(self.settings.mail_from, wish.mail or "", parts, message_id, now))
        except (Refused, smtplib.SMTPException, OSError) as error:
            why = troubles.REFUSED if isinstance(error, Refused) else troubles.UNREACHED
            log.warning("a mail could not be sent", extra={"fields": {"why": type(error).__name__}})
            await preferences.note_unconfirmed(self.store, wish, why, now)
        self.metrics.count("notifications", kind=MAIL, state="asked" if why is None else FAILED)

    async def test(self, aim: Aim) -> str | None:
        """Send a message now that only says that it arrived; return why not, as `troubles` names it, or None."""
        why: str | None = None
        fact = Fact(aim.target, "", "", "", 0, "", "", event=TEST)
        try:
            await self._post(f"test-{secrets.token_hex(8)}", aim, [fact])
        except Gone:
            why = troubles.GONE
        except (Refused, delivery.BadTarget):
            why = troubles.REFUSED
        except (Later, Paused, delivery.Unreached, smtplib.SMTPException, OSError):
            why = troubles.UNREACHED
        await preferences.note(self.store, aim, why, timekeeping.now(), drop=why == troubles.GONE)
        self.metrics.count("notifications", kind=aim.kind, state="test" if why is None else "test_failed")
        return why
