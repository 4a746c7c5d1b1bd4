# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies mistakes of new users, which `check` and `run` report with location and remedy;
warnings; the force balance."""
import json
import re
import unittest

from tenon_program import ONE, Case, box, replaced, sheet

LONG = """\
title: written out
objects:
  part:
    mesh: block.msh
    forces:
      - type: elastic
        material:
          type: linear-elastic
          young: 1000
          poisson: 0.3
      - type: traction
        group: top
        traction: [0, 0, -1]
    conditions:
      - {type: fixed, group: bottom}
analysis:
  type: static
  steps: 2
solver:
  preset: direct
"""
MOVING = "analysis: {type: transient, step: 0.1, end_time: 0.2}\n"


class BothRefuse(Case):
    def both(self, case, *says, code=2):
        """Asserts that `check` and `run` reject the case with the same exit code and one message
        that matches all of `says`."""
        self.write("case.yaml", case)
        for command in ("check", "run"):
            run = self.assertFails(self.tenon(command, "case.yaml"), code, *says)
        return run

    def test_the_cases_themselves_pass(self):
        for case in (LONG, ONE):
            self.write("case.yaml", case)
            self.assertRuns("check", "case.yaml")

    def test_missing_masses(self):
        self.both(ONE + MOVING, r"At 18 free nodes of object 'block', no contributor provides a mass \(first: node \d+\)",
                  r"a transient analysis needs masses at all free nodes: specify `masses` for the object, such as \[\{type: consistent, density: \.\.\.\}\]")
        for stepper in ("generalised-alpha", "implicit-euler", "central-difference", "moreau-jean"):
            self.both(ONE + MOVING.replace("transient,", f"transient, stepper: {stepper},"), "a transient analysis needs masses")

    def test_masses_of_some_cells(self):
        self.write("block.msh", box(cells=(2, 2, 4)))
        grouped = replaced(ONE, "    forces:", "    groups: {lower: {box: {z: [0, 0.5]}}}\n    masses: [{type: consistent, density: 1, group: lower}]\n    forces:")
        self.both(grouped + MOVING, r"At 18 free nodes of object 'block', no contributor provides a mass")

    def test_masses_of_lines(self):
        self.write("line.msh", "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n2\n1 0 0 0\n2 1 0 0\n$EndNodes\n$Elements\n1\n1 1 2 1 1 1 2\n$EndElements\n")
        self.both("""objects:
  wire:
    mesh: line.msh
    groups: {start: {nodes: [1]}}
    forces: [{type: truss, area: 1, young: 1}]
    conditions: [{type: fixed, group: start}]
