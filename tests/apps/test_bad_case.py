# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies every error in a case file: one message with the location and exit code 2, on any number
of ranks."""
import unittest

from tenon_program import ONE, TWO, Case, box, on_all_ranks, replaced


@on_all_ranks("messages")
class BadCase(Case):
    def test_misspelt_key(self):
        self.refuse(replaced(ONE, "conditions:", "condition:"), r"case\.yaml:\d+", "objects.block",
                    "no key 'condition'", "did you mean 'conditions'")
        self.refuse(replaced(ONE, "group: top", "groop: top"), r"case\.yaml:7", "'groop'", "did you mean 'group'",
                    "'group' is missing")
        self.refuse(ONE + "solvers: {preset: direct}\n", r"case\.yaml:10", "did you mean 'solver'")

    def test_values_are_located_at_their_keys(self):
        """Verifies the line of a key whose value is a block, which begins on a line below."""
        self.refuse(replaced(ONE, "objects:", "objetcs:"), r"^case\.yaml:2: objetcs: there is no key 'objetcs' here; did you mean 'objects'")
        self.refuse(replaced(ONE, "  block:", "  b/k:"), r"^case\.yaml:3: objects\.b/k: the name of an object")
        self.refuse(replaced(ONE, "  block:", '  "":'), r"^case\.yaml:3: objects\.: the name of an object")
        self.refuse(replaced(ONE, "    forces:", "    forcse:"), r"^case\.yaml:5: objects\.block\.forcse: .*did you mean 'forces'")
        self.refuse(ONE + "analysis:\n\n  # a comment\n  steps: 2\n", r"^case\.yaml:10: analysis: the key 'type' is missing")
        self.refuse(ONE + "objects:\n  more: {}\n", r"^case\.yaml:10: objects: the key 'objects' occurs twice")

    def test_misspelt_type(self):
        self.refuse(replaced(ONE, "type: traction", "type: tracton"), r"case\.yaml:7", "no force 'tracton'",
                    "did you mean 'traction'")
        self.refuse(replaced(ONE, "linear-elastic", "linear_elastic"), r"case\.yaml:6", "no material 'linear_elastic'",
                    "did you mean 'linear-elastic'")
        self.refuse(replaced(TWO, "type: tie", "type: glue"), r"case\.yaml:17", "no constraint 'glue'", "tie", "rigid")
        self.refuse(ONE + "analysis: {type: dynamic}\n", r"case\.yaml:10", "no analysis 'dynamic'", "static")

    def test_missing_type(self):
        self.refuse(replaced(ONE, "type: fixed, ", ""), r"case\.yaml:9", "'type' is missing")

    def test_missing_group_lists_the_groups(self):
        groups = "bottom.*top.*west.*east.*body"
        self.refuse(replaced(ONE, "group: bottom", "group: floor"), r"case\.yaml:9", "no group 'floor'", groups)
        self.refuse(replaced(ONE, "group: top", "group: tip"), r"case\.yaml:7", "no group 'tip'", "did you mean 'top'",
                    groups)
        self.refuse(replaced(TWO, "object: lower, group: top", "object: lower, group: tap"), r"case\.yaml:17",
                    "no group 'tap'", "did you mean 'top'", groups)

    def test_group_of_the_wrong_dimension(self):
        self.refuse(replaced(ONE, "group: top", "group: body"), r"case\.yaml:7", "body")

    def test_material_constants(self):
        for old, new, says in (("young: 1000", "young: -5", "'young' must be positive, but is -5"),
                               ("young: 1000", "young: 0", "'young' must be positive"),
                               ("poisson: 0.3", "poisson: 0.5", "'poisson'.*0.5"),
                               ("poisson: 0.3", "poisson: 0.7", "'poisson'.*0.7"),
                               ("poisson: 0.3", "poisson: -1", "'poisson'.*-1"),
                               ("young: 1000", "young: .nan", "'.nan' cannot be read"),
                               ("young: 1000", "young: stiff", "'stiff' cannot be read"),
                               ("young: 1000, ", "", "'young' is missing.*force/length")):
            with self.subTest(new):
                self.refuse(replaced(ONE, old, new), r"case\.yaml:6", "material", says)
        self.refuse(replaced(TWO, "density: 0.5", "density: -1"), r"case\.yaml:14", "'density' must be positive")

    def test_wrong_kind_of_value(self):
        self.refuse(replaced(ONE, "traction: [0, 0.1, -1]", "traction: -1"), r"case\.yaml:7", "traction", "list", "-1")
        self.refuse(replaced(ONE, "traction: [0, 0.1, -1]", "traction: [0, 1, 2, 3]"), r"case\.yaml:7", "its length is 4")
        self.refuse("objects: [block]\n", r"case\.yaml:1", "objects", "block of 'key: value'")
        self.refuse(ONE + "analysis: static\n", r"case\.yaml:10: analysis: the value must be a block such as \{type: static\}, but is 'static'")
        self.refuse(replaced(TWO, "{object: upper, group: bottom}", "upper"), r"case\.yaml:19: constraints\[0\]\.slave: the value must be a block of 'key: value' lines \(keys: object, group\), but is 'upper'")
        self.refuse(ONE + "output: {stem: ''}\n", r"case\.yaml:10: output\.stem: the value must be a string, but is empty")
        self.refuse(replaced(ONE, "group: bottom", "group: bottom, components: []"), r"case\.yaml:9: .*components: the list is empty: add an entry, or remove the key")

    def test_numbers(self):
        for value in ("~", "''", "", "[1]", "{a: 1}"):
            is_empty = value in ("~", "''", "")
            self.refuse(replaced(ONE, "young: 1000", f"young: {value}"), r"case\.yaml:6: .*young: the value must be a number or an expression in terms of x, y, z and t, "
                        f"but is {'empty' if is_empty else 'a'}")
        for value in ("99999999999", "2147483648"):
            self.refuse(ONE + f"analysis: {{type: static, steps: {value}}}\n", r"case\.yaml:10: analysis\.steps: the value must be a whole number from -2147483648 to 2147483647, "
                        f"but is '{value}'")
        self.refuse(ONE + "analysis: {type: static, steps: 1.5}\n", "must be a whole number, but is '1.5'")
        self.refuse(ONE + "rayleigh: {mass: 1e999}\n", "a number whose magnitude is 0 or lies between .*, but is '1e999'")

    def test_suggestions_are_similar(self):
        for words, says in ((("list", "foo"), "no kind or type 'foo'; the choices are"),
                            (("run", "case.yaml", "--log-level", "foo"), "no log level 'foo'; the choices are: trace"),
                            (("run", "case.yaml", "--log-level", "inf"), "did you mean 'info'")):
            self.assertFails(self.tenon(*words), 2, says)

    def test_bodies_and_joints(self):
        case = ("objects: {p: {bodies: [{name: a, position: [0, 0, 0], mass: 1, inertia: INERTIA}]}}\n"
                "constraints: [{type: hinge-joint}]\nanalysis: {type: transient, step: 0.1, end_time: 1}\n")
        self.refuse(case.replace("INERTIA", "[1, 1]"), r"case\.yaml:1: .*inertia: an inertia in 3D must be a list of three principal moments, .* or of three rows of three numbers, "
                    "but the length of the list is 2")
        self.refuse(case.replace("INERTIA", "[1, 1, 1]"), r"case\.yaml:2: constraints\[0\]: hinge joint: `first` or `second` must name an object")

    def test_folders_that_are_files(self):
        """Verifies that all commands reject an output below a file by the same message."""
        self.write("case.yaml", ONE)
        self.write("file", "text")
        for words in (("run", "case.yaml", "-o", "file/x"), ("export", "case.yaml", "-o", "file"), ("run", "case.yaml", "--tables", "file")):
            self.assertFails(self.tenon(*words), 4, r"Cannot create the folder '(.*/)?file': a file has this name\.")
        for words in (("run", "case.yaml", "-o", "file/x/y"), ("export", "case.yaml", "-o", "file/x"), ("run", "case.yaml", "--tables", "file/x")):
            self.assertFails(self.tenon(*words), 4, r"Cannot create the folder '(.*/)?file/x': '.*file' is a file\.")

    def test_warnings_of_locking_do_not_round_to_one_half(self):
        for poisson in ("0.4999999", "0.499999999", "0.46"):
            self.write("case.yaml", replaced(ONE, "poisson: 0.3", f"poisson: {poisson}"))
            run = self.assertRuns("run", "case.yaml")
            self.assertRegex(run.err, rf"Poisson's ratio is {poisson}, and the mesh has first-order cells")

    def test_not_yaml(self):
        self.refuse("objects: {block: [\n", r"case\.yaml:\d+", "not valid YAML")
        self.refuse(ONE + "title: again\n", r"case\.yaml:\d+", "'title' occurs twice")
        self.refuse("", r"case\.yaml", "objects")
        self.refuse("# nothing but a comment\n", r"case\.yaml", "objects")
        self.refuse("just words\n", r"case\.yaml", "objects")
        self.refuse("title: nothing else\n", r"case\.yaml", "'objects' is missing")
        self.refuse("objects: {}\n", r"case\.yaml:1", "at least one object")

    def test_unknown_object_in_a_constraint(self):
        self.refuse(replaced(TWO, "object: upper", "object: uper"), r"case\.yaml:17", "no object 'uper'",
                    "did you mean 'upper'")

    def test_unknown_preset(self):
        self.refuse(ONE + "solver: {preset: driect}\n", r"case\.yaml:10", "no preset 'driect'", "did you mean 'direct'")
        self.refuse(ONE + "solver: {preset: schur}\n", r"case\.yaml:10", "'schur'", "multipliers", "cg-amg")

    def test_contradicting_conditions(self):
        case = replaced(ONE, "      - {type: fixed, group: bottom}",
                        "      - {type: fixed, group: bottom}\n"
                        "      - {type: prescribed, group: west, values: {x: 0.5}}")
        self.refuse(case, "Node 1 of object 'block'", "two different prescribed values of component x: 0 by 'fixed on block/bottom' and 0.5 by 'prescribed on block/west'")

    def test_contradicting_constraints(self):
        """Verifies that they are an input error with the name of the case, like contradictory
        conditions."""
        rows = "".join(f"  - {{type: prescribed, name: {name}, object: block, group: top, values: {{x: {x}}}}}\n"
                       for name, x in (("a", 1), ("c", 2)))
        case = replaced(ONE, "      - {type: traction, group: top, traction: [0, 0.1, -1]}\n", "") + "constraints:\n" + rows
        self.refuse(case, r"^case\.yaml: The constraints are infeasible .*'a' at node \d+ of 'block', 'c' at node \d+ of 'block' contradict each other")

    def test_tie_of_a_group_with_itself(self):
        self.refuse(replaced(TWO, "slave: {object: upper, group: bottom}", "slave: {object: lower, group: top}"),
                    r"case\.yaml:17", "Both sides of tie 'interface' are lower/top")

    def test_tie_of_sides_that_share_nodes(self):
        self.refuse(replaced(TWO, "slave: {object: upper, group: bottom}", "slave: {object: lower, group: west}"),
                    r"case\.yaml:17", "Node (19|22|25) belongs to both sides of tie 'interface'")

    def test_sides_that_do_not_meet(self):
        self.write("upper.msh", box(low=(0, 0, 1.75), cells=(3, 3, 2)))
        self.refuse(TWO, r"case\.yaml:17", "two sides of tie 'interface' do not meet", "upper/bottom", "lower/top",
                    r"0\.75")

    def test_nothing_holds_a_body(self):
        free = replaced(ONE, "    conditions:\n      - {type: fixed, group: bottom}\n", "")
        self.refuse(free, "Nothing supports object 'block'", "translate along x, y and z", "rotate about x, y and z")
        sliding = replaced(ONE, "group: bottom}", "group: bottom, components: [z]}")
        self.refuse(sliding, "Insufficient support of object 'block'", "translate along x and y", "rotate about z")
        pair = replaced(TWO, "    conditions:\n      - {type: fixed, group: bottom}\n", "")
        self.refuse(pair, "lower", "upper", "translate along")
        alone = replaced(TWO, TWO[TWO.index("constraints:"):], "")
        self.refuse(alone, "Nothing supports object 'upper'")

    def test_cells_without_a_material(self):
        elastic = "      - {type: elastic, material: {type: linear-elastic, young: 1000, poisson: 0.3}}\n"
        self.refuse(replaced(ONE, elastic, ""), "18 free nodes of object 'block'", "elastic")
        self.assertFails(self.tenon("check", "case.yaml"), 2, "18 free nodes of object 'block'", r"node 10\)")

    def test_solids_and_plane_bodies_together(self):
        self.write("upper.msh", "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n2\n1 1 \"top\"\n1 2 \"bottom\"\n"
                   "$EndPhysicalNames\n$Nodes\n3\n1 0 0 0\n2 1 0 0\n3 0 1 0\n$EndNodes\n$Elements\n3\n"
                   "1 2 2 3 3 1 2 3\n2 1 2 1 1 1 2\n3 1 2 2 2 2 3\n$EndElements\n")
        self.refuse("objects:\n  lower: {mesh: lower.msh}\n  upper: {mesh: upper.msh}\n", "'lower' is 3-dimensional",
                    "'upper' is 2-dimensional")

    def test_problems_of_the_whole_case_name_it(self):
        """Verifies errors that are found only in the assembled system: the message names the case
        instead of a line."""
        held = "      - {type: fixed, group: bottom}\n"
        for case in ("objects: {}\n", replaced(ONE, held, held.replace("fixed, group: bottom", "fixed, group: bottom, components: [x]")),
                     replaced(ONE, "young: 1000", "young: 1e200")):
            self.write("case.yaml", case)
            for command in ("check", "run"):
                run = self.tenon(command, "case.yaml")
                self.assertEqual(run.code, 2, run)
                self.assertRegex(run.errors()[0], r"^case\.yaml")

    def test_many_problems_are_told_at_once(self):
        case = replaced(TWO, "young: 1000", "young: -1")
        case = replaced(case, "poisson: 0.2", "poisson: 0.6")
        case = replaced(case, "acceleration", "aceleration")
        case = replaced(case, "object: upper, group: bottom", "object: upper, group: botom")
        case += "solver: {preset: driect}\noutptu: here\n"
        self.refuse(case, r":7: .*'young'", r":13: .*'poisson'", r":14: .*did you mean 'acceleration'",
                    r":17: .*did you mean 'bottom'", r"did you mean 'direct'", r"did you mean 'output'")
        self.assertEqual(self.tenon("check", "case.yaml").errors(), self.tenon("run", "case.yaml").errors())

    def test_problems_of_output_beside_others(self):
        """Verifies that errors of output fields and histories are reported with those of other
        blocks."""
        output = """\
