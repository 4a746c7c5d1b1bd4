#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies that each rule of scripts/check_comments.py reports violations in a separate tree and
accepts correct texts, and that samples are reproducible."""
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SCRIPT = Path(__file__).resolve().parents[2] / "scripts" / "check_comments.py"
sys.path.insert(0, str(SCRIPT.parent))
import check_comments
GLOSSARY = """\
# Glossary

## Nonstandard words

| word | standard term | correct within |
|---|---|---|
| `held node`, `blow` | constrained node, impact | |
| `turns` | rotates | `turns out` |
"""


class CheckComments(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        self.write("docs/glossary.md", GLOSSARY)

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def run_script(self, *arguments):
        return subprocess.run([sys.executable, SCRIPT, "--root", self.root, *arguments], capture_output=True, text=True, check=False)

    def findings(self, name, text):
        """Returns [line: rule] of a tree with this file."""
        self.write(name, text)
        found = check_comments.violations(self.root)
        (self.root / name).unlink()
        self.assertLessEqual({path for path, *_ in found}, {name})
        return [f"{line}: {rule}" for _, line, rule, _ in found]

    def test_first_words_of_doc_comments(self):
        for word in ("Of", "That of", "Those of", "The same", "What", "Whether", "Who", "How", "Where", "of"):
            with self.subTest(word=word):
                self.assertEqual(self.findings("src/a.cpp", f"/// {word} all nodes.\nvoid f();\n"), ["1: first-word"])
                self.assertEqual(self.findings("src/a.cpp", f"int i;  ///< {word} all nodes\n"), ["1: first-word"])
                self.assertEqual(self.findings("src/a.cpp", f"int i;  // {word} all nodes\n"), ["1: first-word"])
                self.assertEqual(self.findings("src/a.cpp", f"/**\n * {word} all nodes. */\nvoid f();\n"), ["1: first-word"])
                self.assertEqual(self.findings("scripts/a.py", f'def f():\n    """{word} all nodes."""\n'), ["2: first-word"])
                self.assertEqual(self.findings("scripts/a.py", f'"""\n{word} all nodes."""\n'), ["1: first-word"])

    def test_other_first_words(self):
        for text in ("Offset of the first row.", "Whose", "Returns what f() returned.", "Howe trusses."):
            self.assertEqual(self.findings("src/a.cpp", f"/// {text}\nvoid f();\n"), [])
        self.assertEqual(self.findings("src/a.cpp", 'void f() {\n  // Where two rows meet.\n  g("/// Of");\n}\n'), [])
        self.assertEqual(self.findings("scripts/a.py", 'NAME = """Of"""\n'), [])

    def test_nonstandard_words(self):
        self.assertEqual(self.findings("src/a.cpp", "int i;  // a held node\n"), ["1: word"])
        self.assertEqual(self.findings("src/a.cpp", "/// Number of each held\n/// node of the body.\nint i;\n"), ["1: word"])
        self.assertEqual(self.findings("tests/a.py", "# A blow.\n"), ["1: word"])
        self.assertEqual(self.findings("tests/a.py", '"""Verifies a Blow."""\n'), ["1: word"])
        self.assertEqual(self.findings("tests/CMakeLists.txt", "# Tests of\n# a blow.\n"), ["2: word"])
        self.assertEqual(self.findings("scripts/run", "#!/bin/bash\n# It turns.\n"), ["2: word"])
        self.assertEqual(self.findings("docs/a.md", "# A blow\n\n| it turns |\n|---|\n"), ["1: word", "3: word"])

    def test_correct_words(self):
        self.assertEqual(self.findings("src/a.cpp", 'int held_node = 1;  // as it turns out\nconst char* text = "blow";\n'), [])
        self.assertEqual(self.findings("src/a.cpp", "/// Returns `held node`, \"held node\", blows and blow-up.\nint i;\n"), [])
        self.assertEqual(self.findings("docs/a.md", "The lock held nodes.\n\n    blow\n\n```yaml\nblow: 1\n```\n\nSee `blow`.\n"), [])
        self.assertEqual(self.findings("tests/a.py", 'TEXT = "# a blow"\n'), [])

    def test_long_lines(self):
        long = "word " * 20 + "x"
        self.assertEqual(len(long), 101)
        self.assertEqual(self.findings("docs/a.md", f"{long}\n"), ["1: line"])
        self.assertEqual(self.findings("docs/a.md", f"- {long}\n"), ["1: line"])
        self.assertEqual(self.findings("src/a.cpp", f"// {long}\n"), ["1: line"])
        self.assertEqual(self.findings("tests/a.py", f'"""{long}"""\n'), ["1: line"])
        self.assertEqual(self.findings("tests/a.py", f"def f():\n    \"\"\"Sums.\n\n    {long}\n    \"\"\"\n"), ["4: line"])
        self.assertEqual(self.findings("cmake/a.cmake", f"# {long}\n"), ["1: line"])

    def test_paragraphs_after_a_formula(self):
        """Verifies that prose after a formula is checked, however the formula is laid out."""
        for formula in ("$$a = b$$", "$$\na = b\n$$", "$$a\n= b$$", "$$a\n= b,\n$$"):
            with self.subTest(formula=formula):
                line = 4 + formula.count("\n")
                self.assertEqual(self.findings("docs/a.md", f"First\n\n{formula}\n\nA blow.\n"), [f"{line + 1}: word"])

    def test_long_lines_that_are_no_prose(self):
        long = "word " * 20 + "x"
        self.assertEqual(self.findings("docs/a.md", f"{long[:-1]}\n| {long} |\n\n    {long}\n\n```\n{long}\n```\n"), [])
        self.assertEqual(self.findings("docs/a.md", f"See [the page](https://example.org/{'x' * 90}) or https://{'x' * 90}.\n"), [])
        self.assertEqual(self.findings("docs/a.md", f"![{long}](a.png)\n<!-- a begins -->\n{long}\n<!-- a ends -->\n"), [])
        self.assertEqual(self.findings("src/a.cpp", f"int i;  // {long}\nconst char* s = \"// {long}\";\n///     {long}\nint j;\n"), [])

    def test_long_paragraphs(self):
        nine = "A line.\n" * 9
        self.assertEqual(self.findings("docs/a.md", nine), ["1: paragraph"])
        self.assertEqual(self.findings("docs/a.md", "- item\n" + "  text\n" * 8), ["1: paragraph"])
        self.assertEqual(self.findings("src/a.cpp", "// A line.\n" * 9), ["9: paragraph"])
        self.assertEqual(self.findings("tests/a.py", f'"""{nine}"""\n'), ["9: paragraph"])

    def test_short_paragraphs(self):
        eight = "A line.\n" * 8
        self.assertEqual(self.findings("docs/a.md", f"{eight}\n{eight}" + "\n" + "- item\n" * 9), [])
        self.assertEqual(self.findings("src/a.cpp", "// A line.\n" * 8 + "//\n" + "// A line.\n" * 8), [])
        self.assertEqual(self.findings("src/a.cpp", "/// Adds.\n" + "/// @param x  value\n" * 9 + "void f();\n"), [])

    def test_missing_summaries(self):
        for text in ("void f();", "inline int f() { return 1; }", "template <class T>\nT f(const T& x);", "class A {\n};",
                     "struct A : B {\n};", "enum class A;\nenum class B {};", "using A = int;", "constexpr double a = 1.0;"):
            with self.subTest(text=text):
                self.assertEqual(len(self.findings("include/tenon/a.hpp", f"namespace tenon {{\n{text}\n}}\n")), 1)
        self.assertEqual(self.findings("include/tenon/a.hpp", "/// Pair.\nstruct A {\n  int i = 0;\n  void f() const;\n};\n"), ["3: summary", "4: summary"])
        self.assertEqual(self.findings("include/tenon/a.hpp", "/// Kind.\nenum class A {\n  one,  ///< first\n  two\n};\n"), ["4: summary"])
        self.assertEqual(self.findings("include/tenon/a.hpp", "/// @note Collective.\nvoid f();\n"), ["1: summary", "2: summary"])
        self.assertEqual(self.findings("include/tenon/a.hpp", "// Adds.\nvoid f();\n"), ["2: summary"])
        self.assertEqual(self.findings("include/tenon/a.hpp", "/// Adds.\n\nvoid f();\n"), ["3: summary"])

    def test_declarations_that_need_no_summary(self):
        text = """\
