"""What one server gives to its page at most. It is fixed when the server starts: no request can raise it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    seconds: float = 60.0
    """Of one computation."""
    memory: int = 256 << 20
    """Bytes of the solver's table."""
    threads: int = 1
    worlds: int = 100_000
    """Of one piece of advice; with a time limit as well, whichever comes first."""
    body: int = 64 << 10
    """Bytes of a request's body."""
    connections: int = 32
    """Open at the same time; one more is closed at once."""
    slowest: float = 30.0
    """Seconds until the head of a request is there, and until its body is."""
    games: int = 32
    """Live games kept; the one that was longest not asked for makes room for a new one."""
