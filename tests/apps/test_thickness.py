# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies the thickness of a plane object in forces, masses, loads, constraints, contact and
results."""
import json
import unittest

import h5py
import numpy as np

from tenon_program import Case, sheet

PLATE = """
objects:
  plate:
    mesh: plate.msh
    {object}
    forces:
      - {{type: elastic, material: {{type: linear-elastic, young: {young}, poisson: 0.3}}, plane: stress{elastic}}}
      - {{type: {load}, group: east, {value}{of_load}}}
    conditions:
      - {{type: fixed, group: west, components: [x]}}
      - {{type: fixed, group: south, components: [y]}}
{analysis}solver: {{preset: direct}}
"""


class Thickness(Case):
    YOUNG, LENGTH, HEIGHT, PULL = 2e5, 3.0, 2.0, 40.0

    def plate(self, kind="quad4", thickness=0.1, place="object", load="pressure", analysis="", more=""):
        """Returns the run of a plate pulled along x, and its summary."""
        self.write("plate.msh", sheet(lambda s, t: (self.LENGTH * s, self.HEIGHT * t), (3, 2), kind))
        key = f", thickness: {thickness}"
        value = {"pressure": f"pressure: {-self.PULL}", "traction": f"traction: [{self.PULL}, 0]",
                 "follower-pressure": f"pressure: {-self.PULL}"}[load]
        self.write("plate.yaml", PLATE.format(
            object=(f"thickness: {thickness}\n    " if place == "object" else "") + (more or "groups: {}"),
            elastic=key if place in ("elastic", "both") else "", of_load=key if place in ("load", "both") else "",
            load=load, value=value, young=self.YOUNG, analysis=analysis))
        run = self.assertRuns("run", "plate.yaml", "--summary", "summary.json")
        return run, json.loads((self.folder / "summary.json").read_text())

    def tip(self):
        with h5py.File(self.folder / "plate.h5") as file:
            X, last = file["/meshes/plate/points"][:], file["/steps"][max(file["/steps"])]
            return last["plate/displacement"][:][np.isclose(X[:, 0], self.LENGTH), 0], last["plate/stress"][:] if "plate/stress" in last else None

    def test_every_place_of_the_key_means_the_whole_object(self):
        for load in ("pressure", "traction", "follower-pressure"):
            for place in ("object", "elastic", "load", "both"):
                with self.subTest(load=load, place=place):
                    run, summary = self.plate(load=load, place=place)
                    np.testing.assert_allclose(self.tip()[0], self.PULL / self.YOUNG * self.LENGTH, rtol=2e-3)
                    np.testing.assert_allclose(summary["reaction_total"][0], -self.PULL * self.HEIGHT * 0.1, rtol=1e-3)
                    warned = "applies to the whole object" in run.all
                    self.assertEqual(warned, place in ("elastic", "load"), run)

    def test_cells_of_any_order_and_any_thickness(self):
        for kind, thickness in (("tri3", 0.02), ("tri6", 3.0), ("quad9", 25.0)):
            _, summary = self.plate(kind, thickness)
            np.testing.assert_allclose(self.tip()[0], self.PULL / self.YOUNG * self.LENGTH, rtol=1e-9)
            np.testing.assert_allclose(summary["load"][0], self.PULL * self.HEIGHT * thickness, rtol=1e-9)

    def test_masses_and_weights(self):
        more = "masses: [{type: consistent, density: 5}]"
        _, summary = self.plate(thickness=0.25, more=more, analysis="analysis: {type: modal, modes: 3}\n")
        self.assertAlmostEqual(summary["objects"][0]["mass"], 5 * 0.25 * self.LENGTH * self.HEIGHT)
        omega = [mode["omega"] for mode in summary["modes"]]
        _, summary = self.plate(thickness=0.25, place="elastic", more=more, analysis="analysis: {type: modal, modes: 3}\n")
        np.testing.assert_allclose([mode["omega"] for mode in summary["modes"]], omega, rtol=1e-9)

    def test_derived_objects_inherit_it(self):
        self.write("plate.msh", sheet(lambda s, t: (s, t)))
        self.write("plate.yaml", """
objects:
  plate:
    mesh: plate.msh
    thickness: 0.2
    forces: [{type: elastic, material: {type: linear-elastic, young: 10, poisson: 0.3}}]
    conditions: [{type: fixed, group: west}]
  rim:
    derive: {from: plate, to: part, group: body}
    forces: [{type: body-force, density: [0, 7]}]
