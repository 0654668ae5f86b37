"""Values of hands, and the pass as a game, as text for people."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from diamonds_solver.common.wording import ID_WIDTH, NAME_WIDTH, counted, listed, shortened, wrapped_text
from diamonds_solver.stats.comparison import Verdict
from diamonds_solver.stats.estimates import Estimate

from .advising.hands import METHOD, HandValue, PassChoices, PassValue, RoundStatistics
from .round.rules import SUIT_NAMES, SUITS, format_cards
from .solving.equilibrium import CountSolution, Equilibrium, MixedPass
from .texts import PAGE_WIDTH

# -- hands --------------------------------------------------------------------------------------------------------------------------------
# The value of a hand as text for people, at most 80 columns wide. Programs take `HandValue.to_dict`.

_MOST_DISTRIBUTION_ROWS = 20
_BAR = 50
_BLOCKS = " ▏▎▍▌▋▊▉█"
_AFTER = {1: "left of the dealer, leads", 2: "second after the dealer", 3: "third after the dealer"}
_LATER = {4: "fourth", 5: "fifth"}
_VERDICTS = {
    Verdict.CLEAR: "clearly the best",
    Verdict.EQUAL: "as good as the next",
    Verdict.CLOSE: "too close to call",
}


def hand_text(value: HandValue, name: str | None = None, *, unicode: bool = True) -> str:
    """The whole answer: the round with and without a pass, its points, the best cards to pass, what the numbers rest on."""
    lines = [
        *_head(value, name),
        "",
        *_statistics_rows(value),
        *_gain_lines(value),
        "",
        f"{_side_word(value)}points of the round, {'with the best pass' if value.passes else 'with the pass by rules'}",
        *histogram(value.best.distribution, unicode),
        *_pass_lines(value),
        *_hand_basis(value),
    ]
    text = "\n".join(lines)
    return text if unicode else text.replace("±", "+-")


def histogram(distribution: Sequence[tuple[int, float]], unicode: bool = True) -> list[str]:
    """A row for each number of points, or for several in a row where there are many; bars of blocks, or of ``#``."""
    first, last = distribution[0][0], distribution[-1][0]
    step = math.ceil((last - first + 1) / _MOST_DISTRIBUTION_ROWS)
    rows = [(low, sum(share for points, share in distribution if low <= points < low + step)) for low in range(first, last + 1, step)]
    labels = [_signed(low) + (f" to {_signed(low + step - 1)}" if step > 1 else "") for low, _ in rows]
    width, longest = max(map(len, labels)), max(share for _, share in rows)
    return [
        f"  {label:>{width}}  {100 * share:4.1f} %  {_bar(share / longest, unicode)}".rstrip()
        for label, (_, share) in zip(labels, rows, strict=True)
    ]


def _signed(number: int) -> str:
    return f"{number:+d}" if number else "0"


