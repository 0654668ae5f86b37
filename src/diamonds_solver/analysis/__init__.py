"""A game that was played, looked at afterwards: what each decision cost, and what of that could have been known."""
