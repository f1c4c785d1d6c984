"""Write Python for the browser beside the built page: the runtime, a trimmed standard library, msgspec.

`python -m tools.page_runtime`, as a part of `make page`, after the page was built. The runtime comes from the npm
package `pyodide`, msgspec from the wheel that `make page` has downloaded by its hash. All Python in it is bytecode, and
Kilowatt's own lies beside it for `kilowatt site`. Large files are packed with gzip here and unpacked by the page: the
transfer is as small from a host that compresses nothing.
"""

from __future__ import annotations

import io
import json
import shutil
import zipfile
from pathlib import Path

from kilowatt.server.site.packing import COMPILED, bytecode_key, own_files, packed, zipped
from tools.bytecode import compiled

ROOT = Path(__file__).parents[1]
RUNTIME = ROOT / "web" / "node_modules" / "pyodide"
WHEELS = ROOT / "build" / "browser"
TARGET = ROOT / "src" / "kilowatt" / "server" / "page" / "runtime"

MODULES = ("pyodide.asm.mjs", "pyodide.mjs")
LEFT_OUT = frozenset(
    (
        *(
            "_pyrepl",
            "antigravity",
            "bdb",
            "cProfile",
            "cmd",
            "code",
            "compileall",
            "ctypes",
            "curses",
            "doctest",
            "fileinput",
            "ftplib",
        ),
        *(
            "ensurepip",
            "getopt",
            "getpass",
            "idlelib",
            "imaplib",
            "lib2to3",
            "mailbox",
            "modulefinder",
            "multiprocessing",
            "netrc",
        ),
        *(
            "nturl2path",
            "optparse",
            "pdb",
            "pickletools",
            "plistlib",
            "poplib",
            "profile",
            "pstats",
            "pty",
            "pyclbr",
            "pydoc",
            "pydoc_data",
        ),
        *(
            "rlcompleter",
            "shelve",
            "smtplib",
            "socketserver",
            "sqlite3",
            "tabnanny",
            "this",
            "timeit",
            "tkinter",
            "trace",
            "tracemalloc",
        ),
        *(
            "_markupbase",
            "_pydatetime",
            "_pyio",
            "argparse",
            "colorsys",
            "configparser",
            "difflib",
            "email",
            "gettext",
            "graphlib",
            "html",
        ),
        *(
            "http",
            "mimetypes",
            "py_compile",
            "quopri",
            "shlex",
            "sre_compile",
            "sre_constants",
            "sre_parse",
            "stringprep",
            "symtable",
        ),
        *("_strptime", "ssl", "tarfile", "webbrowser"),
        *(
            "turtle",
            "unittest",
            "venv",
            "wave",
            "wsgiref",
            "xml",
            "xmlrpc",
            "zipapp",
            "__hello__",
            "__phello__",
            "filecmp",
            "sched",
        ),
    )
)
"""Modules of the standard library that nothing in a game imports; a test plays whole games without them."""
CODECS = frozenset(
    (
        "__init__",
        "aliases",
        "ascii",
        "cp437",
        "idna",
        "latin_1",
        "raw_unicode_escape",
        "unicode_escape",
        "utf_8",
        "utf_16",
        "utf_32",
    )
)
"""What is kept of the encodings."""
PARTS_LEFT_OUT = (
    *("_ast_unparse", "_compat_pickle", "asyncio/__main__", "asyncio/proactor_events", "asyncio/tools"),
    *("asyncio/windows_", "concurrent/futures/interpreter", "concurrent/futures/process", "concurrent/interpreters/"),
    *("gzip", "importlib/_bootstrap", "importlib/metadata/", "json/tool", "logging/config", "logging/handlers"),
    *("pickle", "platform", "pprint", "pyodide/console", "pyodide/http/", "runpy", "sysconfig/__main__"),
    *("urllib/error", "urllib/request", "urllib/response", "urllib/robotparser", "zipimport"),
)
"""Where paths of more begin that nothing in a game imports; three of them are inside the runtime itself."""
NOTICE = """\
Python in the browser: Pyodide (https://pyodide.org), Mozilla Public License 2.0; its source is at https://github.com/pyodide/pyodide.
Changed: the names of two files, and where a library is placed that is loaded again (see tools/page_runtime.py).
CPython's standard library, in part: Python Software Foundation License.
msgspec: BSD 3-Clause License.
"""


def renamed(text: str) -> str:
    """Return a text with other names for the runtime's modules: many hosts know no type for .mjs, so none would run."""
    for name in MODULES:
        text = text.replace(name, f"{name.removesuffix('.mjs')}.js")
    return text


