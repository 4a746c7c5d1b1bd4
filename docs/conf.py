# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Configuration of Sphinx for the documentation site; scripts/docs calls it."""
import os
from pathlib import Path

ROOT = Path(__file__).resolve().parent
project = "tenon"
author = "The tenon developers"
copyright = "The tenon developers"  # noqa: A001, pylint: disable=redefined-builtin
release = os.environ.get("TENON_VERSION", "")
version = release

extensions = ["myst_parser", "sphinx.ext.mathjax", "sphinx.ext.graphviz", "sphinx_copybutton", "breathe"]
source_suffix = {".md": "markdown"}
master_doc = "index"
exclude_patterns = ["adr/README.md", "changelog/README.md", "changelog/unreleased", "images"]
nitpicky = True
suppress_warnings = ["ref.ref"]  # Breathe refers to some header files, which have no labels; pages use Markdown links
nitpick_ignore_regex = [("cpp:identifier", r".*"), ("cpp:.*", r".*")]  # types of other libraries

myst_enable_extensions = ["dollarmath", "deflist"]
myst_heading_anchors = 4
myst_dmath_double_inline = True
myst_update_mathjax = False

breathe_projects = {"tenon": os.environ.get("TENON_DOXYGEN_XML", "")}
breathe_default_project = "tenon"
breathe_default_members = ("members",)
cpp_index_common_prefix = ["tenon::"]

graphviz_output_format = "svg"
html_theme = "furo"
html_title = f"tenon {release}".strip()
html_static_path = ["_static"]
html_copy_source = False
html_show_sourcelink = False
mathjax_path = "mathjax/MathJax.js?config=TeX-AMS_CHTML"  # a copy of Debian's libjs-mathjax: pages need no network
mathjax2_config = {"tex2jax": {"ignoreClass": "document", "processClass": "math"}, "messageStyle": "none"}
copybutton_prompt_text = r"\$ "
copybutton_prompt_is_regexp = True
