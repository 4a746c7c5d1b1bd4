# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Builds the documentation site and verifies its pages, resources and search index.

usage: site_test.py <source folder> <build folder>
"""
import pathlib
import re
import subprocess
import sys
import unittest
from html.parser import HTMLParser

SOURCE, BUILD = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])


class Resources(HTMLParser):
    """Resources that a browser loads to display a page."""

    def __init__(self):
        super().__init__()
        self.names = []

    def handle_starttag(self, tag, attributes):
        wanted = {"script": "src", "img": "src", "link": "href"}.get(tag)
        self.names += [value for name, value in attributes if name == wanted and value]


class Site(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.done = subprocess.run([SOURCE / "scripts/docs", "--build", BUILD], capture_output=True, text=True, check=False)
        cls.html = BUILD / "docs/html"

    def test_it_is_built_without_warnings(self):
        self.assertEqual(self.done.returncode, 0, self.done.stdout + self.done.stderr)

    def test_every_page_is_there(self):
        for page in (SOURCE / "docs").rglob("*.md"):
            name = page.relative_to(SOURCE / "docs")
            if name.as_posix() not in ("adr/README.md", "changelog/README.md") and "unreleased" not in name.parts:
                self.assertTrue((self.html / name).with_suffix(".html").is_file(), page)
        types = list((self.html / "reference/types").glob("*/*.html"))
        self.assertGreater(len(types), 150)
        self.assertTrue((self.html / "reference/types/constraint/tie.html").is_file())

    def test_python_interface_is_complete(self):
        """Verifies that every public name of the package and every method of a simulation is
        described."""
        pages = "".join(page.read_text() for page in (self.html / "reference/python").glob("*.html"))
        described = set(re.findall(r'<dt class="sig [^>]*id="tenon\.([\w.]+)"', pages))
        package = (SOURCE / "python/tenon/__init__.py").read_text()
        names = re.findall(r'^    "(\w+)": "(\w+)",$', package, re.MULTILINE)
        self.assertGreater(len(names), 25)
        self.assertEqual([name for name, module in names if not {name, f"{module}.{name}"} & described], [])
        for module, name in (("simulation", "Simulation"), ("_blocks", "_blocks.Blocks"), ("states", "Body"), ("descriptor", "Descriptor")):
            methods = set(re.findall(r"^    def ([a-zA-Z]\w*)\(self", (SOURCE / f"python/tenon/{module}.py").read_text(), re.MULTILINE))
            self.assertGreater(len(methods), 10)
            self.assertEqual({method for method in methods if f"{name}.{method}" not in described}, set(), name)

    def test_docstrings_are_rendered(self):
        page = (self.html / "reference/python/results.html").read_text()
        self.assertIsNone(re.search("@param|@return|@throws", page))
        self.assertTrue(re.search(r"<strong>folder</strong>\W+folder of the files", page))
        self.assertTrue(re.search(r'<pre><span></span><span class="n">results</span><span class="o">\.</span><span class="n">plot', page))
        self.assertIn("errors.html#tenon.errors.NotConvergedError", (self.html / "reference/python/simulation.html").read_text())

    def test_pages_state_the_version(self):
        version = re.search(r"^project\(tenon VERSION (\S+)", (SOURCE / "CMakeLists.txt").read_text(), re.MULTILINE)[1]
        for page in ("index.html", "concepts/contact.html", f"changelog/{version}.html"):
            self.assertIn(f"tenon {version}", (self.html / page).read_text(), page)

    def test_no_page_needs_a_network(self):
        for page in ("index.html", "concepts/contact.html", "search.html", "reference/types/force/elastic.html"):
            resources = Resources()
            resources.feed((self.html / page).read_text())
            self.assertGreater(len(resources.names), 3)
            self.assertEqual([name for name in resources.names if re.match("(https?:)?//", name)], [], page)
            for name in resources.names:
                if name.startswith("#"):
                    continue
                self.assertTrue(((self.html / page).parent / name.split("?")[0]).exists(), f"{page}: {name}")
        self.assertIn("MathJax.js?config=TeX-AMS_CHTML", (self.html / "concepts/contact.html").read_text())
        for file in ("config/TeX-AMS_CHTML.js", "jax/output/CommonHTML/jax.js", "fonts/HTML-CSS/TeX/woff"):
            self.assertTrue((self.html / "_static/mathjax" / file).exists(), file)

    def test_standard_terms_are_found(self):
        """Verifies that the search index contains the terms, in the stemmed form of Sphinx."""
        index = (self.html / "searchindex.js").read_text()
        for term in ("lagrang", "multipli", "dirichlet", "mortar", "saddl", "newton", "eigenvalu", "buckl", "friction", "incompress", "multigrid", "cauchi"):
            self.assertRegex(index, rf'[{{,] ?"?{term}', term)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
