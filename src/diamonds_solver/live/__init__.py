"""Games that are being played: a source of moves for each seat, what each may see, saved after every move."""
