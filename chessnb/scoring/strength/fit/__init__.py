"""How the strength models' constants are fitted and judged; nothing here runs in an analysis."""
