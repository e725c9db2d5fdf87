"""From text to games."""
