"""Mail over the host's SMTP server. Blocking, so it runs in a thread; knows nothing of turns."""

from __future__ import annotations

import re
import smtplib
import ssl
from email.message import EmailMessage
from email.policy import EmailPolicy
from email.utils import formatdate
from urllib.parse import unquote, urlsplit

SECONDS = 20.0
ADDRESS = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63})+")
ADDRESS_MOST = 254


class _Policy(EmailPolicy):
    """Writes an address in a header as it is: folded or encoded, a mail program does not understand it (RFC 2369)."""

    def fold(self, name: str, value: str) -> str:
        """Write a header."""
        if name.lower() == "list-unsubscribe":
            return f"{name}: {value}{self.linesep}"
        return str(super().fold(name, value))

    def fold_binary(self, name: str, value: str) -> bytes:
        """Write a header as bytes."""
        if name.lower() == "list-unsubscribe":
            return self.fold(name, value).encode("ascii")
        return bytes(super().fold_binary(name, value))


POLICY = _Policy(linesep="\r\n")
LOOPBACK = ("localhost", "127.0.0.1", "::1")


def is_address(text: str) -> bool:
    """Return whether this has the form of a mail address."""
    return len(text) <= ADDRESS_MOST and ADDRESS.fullmatch(text) is not None


def compose(
    sender: str, to: str, parts: tuple[str, str, str], message_id: str, now: float, unsubscribe: str | None = None
) -> EmailMessage:
    """Write a mail of subject, plain text and HTML; `unsubscribe` is where one press in a mail program ends them."""
    subject, plain, html = parts
    mail = EmailMessage(policy=POLICY)
    mail["From"] = sender
    mail["To"] = to
    mail["Subject"] = subject
    mail["Date"] = formatdate(now)
    mail["Message-ID"] = message_id
    mail["Auto-Submitted"] = "auto-generated"
    if unsubscribe is not None:
        mail["List-Unsubscribe"] = f"<{unsubscribe}>"
        mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    mail.set_content(plain)
    mail.add_alternative(html, subtype="html")
    return mail


def mailbox(address: str) -> str:
    """Return the mailbox that an address leads to: letter case and what follows a plus make no other one."""
    local, _, domain = address.casefold().rpartition("@")
    return f"{local.partition('+')[0]}@{domain}"


def deliver(url: str, mail: EmailMessage) -> None:
    """Hand a mail to the SMTP server of a URL. A password is sent only over TLS, or within this machine."""
    parts = urlsplit(url)
    host = parts.hostname or "localhost"
    trusted = ssl.create_default_context()
    if parts.scheme == "smtps":
        server: smtplib.SMTP = smtplib.SMTP_SSL(host, parts.port or 465, timeout=SECONDS, context=trusted)
    else:
        server = smtplib.SMTP(host, parts.port or 587, timeout=SECONDS)
    with server:
        server.ehlo()
        safe = parts.scheme == "smtps"
        if not safe and server.has_extn("starttls"):
            server.starttls(context=trusted)
            server.ehlo()
            safe = True
        if parts.username:
            if not safe and host not in LOOPBACK:
                raise smtplib.SMTPNotSupportedError("the SMTP server offers no TLS")
            server.login(unquote(parts.username), unquote(parts.password or ""))
        server.send_message(mail)
