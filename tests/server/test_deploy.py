"""What hosts deploy with: the unit for systemd and compose.yml, checked as far as that goes without running them."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml  # type: ignore[import-untyped]

from kilowatt.server.settings import declared

TOP = Path(__file__).parents[2]
UNIT = TOP / "docs" / "deploy" / "kilowatt.service"
EXPOSURE_MOST = 3.0
SETTINGS = {row.variable for row in declared()}


@pytest.mark.skipif(shutil.which("systemd-analyze") is None and "CI" not in os.environ, reason="needs systemd-analyze")
def test_the_unit_exposes_little() -> None:
    """Systemd rates the exposure of the service below 3 of 10."""
    command = ["systemd-analyze", "security", "--offline=true", str(UNIT)]
    said = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60).stdout
    rating = re.search(r"Overall exposure level for kilowatt.service: ([0-9.]+)", said)
    assert rating is not None, said
    assert float(rating[1]) < EXPOSURE_MOST


def test_the_unit_sets_known_variables() -> None:
    """The unit names settings that exist, and lets the server listen for its proxy alone."""
    text = UNIT.read_text(encoding="utf-8")
    assert set(re.findall(r"^Environment=(\w+)=", text, re.MULTILINE)) <= SETTINGS
    assert "serve --host 127.0.0.1" in text


def test_compose_puts_the_server_behind_the_proxy() -> None:
    """Only the proxy has ports; the server has known settings, waits for a healthy database, and may do little."""
    plan = yaml.safe_load((TOP / "compose.yml").read_text(encoding="utf-8"))
    services = plan["services"]
    assert [name for name, service in services.items() if "ports" in service] == ["proxy"]
    server = services["server"]
    assert set(server["environment"]) <= SETTINGS
    assert server["environment"]["KILOWATT_PROXIED"] == "1"
    assert server["depends_on"]["database"]["condition"] == "service_healthy"
    assert server["cap_drop"] == ["ALL"]
    assert (TOP / server["build"]["dockerfile"]).is_file()
    mounts = [mount for service in services.values() for mount in service.get("volumes", [])]
    for source in (mount.split(":")[0] for mount in mounts):
        assert (TOP / source).is_file() if source.startswith(".") else source in plan["volumes"]
    backups = server["working_dir"]
    assert f"backups:{backups}" in server["volumes"], "a server that may not write elsewhere keeps its backups"
    image = (TOP / server["build"]["dockerfile"]).read_text(encoding="utf-8")
    assert re.search(rf"install --directory --owner=kilowatt --mode=700 {backups}$", image, re.MULTILINE)
    caddy = (TOP / "docs" / "deploy" / "Caddyfile").read_text(encoding="utf-8")
    assert "respond /metrics 404" in caddy
    assert "encode" in caddy
    assert "server:8000" in caddy


def test_the_image_has_a_font_for_its_pictures() -> None:
    """The last stage of the image installs a font: a picture of a table without one has no words."""
    image = (TOP / "Containerfile").read_text(encoding="utf-8")
    assert re.search(r"apt-get install .*\bfonts-[\w-]+", image[image.rindex("\nFROM ") :])


CLIENTS = {"bookworm": 15, "trixie": 17}
"""Debian's releases -> the PostgreSQL whose programs they have."""


def test_the_image_can_back_up_the_database_of_compose() -> None:
    """The image has PostgreSQL's programs, and they are not older than the server that compose.yml runs."""
    image = (TOP / "Containerfile").read_text(encoding="utf-8")
    plan = yaml.safe_load((TOP / "compose.yml").read_text(encoding="utf-8"))
    release = re.search(r"^ARG BASE=python:[\d.]+-slim-(\w+)$", image, re.MULTILINE)
    assert release is not None
    last = image[image.rindex("\nFROM ") :]
    assert re.search(r"apt-get install .*\bpostgresql-client\b", last)
    assert CLIENTS[release[1]] >= int(plan["services"]["database"]["image"].removeprefix("postgres:"))
