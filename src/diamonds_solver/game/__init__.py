"""What the parts above the games ask of a game: the members that every game has, and the optional protocols beside them."""

from diamonds_solver.game.contest import Contest, Played, RecordingContest
from diamonds_solver.game.engine import Ask, Engine, Why
from diamonds_solver.game.evaluates import EvaluateAsk, Evaluates, EvaluatesHands, Evaluation, HandDeck, Measure
from diamonds_solver.game.game import Decision, Game, Hindsight, Objective, Record, View, Words
from diamonds_solver.game.learning import LearningGame, NumberedGame, NumberedPlay
from diamonds_solver.game.live import LivePlay, LiveTable, Score, StoryLine, Turn
from diamonds_solver.game.optional import (
    AssumingGame,
    CardGame,
    DealtGame,
    GlyphGame,
    ListsMoves,
    NamesAll,
    PictureGame,
    RoundGame,
    Said,
    SplitMoves,
    TrickGame,
    VariantGame,
    WordedGame,
)
from diamonds_solver.game.solves import RecordSolver, SolveAsk, Solved, SolvedMove, SolveInterrupted, Solves, Watch

__all__ = [
    "Ask",
    "AssumingGame",
    "CardGame",
    "Contest",
    "DealtGame",
    "Decision",
    "Engine",
    "EvaluateAsk",
    "Evaluates",
    "EvaluatesHands",
    "Evaluation",
    "Game",
    "GlyphGame",
    "HandDeck",
    "Hindsight",
    "LearningGame",
    "ListsMoves",
    "LivePlay",
    "LiveTable",
    "Measure",
    "NamesAll",
    "NumberedGame",
    "NumberedPlay",
    "Objective",
    "PictureGame",
    "Played",
    "Record",
    "RecordSolver",
    "RecordingContest",
    "RoundGame",
    "Said",
    "Score",
    "SolveAsk",
    "SolveInterrupted",
    "Solved",
    "SolvedMove",
    "Solves",
    "SplitMoves",
    "StoryLine",
    "TrickGame",
    "Turn",
    "VariantGame",
    "View",
    "Watch",
    "Why",
    "WordedGame",
    "Words",
]
