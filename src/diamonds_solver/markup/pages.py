"""Pages from Jinja2 templates: those of this room, and those of rooms above that bring their own."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from jinja2 import Environment


def render(name: str, package: str | None = None, **values: Any) -> str:
    """The template `name` of the folder ``templates`` of `package` (a package's name), which may include the templates of this room.

    Every value is escaped, and a value that is missing is an error.
    """
    return _environment(package).get_template(name).render(values)


@lru_cache
def _environment(package: str | None) -> Environment:
    from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined  # takes a while to load

    packages = [__package__, *([package] if package else [])]
    return Environment(
        loader=ChoiceLoader([PackageLoader(one) for one in packages]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
