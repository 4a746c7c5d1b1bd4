# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies that vectors of a case need as many components as their space, for every type."""
import unittest

from tenon_program import Case, sheet

SPACE = """
objects:
  block:
    mesh: block.msh
    groups: {{tip: {group}}}
    forces:
      - {{type: elastic, material: {{type: linear-elastic, young: 1000, poisson: 0.3}}}}
      - {force}
    masses: [{{type: consistent, density: 1}}]
    conditions: [{{type: fixed, group: bottom}}, {condition}]
    {more}
{root}
analysis: {{type: {analysis}}}
"""
USUAL = {"group": "{nearest: [0, 0, 1]}", "force": "{type: gravity, density: 1, acceleration: [0, 0, -1]}",
         "condition": "{type: fixed, group: bottom}", "more": "", "root": "", "analysis": "static"}
# Each has one vector of two components.
IN_SPACE = {
    "traction": {"force": "{type: traction, group: top, traction: [0, 1]}"},
    "expressions": {"force": '{type: traction, group: top, traction: ["x", "2 * t"]}'},
    "gravity": {"force": "{type: gravity, density: 1, acceleration: [0, -9.81]}"},
    "body force": {"force": "{type: body-force, density: [1, 0]}"},
    "nodal force": {"force": "{type: nodal-force, group: top, force: [1, 0]}"},
    "oblique plane": {"condition": "{type: plane, group: top, normal: [1, 1]}"},
    "line": {"condition": "{type: line, group: top, direction: [1, 1]}"},
    "group near a point": {"group": "{nearest: [0, 0]}"},
    "group on a plane": {"group": "{plane: {point: [0, 0, 1], normal: [0, 1]}}"},
    "sphere": {"group": "{sphere: {centre: [0, 0], radius: 1}}"},
    "initial velocity": {"more": "initial: {velocity: [1, 0]}", "analysis": "transient, step: 0.1, end_time: 0.1"},
    "constraint": {"root": "constraints: [{type: point-on-plane, object: block, group: top, normal: [0, 1]}]"},
}


class Vectors(Case):
    def test_two_components_in_space_are_refused(self):
        for name, parts in IN_SPACE.items():
            with self.subTest(name):
                self.refuse(SPACE.format(**{**USUAL, **parts}), r"case\.yaml:\d+: \S+: the value must be \[x, y, z\], but has 2 (numbers|entries): "
                            "three components are needed in 3D")

    def test_the_line_is_that_of_the_vector(self):
        case = SPACE.format(**{**USUAL, **IN_SPACE["traction"]})
        line = 1 + case.split("\n").index("      - {type: traction, group: top, traction: [0, 1]}")
        run = self.refuse(case, rf"case\.yaml:{line}: objects\.block\.forces\[1\]\.traction")
        self.assertFails(self.tenon("check", "case.yaml"), 2, rf"case\.yaml:{line}: ")
        self.assertEqual(run.errors()[0].count("\n"), 0)

    def test_rigid_bodies_in_space(self):
        body = "objects: {{ball: {{bodies: [{{position: {0}, mass: 1, inertia: [1, 1, 1], velocity: {1}}}]}}}}\n" \
               "analysis: {{type: transient, step: 0.1, end_time: 0.1}}\n"
        self.refuse(body.format("[0, 0]", "[0, 0, 0]"), r"position: the value must be \[x, y, z\], but has 2")
        self.refuse(body.format("[0, 0, 0]", "[0, 0]"), r"velocity: the value must be \[x, y, z\], but has 2")
        self.write("case.yaml", body.format("[0, 0, 0]", "[0, 1, 0]"))
        self.assertRuns("run", "case.yaml")

    def test_the_plane_takes_two_or_three(self):
        self.write("plate.msh", sheet(lambda s, t: (s, t)))
        for force in ("[0, 1]", "[0, 1, 0]"):
            self.write("case.yaml", f"""
objects:
  plate:
    mesh: plate.msh
    groups: {{tip: {{nearest: [1, 1]}}}}
    forces:
      - {{type: elastic, material: {{type: linear-elastic, young: 1000, poisson: 0.3}}}}
      - {{type: traction, group: north, traction: {force}}}
      - {{type: nodal-force, group: tip, force: {force}}}
    conditions: [{{type: fixed, group: south}}]
""")
            self.assertRuns("run", "case.yaml")
        for result in self.folder.glob("case.[hx]*"):
            result.unlink()
        self.refuse((self.folder / "case.yaml").read_text().replace("[0, 1, 0]", "[0, 1, 2]"), "the z component must be 0")
        self.refuse((self.folder / "case.yaml").read_text().replace("[0, 1, 2]", "[1]"), r"\[x, y, z\] \(or \[x, y\] in 2D\), but its length is 1")


class Numbers(Case):
    def test_expressions_without_a_finite_value_are_found_by_check(self):
        for expression, at in (("0/0", "x = "), ("log(0)", "x = "), ("1 / (t - 1)", "t = 1"), ("sqrt(-1 - x)", "x = "),
                               ("x > 0.5 ? 1 : 1 / 0", "x = ")):
            for place in ("traction", "prescribed"):
                with self.subTest(expression=expression, place=place):
                    parts = {"force": f'{{type: traction, group: top, traction: [0, "{expression}", 0]}}'} \
                        if place == "traction" else {"condition": f'{{type: prescribed, group: top, field: {{x: "{expression}"}}}}'}
                    self.write("case.yaml", SPACE.format(**{**USUAL, **parts}))
                    for command in ("check", "run"):
                        self.assertFails(self.tenon(command, "case.yaml"), 2, r"case\.yaml:\d+: objects\.block\.\S+: the expression '",
                                         "has no finite value at", at)

    def test_moduli_have_a_place(self):
        usual = "{type: linear-elastic, young: 1000, poisson: 0.3}"
        for young, says in (('"1 / 0"', "the expression '1 / 0' has no finite value at x = "), ('"0 * x"', "'young' must be positive, but is 0"),
                            ('"log(0)"', "no finite value"), ("{csv: young.csv}", r"(young\.csv:3: the value in the column 'value' must be a number|'young' must be positive, but is \S+ in element 2)"),
                            ("0", "'young' must be positive"), (".inf", "young"), ("{hdf5: young.h5, elements: E}", "young")):
            for value in ("inf", "nan", "0", "-2") if "csv" in young or "hdf5" in young else ("",):
                with self.subTest(young=young, value=value):
                    if "csv" in young:
                        self.write("young.csv", "element,value\n1,5\n" + "".join(f"{i},{value if i == 2 else 5}\n" for i in range(2, 9)))
                    if "hdf5" in young:
                        import h5py
                        with h5py.File(self.folder / "young.h5", "w", libver="latest") as file:
                            file["E"] = [5.0, float(value)] + 6 * [5.0]
                    case = SPACE.format(**USUAL).replace(usual, usual.replace("1000", young))
                    self.write("case.yaml", case)
                    for command in ("run", "check"):
                        self.assertFails(self.tenon(command, "case.yaml"), 2, r"case\.yaml:7", says)


if __name__ == "__main__":
    unittest.main()
