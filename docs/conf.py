# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Configuration of Sphinx for the documentation site; scripts/docs calls it."""
import os
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent
project = "tenon"
author = "The tenon developers"
copyright = "The tenon developers"  # noqa: A001, pylint: disable=redefined-builtin
release = os.environ.get("TENON_VERSION", "")
version = release

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "sphinx.ext.mathjax", "sphinx.ext.graphviz", "sphinx_copybutton", "breathe"]
source_suffix = {".md": "markdown"}
master_doc = "index"
exclude_patterns = ["adr/README.md", "changelog/README.md", "changelog/unreleased", "images"]
nitpicky = True
suppress_warnings = ["ref.ref"]  # Breathe refers to some header files, which have no labels; pages use Markdown links
nitpick_ignore_regex = [("cpp:identifier", r".*"), ("cpp:.*", r".*"), ("py:.*", r".*")]  # types of other libraries

myst_enable_extensions = ["dollarmath", "deflist"]
myst_heading_anchors = 4
myst_dmath_double_inline = True
myst_update_mathjax = False

breathe_projects = {"tenon": os.environ.get("TENON_DOXYGEN_XML", "")}
breathe_default_project = "tenon"
breathe_default_members = ("members",)
cpp_index_common_prefix = ["tenon::"]

# The Python package is documented without its compiled module.
sys.path.insert(0, os.environ.get("TENON_PYTHON", str(ROOT.parent / "python")))
autodoc_mock_imports = ["tenon._tenon", "mpi4py", "petsc4py"]
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
autodoc_preserve_defaults = True
autodoc_type_aliases = {name: name.rpartition(".")[2] for name in (
    "ArrayLike", "npt.ArrayLike", "Contributor", "Contributors", "Entries", "Entry", "Factory", "Members", "Parts", "PathLike", "PetscOptions", "Place",
    "Value")}
autodoc_type_aliases.update(dict.fromkeys(("Array", "Floats", "Integers", "View", "Vector"), "ndarray"))
python_use_unqualified_type_names = True
smartquotes_action = "De"  # dashes and ellipses; quotes of code remain straight
default_role = "code"  # docstrings write code in single backticks

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


RAISES = re.compile(r"^( *:raises )(InputError|FileError|InternalError|NotConvergedError|NoResult|DamagedResult|NoSuchName|MissingPackage):")
COLON = "\ue000"  # stands for a colon that napoleon would take for the end of a type


def mark_code(lines):
    """Marks indented blocks that follow a paragraph as literal blocks."""
    marked = []
    for number, line in enumerate(lines):
        begins = line.startswith("    ") and number > 1 and not lines[number - 1] and marked[-2:] and not marked[-2].startswith(" ")
        if begins and not marked[-2].startswith((":", "..")) and not marked[-2].endswith("::"):
            marked += ["::", ""]
        marked.append(line)
    return marked


def prepare(_app, kind, name, _object, _options, lines):
    """Translates the tags @param, @return and @throws of tenon.results, and marks code. Called
    before napoleon."""
    text = "\n".join(mark_code(lines))
    if name.startswith("tenon.results"):
        text = re.sub(r"^( *)@param (\w+) +", r"\1:param \2: ", text, flags=re.MULTILINE)
        text = re.sub(r"^( *)@return ", r"\1:returns: ", text, flags=re.MULTILINE)
        text = re.sub(r"^( *)@throws (\w+) ", r"\1:raises \2: ", text, flags=re.MULTILINE)
    lines[:] = text.split("\n")
    if kind in ("attribute", "data", "property"):
        lines[0] = lines[0].replace(":", COLON)


def complete(_app, _kind, name, _object, _options, lines):
    """Adds the module to the names of exceptions, because tenon and tenon.results both have an
    InputError. Called after napoleon."""
    module = "tenon.results.errors" if name.startswith("tenon.results") else "tenon.errors"
    lines[:] = [RAISES.sub(rf"\1~{module}.\2:", line.replace(COLON, ":")) for line in lines]


def hide_session(_app, kind, _name, _object, _options, signature, result):
    """Hides the signature of classes that functions of the package create."""
    return ("", result) if kind == "class" and "Session" in (signature or "") else None


def setup(app):
    """Registers the changes of docstrings, before and after napoleon."""
    app.connect("autodoc-process-docstring", prepare, priority=400)
    app.connect("autodoc-process-docstring", complete, priority=600)
    app.connect("autodoc-process-signature", hide_session)
