"""Files of evaluated games: read, replayed and scored many games at a time."""
