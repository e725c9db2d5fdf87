"""Live widgets for notebooks."""
