"""The page of ``diamonds web``: a server on loopback, its questions to the engine, and the files of the page."""
