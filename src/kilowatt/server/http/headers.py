"""Headers of every answer, by its path: what a page may do, and who may show it."""

from __future__ import annotations

from kilowatt.server.site.policy import POLICY as SITE_POLICY

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; media-src 'self' data:; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
PERMISSIONS = ", ".join(
    f"{feature}=()"
    for feature in (
        "accelerometer",
        "browsing-topics",
        "camera",
        "display-capture",
        "geolocation",
        "gyroscope",
        "hid",
        "magnetometer",
        "microphone",
        "midi",
        "payment",
        "serial",
        "usb",
    )
)
"""Features of the browser that the page never uses, and that nothing running in it may use."""
HEADERS = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", PERMISSIONS.encode()),
]
EMBED = "/embed/"
"""Pages that other sites may show in a frame: without scripts, and without the device's cookie."""
EMBED_POLICY = (
    "default-src 'none'; img-src 'self'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *"
)
EMBED_HEADERS = [
    (b"content-security-policy", EMBED_POLICY.encode()),
    *[pair for pair in HEADERS if pair[0] not in (b"content-security-policy", b"x-frame-options")],
]
PICTURE = "/picture/"
PICTURE_HEADERS = [
    *[pair for pair in HEADERS if pair[0] != b"cross-origin-resource-policy"],
    (b"cross-origin-resource-policy", b"cross-origin"),
]
OFFLINE = "/offline/"
"""The game without a server, as files. Python runs in these pages alone: they have the policy of a site."""
OFFLINE_HEADERS = [
    (b"content-security-policy", f"{SITE_POLICY}; frame-ancestors 'none'".encode()),
    *[pair for pair in HEADERS if pair[0] != b"content-security-policy"],
]
BY_PATH = ((EMBED, EMBED_HEADERS), (PICTURE, PICTURE_HEADERS), (OFFLINE, OFFLINE_HEADERS))


def headers_of(path: str) -> list[tuple[bytes, bytes]]:
    """Return a new list of the headers that every answer at a path has."""
    # the router drops a slash at the end of a path
    path = f"{path.removesuffix('/')}/"
    return list(next((headers for begin, headers in BY_PATH if path.startswith(begin)), HEADERS))