def _bar(part: float, unicode: bool) -> str:
    if not unicode:
        return "#" * round(part * _BAR)
    eighths = round(part * _BAR * 8)
    return "█" * (eighths // 8) + _BLOCKS[eighths % 8].strip()


def _head(value: HandValue, name: str | None) -> Iterator[str]:
    rules, after = value.rules, value.seat_after_dealer
    seat = value.names[value.seat] if value.names else f"P{value.seat + 1}"
    place = "the dealer" if after == rules.players else _AFTER.get(after) or f"{_LATER[after]} after the dealer"
    game = f"{rules.players} players{', teams' if rules.teams else ''}{', Perfect Diamonds' if rules.perfect else ''}"
    if name:
        yield shortened(name, PAGE_WIDTH)
    yield f"{shortened(seat, 16)}, {place}; {game}"
    yield f"  {format_cards(value.hand)}"


def _side_word(value: HandValue) -> str:
    return "team's " if value.rules.teams else ""


def _statistics_rows(value: HandValue) -> list[str]:
    heads = ("", f"{_side_word(value)}points", "margin", "tricks", "no trick %")
    named = (("no pass", value.dealt), ("pass by rules", value.by_rules), ("best pass", value.best))[: 3 if value.passes else 2]
    rows: list[tuple[str, ...]] = [heads, *(_statistics_row(name, statistics) for name, statistics in named)]
    awards: list[tuple[str, ...]] = [("", *(f"{SUIT_NAMES[suit]} %" for suit in SUITS))]
    awards += [(name, *map(_percent, statistics.awards)) for name, statistics in named]
    return [*_rows_text(rows), "", "chance of each award (most cards won in the suit)", *_rows_text(awards)]


def _statistics_row(name: str, statistics: RoundStatistics) -> tuple[str, ...]:
    return name, _mean(statistics.points), _mean(statistics.margin), f"{statistics.tricks.value:.2f}", _percent(statistics.no_trick)


def _rows_text(rows: Sequence[Sequence[str]]) -> list[str]:
    """The first column to the left, as is the last where it holds remarks (its head is empty); the others to the right."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    left = {0} | ({len(widths) - 1} if not rows[0][-1] else set())
    lines = [[cell.ljust(w) if i in left else cell.rjust(w) for i, (cell, w) in enumerate(zip(row, widths, strict=True))] for row in rows]
    return ["  " + "  ".join(line).rstrip() for line in lines]


def _mean(estimate: Estimate) -> str:
    return f"{estimate.value:+z.2f}{_reach(estimate.reach, '.2f')}"


def _percent(estimate: Estimate) -> str:
    return f"{100 * estimate.value:.1f}{_reach(100 * estimate.reach, '.1f')}"


def _reach(half: float, style: str) -> str:
    """After a number: half of its 95 % interval; nothing where that is not known."""
    return f" ± {half:{style}}" if math.isfinite(half) else ""


def _gain_lines(value: HandValue) -> Iterator[str]:
    yield ""
    if value.passes:
        yield f"the best pass gains {_mean(value.gain)} ({value.objective}) over the pass by rules"
    low, high = value.rank.interval
    yield f"with the pass by rules it beats {value.rank.percentile:.0f} % of random hands (95 %: {low:.0f} to {high:.0f})"


def _pass_lines(value: HandValue) -> Iterator[str]:
    if not value.passes:
        return
    yield ""
    is_dealer = value.seat_after_dealer == value.rules.players
    if len(value.passes) > 1 and (not is_dealer or value.interrupted):
        shares = ", ".join(f"{count}: {100 * share:.0f} %" for count, share in enumerate(value.announced, 1))
        yield f"best cards to pass for each number announced ({shares})"
    elif len(value.passes) > 1:
        best = max(range(1, 4), key=lambda count: value.announced[count - 1])
        yield f"best cards to pass; as the dealer, announce {best}"
    else:
        yield "best cards to pass"
    rows: list[tuple[str, ...]] = [("", "", value.objective, "loss", "")]
    for choices in value.passes:
        shown = [*choices.passes, *([] if any(each.rules for each in choices.passes) else [choices.rules])]
        rows += [_pass_row(choices, each, i) for i, each in enumerate(shown)]
    yield from _rows_text(rows)


def _pass_row(choices: PassChoices, each: PassValue, index: int) -> tuple[str, ...]:
    low, high = each.loss_interval
    loss, remarks = f"{each.loss:.2f}{_reach((high - low) / 2, '.2f')}", ["by rules"] * each.rules
    if index == 0:
        loss, remarks = "", [_VERDICTS[choices.verdict], *remarks]
    return str(choices.count) if index == 0 else "", format_cards(each.cards), _mean(each.value), loss, ", ".join(remarks)


def _hand_basis(value: HandValue) -> Iterator[str]:
    deals = "the only possible deal" if value.deals == 1 else counted(value.samples, "random deal")
    yield ""
    if value.interrupted:
        tried = listed([str(choices.count) for choices in value.passes])
        extent = f"for {tried} only; other numbers are passed by rules" if tried else "for no number of cards yet"
        yield f"interrupted: the best pass is known {extent}"
    yield f"{METHOD}; {deals}, seed {value.seed}"
    yield "± is half of a 95 % interval; it covers the error of sampling only"


# -- the pass as a game -------------------------------------------------------------------------------------------------------------------
# Its solution as text for people. Programs take `Equilibrium.to_dict`.


_MOST_PASSES = 8  # passes of one player that are shown


def equilibrium_text(equilibrium: Equilibrium, name: str | None = None) -> str:
    """Who should announce how many cards, and what both should pass with which chance."""
    players = [shortened(equilibrium.names[seat] if equilibrium.names else f"P{seat + 1}", NAME_WIDTH) for seat in (0, 1)]
    leader, dealer = players[equilibrium.leader], players[equilibrium.dealer]
    head = f"{shortened(name, ID_WIDTH)}: " if name else ""
    lines = [wrapped_text(f"{head}{dealer} deals, {leader} leads; values are what {leader} gains more than {dealer} in the round")]
    if not equilibrium.counts:
        return "\n".join([*lines, "stopped before anything was proven"])
    lines += ["", *_pass_table(equilibrium, players)]
    count = equilibrium.count
    if count is not None and len(equilibrium.counts) > 1:
        lines += ["", f"{dealer} should let {counted(count, 'card')} be passed"]
    for solution in equilibrium.counts.values():
        lines += ["", *_mixes(solution, players)]
    return "\n".join([*lines, "", *_equilibrium_basis(equilibrium)])


def _pass_table(equilibrium: Equilibrium, players: list[str]) -> list[str]:
    """A row for each number of cards: its value, and what fixed passes lose."""
    names = list(dict.fromkeys(name for solution in equilibrium.counts.values() for name in solution.single))
    texts = {"pure": "best fixed pass", "rules": "rules' pass"}
    heads = ["cards", "value", *(f"{texts[name]}: {player}" for name in names for player in players)]
    rows = [heads]
    for solution in equilibrium.counts.values():
        row = [str(solution.count), _value(solution)]
        for name in names:
            row += (
                [f"-{each.loss:.2f}" if each.loss > 5e-7 else "0" for each in solution.single[name]]
                if name in solution.single
                else ["", ""]
            )
        rows.append(row)
    if sum(len(head) + 2 for head in heads) > 78:  # long names: seats say it as well
        rows[0] = [head.replace(players[0], "P1").replace(players[1], "P2") if index > 1 else head for index, head in enumerate(heads)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(heads))]
    return ["  " + "  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]


def _value(solution: CountSolution) -> str:
    if solution.exact:
        return f"{solution.value:+.2f}" if abs(solution.value) >= 0.005 else "0"
    return f"{solution.bounds[0]:+.2f} to {solution.bounds[1]:+.2f}"


def _mixes(solution: CountSolution, players: list[str]) -> Iterator[str]:
    yield f"{counted(solution.count, 'card')}: pass" + ("" if solution.exact else " (not proven)")
    width = max(map(len, players))
    for player, mixed in zip(players, solution.passes, strict=True):
        yield from _rows(player.ljust(width), mixed)


def _rows(player: str, mixed: MixedPass) -> Iterator[str]:
    for index, (cards, chance) in enumerate(mixed.chances[:_MOST_PASSES]):
        yield f"  {player if index == 0 else ' ' * len(player)}  {100 * chance:5.1f} %  {format_cards(cards)}"
    if len(mixed.chances) > _MOST_PASSES:
        rest = sum(chance for _, chance in mixed.chances[_MOST_PASSES:])
        yield f"  {' ' * len(player)}  {100 * rest:5.1f} %  {counted(len(mixed.chances) - _MOST_PASSES, 'other')}"


def _equilibrium_basis(equilibrium: Equilibrium) -> Iterator[str]:
    gap = max(mixed.gap for solution in equilibrium.counts.values() for mixed in solution.passes)
    cells = sum(solution.cells for solution in equilibrium.counts.values())
    sure = (
        f"no pass of either player gains more than {gap:.0e} against these" if gap > 0 else "no pass of either player gains against these"
    )
    yield wrapped_text(f"certificate: {sure}, by {counted(cells, 'exact value')} in {equilibrium.seconds:.1f} s")
    if not equilibrium.complete:
        yield wrapped_text("stopped before the end: the limits of the values are proven, the chances may still change")
