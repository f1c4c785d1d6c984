"""Answers that the page shows before Python has started in it: what there is to play, as the host itself says it."""

from __future__ import annotations

import json
from typing import Any

from kilowatt.host.local import LocalHost

LANGUAGES = ("en", "de")
PATHS = (
    "/api/rulesets",
    "/api/levels",
    "/api/challenges",
    *(f"/api/tables?filter={name}" for name in ("mine", "open", "watch")),
)


def early_answers() -> dict[str, Any]:
    """Return the answers by language and path."""
    host = LocalHost()
    answers: dict[str, Any] = {}
    for path in PATHS:
        bodies = {}
        for language in LANGUAGES:
            status, body = host.request("GET", path, b"", language=language)
            if status != 200:  # noqa: PLR2004
                raise ValueError(f"{path}: {status}")
            bodies[language] = json.loads(body)
        if bodies["en"] == bodies["de"]:
            answers[path] = bodies["en"]
        else:
            answers |= {f"{language} {path}": body for language, body in bodies.items()}
    return answers
