"""Profiles: a reserved name, the devices of one person, and how another device signs in."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from kilowatt.editions.bounds import check_plain
from kilowatt.protocol.fields import Name, Secret, Wire

PASSKEY_LONGEST, PASSKEY_PARTS = 4096, 60
Label = Annotated[str, msgspec.Meta(max_length=40)]
DeviceId = Annotated[str, msgspec.Meta(min_length=1, max_length=32)]


class Retention(msgspec.Struct):
    """How many days this server keeps what nobody visits; 0 is for good."""

    unfinished: float
    """A table in play or waiting, until it is packed without its chat."""
    finished: float
    """A finished table, until it is packed; a group that no member opens, until it is deleted."""
    packed: float
    """A packed table, until it is deleted."""
    reports: float
    """A report to the host, until it is deleted."""


class Reserve(Wire):
    """Reserve a name on this server. Some hosts ask for an invitation."""

    name: Name
    invitation: Secret | None = None


class SetProfile(Wire):
    """Switch something of your profile on or off; what is not named stays."""

    rated: bool | None = None
    """Agree to be rated: your rating is listed under the reserved name."""
    public: bool | None = None
    """Have a page that everybody can open."""


class EnterByCode(Wire):
    """Sign this device in by a code that another one shows, or by a recovery code."""

    code: Secret
    label: Label = ""
    profile: Name | None = None
    """The name of the profile that is meant. Without it nothing is done, and the refusal `sign_in_as` names it."""


class OfDevice(Wire):
    """A device or passkey of your profile, by its id in the list."""

    id: DeviceId


class PasskeyAnswer(Wire):
    """What the browser's passkey answered, as `PublicKeyCredential.toJSON()` gives it."""

    credential: dict[str, Any]
    label: Label = ""

    def __post_init__(self) -> None:
        """Bound the answer: its texts, its depth and its number of parts."""
        check_plain(self.credential, "credential", PASSKEY_LONGEST, PASSKEY_PARTS)


class DeviceRow(msgspec.Struct):
    """A device, or a passkey. The device that the profile was made on has no label."""

    label: str
    at: str
    here: bool = False
    id: str = ""


class ProfileView(msgspec.Struct):
    """This person's profile. Without a name there is none yet; everything works without."""

    name: str | None
    devices: list[DeviceRow]
    passkeys: list[DeviceRow]
    recovery_left: int
    further: bool
    """This device was signed in from another one."""
    invitation: bool
    """A new profile needs an invitation of the server's host."""
    rated: bool = False
    public: bool = False
    undo: str | None = None
    """Until when this device can undo its sign-in, which gives back what it brought along."""


class Reserved(msgspec.Struct):
    """The profile, and the recovery codes of a new one. They are shown this once."""

    profile: ProfileView
    recovery: list[str]


class SignInCode(msgspec.Struct):
    """A code for one other device, good for so many seconds."""

    code: str
    seconds: int


class Deleted(msgspec.Struct):
    """How many seats were given up."""

    seats: int


class ShowInvitation(Wire):
    """The word by which a host invites people to a closed server."""

    invitation: Annotated[str, msgspec.Meta(min_length=1, max_length=128)]


class AdmissionView(msgspec.Struct):
    """Whether an invitation is needed for everything here, and whether this device has shown it."""

    closed: bool
    invited: bool
