"""Advice as text for people. Programs take `Advice.to_dict` instead; both say the same."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from io import StringIO

from diamonds_solver.advice.advice import Advice, MoveAdvice
from diamonds_solver.answers.wording import advice_question
from diamonds_solver.common.wording import counted, listed, wrapped_text
from diamonds_solver.game import Words
from diamonds_solver.stats.comparison import Verdict
from diamonds_solver.stats.samples import TIE


def advice_text(
    words: Words,
    advice: Advice,
    seat: str | None = None,
    *,
    colour: bool = False,
    has_question: bool = True,
    written: Callable[[object], str] = str,
    width: int = 80,
) -> str:
    """The whole answer for one decision: the question, a row per move, the verdict in a sentence, what the numbers rest on.

    `words`: the game's. `seat`: the player's name. With `colour` the text has the codes of a terminal. Without
    `has_question` the first line, which is `advice_question`, is left out. `written`: how to write a move.
    `width`: columns of the terminal.
    """
    from rich.console import Console  # rich is loaded here only: it would slow down every start

    text = _AdviceText(advice, words.objectives[advice.objective].is_chance, written)
    stream = StringIO()
    console = Console(file=stream, width=width, force_terminal=colour, color_system="standard" if colour else None, highlight=False)
    if has_question:
        seat = seat or f"P{advice.to_move + 1}"
        console.print(advice_question(words, advice.decision, advice.objective, seat), markup=False, soft_wrap=True)
    console.print(text.table())
    table = [line.rstrip() for line in stream.getvalue().splitlines()]
    sentences = (text.verdict(), *text.basis(), *advice.notes)
    return "\n".join([*table, *(wrapped_text(sentence, width - 2) for sentence in sentences)])


@dataclass(frozen=True)
class _AdviceText:
    """The parts of one answer."""

    advice: Advice
    is_chance: bool
    """Whether values are chances, not points."""
    written: Callable[[object], str]

    def table(self) -> object:
        """One row per move; what is no longer in question is dim."""
        from rich.table import Table

        table = Table(box=None, pad_edge=False, padding=(0, 1), show_edge=False, header_style="")
        table.add_column("  move")
        for title in ("mean", "loss", "" if self.advice.exact else f"{_percent(self.advice.level)} interval", "best in"):
            table.add_column(title, justify="right", no_wrap=True)
        table.add_column("")
        for m in self.advice.moves:
            best = (
                "" if not self.advice.worlds else "best" if self.advice.exact or self.advice.verdict is not Verdict.CLOSE else "best so far"
            )
            cells = (self._mean(m), self._lost(m), self._interval(m), _percent(m.best_share), best if m.best else "")
            table.add_row(f"  {self.written(m.move)}", *cells, style="bold" if m.best else "dim" if m.excluded else "")
        return table

    def _mean(self, m: MoveAdvice) -> str:
        return "" if math.isnan(m.mean) else f"{100 * m.mean:.1f} %" if self.is_chance else f"{m.mean:+z.2f}"

    def _lost(self, m: MoveAdvice) -> str:
        if m is self.advice.moves[0] or math.isnan(m.loss):
            return "" if math.isnan(m.loss) else "0"
        return self._amount(m.loss)

    def _amount(self, value: float) -> str:
        """Points, or chances."""
        return f"{100 * value:z.1f} %" if self.is_chance else f"{value:z.2f}"

    def _cost(self, loss: float) -> str:
        """An amount that is more than nothing."""
        least = 0.0005 if self.is_chance else 0.005
        return self._amount(loss) if loss >= least else f"less than {self._amount(2 * least)}"

    def _interval(self, m: MoveAdvice) -> str:
        if m in self.advice.leaders and (self.advice.worlds or not self.advice.has_choice):
            return ""
        if not self.advice.worlds or not math.isfinite(m.interval[1]):
            return "not known"
        if self.advice.exact:
            return ""
        return f"{self._amount(m.interval[0])} to {self._amount(m.interval[1])}"

    def verdict(self) -> str:
        best, *others = self.advice.moves
        if not others:
            return f"{self.written(best.move)} is the only move"
        if len(self.advice.leaders) == len(self.advice.moves):
            return f"any of them: {_listed([self.written(m.move) for m in self.advice.moves])} are equal"
        if not self.advice.worlds:
            return "nothing is known yet"
        if self.advice.verdict is Verdict.CLOSE:
            return self._undecided()
        fine, second = self.advice.fine, self.advice.rival
        if len(fine) > len(self.advice.leaders) or second is None:
            delta = self._amount(self.advice.delta) if self.is_chance else f"{self.advice.delta:g}"
            names = _listed([self.written(m.move) for m in fine])
            return f"{'either is' if len(fine) == 2 else 'all of these are'} fine: {names} differ by at most {delta}"
        limits = "" if self.advice.exact else f" ({_percent(self.advice.level)}: {self._interval(second)})"
        is_clear = second.interval[0] > self.advice.delta + TIE
        cost = f"{self.written(second.move)} costs {self._cost(second.loss)}{limits}"
        return f"{'clear' if is_clear else 'better, but perhaps by little'}: {self._leading('is best', 'best')}; {cost}"

    def _undecided(self) -> str:
        """What stays open, by the intervals of the table; the verdict asks for more than they do."""
        others = [m for m in self.advice.moves if m not in self.advice.leaders]
        rivals = [self.written(m.move) for m in others if not m.interval[0] > TIE]
        doubtful = [self.written(m.move) for m in others if not m.excluded]
        text = self._leading("leads", "lead")
        if rivals:
            text += f"; {_listed(rivals)} may be as good or better"
        if self.advice.is_scant:
            return f"too few samples: {text}; a verdict needs at least {self.advice.needed}"
        if not rivals:
            text += f"; {_listed(doubtful)} {'is' if len(doubtful) == 1 else 'are'} probably worse, but not surely enough for a verdict"
        return f"which move is best is open: {text}"

    def _leading(self, alone: str, several: str) -> str:
        """The leader and its equals as the subject of a sentence."""
        moves = [self.written(m.move) for m in self.advice.leaders]
        return f"{moves[0]} {alone}" if len(moves) == 1 else f"{_listed(moves)} are equal and {several}"

    def basis(self) -> Iterator[str]:
        """What the numbers rest on, and what the intervals do not cover."""
        if self.advice.exact:
            yield f"values by '{self.advice.engine}'; no sampling error"
        elif self.advice.worlds:
            yield self._sampled()

    def _sampled(self) -> str:
        advice = self.advice
        effective = "" if advice.ess >= 0.995 * advice.worlds else f" (as good as {counted(round(advice.ess), 'equally likely one')})"
        worlds = counted(advice.worlds, "world")
        if advice.simulations is not None:
            searches = counted(advice.worlds, "independent search", "independent searches")
            worlds = f"{searches}, {counted(advice.simulations, 'simulated deal')}{' each' if advice.worlds > 1 else ''},"
        return f"{worlds}{effective} by '{advice.engine}', seed {advice.seed}; intervals cover sampling error only"


def _percent(share: float) -> str:
    return "" if math.isnan(share) else f"{100 * share:.3g} %" if 0.95 < share < 1 else f"{100 * share:.0f} %"


def _listed(moves: Sequence[str]) -> str:
    """As `listed`, with semicolons if moves are several words."""
    return listed(moves, between="; " if any(" " in move for move in moves) else ", ")