""" + MOVING, r"such as \[\{type: line, density: \.\.\., area: \.\.\.\}\]")

    def test_misspelt_mappings(self):
        for mesh in ("", "mesh: block.msh\n    "):
            run = self.both(ONE + f"  ghost:\n    {mesh}mapping: {{type: rigd, parent: block}}\n",
                            r"case\.yaml:\d+: objects\.ghost\.mapping\.type: there is no mapping 'rigd'; did you mean 'rigid'\?")
            self.assertEqual(run.errors()[0].count("\n"), 0, run)
        run = self.both(ONE + "  ghost:\n    mapping: {type: vlume, parent: block}\n", "there is no mapping 'vlume'; did you mean 'volume'")
        self.assertEqual(run.errors()[0].count("\n"), 0, run)

    def test_misspelt_keys_that_are_required(self):
        self.both(replaced(ONE, "type: fixed", "typ: fixed"), r"case\.yaml:9: .*the key 'type' is missing; is it misspelt as 'typ'\?")

    def test_texts_that_are_empty(self):
        self.both(ONE + "rayleigh: {mass: ''}\n", "rayleigh.mass: the value must be a number, but is ''")
        self.both(replaced(ONE, "group: bottom", "group: ''"), "the value must be a string, but is empty")

    def test_misspelt_options_of_the_command(self):
        self.write("case.yaml", ONE)
        for word, meant in ("--sumary", "--summary"), ("--sumary=x", "--summary"), ("--hepl", "--help"):
            run = self.assertFails(self.tenon("run", "case.yaml", word), 2, f"tenon run has no option '{word.split('=')[0]}'; did you mean '{meant}'")
        self.assertFails(self.tenon("check", "case.yaml", "--grap", "x.dot"), 2, "tenon check has no option '--grap'; did you mean '--graph'")
        self.assertFails(self.tenon("run", "case.yaml", "--nothing-like-it"), 2, "not expected")

    def test_prescribed_displacements_of_many_steps(self):
        """Verifies that a total displacement of several elements is accepted, in several steps or
        at once, since the interior follows the prescribed nodes."""
        self.write("block.msh", box(cells=(2, 2, 4)))
        rubber = replaced(ONE, "linear-elastic", "neo-hookean")
        top = "    conditions:\n      - {type: prescribed, group: top, values: {z: -0.4}, history: HISTORY}\n"
        case = replaced(rubber, "    conditions:\n", top) + "analysis: {type: static, steps: 8}\n"
        grows, is_there = case.replace("HISTORY", "[[0, 0], [1, 1]]"), case.replace("HISTORY", "[[0, 1], [1, 1]]")
        for text in grows, is_there:
            self.write("case.yaml", text)
            for command in ("check", "run"):
                self.assertRuns(command, "case.yaml")

    def test_keys_at_the_wrong_level(self):
        moved = (
            # young of the material, beside it
            (LONG.replace("          young: 1000\n          poisson: 0.3\n", "        young: 1000\n        poisson: 0.3\n"),
             r"case\.yaml:9: objects\.part\.forces\[0\]\.young: there is no key 'young' here\. 'young' is a key of the `material` of a force: check the indentation."),
            # group of a traction in the material
            (LONG.replace("          poisson: 0.3\n", "          poisson: 0.3\n          group: body\n"),
             r"objects\.part\.forces\[0\]\.material\.group: there is no key 'group' here\. 'group' is a key of an entry of an object's `forces`"),
            # conditions at the top level, forces at the top level
            (re.sub(r"    conditions:\n      - (.*)\n", r"masses:\n  - \1\n", LONG).replace("type: fixed, group: bottom", "type: consistent, density: 1"),
             r"masses: there is no key 'masses' here\. 'masses' is a key of an object \(`objects\.<name>`\)"),
            # analysis and solver in an object, or among the objects
            (LONG.replace("analysis:\n  type: static\n  steps: 2\n", "    analysis:\n      type: static\n      steps: 2\n"),
             r"objects\.part\.analysis: there is no key 'analysis' here\. 'analysis' is a key of the top level of the case"),
            (LONG.replace("analysis:\n  type: static\n  steps: 2\n", "  analysis:\n    type: static\n    steps: 2\n"),
             r"objects\.analysis: 'analysis' is a key of the top level of the case, not of `objects`"),
            # keys of an object without its name
            (LONG.replace("  part:\n", "").replace("\n    ", "\n  "), r"objects\.mesh: 'mesh' is a key of an object, but `objects` must contain the names"),
            # steps of the analysis at the top level, a preset at the top level
            (LONG.replace("  steps: 2\n", "end_time: 2\n"), r"end_time: there is no key 'end_time' here\. 'end_time' is a key of `analysis`"),
            (LONG.replace("solver:\n  preset: direct\n", "preset: direct\n"), r"preset: there is no key 'preset' here\. 'preset' is a key of `solver`"),
        )
        for case, says in moved:
            with self.subTest(says=says):
                self.both(case, says)

    def test_names_of_contributors(self):
        """Verifies that no other block is suggested if a contributor without names has a `name`."""
        self.both(LONG.replace("        group: top\n", "        group: top\n        name: load\n"),
                  r"case\.yaml:13: objects\.part\.forces\[1\]\.name: there is no key 'name' here\. Among the contributors, only "
                  r"constraints and contacts of deformable bodies have a `name`: remove this key\.$")
        run = self.both(ONE + "contacts: [{type: rigid, name: floor}]\nanalysis: {type: transient, stepper: moreau-jean, step: 0.1, end_time: 0.2}\n",
                        r"contacts\[0\]\.name: there is no key 'name' here; the choices are: type, first")
        self.assertNotIn("is a key of", run.errors()[0])

    def test_near_keys_are_still_suggested(self):
        self.both(LONG.replace("poisson", "poison"), r"there is no key 'poison' here; did you mean 'poisson'\?")
        self.both(LONG.replace("    conditions:", "    condition:"), r"there is no key 'condition' here; did you mean 'conditions'\?")

    def test_what_is_no_yaml_says_why(self):
        self.both(LONG.replace("      - type: elastic\n", "      type: elastic\n"), "the text is not valid YAML", "All keys of a block must have the same indentation, and each entry of a list must begin with '- '")
        self.both(LONG.replace("\n        material:", "\n\tmaterial:"), "this line is indented with a tab")

    def test_numbers_with_units_and_commas(self):
        for young, says in (("210e3 MPa", "Values are written without units"), ("1000 N/mm^2", "Values are written without units"), ("2,5", "The decimal point is '.'"),
                            ("210,000", "The decimal point is '.'")):
            self.both(LONG.replace("young: 1000", f"young: {young}"), r"case\.yaml:9", says)
        self.both(LONG.replace("traction: [0, 0, -1]", "traction: [0, 0, -1 MPa]"), r"case\.yaml:13", "Values are written without units")
        self.both(LONG.replace("    conditions:\n", "    conditions:\n      - {type: prescribed, group: top, values: {x: 5 mm}}\n"), "Values are written without units")
        self.write("case.yaml", LONG.replace("young: 1000", "young: 1000 * exp(x)"))
        self.assertRuns("check", "case.yaml")

    def test_what_an_analysis_does_not_take(self):
        self.both(replaced(ONE, "{type: linear-elastic, young: 1000, poisson: 0.3}",
                           "{type: viscoelastic, terms: [[0.3, 1]], elastic: {type: isochoric-neo-hookean, young: 10, poisson: 0.4}}") +
                  "analysis: {type: arc-length, step: 0.1}\n", "relaxes in time")
        self.both(ONE + "constraints: [{type: prescribed, object: block, group: top, values: {z: 0}, bound: lower}]\nanalysis: {type: arc-length, step: 0.1}\n",
                  "has a bound. Bounds are supported by static analyses")

    def test_loads_beyond_all_numbers(self):
        self.both(LONG.replace("[0, 0, -1]", "[0, 0, -1e200]"), r"traction on part/top reaches", "values above")

    def test_outputs_that_are_inputs(self):
        self.assertRuns("partition", "block.msh", "-o", "block.h5", "--parts", "2")
        self.both(LONG.replace("block.msh", "block.h5").replace("title: written out", "output: block"), r"block\.h5")


class Warnings(Case):
    def warned(self, case, *says, times=1):
        self.write("case.yaml", case)
        run = self.assertRuns("run", "case.yaml")
        found = [text for text in run.messages("tenon: warning: ") if "small" in text]
        self.assertEqual(len(found), times, run)
        for what in says:
            self.assertRegex(found[0], what)

    def pressed(self, pressure, material="{type: linear-elastic, young: 1000, poisson: 0}", analysis="", force="elastic, material: %s"):
        return f"""objects:
  block:
    mesh: block.msh
    forces:
      - {{type: {force % material if "%s" in force else force}}}
      - {{type: traction, group: top, traction: [0, 0, {-pressure}]}}
    masses: [{{type: lumped, density: 1}}]
    conditions: [{{type: fixed, group: bottom, components: [z]}}, {{type: fixed, group: west, components: [x]}}, {{type: fixed, group: south, components: [y]}}]
{analysis}"""

    def test_strains_above_ten_per_cent(self):
        self.warned(self.pressed(99), times=0)
        self.warned(self.pressed(130), r"object 'block': the strain in element 1 is 0\.13, but elastic on block uses a small-strain model",
                    "check units and loads, or use a finite-strain material, such as 'neo-hookean'")
        self.warned(self.pressed(-130), "the strain in element 1 is 0.13")
        self.warned(self.pressed(130, force="corotational, young: 1000, poisson: 0"), "corotational on block", "use `elastic` with a finite-strain material")
        self.warned(self.pressed(130, "{type: neo-hookean, young: 1000, poisson: 0.3}"), times=0)

    def test_plasticity(self):
        self.warned(self.pressed(60, "{type: j2-plasticity, young: 1000, poisson: 0, yield_stress: 10, hardening: 500}", "solver: {preset: direct}\n"), "finite-j2-plasticity")

    def test_displacements_of_many_sizes(self):
        run = self.pressed(2e4)
        self.warned(run, r"object 'block': node \d+ is displaced by 20, 20 times the size of the model \(1\)", "check units, loads and supports")

    def test_one_warning_for_all_steps(self):
        self.warned(self.pressed(300, analysis="analysis: {type: static, steps: 5}\n"), "the strain in element 1")
        self.warned(self.pressed(300, analysis="analysis: {type: transient, step: 0.01, end_time: 0.1}\n"), "the strain in element")

    def test_a_body_that_flies_is_not_deformed(self):
        self.warned(f"""objects:
  block:
    mesh: block.msh
    forces: [{{type: elastic, material: {{type: linear-elastic, young: 1000, poisson: 0.3}}}}]
    masses: [{{type: lumped, density: 1}}]
    initial: {{velocity: [1000, 0, 0]}}
