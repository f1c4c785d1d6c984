"""Structured logs: one JSON object per line on the error output. No cookie, no restore code, no body and no query.

Every line that belongs to a request or a socket has its `request`, a random id that the answer carries as X-Request-Id.
"""

from __future__ import annotations

import logging
import secrets
import sys
from contextvars import ContextVar
from typing import Any

import msgspec

from kilowatt.host.timekeeping import iso

_request: ContextVar[str] = ContextVar("request", default="")


def begin_request() -> str:
    """Set the id of a new request for this task and whatever it starts, and return it."""
    name = secrets.token_hex(6)
    _request.set(name)
    return name


class JsonLines(logging.Formatter):
    """Writes a log record as a JSON object."""

    def format(self, record: logging.LogRecord) -> str:
        """Write one line."""
        line: dict[str, Any] = {
            "at": iso(record.created),
            "level": record.levelname.lower(),
            "of": record.name,
            "what": record.getMessage(),
        }
        request = _request.get()
        if request:
            line["request"] = request
        fields = getattr(record, "fields", None)
        if isinstance(fields, dict):
            line.update(fields)
        if record.exc_info and record.exc_info[0] is not None:
            # the place and the kind of the error; its text may quote what a client sent
            line["error"] = record.exc_info[0].__name__
            line["where"] = _places(record.exc_info[2])
        return msgspec.json.encode(line, enc_hook=str).decode()


def _places(trace: Any) -> list[str]:  # noqa: ANN401 - a traceback
    places: list[str] = []
    while trace is not None:
        code = trace.tb_frame.f_code
        places.append(f"{code.co_filename.rsplit('/', 1)[-1]}:{trace.tb_lineno} {code.co_name}")
        trace = trace.tb_next
    return places[-12:]


def install(level: str) -> None:
    """Send everything the server logs through here."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    for name in ("kilowatt", "uvicorn.error", "litestar"):
        logger = logging.getLogger(name)
        logger.handlers[:] = [handler]
        logger.setLevel(level)
        logger.propagate = False
    # at debug level these log statements and frames with what is in them, secrets included
    for name in ("uvicorn", "uvicorn.error", "aiosqlite", "asyncio", "sqlalchemy", "alembic", "websockets"):
        logging.getLogger(name).setLevel(logging.WARNING)
