"""The description of this API, as `python -m kilowatt.server.ops.schemas` has written it: made for no request."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from litestar import Response, get

FILE = Path(__file__).parents[1] / "schema" / "openapi.json"


@cache
def _description() -> bytes:
    return FILE.read_bytes()


@get("/api/schema/openapi.json", include_in_schema=False, sync_to_thread=False)
def show_schema() -> Response[bytes]:
    """Return the OpenAPI description of the REST API."""
    return Response(_description(), media_type="application/vnd.oai.openapi+json")
