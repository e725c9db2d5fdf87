"""From positions to evaluations."""
