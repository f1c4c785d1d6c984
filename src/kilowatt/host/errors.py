"""What the server says no to, by code. Sentences are in `text/`; the rules' own refusals come from the engine."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kilowatt.protocol import Problem, Refused
from kilowatt.table.messages import LANGUAGES, sentence

if TYPE_CHECKING:
    from kilowatt.engine.refusals import Refusal
    from kilowatt.engine.rules import Rules

STATUS = {
    "no_table": 404,
    "not_found": 404,
    "no_ruleset": 404,
    "no_language": 404,
    "no_moment": 404,
    "no_such_seat": 404,
    "no_line": 404,
    "not_your_seat": 403,
    "no_seat": 403,
    "not_owner": 403,
    "muted": 403,
    "not_subscribed": 409,
    "not_offered": 403,
    "no_invitation": 403,
    "bad_invitation": 403,
    "closed": 403,
    "bad_code": 403,
    "bad_passkey": 403,
    "no_profile": 404,
    "name_reserved": 409,
    "too_many_devices": 409,
    "sign_in_as": 409,
    "merge_same_table": 409,
    "merge_rated": 409,
    "merge_hidden": 409,
    "no_sign_in": 409,
    "no_such_device": 404,
    "bad_link": 404,
    "watchers_muted": 403,
    "no_device": 403,
    "removed": 403,
    "bad_restore": 403,
    "foreign_origin": 403,
    "unknown_host": 421,
    "unknown_rules": 409,
    "not_allowed": 405,
    "needs_server": 501,
    "damaged": 409,
    "seat_taken": 409,
    "name_taken": 409,
    "not_a_watcher": 409,
    "already_seated": 409,
    "no_free_seat": 409,
    "seat_in_use": 409,
    "not_away_yet": 409,
    "not_absent": 409,
    "no_group": 404,
    "no_bot_token": 404,
    "bad_bot_token": 403,
    "bot_seat": 403,
    "too_many_bot_tokens": 409,
    "rated_outside": 409,
    "no_member": 404,
    "no_standing": 404,
    "no_season": 404,
    "no_next_round": 409,
    "no_tournament": 404,
    "no_open_table": 404,
    "not_organiser": 403,
    "not_entered": 409,
    "tournament_begun": 409,
    "tournament_full": 409,
    "tournament_plays": 409,
    "tournament_not_playing": 409,
    "too_few_entrants": 409,
    "too_many_tournaments": 409,
    "no_player": 404,
    "not_group_owner": 403,
    "group_owner_stays": 409,
    "group_full": 409,
    "group_data": 409,
    "too_many_groups": 409,
    "too_many_standing": 409,
    "too_many_seasons": 409,
    "rated_agree": 403,
    "rated_people": 409,
    "rated_once": 409,
    "rated_bot": 409,
    "rated_data": 409,
    "rated_seat": 409,
    "rated_plays": 409,
    "rated_clock": 409,
    "rated_weaker": 409,
    "seat_hides_money": 409,
    "waiting": 409,
    "over": 409,
    "review": 409,
    "begun": 409,
    "not_begun": 409,
    "stale": 409,
    "resigned": 409,
    "money_hidden": 409,
    "record_hides_money": 409,
    "key_reused": 409,
    "too_many_undos": 409,
    "game_too_long": 409,
    "real_table": 409,
    "not_real": 409,
    "real_people": 409,
    "sheet_stuck": 409,
    "sheet_differs": 409,
    "sheet_counts": 409,
    "sheet_ends": 409,
    "sheet_full": 409,
    "too_slow": 408,
    "too_long": 413,
    "not_json": 415,
    "too_many": 429,
    "too_many_seats": 409,
    "others_play": 409,
    "not_alone": 409,
    "stays_here": 409,
    "has_moved": 409,
    "no_board": 404,
    "no_trial": 404,
    "sharing_off": 403,
    "board_not_approved": 403,
    "board_private": 409,
    "not_your_board": 403,
    "too_many_boards": 409,
    "trial_runs": 409,
    "quota_tables": 409,
    "quota_imports": 409,
    "quota_bytes": 409,
    "failed": 500,
    "store_unavailable": 503,
}
BAD = 400
TEXTS = Path(__file__).parent / "text"
"""The sentences of a home of tables, one file per language."""
QUOTED_MOST = 400
"""Characters of a text in a refusal's arguments: some quote what was sent."""


class Denied(Exception):
    """A request that is not done. `engine` is the rules' own refusal, where that is the reason."""

    def __init__(self, code: str, engine: Refusal | None = None, /, **args: Any) -> None:  # noqa: ANN401 - of the sentence
        super().__init__(code)
        self.code = code
        args = {name: _shortened(value) for name, value in args.items()}
        self.engine = engine
        self.args_ = args
        self.rules: Rules | None = None
        """The rules of the table, so that a refusal of theirs names cities and areas."""
        self.players: list[str] = []
        self.of: int | None = None
        """The seat that a refusal of the rules is about, where others than its player read it."""
        self.more: dict[str, Any] = {}
        """What the answer's arguments hold beyond those of the sentence."""

    @property
    def status(self) -> int:
        """The HTTP status."""
        return 409 if self.engine is not None else STATUS.get(self.code, BAD)

    def text(self, language: str = "en") -> str:
        """Say it in a language."""
        if self.engine is not None:
            return sentence(self.engine, language, self.rules, self.players, self.of)
        shown = {
            name: value + 1 if name == "seat" and isinstance(value, int) else value
            for name, value in self.args_.items()
        }
        return texts(language)[self.code].format(**shown)

    def problem(self, language: str = "en") -> Problem:
        """Return it as the body of a response."""
        if self.engine is not None:
            return Problem(self.engine.code, self.text(language), self.engine.rule, {**self.engine.args, **self.more})
        return Problem(self.code, self.text(language), None, {**self.args_, **self.more})

    def refused(self, key: str | None, language: str = "en") -> Refused:
        """Return it as a message."""
        answer = self.problem(language)
        return Refused(answer.code, answer.text, answer.rule, answer.args, key)


def _shortened(value: Any) -> Any:  # noqa: ANN401 - an argument of a sentence
    """Cut a text that quotes what a client sent."""
    return f"{value[:QUOTED_MOST]}…" if isinstance(value, str) and len(value) > QUOTED_MOST else value


class Changed(Denied):
    """Another process has changed the table in between; it is read again, and what was asked may be tried once more."""

    def __init__(self, seq: int, expect: int) -> None:
        super().__init__("stale", seq=seq, expect=expect)


def from_engine(refusal: Refusal, rules: Rules, players: list[str], of: int | None = None) -> Denied:
    """Make a denial of a refusal of the rules; `of` names a player whom others read about."""
    denied = Denied(refusal.code, refusal)
    denied.rules, denied.players, denied.of = rules, players, of
    return denied


def as_asked(error: Denied, code: str) -> Denied:
    """Let a denial that there is such a table quote its code as it was asked for, not as it was read."""
    return Denied("no_table", code=code) if error.code == "no_table" else error


@cache
def texts(language: str) -> dict[str, str]:
    """Read the server's sentences of a language."""
    if language not in LANGUAGES:
        raise Denied("no_language", language=language)
    path = TEXTS / f"{language}.toml"
    sentences: dict[str, str] = tomllib.loads(path.read_text(encoding="utf-8"))["server"]
    return sentences
