"""Records as people write them who have not read the notation: their habits of layout, keys, names and cards, in its strict form.

A text stays the same line by line, so that places in it stay true: a line that is no field becomes a comment, none is left out. What can
be meant in several ways is written in each of them; whoever asks reads them all.
"""
