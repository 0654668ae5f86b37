"""From text to a checked record and back."""
