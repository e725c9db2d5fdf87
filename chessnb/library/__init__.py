"""The library: finished analyses in one SQLite file, and questions to them."""

from chessnb.library.library import Library

__all__ = ["Library"]
