"""The build hook: brings in the engine, builds the front-end, lets the notebooks travel along.

Both land in git-ignored folders inside the package, so that an editable install has them too. An
sdist holds what was built; a build from it needs no npm.
"""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import platformdirs
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


def _load(path: Path) -> ModuleType:
    # By path: while chessnb is being built it cannot be imported, and its dependencies are not
    # there either.
    name = f"chessnb_build_{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise ImportError(f"cannot load {path}")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


_PACKAGE = Path(__file__).resolve().parents[1]
_BIN = _PACKAGE / "engine" / "bin"
_SOURCES = _PACKAGE / "widgets" / "frontend"
_STATIC = _PACKAGE / "widgets" / "static"
_CACHE = Path(platformdirs.user_cache_dir("chessnb", appauthor=False)) / "build"

npm = _load(_PACKAGE / "_build" / "npm.py")
engine_files = _load(_PACKAGE / "_build" / "engine_files.py")
frontend = _load(_PACKAGE / "_build" / "frontend.py")
bundle = _load(_PACKAGE / "engine" / "bundle.py")


class BuildHook(BuildHookInterface):  # pyright: ignore[reportMissingTypeArgument]
    """Makes the files that are in wheel and sdist but not in the repository."""

    def dependencies(self) -> list[str]:
        """Ask for Node only where npm has to run and there is none."""
        has_engine = engine_files.all_right(bundle.FILES, _BIN) or (
            engine_files.all_cached(bundle.FILES, _CACHE)
        )
        if (has_engine and frontend.is_built(_STATIC)) or npm.find_npm():
            return []
        return [npm.REQUIREMENT]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Make what is missing, before the files are collected."""
        package = f"{bundle.PACKAGE}@{bundle.VERSION}"
        engine_files.provide(bundle.FILES, _BIN, _CACHE, package, npm.run_npm)
        frontend.build(_SOURCES, _STATIC, npm.run_npm)
        notebooks = Path(self.root) / "notebooks"
        if self.target_name == "wheel" and version == "standard" and notebooks.is_dir():
            build_data["force_include"][str(notebooks)] = "chessnb/_notebooks"
