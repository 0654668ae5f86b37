"""The words and signs that people use for keys, suits, ranks and what happens, in several languages."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from ..round.rules import SUIT_LETTERS, SUIT_SIGNS

# -- characters ---------------------------------------------------------------------------------------------------------------------------

_SAME = str.maketrans(
    dict.fromkeys("“”„‟«»〝〞", '"')
    | dict.fromkeys("‘’‚‛´`", "'")
    | dict.fromkeys("‐‑‒–—―−", "-")
    | dict.fromkeys("⇒➔➜➞⟶►▶", "→")
    | dict.fromkeys("◦‣▪▫■□●○∙⁃✓☐☑·", "•")
    | dict.fromkeys("│┃¦", "|")
    | dict.fromkeys("\u200b\u200c\u200d\u2060\ufeff\ufe0e\ufe0f", " ")
)
_ARROW = re.compile(r"[-=~]{1,3}>")
_TEN = re.compile(r"(?<=\d)[oO](?![^\W\d_])")
_ONE = re.compile(r"(?:(?<![^\W\d_])|(?<=[DHSCdhsc♦♥♠♣]))[lI](?=\d)|(?<=\d)[lI](?!\w)")


def plain(text: str) -> str:
    """The text with one character for those that look alike, and the letters O and l as digits where digits are meant."""
    text = unicodedata.normalize("NFC", text)
    wide = "".join(unicodedata.normalize("NFKC", c) if unicodedata.east_asian_width(c) in "FW" else c for c in text)
    return _ONE.sub("1", _TEN.sub("0", _ARROW.sub("→", wide.translate(_SAME))))


def folded(text: str) -> str:
    """Letters without accents and in lower case; as long as `text`."""
    return "".join(_LETTERS_ALONE.get(c) or unicodedata.normalize("NFD", c)[0].lower() for c in text)


_LETTERS_ALONE = {"ß": "s", "œ": "o", "Œ": "o", "ø": "o", "Ø": "o", "ł": "l", "Ł": "l", "İ": "i"}
SPELT = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "ae", "Ö": "oe", "Ü": "ue", "ß": "ss", "ø": "oe", "å": "aa"})

# -- words --------------------------------------------------------------------------------------------------------------------------------
# Keys and suits as people call them, in English, German, French, Dutch and some others.


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


KEYS = {
    "players": "players|player|names|who plays|the players are|the players|at the table|seats|seating|spieler|es spielen|mitspieler|joueurs"
    "|joueuses|spelers|jugadores|giocatori|playing",
    "dealer": "the dealer is|the dealer was|the dealer|dealer is|dealer was|dealer|dealt by|dealing|geber ist|geberin|geber|kartengeber"
    "|donneur|donneuse|gever|mazziere",
    "variant": "variant|variante",
    "teams": "teams|team|partners|partner|partnerships|equipes|mannschaften|partnerinnen",
    "round": "round|runde|manche|ronde|rnd",
    "pass": "we passed|we pass|everybody passed|each passed|pass count|number passed|passing|pass|weitergeben|passen",
    "phase": "phase",
    "see": "as seen by|seen by|i am|i'm|my name is|view of|view|see|me|ich bin|je suis",
    "hand": "starting hand|first hand|hand of|cards of|hands|hand|my hand|my cards|cards|blatt von|blatt|handkarten|karten|meine karten"
    "|mein blatt|ma main|main de|main|cartes|kaarten|hand von|hand van|mijn hand",
    "dealt": "dealt hand|dealt cards|cards dealt|dealt|ausgeteilt",
    "gave": "gave away|gave|given|passed on|passed away|i passed|i gave|cards passed|passed|abgegeben|weitergegeben|gab|donne|passe",
    "got": "i got|i received|got|received|receives|was given|was passed|bekam|bekommen|erhalten|erhielt|recu",
    "out": "out",
    "void": "void",
    "showroom": "showrooms|showroom|display|auslage|vitrine",
    "vault": "vaults|vault|safe|tresor|coffre|kluis",
    "took": "took|cards won|cards taken",
    "won": "tricks won|won tricks|won|tricks so far",
    "lead": "first lead|leader|leads|lead|first to lead|ausspiel|vorhand|anspiel|entame",
    "play": "plays|played|play|tricks|cards played|the play|the tricks|stiche|stich|gespielt|plis|levees|pli|jeu|slagen|slag",
    "score": "final score|end score|score|scores|points at the end",
    "id": "id",
    "best": "best",
    "value": "value",
}
ALIAS = {alias: key for key, aliases in KEYS.items() for alias in aliases.split("|")}
OF_ONE = frozenset(("hand", "dealt", "gave", "got", "took", "void"))
"""Keys behind which a player stands."""
WITHIN = frozenset(ALIAS) - _words("me out best value id i'm safe given see cards won phase void took display")
"""Words that begin a field also within a line, behind a comma or the like."""
_ALIASES = "|".join(sorted(map(re.escape, ALIAS), key=len, reverse=True))
KEY = re.compile(rf"(?P<key>{_ALIASES})(?![^\W_]|')(?P<sign>\s*(?:[:=,|;]+|-+(?=\s|$))?)")
GAME = re.compile(r"(?:(?:game|spiel|jeu)\W+)?diamonds?\b\W*(?:(?:version|format|v)?\W*1(?:\.0)?)?[\s.,;:]*$")
GAME_HEAD = re.compile(r"diamonds?\b\W*(?:(?:version|format|v)?\W*1(?:\.0)?)\s*[,;|.-]?\s+(?=[^\W\d])")
BREAK = re.compile(r"[,;|.]\s*|\s+-\s+|\t|\s{2,}|\s+(?:and|und)\s+(?=(?:i )?(?:got|received|gave|bekam|gab)\b)")
LABEL = re.compile(
    r"(?:trick|stich|pli|levee|slag|t|no|nr)[\s.#]*(?P<after>\d{1,2})(?:\s*[-.:),;|=]+|(?=\s))\s*"
    r"|(?P<nth>\d{1,2})\s*(?:st|nd|rd|th|er|eme|e|\.)?\s*(?:trick|stich|pli|slag)\b\s*[-:.),]*\s*"
    r"|(?P<roman>[ivx]{1,4})\s*[.):]\s*"
    r"|(?P<number>\d{1,2})\s*(?:[.):;|=]+|-(?=\s))\s*"
    r"|(?P<bare>\d{1,2})\s+(?=[^\W\d])"
)
HAND_HEAD = re.compile(r"(?P<who>[^\W\d][\w .-]*?)(?:'?s|s')?\s+(?:hand|cards|blatt|karten|hat|has|holds)\s*[:=-]*")
"""Whose hand stands in the lines below."""
CARD_COUNT = re.compile(r"\(?\b\d{1,2} (?:cards|karten|cartes|kaarten)\b\)?\s*:?", re.IGNORECASE)
NUMBERED = re.compile(r"(?P<number>[1-6])\s*[.):]\s*(?P<name>[^\W\d][\w .'-]*(?:\([^)]*\))?)")
"""A player with a number, on a line."""
CHAT = re.compile(
    r"\s*\[?(?:\d{1,4}[./-]\d{1,2}[./-]?(?:\d{2,4})?,?\s+)?\d{1,2}:\d{2}(?::\d{2})?(?:\s*[AP]M)?"
    r"(?:,\s+\d{1,4}[./-]\d{1,2}[./-]?(?:\d{2,4})?)?\]?\s*(?:-\s*)?[^:]{1,25}:\s+"
)
"""When a message was sent, and by whom."""
SECTION = re.compile(
    r"\[\s*(?:(?P<title>(?:general|game|record|meta|info|round|setup|main|header|spiel)(?: \d)?)|(?P<key>[^\W\d][\w .-]*?))\s*\]",
    re.IGNORECASE,
)
"""The heading of a section, as in INI files."""
_ORDINALS = (
    *("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth"),
    *("thirteenth", "fourteenth", "fifteenth"),
)
_TRICK_SENTENCE = re.compile(rf"(?:in |on |to )?(?:the )?(?P<nth>{'|'.join(_ORDINALS)}) trick(?: was| went)?\b[,:]? *", re.IGNORECASE)
_PLAYERS_SENTENCE = re.compile(
    r"(?:we|there|players|playing)\b(?:[^:,.]*\b(?:were|are|was)|[^:.]*:)(?: players)? *"
    r"(?P<names>[^\W\d]\w*(?:, *[^\W\d]\w*)*,? and [^\W\d]\w*)(?=\.|$)",
    re.IGNORECASE,
)
_VERBS = re.compile(r"\b(?:played|plays|led|leads|and|with|put|threw|discarded|followed|then)\b *", re.IGNORECASE)


def unworded(text: str) -> str:
    """A line in which sentences tell who plays, or a trick: as a list."""
    if match := _TRICK_SENTENCE.match(text):
        return f"trick {_ORDINALS.index(match['nth'].lower()) + 1}: {_VERBS.sub('', text[match.end() :])}"
    if match := _PLAYERS_SENTENCE.match(text):
        return f"players {re.sub(r',? and ', ', ', match['names'])}{text[match.end() :].replace('.', ';', 1)}"
    return text


NUMBER_SIGN = re.compile(r"\b(trick|stich|pli|levee|slag|no|nr)\.?\s*#\s*(?=\d)", re.IGNORECASE)
ROMAN = {"i": 1, "ii": 2, "iii": 3, "iv": 4, "v": 5, "vi": 6, "vii": 7, "viii": 8, "ix": 9, "x": 10, "xi": 11, "xii": 12, "xiii": 13}
DEALS = re.compile(r"(?P<who>.+?)\s+(?:deals|dealt|is the dealer|is dealer|was the dealer|was dealer|gibt|ist geber|donne|deelt)[\s.!]*$")
DOES = re.compile(r"[^\W\d]+ (?:deals|dealt|leads|gibt|(?:is|was) (?:the )?dealer)\b")
"""What begins a sentence within a line."""
LEADS = re.compile(r"(?P<who>.+?)\s+(?:leads|led|starts|begins|leads first|spielt aus|kommt raus|entame|is to lead)[\s.!]*$")
HOLDS = re.compile(
    r"(?P<who>.+?)(?:'s\s+(?:hand|cards|blatt)|\s+(?:holds|has|had|hat|held|a|heeft|hand|cards|blatt))\b\s*[:=-]*\s*(?P<what>.*\d.*)$"
)
PASSES = re.compile(r"(?P<who>.+?)\s+(?P<verb>gave|passed|got|received|gab|bekam)\s+(?P<what>.*\d.*)$")
NOTED = re.compile(r"\(\s*(?P<what>dealer|deals|geber|gibt|d|donneur|me|i|ich|moi|leads|lead)\s*\)")

_SUIT_WORDS = (
    "diamonds diamond diam dia karo ka carreaux carreau ca ruiten ruit ru ruter ouros oros quadri",
    "hearts heart he herzen herz coeurs coeur cours cour co harten hart ha hjerter cuori corazones copas",
    "spades spade sp pik pi piques pique schoppen schop schippen picas picche spader",
    "clubs club cl kreuz kr kreuze trefles trefle tr treff klaveren klaver kl fiori treboles klover",
)
SUITS = {word: SUIT_LETTERS[suit] for suit, words in enumerate(_SUIT_WORDS) for word in words.split()}
SUITS |= {sign: SUIT_LETTERS[suit] for sign, suit in SUIT_SIGNS.items() if not sign.isascii()}
ENGLISH = {"d": "D", "h": "H", "s": "S", "c": "C"}
FOREIGN = (
    {"k": "D", "h": "H", "p": "S", "x": "C"},
    {"k": "D", "h": "H", "p": "S", "t": "C"},
    {"k": "C", "h": "H", "p": "S", "r": "D"},
    {"k": "D", "c": "H", "p": "S", "t": "C"},
    {"d": "D", "c": "H", "p": "S", "t": "C"},
    {"r": "D", "h": "H", "s": "S", "k": "C"},
    {"q": "D", "c": "H", "p": "S", "f": "C"},
    {"k": "C", "h": "H", "p": "S", "d": "D"},
)
"""Letters of the suits elsewhere: German, French, Spanish, Dutch and Swedish, Italian."""
COURT = {"t": 10, "j": 11, "q": 12, "k": 13}
_RANK_WORDS = "|".join(
    (
        *("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen", "fourteen"),
        *("fifteen", "ace", "jack", "knave", "queen", "king", "eins", "zwei", "drei", "vier", "funf", "fuenf", "sechs", "sieben", "acht"),
        *("neun", "zehn", "elf", "zwolf", "zwoelf", "dreizehn", "vierzehn", "funfzehn", "fuenfzehn", "ass", "bube", "dame", "konig", "un"),
        *(
            "deux",
            "trois",
            "quatre",
            "cinq",
            "sept",
            "huit",
            "neuf",
            "dix",
            "onze",
            "douze",
            "treize",
            "quatorze",
            "quinze",
            "valet",
            "roi",
        ),
    )
)
_LONG_SUITS = "|".join(sorted((word for word in SUITS if word.isalpha() and len(word) > 2), key=len, reverse=True))
CARDS_IN_WORDS = re.compile(
    rf"\b(?:{_RANK_WORDS})(?:\W+(?:{_RANK_WORDS}|of|the|and|de|du|et|und))*\W+(?:{_LONG_SUITS})\b"
    rf"|\b(?:{_LONG_SUITS})[ -]+(?:{_RANK_WORDS})\b|\b(?:{_RANK_WORDS})(?:\W+\w+)?\W+(?:{_RANK_WORDS})\W+(?:\w+\W+)?(?:{_RANK_WORDS})\b"
)
"""A card whose rank is a word, in a line without accents: ``the six of diamonds``, ``Karo acht``; or three ranks near each other."""
FILLERS = _words("and und et en of de du the la le les is are ist sind was then dann puis with mit zu to from von")
ROBS = _words("robs rob robbed robbing steals stole raubt beklaut klaut bestiehlt vole victim opfer from")
WINS = _words("wins win won winner takes took by gewinnt gagne remporte sticht nimmt wint")
MINE = _words("me i my mine ich mein meine moi ma mes mon")
COUNTS = {"one": 1, "two": 2, "three": 3, "eins": 1, "zwei": 2, "drei": 3, "un": 1, "deux": 2, "trois": 3, "eine": 1, "une": 1}
HEADS = _words(
    "trick tricks stich stiche pli plis no nr robbed robs victim won winner wins by leader lead raubt beklaut opfer gewinner the slag"
)
"""Words that stand above columns beside the players' names."""
_ATOM = re.compile(
    r"""(?P<string>"[^"]*")|(?P<number>\d+)|(?P<word>[^\W\d_]+(?:[-'][^\W\d_]+)*\.?)|(?P<sign>[♦♢♥♡♠♤♣♧])|(?P<mark>//|[^\w\s])|_"""
)
STRICT_CARDS = re.compile(r"(?:[DHSCdhsc♦♥♠♣][\s,]*\d+(?:[\s,]+\d+)*[\s,]*)+(?:\+\d+)?|-|\+\d+|(?:\d+[DHSCdhsc♦♥♠♣][\s,]*)+(?:\+\d+)?")


@dataclass
class Atom:
    kind: str
    text: str
    is_glued: bool
    """Whether no blank stands before it."""

    @property
    def low(self) -> str:
        return folded(self.text).rstrip(".")


def atoms_of(text: str) -> list[Atom]:
    """Words, numbers and marks; ``HT`` and ``TH`` are two words."""
    atoms: list[Atom] = []
    end = -1
    for match in _ATOM.finditer(text):
        kind, glued = match.lastgroup or "mark", match.start() == end
        end = match.end()
        low = folded(match[0])
        if kind == "word" and re.fullmatch(r"[dhsc][tjqka]|[tjqka][dhsc]", low) and match[0].isupper():
            atoms += [Atom(kind, match[0][0], glued), Atom(kind, match[0][1], True)]
        else:
            atoms.append(Atom(kind, match[0], glued))
    return atoms
