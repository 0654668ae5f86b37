"""Pictures of the table: sound SVG with everything in attributes, whatever the names, and from one seat nothing that it cannot know."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

import diamonds_solver as ds
from diamonds_solver.games import GAMES, find_game
from diamonds_solver.games.diamonds.advising.view import View
from diamonds_solver.games.diamonds.round.rules import format_cards
from diamonds_solver.games.diams.advising.view import View as DiamsView
from diamonds_solver.games.diams.round.rules import written
from diamonds_solver.games.records import load
from diamonds_solver.markup.svg import Drawing, colour, element, fitted, text, text_width, tokens

ROOT = Path(__file__).parents[1]
SVG = "{http://www.w3.org/2000/svg}"
EVIL = ("<script>alert(1)</script>", "A & \"B\" 'C'", "tab\t\x07bell\u202eleft", "W" * 60)


def pictures() -> Iterator[tuple[str, str]]:
    """Every example that is one good record, and each table of its play."""
    for name in GAMES:
        game = find_game(name)
        for example, path in game.examples().items():
            if "broken" in example or example in ("suite", "bench"):
                continue
            record = load(path)
            yield example, record._repr_svg_()
            for number, decision in enumerate(game.records.decisions(record)):
                if number % 7 == 0:
                    yield f"{example} {number}", decision.record._repr_svg_()


def test_pictures_are_sound_svg_with_everything_in_attributes() -> None:
    seen = 0
    for name, picture in pictures():
        root = ElementTree.fromstring(picture)
        ids = {part.get("id") for part in root.iter(f"{SVG}g")} - {None}
        assert {use.get("href") for use in root.iter(f"{SVG}use")} == {f"#{part}" for part in ids}, name
        assert {tag.tag.removeprefix(SVG) for tag in root.iter()} <= {"svg", "defs", "g", "use", "rect", "path", "text", "tspan"}, name
        assert not re.search(r"style|class|http(?!://www\.w3\.org/2000/svg)", picture), name
        assert root.get("role") == "img"
        assert len(root.get("aria-label") or "") > 40
        seen += 1
    assert seen > 20


_WORDS = "white|black|grey|gray|red|green|blue|yellow|orange|purple|gold|silver"
COLOUR = re.compile(
    r"#[0-9a-f]{3,8}(?=[\"';,)}!\s])"
    r"|\b(?:rgba?|hsla?|hwb|ok?lch|ok?lab)\((?!0 0 0/)[\d.][^)]*\)"
    rf"|(?:fill|stroke|colou?r|background|border)\w*=?:?[\"'= ]*\b(?:{_WORDS})\b(?!-)"
)
"""A colour as style sheets, markup and Python write it. Shadows of black are none."""
NO_TOKENS = ("icon.svg", "index.html", "manifest.webmanifest")
"""Files that no style sheet reaches: they repeat colours of tokens."""
SETS = {".css", ".html", ".js", ".py", ".svg", ".webmanifest"}


def test_colours_are_written_among_the_tokens_alone() -> None:
    """Page, app, report, pictures of notebooks and plots have the same ones."""
    values = set(COLOUR.findall(tokens()))
    assert len(values) > 60
    paths = [path for folder in ("src", "app") for path in (ROOT / folder).rglob("*") if path.suffix in SETS]
    paths = [path for path in paths if path.name not in ("tokens.css", "preact.js", "htm.js")]
    assert {"svg.py", "table.css", "plot.py", *NO_TOKENS} <= {path.name for path in paths}
    for path in paths:
        found = set(COLOUR.findall(path.read_text(encoding="utf-8")))
        assert not found - (values if path.name in NO_TOKENS else set()), path


@pytest.mark.parametrize("text", ["a{color:#fff}", "fill='#0423e4'", "rgb(4 18 24/.5)", "a{color:red;b:c}", 'fill="white"'])
def test_a_colour_is_seen(text: str) -> None:
    assert COLOUR.search(text)


@pytest.mark.parametrize("text", ["a{white-space:nowrap}", 'find("#end")', "rgb(0 0 0/.2)", "#connection{}", "a redder blue"])
def test_no_colour_is_seen(text: str) -> None:
    assert not COLOUR.search(text)


def test_a_name_cannot_break_out() -> None:
    record = replace(ds.example("mid-trick"), names=EVIL)
    root = ElementTree.fromstring(record._repr_svg_())
    assert not list(root.iter(f"{SVG}script"))
    written = "".join(root.itertext())
    assert "<script>" in written
    assert "\u202e" not in written


@pytest.mark.parametrize("example", ["full4", "perfect2", "teams4", "mid-trick"])
def test_from_a_seat_only_what_it_knows(example: str) -> None:
    record = ds.example(example)
    for seat in range(record.players):
        picture = View.of(record, seat).record._repr_svg_()
        root = ElementTree.fromstring(picture)
        label = root.get("aria-label") or ""
        for other, hand in enumerate(record.hands_after_play()):
            told = f"{record.seat_name(other)}: {format_cards(hand.known)},"
            assert (told in label) == (other == seat)
        shown = {part.get("id"): part for part in root.iter(f"{SVG}g") if part.get("id")}
        cards = [part for part in shown.values() if len(part) == 3 and part[0].get("fill") == colour("card")]
        assert len(cards) == len(record.hands_after_play()[seat].known) + len(record.table().cards)


def test_from_a_seat_of_diams_only_what_it_knows() -> None:
    """Others' cards are backs, but for what they took openly; the seat's own are told, and what lies on the table."""
    record = load(find_game("diams").examples()["diams-round"])
    game = find_game("diams")
    seen = 0
    for decision in list(game.records.decisions(record))[::5]:
        state = decision.record.state
        for seat in range(record.players):
            label = ElementTree.fromstring(DiamsView.of(decision.record, seat).record._repr_svg_()).get("aria-label") or ""
            assert f"Market: {written(state.market, ', ') or 'empty'}; pile: {len(state.pile)} card" in label
            for other, hand in enumerate(state.hands):
                told = f"{record.seat_name(other)}: {written(hand, ',')}, safe"
                assert (told in label) == (other == seat)
                backs = f"{record.seat_name(other)}: {len(hand)} hidden card"
                assert (backs in label) == (other != seat and len(hand) > 0)
            seen += 1
    assert seen > 15
    view = load(find_game("diams").examples()["diams-view"])
    assert "Bob: 4 hidden cards, known to have 7, 7, 2, 2, 2, safe 3 hidden cards." in view._repr_svg_()


@pytest.mark.parametrize("moves", [0, 40, 400])
def test_nothing_of_diams_is_drawn_beside_the_picture(moves: int) -> None:
    game = find_game("diams")
    record = replace(game.records.deal((moves, 1), {"players": 5, "loupes": 3, "moves": moves}, None), names=(*EVIL, "Ann"))
    root = ElementTree.fromstring(record._repr_svg_())
    width, height = float(root.get("width") or 0), float(root.get("height") or 0)
    sizes = {part.get("id"): part for part in root.iter(f"{SVG}g") if part.get("id")}

    def check(part: ElementTree.Element, x: float, y: float) -> int:
        seen = 0
        for child in part:
            left, top = x + float(child.get("x") or 0), y + float(child.get("y") or 0)
            if child.tag == f"{SVG}use":
                seen += check(sizes[(child.get("href") or "").removeprefix("#")], left, top)
            elif child.tag == f"{SVG}rect":
                assert left >= 0
                assert left + float(child.get("width") or 0) <= width
                assert top + float(child.get("height") or 0) <= height
                seen += 1
        return seen

    assert check(root, 0, 0) > 20
    assert not list(root.iter(f"{SVG}script"))


def test_positions_and_records_show_themselves_in_notebooks() -> None:
    record = ds.example("ending")
    assert ElementTree.fromstring(record.position()._repr_svg_()).tag == f"{SVG}svg"
    assert ElementTree.fromstring(record._repr_svg_()).tag == f"{SVG}svg"


def test_parts_are_defined_once() -> None:
    drawing = Drawing()
    dot = element("rect", width=1, height=1)
    drawing.add(drawing.part(dot), drawing.part(dot, 5, 0), drawing.part(text(0, 0, "a < b", 10, "#000")))
    defined, _, rest = drawing.svg(10, 10, "two dots").partition("</defs>")
    assert defined.count("<g ") == 2
    assert rest.count("<use ") == 3
    assert "a &lt; b" in defined


@pytest.mark.parametrize("name", [*EVIL, "Ann", "日本語の名前です長い", ""])
def test_a_text_is_cut_to_the_width_there_is(name: str) -> None:
    shown = fitted(name, 80, 15)
    assert text_width(shown, 15) <= 80
    assert shown.isprintable()
