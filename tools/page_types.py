"""Write the page's protocol types from the Structs that go over the wire: `python -m tools.page_types [--check]`.

Owns the translation of JSON Schema to TypeScript and nothing of what the messages mean.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

import msgspec

from kilowatt import protocol as wire
from kilowatt.table.sheet.lines import AnyLine

TARGET = Path(__file__).parent.parent / "web" / "src" / "protocol" / "schema.ts"
SPOKEN = (
    wire.ClientMessage,
    wire.ServerMessage,
    wire.BoardView,
    wire.RulesPanel,
    wire.RulesetRow,
    wire.Seated,
    wire.TableList,
    wire.CreateTable,
    wire.QuickTable,
    wire.JoinTable,
    wire.OfSeat,
    wire.Agree,
    wire.AskPause,
    wire.AskBack,
    wire.DaysOffView,
    wire.ForkTable,
    wire.ChangeSeat,
    wire.Moderate,
    wire.Report,
    wire.Reported,
    wire.ImportRecord,
    wire.MovedGame,
    wire.Problem,
    wire.Curves,
    wire.ReviewView,
    wire.LineView,
    wire.ChallengeRow,
    wire.PuzzleRow,
    wire.PuzzleVerdict,
    wire.PuzzleView,
    wire.NotificationsView,
    wire.HookView,
    wire.ChangeTable,
    wire.SetHook,
    wire.PlayedGames,
    wire.RatingList,
    wire.PlayerPage,
    wire.GroupList,
    wire.BotTokenList,
    wire.MadeBotToken,
    wire.MakeBotToken,
    wire.GroupView,
    wire.GroupInvitation,
    wire.GroupChat,
    wire.GroupGames,
    wire.GroupMessages,
    wire.NewSeason,
    wire.UsualGame,
    wire.MakeTournament,
    wire.TournamentView,
    wire.TournamentList,
    wire.StandingPlan,
    wire.SetProfile,
    wire.ProfileView,
    wire.Retention,
    wire.Reserved,
    wire.SignInCode,
    wire.WorkshopInfo,
    wire.BoardCheck,
    wire.PlainBoard,
    wire.BoardText,
    wire.SharedBoard,
    wire.SharedBoards,
    wire.GalleryView,
    wire.SharedBoardView,
    wire.TrialView,
)
UNIONS = {
    "AnyAction": wire.AnyAction,
    "AnyLine": AnyLine,
    "AnyChoice": wire.AnyChoice,
    "AnyEvent": wire.AnyEvent,
    "ClientMessage": wire.ClientMessage,
    "ServerMessage": wire.ServerMessage,
}
PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def typed(schema: dict[str, Any]) -> str:
    """Translate one schema into a TypeScript type."""
    if "$ref" in schema:
        return str(schema["$ref"]).rsplit("/", 1)[1]
    if "enum" in schema:
        return " | ".join(f"'{value}'" for value in schema["enum"])
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(typed(part) for part in schema["anyOf"]))
    kind = schema.get("type")
    if kind == "array":
        if "prefixItems" in schema:
            return f"[{', '.join(typed(part) for part in schema['prefixItems'])}]"
        inner = typed(schema.get("items", {}))
        return f"({inner})[]" if " " in inner else f"{inner}[]"
    if kind == "object":
        values = schema.get("additionalProperties")
        return f"Record<string, {typed(values) if isinstance(values, dict) else 'unknown'}>"
    return PLAIN.get(str(kind), "unknown")


def interface(name: str, schema: dict[str, Any]) -> str:
    """Write one Struct. What a client sends, and the lines of the record, may leave defaults out."""
    sparse = schema.get("additionalProperties") is False or name == "EntryView"
    required = set(schema.get("required", ()))
    lines = [f"/** {schema.get('description', '').splitlines()[0] if schema.get('description') else name} */"]
    lines.append(f"export interface {name} {{")
    for field, inner in schema.get("properties", {}).items():
        mark = "?" if sparse and field not in required else ""
        lines.append(f"  {field}{mark}: {typed(inner)};")
    lines.append("}")
    return "\n".join(lines)


def source() -> str:
    """Write the whole module."""
    _, definitions = msgspec.json.schema_components(SPOKEN, ref_template="#/$defs/{name}")
    parts = ["// Generated from the server's Structs by tools/page_types.py. Long because it is all of them."]
    parts += [interface(name, schema) for name, schema in sorted(definitions.items())]
    for name, union in UNIONS.items():
        (schema,), _ = msgspec.json.schema_components([union], ref_template="#/$defs/{name}")
        parts.append(f"export type {name} =\n  | {typed(schema).replace(' | ', chr(10) + '  | ')};")
    return "\n\n".join(parts) + "\n"


def main() -> int:
    """Write the file, or with --check say whether it is current."""
    parser = argparse.ArgumentParser(description="protocol types of the page")
    parser.add_argument("--check", action="store_true")
    wanted = source()
    if parser.parse_args().check:
        current = TARGET.exists() and TARGET.read_text(encoding="utf-8") == wanted
        print("current" if current else f"{TARGET.name} is out of date: run python -m tools.page_types")
        return 0 if current else 1
    TARGET.parent.mkdir(parents=True, exist_ok=True)
    TARGET.write_text(wanted, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
