"""Build the compiled kernel: as a hook of hatch for wheels and source distributions, or into a folder by hand.

`python -m tools.build_kernel FOLDER [--sanitize] [--two-words]` writes it there, with the sanitizers, or as it is
built where the compiler has no numbers of 128 bits (Microsoft's): as C++, a set of cities in two words. hatch runs the
hook where HATCH_BUILD_HOOK_ENABLE_CUSTOM is set, as `make compiled` and `make release` do. A source distribution gets
the C, so that a C compiler and setuptools suffice to build the module from it.
"""

from __future__ import annotations

import platform
import shutil
import sys
import sysconfig
from hashlib import sha256
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

TOP: Final = Path(__file__).parents[1]
NAME: Final = "_compiled"
GIVEN: Final = TOP / "compiled" / f"{NAME}.c"
"""Where a source distribution has the C."""
SANITIZE: Final = ["-fsanitize=address,undefined", "-fno-sanitize-recover=undefined", "-fno-omit-frame-pointer", "-g"]


def windows() -> bool:
    """Return whether the compiler is Microsoft's: it has no numbers of 128 bits, and options of its own."""
    return sysconfig.get_platform().startswith("win")


def flags(*, two_words: bool) -> list[str]:
    """Return the compiler's options: quick code that still runs on every processor of the last fifteen years."""
    if windows():
        return ["/O2", "/std:c++20"]
    more = ["-std=c++20", "-DCITIES_IN_TWO_WORDS"] if two_words else []
    return [*more, "-O3", "-g0", "-Wno-sign-compare", *(["-march=x86-64-v2"] if platform.machine() == "x86_64" else [])]


def first_line() -> str:
    """Return the line that begins the C of the rules as they are here: it names their text."""
    file = TOP / "src" / "kilowatt" / "kernel" / "sources.py"
    spec = spec_from_file_location("kernel_sources", file)  # by its path: importing the package needs its libraries
    if spec is None or spec.loader is None:
        raise FileNotFoundError(file)
    sources = module_from_spec(spec)
    spec.loader.exec_module(sources)
    return f"/* made from {sha256(repr(sources.hashes()).encode()).hexdigest()} */\n"


def given() -> bool:
    """Return whether the C of exactly these rules lies here, as in a source distribution."""
    if not GIVEN.exists():
        return False
    with GIVEN.open(encoding="utf-8") as text:
        return text.readline() == first_line()


def write_c(folder: Path) -> Path:
    """Turn the rules into C with Cython; return the file in this folder."""
    for place in (str(TOP / "src"), str(TOP)):
        if place not in sys.path:
            sys.path.insert(0, place)
    from tools.cython_kernel import pyx

    compile_single = import_module("Cython.Compiler.Main").compile_single  # by name: it ships no types
    options = import_module("Cython.Compiler.Main").CompilationOptions
    folder.mkdir(parents=True, exist_ok=True)
    target = folder / f"{NAME}.c"
    target.unlink(missing_ok=True)  # of a build that was broken off: Cython does not write over it
    with TemporaryDirectory() as work:
        source = Path(work) / f"{NAME}.pyx"
        source.write_text(pyx(), encoding="utf-8")
        made = compile_single(str(source), options(output_file=str(target)), f"kilowatt.kernel.{NAME}")
    if made.num_errors:
        raise SystemExit(f"Cython found {made.num_errors} errors in the rules")
    target.write_text(first_line() + target.read_text(encoding="utf-8"), encoding="utf-8")
    return target


def build(folder: Path, *, sanitize: bool = False, two_words: bool = False) -> Path:
    """Compile the C that is given or made, and return the module's file in this folder."""
    setuptools = import_module("setuptools")  # by name: neither ships types, and only this build needs them
    build_ext = import_module("setuptools.command.build_ext").build_ext

    folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as work:
        source = GIVEN if given() else write_c(Path(work))
        if two_words or windows():
            source = Path(shutil.copy(source, Path(work) / f"{NAME}.cpp"))
        more = SANITIZE if sanitize else []
        extension = setuptools.Extension(
            f"kilowatt.kernel.{NAME}",
            [str(source)],
            extra_compile_args=[*flags(two_words=two_words), *more],
            extra_link_args=more,
        )
        command = build_ext(setuptools.Distribution({"ext_modules": [extension]}))
        command.build_lib = str(Path(work) / "lib")
        command.build_temp = str(Path(work) / "temp")
        command.ensure_finalized()
        command.run()
        file = Path(command.get_ext_fullpath(f"kilowatt.kernel.{NAME}"))
        target = folder / f"{NAME}{sysconfig.get_config_var('EXT_SUFFIX')}"
        target.write_bytes(file.read_bytes())
    return target


def main(args: list[str]) -> None:
    """Build into a folder."""
    print(build(Path(args[0]), sanitize="--sanitize" in args, two_words="--two-words" in args))


try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
except ImportError:
    pass
else:

    class KernelHook(BuildHookInterface[Any]):
        """Puts the compiled kernel into a wheel, and its C into a source distribution."""

        PLUGIN_NAME = "custom"

        def dependencies(self) -> list[str]:
            """Return what the build needs: Cython and what it imports of the rules only where the C is not given."""
            if given():
                return ["setuptools"] if self.target_name == "wheel" else []
            return ["cython", "msgspec", "setuptools"]

        def initialize(self, version: str, build_data: dict[str, Any]) -> None:
            """Build the module, mark the wheel as one for this machine; or write the C."""
            if version == "editable":
                return
            folder = Path(self.root) / "build" / "kernel"
            if self.target_name == "sdist":
                source = GIVEN if given() else write_c(folder)
                build_data["force_include"][str(source)] = GIVEN.relative_to(TOP).as_posix()
                return
            made = build(folder)
            build_data["force_include"][str(made)] = f"kilowatt/kernel/{made.name}"
            build_data["pure_python"] = False
            build_data["infer_tag"] = True


if __name__ == "__main__":
    main(sys.argv[1:])
