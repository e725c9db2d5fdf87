"""Chess game analysis for notebooks."""
