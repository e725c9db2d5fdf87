"""A real JupyterLab for the tests: one server, notebooks of given cells, opened in a browser."""

from __future__ import annotations

import json
import os
import secrets
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import nbformat

if TYPE_CHECKING:
    from playwright.sync_api import ConsoleMessage, Page, Request

OVERRIDES = {
    "@jupyterlab/apputils-extension:notification": {
        "fetchNews": "false",
        "checkForUpdates": False,
    },
    "@jupyterlab/docmanager-extension:plugin": {"autosave": False},
    "@jupyterlab/extensionmanager-extension:plugin": {"enabled": False},
}

BROWSER_ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def find_chromium() -> str | None:
    """The browser's program: CHESSNB_CHROMIUM, or the first that is installed."""
    names = ("chromium", "chromium-browser", "google-chrome")
    return os.environ.get("CHESSNB_CHROMIUM") or next(filter(None, map(shutil.which, names)), None)


class Lab:
    """A JupyterLab server with configuration, data and notebooks of its own."""

    def __init__(self, folder: Path, *, dark: bool = False, whole: bool = False) -> None:
        self.folder = folder
        self._dark = dark
        self._whole = whole
        self.notebooks = folder / "notebooks"
        self.notebooks.mkdir()
        self.token = secrets.token_hex(16)
        self.port = _free_port()
        self._environment = self._make_environment()
        self._log = (folder / "server.log").open("wb")
        self._server = subprocess.Popen(
            [
                sys.executable,
                "-P",
                "-m",
                "jupyterlab",
                "--no-browser",
                "--allow-root",
                "--ip=127.0.0.1",
                f"--port={self.port}",
                f"--IdentityProvider.token={self.token}",
                f"--ServerApp.root_dir={self.notebooks}",
            ],
            env=self._environment,
            stdout=self._log,
            stderr=subprocess.STDOUT,
        )
        self._wait_until_ready()

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def write(self, name: str, cells: Sequence[str]) -> Path:
        """Write a notebook of code cells."""
        notebook = nbformat.v4.new_notebook(
            cells=[nbformat.v4.new_code_cell(source) for source in cells],
            metadata={"kernelspec": {"name": "python3", "display_name": "Python 3"}},
        )
        path = self.notebooks / name
        nbformat.write(notebook, path)
        return path

    def address(self, name: str) -> str:
        return f"{self.origin}/doc/tree/{name}?token={self.token}"

    def close(self) -> None:
        self._server.terminate()
        try:
            self._server.wait(10)
        except subprocess.TimeoutExpired:
            self._server.kill()
            self._server.wait()
        self._log.close()

    def _make_environment(self) -> dict[str, str]:
        config, data = self.folder / "config", self.folder / "data"
        settings = config / "labconfig"
        settings.mkdir(parents=True)
        theme = {"theme": "JupyterLab Dark" if self._dark else "JupyterLab Light"}
        overrides = OVERRIDES | {"@jupyterlab/apputils-extension:themes": theme}
        if self._whole:
            # Cells out of sight are drawn as well.
            overrides |= {"@jupyterlab/notebook-extension:tracker": {"windowingMode": "none"}}
        (settings / "default_setting_overrides.json").write_text(json.dumps(overrides))
        # It complains on the console when a kernel is restarted.
        disabled = {"disabledExtensions": {"@jupyterlab/debugger-extension": True}}
        (settings / "page_config.json").write_text(json.dumps(disabled))
        own = {
            "JUPYTER_CONFIG_DIR": config,
            "JUPYTER_DATA_DIR": data,
            "JUPYTER_RUNTIME_DIR": self.folder / "runtime",
            "IPYTHONDIR": self.folder / "ipython",
            "JUPYTERLAB_SETTINGS_DIR": self.folder / "settings",
            "JUPYTERLAB_WORKSPACES_DIR": self.folder / "workspaces",
        }
        return os.environ | {name: str(path) for name, path in own.items()}

    def _wait_until_ready(self, patience: float = 240) -> None:
        deadline = time.monotonic() + patience
        url = f"{self.origin}/api/status?token={self.token}"
        while time.monotonic() < deadline:
            if self._server.poll() is not None:
                break
            try:
                with urllib.request.urlopen(url, timeout=2):
                    return
            except OSError:
                time.sleep(0.1)
        raise RuntimeError(f"no server: {(self.folder / 'server.log').read_text()[-2000:]}")


def _free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


class Watch:
    """What a page must not do: complain on its console, or ask another machine for anything."""

    def __init__(self, page: Page, origin: str) -> None:
        self.origin = origin
        self.errors: list[str] = []
        self.requests: list[str] = []
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("request", self._request)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.errors.append(message.text)

    def _request(self, request: Request) -> None:
        own = (self.origin, "data:", "blob:", "file:")
        if not request.url.startswith(own):
            self.requests.append(request.url)

    def check(self) -> None:
        assert self.requests == [], self.requests
        assert self.errors == [], self.errors


class Notebook:
    """A notebook that is open in a page: one of these cells, or one that is there already."""

    def __init__(self, page: Page, lab: Lab, name: str, cells: Sequence[str] | None) -> None:
        self.page, self.lab, self.name = page, lab, name
        self.path = lab.notebooks / name if cells is None else lab.write(name, cells)
        self.watch = Watch(page, lab.origin)
        self.open()

    def open(self) -> None:
        self.page.goto(self.lab.address(self.name))
        self.wait_idle()

    def wait_idle(self, seconds: float = 90) -> None:
        idle = ".jp-Notebook-ExecutionIndicator[data-status=idle]"
        self.page.wait_for_selector(idle, state="attached", timeout=seconds * 1000)

    def run_cell(self, index: int) -> None:
        """Run one cell and leave the notebook in command mode; does not wait for it to end."""
        cell = self.page.locator(".jp-Notebook .jp-Cell").nth(index)
        prompt = cell.locator(".jp-InputPrompt")
        before = prompt.inner_text()
        for _ in range(10):
            cell.locator(".jp-InputArea-editor").click()
            self.page.keyboard.press("Control+Enter")
            # A key press right after the notebook came up can be lost.
            for _ in range(20):
                if prompt.inner_text() != before:
                    return
                self.page.wait_for_timeout(50)
        raise AssertionError(f"cell {index} does not run")

    def run(self, index: int, seconds: float = 60) -> None:
        """Run one cell to its end."""
        prompt = self.page.locator(".jp-Notebook .jp-Cell").nth(index).locator(".jp-InputPrompt")
        before = prompt.inner_text()
        deadline = time.monotonic() + seconds
        self.run_cell(index)
        while not any(map(str.isdigit, now := prompt.inner_text())) or now == before:
            if time.monotonic() > deadline:
                raise AssertionError(f"cell {index} did not end within {seconds} s")
            if "*" not in now:
                # The kernel was not there yet, and forgot the request.
                self.run_cell(index)
            self.page.wait_for_timeout(50)

    def text_of(self, index: int) -> str:
        """What a cell has printed."""
        output = self.page.locator(".jp-Notebook .jp-Cell").nth(index).locator(".jp-OutputArea")
        return output.inner_text()

    def ask(self, index: int, expected: str, seconds: float = 20) -> None:
        """Run a cell until it prints what is expected."""
        deadline = time.monotonic() + seconds
        seen = ""
        while time.monotonic() < deadline:
            self.run_cell(index)
            self.page.wait_for_timeout(300)
            seen = self.text_of(index)
            if expected in seen:
                return
        raise AssertionError(f"cell {index} printed {seen!r}, expected {expected!r}")
