"""The doors to the C core: the solver, the players for hidden hands, their arrays."""
