"""JSON schemas as short words: `text of 1 to 64 characters`, `list of CityRow, at most 64`, `whole number or null`.

The reference shows them to readers, and the stored public face compares them.
"""

from __future__ import annotations

import json
from typing import Any

WORDS = {
    "string": "text",
    "integer": "whole number",
    "number": "number",
    "boolean": "true or false",
    "null": "null",
    "object": "object",
    "array": "list",
}
KNOWN = {
    "$ref", "additionalProperties", "anyOf", "const", "default", "deprecated", "description", "discriminator", "enum",
    "exclusiveMaximum", "exclusiveMinimum", "items", "maxItems", "maxLength", "maxProperties", "maximum", "minItems",
    "minLength", "minProperties", "minimum", "oneOf", "pattern", "prefixItems", "propertyNames", "title", "type",
    "contentEncoding", "examples", "format",
}  # fmt: skip
"""Every keyword that `shape` reads, or leaves out on purpose: another one would be a limit that nobody sees."""

Schema = dict[str, Any]


def shape(schema: Schema) -> str:
    """Return what a value may be."""
    unknown = sorted(set(schema) - KNOWN)
    if unknown:
        raise ValueError(f"tools/shapes.py does not know {unknown}")
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "const" in schema:
        return _value(schema["const"])
    if "enum" in schema:
        return " or ".join(_value(one) for one in schema["enum"])
    choices = schema.get("anyOf", schema.get("oneOf"))
    if choices is not None:
        return " or ".join(shape(one) for one in choices)
    kind = schema.get("type")
    if kind is None:
        return "anything"
    kinds = kind if isinstance(kind, list) else [kind]
    return " or ".join(_of(one, schema) for one in kinds)


def _value(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _of(kind: str, schema: Schema) -> str:
    if kind == "array":
        return _list(schema)
    if kind == "object" and schema.get("additionalProperties") not in (None, True, False):
        names = schema.get("propertyNames", {})
        limits = [_among("names of {} characters", names, "Length"), _among("{} names", schema, "Properties")]
        return ", ".join([f"map of text to {shape(schema['additionalProperties'])}", *filter(None, limits)])
    if kind == "string":
        pattern = f" like `{schema['pattern']}`" if "pattern" in schema else ""
        return " ".join(filter(None, ["text", _among("of {} characters", schema, "Length")])) + pattern
    if kind in {"integer", "number"}:
        return " ".join(filter(None, [WORDS[kind], _range(schema)]))
    return WORDS[kind]


def _list(schema: Schema) -> str:
    if "prefixItems" in schema:
        return f"list of exactly: {', '.join(shape(one) for one in schema['prefixItems'])}"
    items = schema.get("items")
    text = f"list of {shape(items)}" if items else "list"
    return ", ".join(filter(None, [text, _among("{}", schema, "Items")]))


def _among(words: str, schema: Schema, what: str) -> str:
    """Return words with the least and the most of something, or nothing where there is no limit."""
    least, most = schema.get(f"min{what}"), schema.get(f"max{what}")
    if least is None and most is None:
        return ""
    if least == most:
        return words.format(f"exactly {least}")
    if not least:
        return words.format(f"at most {most}")
    return words.format(f"{least} to {most}" if most is not None else f"at least {least}")


def _range(schema: Schema) -> str:
    least, above = schema.get("minimum"), schema.get("exclusiveMinimum")
    most, below = schema.get("maximum"), schema.get("exclusiveMaximum")
    parts = [
        f"from {least:,.10g}" if least is not None else f"above {above:,.10g}" if above is not None else "",
        f"to {most:,.10g}" if most is not None else f"below {below:,.10g}" if below is not None else "",
    ]
    return " ".join(filter(None, parts))


def fields(schema: Schema) -> dict[str, str]:
    """Return every field of an object with what it may be; a name that ends in `?` may be left out."""
    needed = set(schema.get("required", ()))
    return {f"{name}{'' if name in needed else '?'}": shape(one) for name, one in schema.get("properties", {}).items()}


def default(schema: Schema) -> str:
    """Return what holds where a field is left out, or nothing where that is not a plain value."""
    return _value(schema["default"]) if schema.get("default") not in (None, [], {}, "") else ""