solver: {preset: direct}
""")
        self.assertRuns("run", "plate.yaml", "--summary", "summary.json")
        summary = json.loads((self.folder / "summary.json").read_text())
        np.testing.assert_allclose(summary["load"][:2], [0, 7 * 0.2], atol=1e-12)

    def test_multipliers_and_contact_pressures_do_not_depend_on_it(self):
        for method, contact in (("tie", "constraints: [{type: tie, "), ("mortar", "contacts: [{type: surface, method: mortar, "),
                                ("nodes", "contacts: [{type: surface, method: nodes, ")):
            with self.subTest(method=method):
                found = {thickness: self.pressed(contact, thickness) for thickness in (1, 0.05)}
                for name in ("stress", "displacement"):
                    np.testing.assert_allclose(found[0.05][name], found[1][name], rtol=1e-6, atol=1e-7)
                np.testing.assert_allclose(found[0.05]["force"], 0.05 * found[1]["force"], rtol=1e-6, atol=1e-9)
                self.assertAlmostEqual(found[1]["force"][1], 8, places=5)
                if "pressure" in found[1]:
                    self.assertGreater(found[1]["pressure"], 7.9, "the largest, at the corners")
                    np.testing.assert_allclose(found[0.05]["pressure"], found[1]["pressure"], rtol=1e-6)

    def pressed(self, contact, thickness):
        """Presses a block onto another one with non-matching meshes and returns the results."""
        self.write("low.msh", sheet(lambda s, t: (2 * s - 0.5, t - 1), (3, 2)))
        self.write("high.msh", sheet(lambda s, t: (s, t), (2, 2)))
        force = "{type: elastic, material: {type: linear-elastic, young: 1000, poisson: 0}}"
        self.write("two.yaml", f"""
objects:
  low:
    mesh: low.msh
    thickness: {thickness}
    forces: [{force}]
    conditions: [{{type: fixed, group: south}}]
  high:
    mesh: high.msh
    thickness: {thickness}
    forces: [{force}, {{type: pressure, group: north, pressure: 8}}]
    conditions: [{{type: fixed, group: west, components: [x]}}]
{contact} name: joint, slave: {{object: high, group: south}}, master: {{object: low, group: north}}}}]
solver: {{preset: direct}}
""")
        self.assertRuns("run", "two.yaml", "--summary", "summary.json")
        summary = json.loads((self.folder / "summary.json").read_text())["constraints"][0]
        with h5py.File(self.folder / "two.h5") as file:
            last = file["/steps"][max(file["/steps"])]
            found = {"displacement": last["high/displacement"][:], "stress": last["high/stress"][:],
                     "force": np.array(last["high/force_joint"][:].sum(axis=0))}
        if summary.get("contact"):
            found["pressure"] = summary["contact"]["pressure"]
        return found

    def test_contradictions_name_both_lines(self):
        self.write("plate.msh", sheet(lambda s, t: (s, t)))
        case = PLATE.format(object="groups: {}", elastic=", thickness: 0.1", load="pressure", value="pressure: 1",
                            of_load=", thickness: 0.2", young=1, analysis="")
        run = self.refuse(case, r"case\.yaml:8: objects\.plate\.forces\[1\]\.thickness: this thickness is 0\.2",
                          r"objects\.plate\.forces\[0\]\.thickness \(case\.yaml:7\) is 0\.1", "specify it only as the key `thickness`", "`tie`")
        self.assertEqual(run.errors()[0].count("\n"), 0, run)

    def test_a_thickness_belongs_to_the_plane(self):
        solid = """
objects:
  block:
    mesh: block.msh
    thickness: 0.1
    forces: [{type: elastic, material: {type: linear-elastic, young: 1, poisson: 0.3}}]
    conditions: [{type: fixed, group: bottom}]
"""
        self.refuse(solid, r"case\.yaml:5: objects\.block\.thickness: only plane objects have a thickness")
        self.write("plate.msh", sheet(lambda s, t: (s, t)))
        for value, says in (("0", "must be positive, but is 0"), ("-1", "must be positive"), (".nan", "must be a number")):
            self.refuse(PLATE.format(object=f"thickness: {value}", elastic="", load="pressure", value="pressure: 1",
                                     of_load="", young=1, analysis=""), r"case\.yaml:5", says)


if __name__ == "__main__":
    unittest.main()
