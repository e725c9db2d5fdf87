"""The tables' contract: column names, dtypes, units and viewpoint, stated once."""

LABELS = (
    "Brilliant",
    "Great",
    "Best",
    "Excellent",
    "Good",
    "Inaccuracy",
    "Mistake",
    "Blunder",
    "Miss",
    "Book",
)
