"""The game itself: cards and rules, one immutable state, what can be known of hidden hands, and its picture."""
