"""Questions of ``diamonds practice`` as text, as cards for Anki, and the table of losses."""

from __future__ import annotations

import html
import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from textwrap import indent
from typing import Any

from diamonds_solver.analysis.habits import LEAST, Habits, ToldHabit
from diamonds_solver.analysis.practice import Choice, KindLosses, PracticeQuestion
from diamonds_solver.common.wording import ID_WIDTH, NAME_WIDTH, YOU, aligned, counted, listed, printable, shortened, wrapped_text
from diamonds_solver.game import Words
from diamonds_solver.markup.tables import Amounts
from diamonds_solver.stats.estimates import Estimate

BARS, ASCII_BARS = "▁▂▃▄▅▆▇█", "_.-=+*%#"
_WIDEST = 20  # bars of one row
_MOST_MOVES = 12  # that a question lists
_MOST_ROWS = 6  # of the moves that an answer compares

# -- questions and answers ----------------------------------------------------------------------------------------------------------------


def place_text(question: PracticeQuestion) -> str:
    """Where in which game: ``game4, round 2, trick 5: discard``."""
    review, decision = question.review, question.decision
    parts = [shortened(review.record.id, ID_WIDTH)] if review.record.id else [review.game.words.title]
    if len({judgement.decision.round for judgement in review.judgements}) > 1:
        parts.append(f"round {decision.round}")
    if decision.trick is not None:
        parts.append(f"trick {decision.trick}")
    return f"{', '.join(parts)}: {review.game.kind_of(decision)}"


def question_text(question: PracticeQuestion, *, symbols: bool, width: int = 80) -> str:
    """The table as the player saw it, what was played, and what may be."""
    review, decision, seen = question.review, question.decision, question.seen()
    name = shortened(review.record.seat_name(decision.seat), NAME_WIDTH)
    words, cost = review.game.words, _amount(question, question.loss)
    played = question.written(question.judgement.answer["move"])
    who = "You decide" if name == YOU else f"You are {name}"
    ask = f"{who}: {words.decisions[decision.decision]}. You played {played}, which lost about {cost}. Find something better."
    return f"{review.game.records.diagram(seen, symbols).rstrip()}\n\n{wrapped_text(printable(ask), width - 2)}"


def moves_text(question: PracticeQuestion, width: int = 80) -> str:
    """The moves that there are."""
    choices = question.choices
    shown = sorted(question.written(choice.move) for choice in choices[:_MOST_MOVES])
    if len(choices) > _MOST_MOVES:
        return f"there are {counted(len(choices), 'move')}"
    return wrapped_text(printable(f"moves: {'; '.join(shown) if any(' ' in text for text in shown) else ' '.join(shown)}"), width - 2)


def verdict_text(question: PracticeQuestion, choice: Choice) -> str:
    """Whether an answer is right, in a sentence."""
    best = listed([question.written(other.move) for other in question.choices if other.is_best], most=4)
    written = question.written(choice.move)
    if choice.is_best:
        return f"Right: {written} is best."
    if not choice.is_worse:
        worlds = question.judgement.known.get("worlds")
        basis = f", as far as {counted(worlds, 'world')} can tell" if isinstance(worlds, int) else ""
        return f"Right: {written} is as good as {best}{basis}."
    return f"No: {written} loses about {_amount(question, choice.loss)}. Best: {best}."


def answer_text(question: PracticeQuestion, choice: Choice | None, *, width: int = 80) -> str:
    """The moves compared, and why. `choice`: the answer given."""
    played, amounts = question.judgement.answer["move"], Amounts(question.review.is_chance)
    rows = [("move", "loss", "95 % interval", "")]
    for place, each in enumerate(question.choices):
        if place < _MOST_ROWS or each.move == played or each is choice:
            marks = {"best": each.is_best, "played": each.move == played, "your answer": each is choice}
            remark = ", ".join(word for word, applies in marks.items() if applies)
            rows.append((printable(question.written(each.move)), _loss(each, amounts), _interval(each, amounts), remark))
    lines = [line.rstrip() for line in aligned(rows)]
    if len(question.choices) > len(rows) - 1:
        lines.append(f"  and {counted(len(question.choices) - len(rows) + 1, 'other move')}")
    if question.why:
        lines.append(wrapped_text(printable(question.why), width - 2))
    return "\n".join(lines)


def _amount(question: PracticeQuestion, loss: float) -> str:
    if question.review.is_chance:
        return f"{100 * loss:.1f} % of the chances"
    return f"{loss:.2f} points"


def _loss(choice: Choice, amounts: Amounts) -> str:
    return amounts.loss(choice.loss) if math.isfinite(choice.loss) else ""


def _interval(choice: Choice, amounts: Amounts) -> str:
    low, high = choice.interval
    return "" if choice.is_best or low is None or high is None else f"{amounts.loss(low)} to {amounts.loss(high)}"


# -- Anki ---------------------------------------------------------------------------------------------------------------------------------