BASES = """\
var memoryBase=metadata.memorySize?alignMemory(getMemory(metadata.memorySize+memAlign),memAlign):0;\
var tableBase=metadata.tableSize?wasmTable.length:0;"""
BASES_AGAIN = """\
var again=handle?HEAPU32[handle+12>>>2>>>0]:0;\
var memoryBase=again||(metadata.memorySize?alignMemory(getMemory(metadata.memorySize+memAlign),memAlign):0);\
var tableBase=again?HEAP32[handle+20>>>2>>>0]:metadata.tableSize?wasmTable.length:0;"""
GROWTH = "if(metadata.tableSize){wasmTable.grow(metadata.tableSize)}"
GROWTH_AGAIN = "var need=tableBase+metadata.tableSize-wasmTable.length;if(need>0){wasmTable.grow(need)}"
NEXT = "};var mergeLibSymbols="
ASKED = '};Module["tableLength"]=()=>wasmTable.length;var mergeLibSymbols='
CHANGES = ((BASES, BASES_AGAIN), (GROWTH, GROWTH_AGAIN), (NEXT, ASKED))
"""Changes of the runtime: a library goes where a snapshot of the memory has it; the length of its table is shown."""


def restorable(text: str) -> str:
    """Return the runtime so that a snapshot of its memory with a library in it can be put back."""
    for old, new in CHANGES:
        if text.count(old) != 1:
            raise SystemExit(f"the runtime has changed: {old[:60]} stands in it {text.count(old)} times")
        text = text.replace(old, new)
    return text


def kept(name: str) -> bool:
    """Return whether a file of the standard library is needed."""
    first, _, rest = name.partition("/")
    if first == "encodings":
        return rest.removesuffix(".py") in CODECS
    return first.removesuffix(".py") not in LEFT_OUT and not name.startswith(PARTS_LEFT_OUT)


def standard_library() -> dict[str, bytes]:
    """Return the part of the standard library that games need."""
    whole = zipfile.ZipFile(RUNTIME / "python_stdlib.zip")
    return {name: whole.read(name) for name in whole.namelist() if kept(name)}


def wheel() -> dict[str, bytes]:
    """Return msgspec for the browser."""
    files = sorted(WHEELS.glob("msgspec-*.whl"))
    if len(files) != 1:
        raise SystemExit(f"{WHEELS}: expected one wheel of msgspec, found {len(files)}: make page")
    whole = zipfile.ZipFile(io.BytesIO(files[0].read_bytes()))
    return {name: whole.read(name) for name in whole.namelist() if not name.endswith(".pyi")}


def modules_of(files: dict[str, bytes]) -> dict[str, bytes]:
    """Return the modules among files."""
    return {name: body for name, body in files.items() if name.endswith(".py")}


def archive(files: dict[str, bytes], bytecode: dict[str, bytes]) -> bytes:
    """Return files with bytecode in the place of modules, without folders, packed."""
    others = {name: body for name, body in files.items() if not name.endswith((".py", "/"))}
    return packed(zipped(others | {f"{name}c": bytecode[name] for name in modules_of(files)}))


def main() -> None:
    """Write the folder."""
    shutil.rmtree(TARGET, ignore_errors=True)
    TARGET.mkdir(parents=True)
    for name in MODULES:
        text = (RUNTIME / name).read_text(encoding="utf-8")
        lines = [line for line in text.splitlines() if not line.startswith("//# sourceMappingURL=")]
        text = restorable("\n".join(lines)) if name == MODULES[0] else "\n".join(lines)
        (TARGET / renamed(name)).write_text(renamed(text) + "\n", encoding="utf-8")
    (TARGET / "machine.pack").write_bytes(packed((RUNTIME / "pyodide.asm.wasm").read_bytes()))
    library, msgspec, own = standard_library(), wheel(), modules_of(own_files())
    bytecode = compiled(modules_of(library) | modules_of(msgspec) | own)
    (TARGET / "library.pack").write_bytes(archive(library, bytecode))
    (TARGET / "msgspec.pack").write_bytes(archive(msgspec, bytecode))
    keyed = {bytecode_key(name, body): bytecode[name] for name, body in own.items()}
    (TARGET / COMPILED).write_bytes(packed(zipped(keyed)))
    info = json.loads((RUNTIME / "pyodide-lock.json").read_text(encoding="utf-8"))["info"]
    (TARGET / "lock.json").write_text(json.dumps({"info": info, "packages": {}}) + "\n", encoding="utf-8")
    (TARGET / "NOTICE").write_text(NOTICE, encoding="utf-8")


if __name__ == "__main__":
    main()
