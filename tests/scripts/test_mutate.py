# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies scripts/mutate: seeding of bugs, the order of tests, and the location of every bug of
the list."""
import importlib.machinery
import importlib.util
import json
import subprocess
import tempfile
import types
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
LOADER = importlib.machinery.SourceFileLoader("mutate", str(ROOT / "scripts" / "mutate"))
mutate = importlib.util.module_from_spec(importlib.util.spec_from_loader("mutate", LOADER))
LOADER.exec_module(mutate)


def bug(number, right, wrong, kind="expression"):
    return {"number": number, "name": f"bug {number}", "right": right, "wrong": wrong, "kind": kind}


def test_of(name, command=("true",), **properties):
    listed = [{"name": key, "value": value} for key, value in properties.items()]
    return mutate.Test({"name": name, "command": list(command), "properties": [{"name": "LABELS", "value": [name.split(".")[0]]}, *listed]})


class Seeding(unittest.TestCase):
    def test_the_wrong_code_stands_beside_the_right_one(self):
        seeded = mutate.seed("f(a + b);\ng();\n", [bug(2, "a + b", "a - b"), bug(5, "g();", "", "statement")], "f.cpp")
        self.assertEqual(seeded, '#include "tenon/mutant.hpp"\nf((::mutant(2) ? (a - b) : (a + b)));\nif (::mutant(5)) {  } else { g(); }\n')

    def test_code_that_is_not_there_once_is_refused(self):
        for text in ("", "a + b; a + b;"):
            with self.assertRaisesRegex(mutate.Refused, "must occur exactly once in f.cpp, but occurs . times"):
                mutate.seed(text, [bug(1, "a + b", "a")], "f.cpp")

    def test_part_of_an_expression_is_refused(self):
        with self.assertRaisesRegex(mutate.Refused, "begins with an operator"):
            mutate.seed("x = a ? b : c;", [bug(1, "? b : c", "? c : b")], "f.cpp")

    def test_statements_of_a_loop_stay_in_it(self):
        with self.assertRaisesRegex(mutate.Refused, "without braces"):
            mutate.seed("for (;;) f();\ng();\n", [bug(1, "f();\ng();", "f();", "statement")], "f.cpp")

    def test_modules_of_sources(self):
        for file, module in (("src/la/assembly/scatter.hpp", "la"), ("src/base/Log.cpp", "base"), ("include/tenon/fem/laws/Law.hpp", "fem"),
                             ("apps/tenon/main.cpp", "apps")):
            self.assertEqual(mutate.module_of(Path(file)), module)
        labels = {path.name for path in (ROOT / "tests").iterdir() if path.is_dir()}
        self.assertLessEqual({one["module"] for one in mutate.read_mutants(ROOT / "scripts" / "mutants.toml")}, labels)

    def test_bugs_do_not_overlap(self):
        with self.assertRaisesRegex(mutate.Refused, "'bug 1' and 'bug 2' overlap"):
            mutate.seed("a + b + c", [bug(1, "a + b", "a"), bug(2, "b + c", "c")], "f.cpp")

    def test_every_bug_of_the_list_is_where_it_says(self):
        by_file = {}
        for one in mutate.read_mutants(ROOT / "scripts" / "mutants.toml"):
            self.assertNotEqual(one["right"], one["wrong"])
            by_file.setdefault(one["file"], []).append(one)
        for name, mutants in by_file.items():
            mutate.seed((ROOT / name).read_text(encoding="utf-8"), mutants, name)

    def test_files_that_the_tree_no_longer_has_leave_the_copy(self):
        with tempfile.TemporaryDirectory() as folder:
            target = Path(folder)
            for name in ("src/la/kept.cpp", "src/la/former.cpp", "build/object.o", "src/build/former.cpp"):
                (target / name).parent.mkdir(parents=True, exist_ok=True)
                (target / name).touch()
            mutate.remove_others(target, {"src/la/kept.cpp"})
            self.assertEqual(sorted(str(path.relative_to(target)) for path in target.rglob("*") if path.is_file()),
                             ["build/object.o", "src/la/kept.cpp"])


class Looking(unittest.TestCase):
    def test_the_own_module_comes_first_and_most_programs_last(self):
        tests = [test_of(name) for name in ("apps.1", "la.2", "la.1", "mesh.1", "io.3", "io.2", "docs.examples", "bench.2")]
        names = [test.name for test in mutate.order(tests, "mesh")]
        self.assertEqual(names, ["mesh.1", "apps.1", "la.2", "io.2", "io.3", "la.1", "bench.2", "docs.examples"])

    def test_the_first_failure_ends_a_test(self):
        passes = 'if [ "$TENON_MUTANT" = 3 ]; then echo "[rank 1] FAILED Halo.adds"; sleep 60; fi'
        test = test_of("la.1", ("sh", "-c", passes), TIMEOUT=100)
        self.assertEqual(mutate.notice([test], bug(1, "", "")), (None, None))
        self.assertEqual(mutate.notice([test], bug(3, "", "")), ("la.1", "Halo.adds"))
        self.assertEqual(test.run(0, 100).failure, None)
        self.assertEqual(test_of("la.1", ("sh", "-c", "exit 3")).run(0, 100).failure, "exit code 3")
        self.assertEqual(test_of("la.1", ("sleep", "60")).run(0, 0.1).failure, "not finished within 0 s")

    def test_what_prepares_a_test_has_the_bug_too(self):
        writes = test_of("python.sample", ("sh", "-c", 'test "$TENON_MUTANT" != 3'), FIXTURES_SETUP=["sample"])
        reads = test_of("python.output", FIXTURES_REQUIRED=["sample"])
        tests = mutate.linked([writes, reads, test_of("scripts.plot")])
        self.assertEqual(tests, [reads])
        self.assertEqual(mutate.notice(tests, bug(1, "", "")), (None, None))
        self.assertEqual(mutate.notice(tests, bug(3, "", "")), ("python.output", "exit code 1"))

    def test_what_fails_without_a_bug_counts_for_nothing(self):
        self.assertEqual(mutate.notice([test_of("la.1", ("false",))], bug(1, "", "")), (None, None))

    def test_an_interrupted_run_is_continued(self):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "outcome.json"
            options = types.SimpleNamespace(json=file, resume=False, own=False, most_ranks=4, jobs=1)
            tests = [test_of("la.1", ("sh", "-c", 'test "$TENON_MUTANT" != 3'))]
            bugs = [{**bug(number, "", ""), "file": "f.cpp", "module": "la"} for number in (3, 4)]
            self.assertEqual(mutate.count(tests, bugs[:1], options), 1)
            options.resume = True
            self.assertEqual(mutate.count([], bugs, options), 1)  # bug 3 is known; no test detects bug 4
            self.assertEqual([one["noticed_by"] for one in json.loads(file.read_text())], ["la.1", None])
            options.own, options.json = True, file  # bugs are known that the tests of their own module do not detect
            file.write_text(file.read_text().replace('"all_tests": true', '"all_tests": false'))
            self.assertEqual(mutate.count(tests, bugs, options), 1)
            options.own = False
            self.assertEqual(mutate.count(tests, [{**bugs[1], "number": 3}], options), 2)
            options.json = None
            with self.assertRaisesRegex(mutate.Refused, "--resume needs --json"):
                mutate.count([], bugs, options)

    def test_tests_on_many_ranks_can_be_excluded(self):
        with tempfile.TemporaryDirectory() as folder:
            options = types.SimpleNamespace(json=Path(folder) / "outcome.json", resume=False, own=False, most_ranks=2, jobs=1)
            tests = [test_of("la.2"), test_of("la.3", ("sh", "-c", 'test "$TENON_MUTANT" != 3'))]
            bugs = [{**bug(3, "", ""), "file": "f.cpp", "module": "la"}]
            self.assertEqual(mutate.count(tests, bugs, options), 0)
            self.assertFalse(json.loads(options.json.read_text())[0]["all_tests"])  # so that --resume tests the bug again
            options.most_ranks = 4
            self.assertEqual(mutate.count(tests, bugs, options), 1)

    def test_the_list_names_tests_of_the_command(self):
        tests = [test_of("apps.1", ("unittest", "test_*.py")), test_of("la.1"), test_of("io.1")]
        options = types.SimpleNamespace(own=True, most_ranks=4)
        named = {**bug(3, "", ""), "module": "la", "programs": ["contact", "snap"]}
        chosen = mutate.chosen_tests(tests, named, options)
        self.assertEqual([test.name for test in chosen], ["apps.1 contact", "apps.1 snap", "la.1"])
        self.assertEqual(chosen[0].command, ["unittest", "test_contact.py", "--failfast"])
        self.assertIs(mutate.chosen_tests(tests, named, options)[0], chosen[0])  # so that it runs without a bug only once
        options.own = False
        self.assertEqual([test.name for test in mutate.chosen_tests(tests, named, options)],
                         ["apps.1 contact", "apps.1 snap", "la.1", "apps.1", "io.1"])
        options.own = True
        self.assertEqual([test.name for test in mutate.chosen_tests(tests, {**named, "module": "apps", "programs": []}, options)], ["apps.1"])
        for one in mutate.read_mutants(ROOT / "scripts" / "mutants.toml"):
            for program in one.get("programs", []):
                self.assertTrue((ROOT / "tests" / "apps" / f"test_{program}.py").is_file(), f"{one['name']}: {program}")

    def test_the_list_can_be_read(self):
        listed = subprocess.run([str(ROOT / "scripts" / "mutate"), "--list"], check=True, capture_output=True, text=True).stdout
        self.assertGreaterEqual(len(listed.splitlines()), 60)
        with tempfile.TemporaryDirectory() as folder:
            wrong = Path(folder) / "wrong.toml"
            wrong.write_text('[[mutant]]\nname = "a"\nfile = "b"\nright = "c"\n', encoding="utf-8")
            done = subprocess.run([str(ROOT / "scripts" / "mutate"), "--mutants", wrong, "--list"], check=False, capture_output=True, text=True)
            self.assertEqual((done.returncode, done.stderr), (2, f"scripts/mutate: {wrong}: bug 1 lacks wrong.\n"))


if __name__ == "__main__":
    unittest.main()
