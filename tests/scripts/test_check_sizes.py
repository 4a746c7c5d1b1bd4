#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies that scripts/check_sizes.py counts public functions and lines in a separate tree, and
that its exceptions must be exact."""
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SCRIPT = Path(__file__).resolve().parents[2] / "scripts" / "check_sizes.py"
sys.path.insert(0, str(SCRIPT.parent))
import check_sizes


class CheckSizes(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def check(self):
        result = subprocess.run([sys.executable, SCRIPT, "--root", self.root], capture_output=True, text=True, check=False)
        return result.returncode, result.stdout.splitlines()

    def expect_fault(self, *words):
        code, lines = self.check()
        self.assertEqual(code, 1)
        self.assertEqual(len(lines), 1, lines)
        for word in words:
            self.assertIn(word, lines[0])

    def classes(self, text):
        """Returns the public functions of each class of a source."""
        return {one.name: one.functions for one in check_sizes.Parser("a.hpp", text).classes}

    def functions(self, text):
        """Returns the number of lines of each function of a source."""
        return {one.name: one.lines for one in check_sizes.Parser("a.cpp", text).functions}

    def test_public_functions(self):
        text = """
namespace tenon::la {
class Other;
class [[nodiscard]] State final : public Base<int>, private Other {
  void hidden();
 public:
  State() = default;
  explicit State(int n) : n_(n), list_{n} { add(n); }
  ~State();
  State& operator=(const State&) = delete;
  int n() const { return n_; }
  template <class T, int n = 3> T get(const std::map<int, T>& from = {}) const;
  double operator()(int i) const;
  bool operator==(const State& other) const { return n_ == other.n_; }
  operator bool() const { return true; }
  static const std::vector<int>& list();
  friend bool operator<(const State& a, const State& b) { return a.n_ < b.n_; }
  using Function = std::function<void(int)>;
  std::function<void(int)> callback_;
  int n_ = size(3), m_{4};
  enum class Kind { first, second };
  struct Part { void part(); int count(); };
 protected:
  void more();
};
struct Open { void f(); void f(int); };
}  // namespace tenon::la
"""
        self.assertEqual(self.classes(text), {
            "tenon::la::State": ["n", "get", "operator()", "operator==", "operator bool", "list"],
            "tenon::la::State::Part": ["part", "count"],
            "tenon::la::Open": ["f", "f"]})

    def test_lengths_of_functions(self):
        text = """#include <map>
#define MACRO(x) \\
  void x() {
namespace tenon {
namespace {
const auto table = [] { return std::map<int, int>{{1, 2}}; }();  // { not a bracket
struct Local {
  void f() {
    const char* text = "}";
    for (char c = '{'; c; ) break;
  }
};
}  // namespace
template <class T>
Local::Local(int n)
    : n_(n),
      list_{n} {
  call(R"(})");
}
int one() { return 1; }
}  // namespace tenon
"""
        self.assertEqual(self.functions(text), {"tenon::Local::f": 4, "tenon::Local::Local": 5, "tenon::one": 1})

    def test_limits(self):
        functions = "".join(f"  void f{i}();\n" for i in range(25))
        lines = "".join(f"  call({i});\n" for i in range(38))
        self.write("include/tenon/la/State.hpp", f"struct State {{\n{functions}}};\n")
        self.write("src/la/State.cpp", f"void g() {{\n{lines}}}\n")
        self.assertEqual(self.check()[0], 0)
        self.write("include/tenon/la/State.hpp", f"struct State {{\n{functions}  void more();\n}};\n")
        self.expect_fault("include/tenon/la/State.hpp:1 class State has 26 public functions")
        self.write("include/tenon/la/State.hpp", "")
        self.write("src/la/State.cpp", f"\nvoid g() {{\n{lines}\n}}\n")
        self.expect_fault("src/la/State.cpp:2 function g has 41 lines")

    def test_exceptions(self):
        lines = "".join(f"  call({i});\n" for i in range(48))
        self.write("src/la/State.cpp", f"void g() {{\n{lines}}}\n")
        exception = '[[function]]\nname = "g"\nsize = {}\nreason = "{}"\n'
        self.write("scripts/size_exceptions.toml", exception.format(50, "a table"))
        self.assertEqual(self.check()[0], 0)
        self.write("scripts/size_exceptions.toml", exception.format(50, ""))
        self.expect_fault("the exception for g has no `reason`")
        self.write("scripts/size_exceptions.toml", exception.format(51, "a table"))
        self.assertEqual(len(self.check()[1]), 2)
        self.write("scripts/size_exceptions.toml", exception.format(50, "a table"))
        self.write("src/la/State.cpp", "")
        self.expect_fault("no function g has the size 50")

    def test_largest(self):
        self.write("src/la/State.cpp", "struct State { void f(); };\nvoid g() {\n}\n")
        result = subprocess.run([sys.executable, SCRIPT, "--root", self.root, "--largest"], capture_output=True, text=True, check=True)
        self.assertIn("1 public functions  State", result.stdout)
        self.assertIn("2 lines  g", result.stdout)


if __name__ == "__main__":
    unittest.main()
