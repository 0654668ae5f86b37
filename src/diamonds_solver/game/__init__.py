"""What the parts above the games need of a game, and what they are given."""

from diamonds_solver.game.engine import GUARD, Engine, EngineRequest, Preference, Why
from diamonds_solver.game.game import (
    Advising,
    Assuming,
    Contest,
    Evaluating,
    Game,
    Hands,
    Hindsight,
    HindsightOptions,
    Leaning,
    Leanings,
    MoveLabel,
    Page,
    Played,
    Playing,
    Record,
    RecordDecision,
    Records,
    Solving,
    Variants,
    View,
    check_is_record,
    lazy,
)
from diamonds_solver.game.learning import NumberedGame, NumberedPlay
from diamonds_solver.game.live import LiveState, Score, StoryLine, Turn
from diamonds_solver.game.values import (
    EvaluateOptions,
    Evaluation,
    HandDeck,
    Measure,
    RecordSolver,
    SolveCallbacks,
    SolveInterrupted,
    SolveOptions,
)
from diamonds_solver.game.words import Objective, Use, Words

__all__ = ["EvaluateOptions", "Evaluation", "HandDeck", "Measure", "RecordSolver", "SolveCallbacks", "SolveInterrupted", "SolveOptions"]
__all__ += ["GUARD", "Engine", "EngineRequest", "Preference", "Why"]
__all__ += ["Game", "check_is_record", "lazy"]
__all__ += ["Advising", "Assuming", "Evaluating", "Hands", "Leanings", "Page", "Playing", "Records", "Solving", "Variants"]
__all__ += ["Contest", "Hindsight", "HindsightOptions", "Leaning", "MoveLabel", "Played", "Record", "RecordDecision", "View"]
__all__ += ["NumberedGame", "NumberedPlay"]
__all__ += ["LiveState", "Score", "StoryLine", "Turn"]
__all__ += ["Objective", "Use", "Words"]
