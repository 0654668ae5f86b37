"""Pictures and pieces of pages, for any game: SVG, and HTML from templates."""
