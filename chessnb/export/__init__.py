"""Writers of analysed games: CSV, PGN, HTML, Markdown, SVG."""
