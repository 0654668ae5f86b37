"""Diamoniak: castles, diamonds and witches, drawn from one pile with everything lying open (G. Kirszbaum, Djeco)."""