def anki_deck(questions: Iterable[PracticeQuestion]) -> Iterator[str]:
    """The lines of a deck that Anki imports as text: front, back and the kind of decision as a tag. A note keeps its key, so that it is
    updated and not doubled when the deck is imported again."""
    yield "#separator:tab\n#html:true\n#deck:Diamonds mistakes\n#notetype:Basic\n#guid column:1\n#tags column:4\n"
    for question in questions:
        best = listed([question.written(choice.move) for choice in question.choices if choice.is_best], most=4)
        front = f"{place_text(question)}\n\n{question_text(question, symbols=True)}\n{moves_text(question)}"
        back = f"Best: {best}\n\n{answer_text(question, None)}"
        tag = question.review.game.kind_of(question.decision).replace(" ", "-")
        yield "\t".join((question.key, _field(front), _field(back), f"{question.review.record.game} {tag}")) + "\n"


def _field(text: str) -> str:
    """A text as HTML on one line, its columns kept."""
    lines = [html.escape(line.replace("\t", " "), quote=False) for line in text.splitlines()]
    return f'<pre style="text-align:left">{"<br>".join(lines)}</pre>'


# -- losses -------------------------------------------------------------------------------------------------------------------------------


def losses_text(rows: Sequence[KindLosses], *, bars: str = BARS, width: int = 80) -> str:
    """A row for each kind of decision, with a bar for each game, or for several games in a row where there are many."""
    parts = []
    for (game, objective), group in groupby(rows, lambda row: (row.game, row.objective)):
        kinds = list(group)
        words, is_chance = game.words, game.words.objectives[objective].is_chance
        table = [("decision", "number", "loss", "change", "trend")]
        room = max(map(len, (trend := [sparkline(row.by_game, bars) for row in kinds])))
        for row, picture in zip(kinds, trend, strict=True):
            change = "" if row.change is None else _estimate(row.change, is_chance, "+")
            table.append((row.kind, str(row.decisions), _estimate(row.loss, is_chance, least=0.0), change, f"{picture:<{room}}"))
        parts.append("\n".join([_head(words, objective, len(kinds[-1].by_game)), *(line.rstrip() for line in aligned(table))]))
    legend = (
        "loss: for each decision with a choice, known at the time; change: later half of the games minus the earlier half; "
        "± is half a 95 % interval over games; trend: game by game, each row on its own scale from 0"
    )
    return "\n\n".join([*parts, wrapped_text(legend, width - 2)])


def _head(words: Words, objective: str, games: int) -> str:
    return f"{words.title}, {counted(games, 'game')}; {words.objectives[objective].text}"


def _estimate(estimate: Estimate, is_chance: bool, sign: str = "", least: float = -math.inf) -> str:
    factor, digits = (100, "z.1f") if is_chance else (1, "z.2f")
    reach = factor * estimate.reach
    return f"{factor * max(estimate.value, least):{sign}{digits}}" + (f" ±{reach:{digits}}" if math.isfinite(reach) else "")


def sparkline(values: Sequence[float | None], bars: str = BARS) -> str:
    """A bar for each value from 0 to the largest one, a blank where there is none; of too many values the means of some in a row."""
    size = -(-len(values) // _WIDEST) or 1
    means = [_mean(values[at : at + size]) for at in range(0, len(values), size)]
    highest = max((value for value in means if value is not None), default=0.0)
    scale = (len(bars) - 1) / highest if highest > 0 else 0.0
    return "".join(" " if value is None else bars[round(max(0.0, value) * scale)] for value in means)


def _mean(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else None


def habits_text(found: Habits, *, bars: str = BARS, width: int = 80) -> str:
    """The habits in a sentence each, with how often they showed, there and with others, and their course."""

    def told(habits: Sequence[ToldHabit]) -> Iterator[str]:
        for habit in habits:
            yield wrapped_text(habit.text, width - 2)
            yield f"  {habit.share_text}; trend {sparkline(habit.by_game, bars).strip()}"
            if habit.course is not None:
                yield indent(wrapped_text(habit.course.text, width - 4), "  ")

    lines = [*told(found.told)] or ["no habit that costs more than others lose in the same decisions"]
    if found.past:
        lines += ["", "found earlier, and not any more:", "", *told(found.past)]
    if found.told or found.past:
        lines += [
            "",
            wrapped_text("points: more than others lose in the same decisions; trend: how often, game by game, from 0", width - 2),
        ]
    return "\n".join(lines)


def habits_missing(found: Habits, cards: str) -> str:
    """Why there are no habits yet. `cards`: whose they are."""
    return f"habits take {LEAST} {cards} in games of Diamonds for four, and there are {found.decisions}"


def habit_questions(habit: ToldHabit, questions: Sequence[PracticeQuestion]) -> list[PracticeQuestion]:
    """Those of the positions to learn from in which the habit showed."""
    shown = {id(judgement) for judgement in habit.shown}
    return [question for question in questions if id(question.judgement) in shown]


def habits_dict(player: str, found: Habits, questions: Sequence[PracticeQuestion]) -> dict[str, Any]:
    """The JSON object of ``diamonds practice --habits --json``."""
    told, past = (
        [{**habit.to_dict(), "questions": [question.to_dict() for question in habit_questions(habit, questions)]} for habit in habits]
        for habits in (found.told, found.past)
    )
    return {"player": player, "games": found.games, "decisions": found.decisions, "habits": told, "past": past}


def practice_dict(player: str, games: int, rows: Sequence[KindLosses], questions: Sequence[PracticeQuestion]) -> dict[str, Any]:
    """The JSON object of ``diamonds practice --json``."""
    return {
        "player": player,
        "games": games,
        "losses": [row.to_dict() for row in rows],
        "questions": [question.to_dict() for question in questions],
    }
