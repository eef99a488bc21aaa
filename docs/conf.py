"""The settings of the documentation; build it with ``sphinx-build -W -n docs docs/_build/html``."""

from __future__ import annotations

import importlib.util
import sys
from importlib.metadata import version as version_of
from pathlib import Path
from types import ModuleType

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE / "_ext"))


def load(path: Path) -> ModuleType | None:
    """Load a module of the repository that is not part of a package."""
    if not path.exists():
        return None
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


project = "hanamikoji"
author = "The hanamikoji authors"
copyright = "the hanamikoji authors"
release = version_of("hanamikoji")
version = ".".join(release.split(".")[:2])

extensions = [
    "myst_parser",
    "notfound.extension",
    "sphinx.ext.autodoc",
    "sphinx.ext.intersphinx",
    "sphinx_copybutton",
    "sphinx_design",
    "hanamikoji_core.sphinxext",
    "docstrings",
    "headings",
    "layers",
    "speed",
    "tables",
]
exclude_patterns = ["_build"]
source_suffix = {".md": "markdown", ".rst": "restructuredtext"}
nitpicky = True
nitpick_ignore_regex = [
    # Internals of the checks. Users of the kit only see the results.
    (r"py:class", r"hanamikoji_core\.testing\._\w+\.\w+"),
    (r"py:class", r"hypothesis\..*"),
    # Names that only type checkers see, and private fields that no page describes.
    (r"py:.*", r"(hanamikoji_core\.)?(\w+\.)*_\w+"),
]
default_role = "either"
notfound_urls_prefix = "/"

myst_enable_extensions = ["colon_fence", "deflist", "attrs_inline", "fieldlist", "substitution"]
myst_heading_anchors = 3

# The inventory is in this folder, so that a build needs no other site.
intersphinx_mapping = {"python": ("https://docs.python.org/3", str(HERE / "_ext" / "python.inv"))}

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
autodoc_preserve_defaults = True
python_use_unqualified_type_names = True

index = load(HERE.parent / "tests" / "rules" / "index.py")
hanamikoji_rule_tests = index.tests_of_rules(HERE.parent) if index else {}

html_theme = "furo"
html_title = "hanamikoji"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_favicon = "_static/favicon.svg"
html_copy_source = False
html_theme_options = {
    "light_css_variables": {
        "color-brand-primary": "#7a4a12",
        "color-brand-content": "#8a4f0f",
    },
    "dark_css_variables": {
        "color-brand-primary": "#f0b35a",
        "color-brand-content": "#f0b35a",
    },
}
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True
copybutton_exclude = ".linenos, .gp, .go"
