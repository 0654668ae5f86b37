"""The game itself: cards and rules, one immutable state, what each step does and who scores, and its picture."""
