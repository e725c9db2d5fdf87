"""How chessnb is built: used by the build back-end, not by the installed package."""