class Forward;
template <class T>
struct Later;

/// Sum of terms.
class Sum : public Base {
 public:
  Sum() = default;
  explicit Sum(int n) : n_{n}, text_("a") {
    add();
  }
  template <class T, std::enable_if_t<std::is_same_v<std::vector<T>, int>, int> = 0>
  Sum(T first);
  ~Sum() override;
  Sum(const Sum&) = delete;
  Sum& operator=(const Sum&) = delete;
  friend Sum operator+(const Sum& a, const Sum& b);
  int size() const override { return n_; }
  void clear() final;
  using Base::add;

 protected:
  void add();

 private:
  struct Term {
    int i;
  };
  int n_;
};

/// Adds a term.
template <class T>
void addTerm(std::function<void(T)> f = [](T) {});
int b = 1;  ///< Number of terms.

namespace detail {
int hidden();
}
template <>
void addTerm<int>(std::function<void(int)> f);
"""
        self.assertEqual(self.findings("include/tenon/a.hpp", text), [])
        self.assertEqual(self.findings("src/a.hpp", "void f();\n"), [])

    def test_files_that_are_not_python(self):
        self.assertEqual(self.findings("tests/a.py", "def f(:\n"), ["1: syntax"])
        self.assertEqual(self.findings("tests/a.py", "def f():\n    a()\n  b()\n"), ["3: syntax"])

    def test_exceptions(self):
        entry = '[[exception]]\nfile = "docs/a.md"\nrule = "word"\ntext = "blow"\nreason = "a title"\n'
        self.write("scripts/comment_exceptions.toml", entry)
        self.assertEqual(self.findings("docs/a.md", "A blow.\n"), [])
        self.assertEqual(self.findings("docs/a.md", "It turns.\n"), ["0: exception", "1: word"])

    def test_files(self):
        self.assertEqual(self.run_script().returncode, 0)
        self.write("src/a.cpp", "// a blow\n")
        self.write("src/b.cpp", "// a blow\n")
        self.write("tests/data/c.py", "# a blow\n")
        done = self.run_script()
        self.assertEqual((done.returncode, len(done.stdout.splitlines())), (1, 2), done)
        self.assertEqual(self.run_script(self.root / "src/b.cpp").stdout,
                         "src/b.cpp:1: word: 'blow' (write: constrained node, impact): a blow\n")

    def test_samples(self):
        self.write("include/tenon/a.hpp", "".join(f"/// Number {i}.\nint i{i};\n" for i in range(100)))
        self.write("docs/a.md", "".join(f"This is paragraph number {i} of the page on samples.\n\n" for i in range(50)))
        self.write("src/a.cpp", '#include "a file with five words"\n' + "".join(
            f'void f{i}() {{\n  throw Error("The value {i} is "\n    "too large.");\n}}\nint g{i}("a text of five words");\n'
            f'void h{i}() {{\n  throw Error("first_option second_option third_option no_prose");\n}}\n' for i in range(40)))
        first, again, other = (self.run_script("--sample", seed).stdout for seed in ("1", "1", "2"))
        self.assertEqual(first, again)
        self.assertNotEqual(first, other)
        lines = first.splitlines()
        self.assertEqual(sum(line.startswith("include/tenon/a.hpp:") for line in lines), 60)
        self.assertEqual(sum(line.startswith("docs/a.md:") for line in lines), 30)
        self.assertEqual(sum(line.startswith("src/a.cpp:") for line in lines), 30)
        self.assertRegex(first, r"src/a\.cpp:\d+: The value \d+ is too large\.")
        self.assertNotIn("five words", first)
        self.assertNotIn("no_prose", first)


if __name__ == "__main__":
    unittest.main()