analysis: {{type: transient, step: 0.05, end_time: 0.1}}
""", times=0)


class Balance(Case):
    def balance(self, case):
        self.write("case.yaml", case)
        run = self.assertRuns("run", "case.yaml", "--summary", "summary.json")
        off = [float(value) for value in re.findall(r"(\S+) relative to the sum of magnitudes", run.out)]
        self.assertEqual(len(off), 2, run)
        return off, json.loads((self.folder / "summary.json").read_text())

    def test_loads_in_equilibrium_among_themselves(self):
        case = replaced(ONE, "{type: traction, group: top, traction: [0, 0.1, -1]}",
                        "{type: traction, group: east, traction: [3, 0, 0]}\n      - {type: traction, group: west, traction: [-3, 0, 0]}")
        case = replaced(case, "{type: fixed, group: bottom}", "{type: fixed, group: bottom, components: [z]}\n"
                        "      - {type: fixed, group: corner}\n      - {type: fixed, group: edge, components: [y]}")
        case = replaced(case, "    forces:", "    groups: {corner: {nearest: [0, 0, 0]}, edge: {nearest: [1, 0, 0]}}\n    forces:")
        off, summary = self.balance(case)
        self.assertLess(max(off), 1e-6)
        self.assertAlmostEqual(summary["force_magnitude"], 6.0, places=6)

    def test_what_is_loaded_by_heat_alone(self):
        case = replaced(ONE, "young: 1000, poisson: 0.3}}", 'young: 1000, poisson: 0.3, expansion: 1e-3}, temperature: "20 * x * x"}')
        off, _ = self.balance(re.sub(r"      - \{type: traction.*\n", "", case))
        self.assertLess(max(off), 1e-6)

    def test_free_thermal_expansion(self):
        """Verifies that round-off is no imbalance if elastic and thermal forces cancel: the sum of
        magnitudes is that of the thermal stress p = E alpha dT / (1 - 2 nu) = 50 on six unit faces,
        between 2 p (forces along one axis) and 6 p (no cancellation at edges)."""
        case = replaced(ONE, "young: 1000, poisson: 0.3}}", "young: 1000, poisson: 0.3, expansion: 1e-3}, temperature: 20}")
        case = re.sub(r"      - \{type: traction.*\n", "", case)
        case = replaced(case, "{type: fixed, group: bottom}", "{type: fixed, group: bottom, components: [z]}\n"
                        "      - {type: fixed, group: corner}\n      - {type: fixed, group: edge, components: [y]}")
        case = replaced(case, "    forces:", "    groups: {corner: {nearest: [0, 0, 0]}, edge: {nearest: [1, 0, 0]}}\n    forces:")
        off, summary = self.balance(case)
        self.assertLess(max(off), 1e-10)
        self.assertGreater(summary["force_magnitude"], 2 * 50)
        self.assertLess(summary["force_magnitude"], 6 * 50)
        self.assertLess(max(map(abs, summary["reaction_total"])), 1e-8)

    def test_a_pair_of_forces_in_the_plane(self):
        self.write("plate.msh", sheet(lambda s, t: (s, t)))
        off, _ = self.balance("""objects:
  plate:
    mesh: plate.msh
    thickness: 0.1
    groups: {a: {nearest: [0, 0]}, b: {nearest: [1, 0]}}
    forces:
      - {type: elastic, material: {type: linear-elastic, young: 1000, poisson: 0.3}}
      - {type: pressure, group: north, pressure: 1}
      - {type: pressure, group: south, pressure: 1}
    conditions: [{type: fixed, group: a}, {type: fixed, group: b, components: [y]}]
""")
        self.assertLess(max(off), 1e-6)


if __name__ == "__main__":
    unittest.main()
