"""How the pages of this folder become a site: `make docs`. Every warning is an error; a reference that leads nowhere is one."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import unquote

from pygments.lexer import RegexLexer
from pygments.lexers.special import TextLexer
from pygments.token import Comment, Keyword, Text
from sphinx.application import Sphinx
from sphinx.errors import SphinxError
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
        if app.tags.has("play"):  # `make site` has put the page for phones there
            source[0] = source[0].replace("\n## ", '\n<p><a href="../play/index.html"><b>Play it here, now</b></a></p>\n\n## ', 1)


def begin_there(app: Sphinx, failed: Exception | None) -> None:
    """The folder of the site leads to its front page."""
    front = f'<!doctype html><title>{project}</title><meta http-equiv="refresh" content="0; url={root_doc}.html">\n'
    (Path(app.outdir) / "index.html").write_text(front, encoding="utf-8")


def works_offline(app: Sphinx, failed: Exception | None) -> None:
    """Pages load nothing from elsewhere, and each link within the site leads to a file: it can be read from a folder, without a network."""
    site = Path(app.outdir)
    sheets = ((sheet.name, sheet.read_text("utf-8")) for sheet in site.rglob("*.css"))
    wrong = [f"{name}: {url}" for name, text in sheets for url in re.findall(r"url\([\"']?((?:https?:)?//[^)]*)", text)]
    for page in site.rglob("*.html"):
        for tag, target in re.findall(r"<(\w+)\b[^>]*?\s(?:href|src)=\"([^\"]*)\"", page.read_text("utf-8")):
            path = unquote(re.split("[?#]", target)[0])
            if target.startswith(("data:", "#")) or (tag == "a" and re.match("https?://", target)):
                continue
            if re.match("[a-z]+:|/", target) or not (page.parent / path).exists():
                wrong.append(f"{page.relative_to(site)}: <{tag}> {target}")
    if wrong and failed is None:
        raise SphinxError("the site needs a network, or has dead links:\n" + "\n".join(wrong))


def setup(app: Sphinx) -> None:
    app.connect("source-read", listed)
    app.connect("build-finished", begin_there)
    app.connect("build-finished", works_offline)
