"""All cards open: exact values, proofs of them, and what follows from them."""
