"""Passkeys (WebAuthn): a person signs in on another device with what their devices share. Built on `webauthn`.

Challenges live in this process's memory for a few minutes, bound to the device that asked.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from sqlalchemy import func, insert, select, update
from webauthn import (
    base64url_to_bytes,
    generate_authentication_options,
    generate_registration_options,
    options_to_json,
    verify_authentication_response,
    verify_registration_response,
)
from webauthn.helpers import bytes_to_base64url
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from kilowatt.host import timekeeping
from kilowatt.host.errors import Denied
from kilowatt.server.store import shape
from kilowatt.server.store.writer import Conflict

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

    from kilowatt.server.profiles.signing import Signing

SECONDS = 300.0
WAITING_MOST = 1000
"""Challenges at once; the oldest go first."""
PASSKEYS_MOST = 10


class Passkeys:
    """Registers passkeys and recognises people by them."""

    def __init__(self, signing: Signing) -> None:
        self.signing = signing
        self.store = signing.store
        self._challenges: dict[str, tuple[bytes, float]] = {}

    def _ask(self, device: str, challenge: bytes) -> None:
        self._challenges.pop(device, None)
        self._challenges[device] = (challenge, time.monotonic())
        while len(self._challenges) > WAITING_MOST:
            del self._challenges[next(iter(self._challenges))]

    def _asked(self, device: str) -> bytes:
        challenge, at = self._challenges.pop(device, (b"", -SECONDS))
        if time.monotonic() - at > SECONDS:
            raise Denied("bad_passkey")
        return challenge

    async def begin_register(self, own: str, main: str, host: str) -> str:
        """Return what the browser needs to make a passkey."""
        person = await self.signing.profiles.of(main)
        profile, keys = person.profile, person.passkeys
        if profile is None:
            raise Denied("no_profile")
        if len(keys) >= PASSKEYS_MOST:
            raise Denied("too_many_devices", most=PASSKEYS_MOST)
        options = generate_registration_options(
            rp_id=host,
            rp_name="Kilowatt",
            user_id=bytes.fromhex(main),
            user_name=profile.name,
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement.PREFERRED
            ),
            exclude_credentials=[PublicKeyCredentialDescriptor(id=base64url_to_bytes(key["id"])) for key in keys],
        )
        self._ask(own, options.challenge)
        return options_to_json(options)

    async def register(self, own: str, main: str, host: str, origin: str, answer: dict[str, Any], label: str) -> None:
        """Keep the passkey that the browser made."""
        try:
            made = verify_registration_response(
                credential=answer, expected_challenge=self._asked(own), expected_rp_id=host, expected_origin=origin
            )
        except WebAuthnException:
            raise Denied("bad_passkey") from None
        row = {
            "id": bytes_to_base64url(made.credential_id),
            "main": main,
            "key": made.credential_public_key,
            "count": made.sign_count,
            "label": label[:40],
            "at": timekeeping.now(),
        }

        async def work(connection: AsyncConnection) -> None:
            held = select(func.count()).select_from(shape.passkeys).where(shape.passkeys.c.main == main)
            if (await connection.execute(held)).scalar_one() >= PASSKEYS_MOST:
                raise Denied("too_many_devices", most=PASSKEYS_MOST)
            await connection.execute(insert(shape.passkeys), row)

        try:
            await self.store.writer.call(work)
        except Conflict:
            # this passkey is somebody's already
            raise Denied("bad_passkey") from None

    def begin_enter(self, own: str, host: str) -> str:
        """Return what the browser needs to show one of its passkeys."""
        options = generate_authentication_options(rp_id=host, user_verification=UserVerificationRequirement.PREFERRED)
        self._ask(own, options.challenge)
        return options_to_json(options)

    async def enter(self, own: str, host: str, origin: str, answer: dict[str, Any], label: str) -> None:
        """Sign a device in whose person has shown a passkey."""
        challenge = self._asked(own)
        name = str(answer.get("id", ""))[:512]
        async with self.store.reading() as connection:
            query = select(shape.passkeys).where(shape.passkeys.c.id == name)
            row = (await connection.execute(query)).mappings().first()
        if row is None:
            raise Denied("bad_passkey")
        try:
            shown = verify_authentication_response(
                credential=answer,
                expected_challenge=challenge,
                expected_rp_id=host,
                expected_origin=origin,
                credential_public_key=row["key"],
                credential_current_sign_count=row["count"],
            )
        except WebAuthnException:
            raise Denied("bad_passkey") from None
        keys = shape.passkeys
        await self.store.writer.call(
            lambda connection: connection.execute(
                update(keys).where(keys.c.id == name).values(count=shown.new_sign_count)
            )
        )
        await self.signing.link(own, row["main"], label)
