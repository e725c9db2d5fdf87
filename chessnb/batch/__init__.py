"""Many games: analysed here, or by any executor."""

from chessnb.batch.analyze_many import analyze_many
from chessnb.batch.run import BatchRun

__all__ = ["BatchRun", "analyze_many"]
