"""The environment for people who change Kilowatt: `make dev`."""

import shutil
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest

from tests.server.kit import free_port

ROOT = Path(__file__).parent.parent.parent
SECONDS = 240


def answered(process: subprocess.Popen[bytes], url: str) -> httpx.Response:
    """Ask until the server answers through the page's proxy."""
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        assert process.poll() is None, "it has ended"
        try:
            answer = httpx.get(url, timeout=30, trust_env=False)
        except httpx.TransportError:
            answer = None
        if answer is not None and answer.status_code != httpx.codes.BAD_GATEWAY:
            return answer
        time.sleep(0.3)
    raise AssertionError(f"no answer from {url}")


def follows(process: subprocess.Popen[bytes], url: str, words: str) -> None:
    """Ask until the answer has these words."""
    end = time.monotonic() + SECONDS
    while words not in answered(process, url).text:
        assert time.monotonic() < end, f"{words} has not come"
        time.sleep(0.3)


def added(file: Path, line: str) -> None:
    """Write a line below a file, as an editor does when it saves."""
    file.write_text(f"{file.read_text(encoding='utf-8')}\n{line}\n", encoding="utf-8")


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Return a copy of what somebody changes, sources of the page and a text of the server, with what serves them."""
    web = tmp_path / "web"
    shutil.copytree(ROOT / "web", web, ignore=shutil.ignore_patterns("node_modules", "mutants", ".vite"))
    (web / "node_modules").mkdir()
    for path in (ROOT / "web" / "node_modules").iterdir():
        if path.name != ".vite":  # what Vite keeps there is each copy's own
            (web / "node_modules" / path.name).symlink_to(path)
    (tmp_path / "tools").mkdir()
    shutil.copy(ROOT / "tools" / "dev.py", tmp_path / "tools")
    shutil.copytree(ROOT / "src" / "kilowatt" / "table" / "text", tmp_path / "src" / "kilowatt" / "table" / "text")
    return tmp_path


@pytest.mark.thorough
@pytest.mark.timeout(2 * SECONDS)
@pytest.mark.skipif(
    shutil.which("npm") is None or not (ROOT / "web" / "node_modules").exists(), reason="needs the page's tools"
)
def test_a_change_is_followed(copy: Path) -> None:
    """A line written into a module of the page is served at once; after one for the server it starts again."""
    port, server_port = free_port(), free_port()
    command = [sys.executable, "-m", "tools.dev", "--folder", str(copy / "games"), "--port", str(port)]
    command += ["--server-port", str(server_port)]
    log, listens = copy / "log", b"Kilowatt listens on"
    with (
        log.open("wb") as written,
        subprocess.Popen(command, cwd=copy, stdout=written, stderr=subprocess.STDOUT) as process,
    ):
        try:
            page, module = f"http://127.0.0.1:{port}", copy / "web" / "src" / "routes.tsx"
            follows(process, f"{page}/src/routes.tsx", "import")
            added(module, "export const changed = 'just now';")
            follows(process, f"{page}/src/routes.tsx", "just now")
            assert answered(process, f"{page}/api/rulesets").status_code == httpx.codes.OK
            assert log.read_bytes().count(listens) == 1
            added(copy / "src" / "kilowatt" / "table" / "text" / "en.toml", "# changed")
            end = time.monotonic() + SECONDS
            while log.read_bytes().count(listens) < 2:
                assert time.monotonic() < end, log.read_text(encoding="utf-8")
                time.sleep(0.3)
            assert answered(process, f"{page}/api/rulesets").status_code == httpx.codes.OK
        finally:
            process.terminate()
            try:
                assert process.wait(60) == 0
            finally:
                process.kill()


@pytest.mark.thorough
@pytest.mark.timeout(SECONDS + 60)
@pytest.mark.skipif(
    shutil.which("npm") is None or not (ROOT / "web" / "node_modules").exists(), reason="needs the page's tools"
)
def test_page_and_server_run_side_by_side(tmp_path: Path) -> None:
    """`make dev` serves the page from its sources with the server behind it, and both end together."""
    port, server_port = free_port(), free_port()
    command = [sys.executable, "-m", "tools.dev", "--folder", str(tmp_path), "--port", str(port)]
    with subprocess.Popen([*command, "--server-port", str(server_port)], cwd=ROOT) as process:
        try:
            page = f"http://127.0.0.1:{port}"
            assert "/@vite/client" in answered(process, page).text
            assert answered(process, f"{page}/api/rulesets").status_code == httpx.codes.OK
            made = httpx.post(f"{page}/api/quick", json={}, headers={"origin": page}, timeout=60, trust_env=False)
            assert made.status_code == httpx.codes.CREATED, made.text
        finally:
            process.terminate()
            try:
                assert process.wait(60) == 0
            finally:
                process.kill()
    with pytest.raises(httpx.TransportError):
        httpx.get(f"http://127.0.0.1:{server_port}/healthz", trust_env=False)
    assert (tmp_path / "games.db").exists()


@pytest.mark.parametrize("verdict", [0, 1])
def test_a_commit_is_checked_as_the_gate_does(tmp_path: Path, verdict: int) -> None:
    """The hook of `make hooks` runs `make lint`, and a commit that fails it is refused."""
    asked = tmp_path / "asked"
    (tmp_path / "make").write_text(f'#!/bin/sh\necho "$@" > {asked}\nexit {verdict}\n')
    (tmp_path / "make").chmod(0o755)
    hooks = str(ROOT / ".githooks")
    home = {"PATH": f"{tmp_path}:/usr/bin:/bin", "HOME": str(tmp_path)}
    who = ("-c", "user.name=A", "-c", "user.email=a@example.org", "-c", f"core.hooksPath={hooks}")
    subprocess.run(["git", "init", "-q", str(tmp_path / "clone")], check=True, env=home)
    commit = ["git", *who, "-C", str(tmp_path / "clone"), "commit", "-q", "--allow-empty", "-m", "Something"]
    assert subprocess.run(commit, check=False, env=home, capture_output=True).returncode == verdict
    assert asked.read_text() == "lint\n"


@pytest.mark.parametrize("verdict", [0, 1])
def test_a_push_runs_the_tests_that_the_gate_runs_first(tmp_path: Path, verdict: int) -> None:
    """The hook of `make hooks` runs `make test`, and a push that fails it does not reach the other side."""
    asked = tmp_path / "asked"
    (tmp_path / "make").write_text(f'#!/bin/sh\necho "$@" >> {asked}\n[ "$1" = lint ] || exit {verdict}\n')
    (tmp_path / "make").chmod(0o755)
    home = {"PATH": f"{tmp_path}:/usr/bin:/bin", "HOME": str(tmp_path)}
    who = ("-c", "user.name=A", "-c", "user.email=a@example.org", "-c", f"core.hooksPath={ROOT / '.githooks'}")
    clone, other = str(tmp_path / "clone"), str(tmp_path / "other.git")
    subprocess.run(["git", "init", "-q", "--bare", other], check=True, env=home)
    subprocess.run(["git", "init", "-q", clone], check=True, env=home)
    git = ["git", *who, "-C", clone]
    subprocess.run([*git, "commit", "-q", "--allow-empty", "-m", "Something"], check=True, env=home)
    pushed = subprocess.run([*git, "push", "-q", other, "HEAD:main"], check=False, env=home, capture_output=True)
    assert (pushed.returncode != 0) == verdict
    assert asked.read_text() == "lint\ntest\n"
    there = subprocess.run(["git", "-C", other, "rev-parse", "main"], check=False, env=home, capture_output=True)
    assert (there.returncode != 0) == verdict
    assert "make test" in (ROOT / ".ci" / "run").read_text(encoding="utf-8")
