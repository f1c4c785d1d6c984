"""Build the compiled kernel: as a hook of hatch for the wheel, or into a folder by hand.

`python -m tools.build_kernel FOLDER [--sanitize]` writes the module there; hatch runs the hook where
HATCH_BUILD_HOOK_ENABLE_CUSTOM is set, which only `make compiled` does.
"""

from __future__ import annotations

import platform
import sys
import sysconfig
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

TOP: Final = Path(__file__).parents[1]
NAME: Final = "_compiled"
SANITIZE: Final = ["-fsanitize=address,undefined", "-fno-sanitize-recover=undefined", "-fno-omit-frame-pointer", "-g"]


def flags() -> list[str]:
    """Return the compiler's options: quick code that still runs on every processor of the last fifteen years."""
    if sys.platform == "win32":
        return ["/O2"]
    return ["-O3", "-g0", "-Wno-sign-compare", *(["-march=x86-64-v2"] if platform.machine() == "x86_64" else [])]


def build(folder: Path, *, sanitize: bool = False) -> Path:
    """Write the kernel for Cython, compile it, and return the module's file in this folder."""
    for place in (str(TOP / "src"), str(TOP)):
        if place not in sys.path:
            sys.path.insert(0, place)
    from tools.cython_kernel import pyx

    # by name: neither ships types, and only this build needs them
    cythonize = import_module("Cython.Build").cythonize
    setuptools = import_module("setuptools")
    build_ext = import_module("setuptools.command.build_ext").build_ext

    folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as work:
        source = Path(work) / f"{NAME}.pyx"
        source.write_text(pyx(), encoding="utf-8")
        more = SANITIZE if sanitize else []
        extension = setuptools.Extension(
            f"kilowatt.kernel.{NAME}", [str(source)], extra_compile_args=[*flags(), *more], extra_link_args=more
        )
        made = cythonize([extension], quiet=True, build_dir=work)
        command = build_ext(setuptools.Distribution({"ext_modules": made}))
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
    print(build(Path(args[0]), sanitize="--sanitize" in args))


try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
except ImportError:
    pass
else:

    class KernelHook(BuildHookInterface[Any]):
        """Puts the compiled kernel into the wheel."""

        PLUGIN_NAME = "custom"

        def initialize(self, version: str, build_data: dict[str, Any]) -> None:
            """Build the module beside the sources and mark the wheel as one for this machine."""
            if version == "editable":
                return
            made = build(Path(self.root) / "build" / "kernel")
            build_data["force_include"][str(made)] = f"kilowatt/kernel/{made.name}"
            build_data["pure_python"] = False
            build_data["infer_tag"] = True


if __name__ == "__main__":
    main(sys.argv[1:])
