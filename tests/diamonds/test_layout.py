"""What Python and C both write down: the fields of structs (checked at import, too), and numbers."""

from __future__ import annotations

import random

from diamonds_solver.games.diamonds.core import _solver, layout
from diamonds_solver.games.diamonds.round.public import Decision
from diamonds_solver.games.diamonds.solving.solve import MODELS, OBJECTIVES, Technique

from .positions import random_position


def test_structs_have_no_field_that_python_does_not_know() -> None:
    """Each field begins where the one before ends, but for what its size aligns it to; so none is missing between them."""
    for name, fields in _solver.layouts().items():
        *own, (_, end, _) = fields
        at = 0
        for field, offset, size in own:
            assert at <= offset < at + 8, f"{name}.{field}"
            at = offset + size
        assert at <= end < at + 8, name
    assert layout.fields(layout.RESULT) == _solver.layouts()["Result"]


def test_numbers_are_those_of_c() -> None:
    numbers = _solver.constants()
    assert {name.removeprefix("TECHNIQUE_"): value for name, value in numbers.items() if name.startswith("TECHNIQUE_")} == {
        **{str(technique.name): int(technique) for technique in Technique},
        "ALL": int(~Technique(0)),
    }
    for kind, names in (("OBJECTIVE", OBJECTIVES), ("MODEL", MODELS)):
        assert {name: numbers[f"{kind}_{name.upper()}"] for name in names} == {name: index for index, name in enumerate(names)}
        assert numbers[f"{kind}_COUNT"] == len(names)
    for name in ("MAX_PLAYERS", "MAX_MOVES", "MAX_LINE", "ROUND_OVER"):
        assert numbers[name] == getattr(layout, name)
    assert numbers["SUITS"] == layout.SUIT_COUNT
    assert {layout.NONE} == {numbers["NOBODY"], numbers["NO_CARD"]}


def test_a_position_comes_back() -> None:
    """Of every kind, at every decision."""
    positions = [random_position(random.Random(seed)) for seed in range(300)]
    assert {position.decision for position in positions} == set(Decision) - {Decision.OVER}
    assert [layout.unpack(row, position.rules) for row, position in zip(layout.pack(positions), positions, strict=True)] == positions