output:
  stem: tied
  fields: [displacment]
  histories:
    - {name: a, nodes: {object: lowr, group: top}}
    - {name: b, nodes: {object: lower, group: tap}}
    - {name: c, constraint: interfac}
    - {name: d, energies: true}
    - {name: a/b, joint: hinge}
    - {name: e, nodes: {object: lower, group: top}, of: meen}
    - {name: f, joint: interface}
"""
        case = replaced(replaced(TWO, "output: tied\n", output), "young: 1000", "young: -1")
        says = (r":4: .*no output field 'displacment'", r":6: .*no object 'lowr'", r":7: .*no group 'tap'",
                r":8: .*no constraint 'interfac'; did you mean 'interface'", r":9: .*only in transient analyses",
                r":10: .*must not contain", r":11: .*'of' cannot be 'meen'", r":12: .*no joint 'interface'")
        self.refuse(case, r":17: .*'young' must be positive", *says)
        self.refuse(replaced(case, "young: -1", "young: 1"), *says)
        self.write("lower.msh", "not a mesh")
        self.refuse(case, "lower.msh", r":9: .*only in transient analyses", r":10: .*must not contain", r":11: .*'of' cannot be 'meen'")

    def test_problems_beside_a_broken_mesh(self):
        case = replaced(TWO, "mesh: upper.msh", "mesh: uper.msh")
        case = replaced(case, "acceleration", "aceleration")
        case = replaced(case, "type: fixed", "type: fixt")
        self.write("lower.msh", "not a mesh")
        self.write("case.yaml", case)
        run = self.assertFails(self.tenon("check", "case.yaml"), 2, r"case\.yaml:11: .*uper\.msh", "lower.msh",
                               "did you mean 'acceleration'", "did you mean 'fixed'")
        self.assertNotIn("no object", run.errors()[0], run)

    def test_problems_of_one_object_are_no_problems_of_its_constraints(self):
        run = self.refuse(replaced(TWO, "    forces:\n      - {type: elastic, material: {type: linear-elastic, young: 2000",
                          "    forcs:\n      - {type: elastic, material: {type: linear-elastic, young: 2000"),
                          "did you mean 'forces'")
        self.assertNotIn("no object", run.errors()[0])


if __name__ == "__main__":
    unittest.main()
