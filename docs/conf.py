"""How the pages of this folder become a site: `make docs`. Every warning is an error; a reference that leads nowhere is one."""

from __future__ import annotations

import re
from pathlib import Path

from pygments.lexer import RegexLexer
from pygments.lexers.special import TextLexer
from pygments.token import Comment, Keyword, Text
from sphinx.application import Sphinx
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
extensions = ["myst_parser"]
root_doc = "docs/index"
include_patterns = ["docs/**", "app/*.md", "benchmarks/*.md", "benchmarks/results/*.md", "csrc/*.md", "tests/fuzz/*.md"]
suppress_warnings = ["toc.not_included"]  # pages that stand beside the code which they explain are linked, and not in the menu

html_theme = "furo"
html_title = f"diamonds_solver {release}"
html_show_copyright = False

myst_heading_anchors = 4
highlight_language = "text"


def listed(app: Sphinx, name: str, source: list[str]) -> None:
    """Makes the site's menu of the links of the front page, which are plain so that people can read them where nothing is built."""
    if name == root_doc:
        for section in source[0].split("\n## ")[1:]:
            caption, pages = section.partition("\n")[0], "\n".join(re.findall(r"^- .*?\]\((.*?)\.md\)", section, re.MULTILINE))
            source[0] += f"\n```{{toctree}}\n:hidden:\n:caption: {caption}\n\n{pages}\n```\n"


def begin_there(app: Sphinx, failed: Exception | None) -> None:
    """The folder of the site leads to its front page."""
    front = f'<!doctype html><title>{project}</title><meta http-equiv="refresh" content="0; url={root_doc}.html">\n'
    (Path(app.outdir) / "index.html").write_text(front, encoding="utf-8")


def setup(app: Sphinx) -> None:
    app.connect("source-read", listed)
    app.connect("build-finished", begin_there)
