"""The door to the C core, and the arrays that pass through it."""
