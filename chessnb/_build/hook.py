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


class BuildHook(BuildHookInterface):  # pyright: ignore[reportMissingTypeArgument]
    """Makes the files that are in wheel and sdist but not in the repository."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._package = Path(self.root) / "chessnb"
        self._cache = Path(platformdirs.user_cache_dir("chessnb", appauthor=False)) / "build"
        here = self._package / "_build"
        self._npm = _load(here / "npm.py")
        self._engine_files = _load(here / "engine_files.py")
        self._frontend = _load(here / "frontend.py")
        self._bundle = _load(self._package / "engine" / "bundle.py")

    @property
    def _bin(self) -> Path:
        return self._package / "engine" / "bin"

    @property
    def _static(self) -> Path:
        return self._package / "widgets" / "static"

    def dependencies(self) -> list[str]:
        """Ask for Node only where npm has to run and there is none."""
        files = self._bundle.FILES
        has_engine = self._engine_files.all_right(files, self._bin) or (
            self._engine_files.all_cached(files, self._cache)
        )
        if (has_engine and self._frontend.is_built(self._static)) or self._npm.find_npm():
            return []
        return [self._npm.REQUIREMENT]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Make what is missing, before the files are collected."""
        bundle, npm = self._bundle, self._npm.run_npm
        self._engine_files.provide(
            bundle.FILES, self._bin, self._cache, f"{bundle.PACKAGE}@{bundle.VERSION}", npm
        )
        self._frontend.build(self._package / "widgets" / "frontend", self._static, npm)
        notebooks = Path(self.root) / "notebooks"
        if self.target_name == "wheel" and version == "standard" and notebooks.is_dir():
            build_data["force_include"][str(notebooks)] = "chessnb/_notebooks"
