from __future__ import annotations

import os

import pytest

from chessnb.engine.processors import usable_processors

ALL = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()


def machine(root, groups: str, files: dict[str, str]):
    (root / "proc/self").mkdir(parents=True)
    (root / "proc/self/cgroup").write_text(groups)
    for name, text in files.items():
        path = root / "sys/fs/cgroup" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return root


def test_without_a_quota_the_affinity_decides(tmp_path):
    assert usable_processors(tmp_path) == ALL
    assert usable_processors() >= 1


@pytest.mark.parametrize(
    ("groups", "files"),
    [
        ("0::/box\n", {"box/cpu.max": "100000 100000\n"}),
        ("0::/\n", {"cpu.max": "50000 100000\n"}),
        ("0::/a/b\n", {"a/cpu.max": "100000 100000", "a/b/cpu.max": "max 100000"}),
        ("0::/../../elsewhere\n", {"cpu.max": "100000 100000"}),
        (
            "4:cpu,cpuacct:/box\n",
            {
                "cpu,cpuacct/box/cpu.cfs_quota_us": "100000",
                "cpu,cpuacct/box/cpu.cfs_period_us": "1e5",
            },
        ),
        (
            "4:cpu:/docker/1\n",
            {"cpu/cpu.cfs_quota_us": "20000\n", "cpu/cpu.cfs_period_us": "100000\n"},
        ),
    ],
)
def test_a_containers_quota_binds(tmp_path, groups, files):
    files = {name: text.replace("1e5", "100000") for name, text in files.items()}
    assert usable_processors(machine(tmp_path, groups, files)) == 1


@pytest.mark.parametrize(
    "files",
    [
        {"cpu.max": "max 100000"},
        {"cpu.max": ""},
        {"cpu.max": "nonsense"},
        {"cpu.max": "100000 0"},
        {"cpu/cpu.cfs_quota_us": "-1", "cpu/cpu.cfs_period_us": "100000"},
    ],
)
def test_no_quota_is_no_bound(tmp_path, files):
    assert usable_processors(machine(tmp_path, "0::/\n3:cpu:/\n", files)) == ALL


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="no affinity on this system")
def test_the_affinity_is_read_each_time():
    before = os.sched_getaffinity(0)
    try:
        os.sched_setaffinity(0, {min(before)})
        assert usable_processors() == 1
    finally:
        os.sched_setaffinity(0, before)
