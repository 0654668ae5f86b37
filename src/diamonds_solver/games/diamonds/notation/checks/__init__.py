"""What a record says, held against the rules: values, the pass, the play, what follows from it."""
