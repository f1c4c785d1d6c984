"""What goes wrong between a client and a server."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kilowatt.protocol import Problem, Refused


class ServerSaidNo(Exception):
    """The server refused: `code`, `rule` and `args` say why."""

    def __init__(self, answer: Problem | Refused, status: int = 0) -> None:
        super().__init__(f"{answer.code}: {answer.text}")
        self.code = answer.code
        self.text = answer.text
        self.rule = answer.rule
        self.details: dict[str, Any] = answer.args
        self.status = status


class Gone(Exception):
    """The connection is lost; `code` is the socket's closing code, 0 if there was none."""

    def __init__(self, code: int = 0) -> None:
        super().__init__(f"the connection is gone ({code})")
        self.code = code
