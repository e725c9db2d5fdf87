"""How many processors this process may use, which is not how many the machine has."""

from __future__ import annotations

import math
import os
from pathlib import Path

__all__ = ["usable_processors"]


def usable_processors(root: Path = Path("/")) -> int:
    """The processors of the affinity mask, within the container's quota; at least one.

    Parameters
    ----------
    root : Path
        Where ``proc`` and ``sys`` are found.
    """
    if hasattr(os, "sched_getaffinity"):
        count = len(os.sched_getaffinity(0))
    else:
        count = os.cpu_count() or 1
    quota = _quota(root)
    return max(1, min(count, math.ceil(quota))) if quota else max(1, count)


def _quota(root: Path) -> float | None:
    """The least quota of the control groups that this process is in, in processors."""
    quotas = [quota for folder in _groups(root) if (quota := _quota_of(folder))]
    return min(quotas, default=None)


def _groups(root: Path) -> list[Path]:
    """The control groups' folders, each with its parents: a quota binds all below it.

    A container that sees its own group as the top is covered by the top folder.
    """
    base = root / "sys/fs/cgroup"
    folders: list[Path] = []
    for line in _text(root / "proc/self/cgroup").splitlines():
        _, controllers, name = (*line.split(":", 2), "", "")[:3]
        if controllers and "cpu" not in controllers.split(","):
            continue
        tops = [base / controllers, base / "cpu"] if controllers else [base, base / "unified"]
        path = Path(name.lstrip("/"))
        if ".." in path.parts:
            path = Path()
        folders += [top / part for top in tops for part in (path, *path.parents)]
    return list(dict.fromkeys(folders or [base]))


def _quota_of(folder: Path) -> float | None:
    limit, period, *_ = (*_text(folder / "cpu.max").split(), "", "")
    if not limit:
        limit = _text(folder / "cpu.cfs_quota_us").strip()
        period = _text(folder / "cpu.cfs_period_us").strip()
    try:
        quota = int(limit) / int(period)
    except (ValueError, ZeroDivisionError):
        return None
    return quota if quota > 0 else None


def _text(path: Path) -> str:
    try:
        return path.read_text()
    except OSError:
        return ""
