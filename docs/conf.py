"""Settings of the documentation site (`make docs`).

The pages of the site are the Markdown files of the repository, where they are; docs/index.md lists them.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx

import rectoverso

ROOT = Path(__file__).resolve().parents[1]

project = "Recto Verso"
author = "the Recto Verso authors"
release = rectoverso.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc"]
include_patterns = ["*.md", "docs/**.md", "tests/fourth_game/**/en.md"]
exclude_patterns = ["README.md"]  # docs/index.md is the front page
root_doc = "docs/index"

# Headings get the anchors that links in the Markdown files already use.
myst_heading_anchors = 4
# The sources are Markdown; a word between single backticks in a docstring is code there.
default_role = "code"
# A block that names no language is plain text.
highlight_language = "none"
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
autodoc_default_options = {"members": True}

html_theme = "furo"
html_title = "Recto Verso"
html_copy_source = False
# A static host serves index.html first.
html_additional_pages = {"index": "redirect.html"}
templates_path = ["templates"]


def name_folders(app: Sphinx, page: nodes.document) -> None:
    """Turn a link to a folder of the repository into plain text: the site has no page for a folder."""
    here = (ROOT / app.env.docname).parent
    for link in list(page.findall(pending_xref)):
        if link["reftype"] == "myst" and (here / link["reftarget"]).is_dir():
            link.replace_self(link.children)


def say_language(app: Sphinx, name: str, template: str, context: dict[str, Any], page: nodes.document | None) -> None:
    """Give `docs/rules/<game>.de.md` its language, for screen readers and hyphenation."""
    if name.startswith("docs/rules/"):
        context["language"] = name.rpartition(".")[2]


def setup(app: Sphinx) -> None:
    app.connect("html-page-context", say_language)
    app.connect("doctree-read", name_folders)
