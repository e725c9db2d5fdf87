"""The one door to nest_asyncio."""

from __future__ import annotations

__all__ = ["allow_nested_loop"]


def allow_nested_loop() -> None:
    """Let ``asyncio.run`` and ``run_until_complete`` be called inside a running event loop.

    For people who drive python-chess's own asyncio API in a notebook cell. chessnb never needs
    it: :func:`chessnb.analyze` and :func:`chessnb.submit` work in any cell without.

    Notes
    -----
    This patches asyncio for the whole kernel, and cannot be undone before a restart. It works on
    ipykernel 6. On ipykernel 7 it breaks the kernel's own task, so that cells may stop
    answering; ``await`` in the cell is the way there, and this function refuses.

    Raises
    ------
    SettingsError
        The running kernel is ipykernel 7 or later.
    """
    import sys
    from importlib import metadata

    from chessnb.errors import SettingsError

    if "ipykernel.kernelapp" in sys.modules and int(metadata.version("ipykernel")[0]) >= 7:
        raise SettingsError(
            f"ipykernel {metadata.version('ipykernel')} breaks under nest_asyncio: use 'await' "
            "in the cell (chessnb itself needs no nested loop)"
        )
    import nest_asyncio

    nest_asyncio.apply()
