"""How the pages of this folder become a site: `make docs`. Every warning is an error; a reference that leads nowhere is one."""

from __future__ import annotations

from pygments.lexer import RegexLexer
from pygments.lexers.special import TextLexer
from pygments.token import Comment, Keyword, Text
from sphinx.highlighting import lexers

import diamonds_solver


class RecordLexer(RegexLexer):
    """Colours for records: keys and comments."""

    name = "dia"
    tokens = {"root": [(r"#.*", Comment), (r"(^|(?<=;))([ \t]*)([a-z][\w-]*)", Keyword), (r"[^#;\n]+|[;\n]", Text)]}  # noqa: RUF012


lexers["dia"] = RecordLexer()
lexers["import-rule"] = TextLexer()

project = "diamonds_solver"
version = release = diamonds_solver.__version__
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx_click"]

html_theme = "furo"
html_title = f"diamonds_solver {release}"
html_show_copyright = False

myst_heading_anchors = 4
highlight_language = "text"

autodoc_member_order = "bysource"
nitpicky = True
# Names of other libraries (nothing is fetched), and of modules that users of the library need not know. Public names are not left out.
nitpick_ignore_regex = [
    ("py:.*", r"(collections|concurrent|enum|numpy|np|os|pathlib|typing)\..*|NDArray|TextIO|BinaryIO"),
    ("py:.*", r"Dealer|M|Model|MoveValue|Objective|Value|Words"),
    ("py:.*", r"diamonds_solver\.\w+\..*"),
]

# The public names are shown as diamonds_solver.NAME, wherever they are written.
for name in diamonds_solver.__all__:
    public = getattr(diamonds_solver, name)
    if hasattr(public, "__module__"):
        public.__module__ = "diamonds_solver"
