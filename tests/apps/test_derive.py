# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies `derive:` and `tenon convert --to`: meshes derived from meshes; surfaces of STL, OBJ and
PLY files that are mapped to a body."""
import re
import unittest

import h5py
import numpy as np

from tenon_program import ONE, Case, box, replaced

SHARED = """\
output: shared
objects:
  rim: {derive: {from: skin, to: edges}}                    # of what is derived itself, and named before it
  skin:
    derive: {from: block, to: surface}
    forces: [{type: traction, group: top, traction: [0, 0.1, -1]}]
  half:
    derive: {from: block, to: part, group: body}
    forces: [{type: elastic, material: {type: linear-elastic, young: 400, poisson: 0.3}}]
  block:
    mesh: block.msh
    forces: [{type: elastic, material: {type: linear-elastic, young: 600, poisson: 0.3}}]
    conditions: [{type: fixed, group: bottom}]
  finer: {derive: {from: block, to: complete-quadratic}}
solver: {preset: direct}
"""
TETS = """\
output: tets
objects:
  block: {mesh: block.msh, forces: [{type: elastic, material: {type: linear-elastic, young: 1, poisson: 0}}],
          conditions: [{type: fixed, group: body}]}
  tets:
    derive: {from: block, to: tets, follow: false}
    forces:
      - {type: elastic, material: {type: linear-elastic, young: 1000, poisson: 0.3}}
      - {type: traction, group: top, traction: [0, 0.1, -1]}
    conditions: [{type: fixed, group: bottom}]
solver: {preset: direct}
"""
STRETCHED = """\
output: stretched
objects:
  block:
    mesh: block.msh
    forces:
      - {type: elastic, material: {type: linear-elastic, young: 1000, poisson: 0}}
      - {type: traction, group: top, traction: [0, 0, 10]}
    conditions: [{type: fixed, group: bottom}]
  skin:
    mesh: skin.obj
    mapping: {type: embedded, parent: block, outside: nearest}
solver: {preset: direct}
"""
ROOF = "o roof\nv -0.1 -0.1 0.9\nv 1.1 -0.1 0.9\nv 1.1 1.1 0.9\nv -0.1 1.1 0.9\nv 0.5 0.5 1.2\n" \
       "f 1 2 5\nf 2 3 5\nf 3 4 5\nf 4 1 5\no floor\nf 4 3 2 1\n"


class Derive(Case):
    def fields(self, stem, field="displacement"):
        with h5py.File(self.folder / f"{stem}.h5") as file:
            return {name: group[field][:] for name, group in file["steps/0000"].items()}

    def run_case(self, text):
        self.write("case.yaml", text)
        return self.assertRuns("run", "case.yaml")

    def test_loads_and_stiffness_reach_what_it_is_derived_from(self):
        self.run_case("output: one\n" + ONE + "solver: {preset: direct}\n")
        self.run_case(SHARED)
        one, shared = self.fields("one")["block"], self.fields("shared")
        scale = np.abs(one).max()
        np.testing.assert_allclose(shared["block"], one, atol=1e-9 * scale)
        np.testing.assert_allclose(shared["half"], one, atol=1e-9 * scale)
        boundary = [i for i in range(27) if i != 13]  # the interior node lies on no face
        for name in ("skin", "rim"):
            np.testing.assert_allclose(shared[name], one[boundary], atol=1e-9 * scale, err_msg=name)
        self.assertEqual(shared["finer"].shape[0], 125)
        np.testing.assert_allclose(shared["finer"][:27], one, atol=1e-9 * scale)
        with h5py.File(self.folder / "shared.h5") as file:  # new nodes lie at the midpoints and stay there
            places = {tuple(np.round(x, 12)): u for x, u in zip(file["meshes/finer/points"][:], shared["finer"])}
        np.testing.assert_allclose(places[0.25, 0.25, 0.75], one[[9, 10, 12, 13, 18, 19, 21, 22]].mean(axis=0), atol=1e-9 * scale)

    def test_with_unknowns_of_its_own(self):
        """Verifies a derived mesh with its own degrees of freedom against a file with these
        tetrahedra."""
        self.assertRuns("convert", "block.msh", "tets.msh", "--to", "tets")
        self.run_case(TETS)
        self.run_case("output: file\n" + replaced(ONE, "block.msh", "tets.msh") + "solver: {preset: direct}\n")
        tets, file = self.fields("tets")["tets"], self.fields("file")["block"]
        np.testing.assert_allclose(tets, file, atol=1e-10 * np.abs(file).max())
        self.assertGreater(np.abs(file).max(), 1e-3)

    def test_visual_model(self):
        """Verifies u = (0, 0, z / 100) of the block, and of the part of the visual model outside
        the block."""
        self.write("skin.obj", ROOF)
        run = self.run_case(STRETCHED)
        self.assertIn("For 5 of the 5 nodes of 'skin', no cell of 'block' contains the position", run.all)
        with h5py.File(self.folder / "stretched.h5") as file:
            z = file["meshes/skin/points"][:, 2]
        np.testing.assert_allclose(sorted(z), [0.9] * 4 + [1.2], atol=1e-6)
        np.testing.assert_allclose(self.fields("stretched")["skin"], np.outer(z, [0, 0, 0.01]), atol=1e-9)

    def test_convert(self):
        def groups():
            info = self.assertRuns("info", "new.msh").out
            return info, {name: (int(d), int(n), float(size)) for name, d, n, size in
                          re.findall(r"^  (\S+) +dimension (\d) +(\d+) cells? +\S+ (\S+)", info, re.MULTILINE)}
        self.assertRuns("convert", "block.msh", "new.msh", "--to", "surface,triangles")
        self.assertEqual(groups()[1]["top"], (2, 8, 1.0))
        self.assertRuns("convert", "block.msh", "new.msh", "--to", "quadratic", "--to", "tets", "--tets-per-hex", "5")
        info, of = groups()
        self.assertRegex(info, r"tet10 +40\b")
        self.assertEqual((of["body"], of["west"]), ((3, 40, 1.0), (2, 8, 1.0)))
        self.assertRuns("convert", "block.msh", "new.msh", "--to", "prisms", "--along", "1", "0", "0")
        self.assertEqual((groups()[1]["west"], groups()[1]["top"]), ((2, 8, 1.0), (2, 4, 1.0)))
        self.assertRuns("convert", "block.msh", "new.msh", "--to", "part", "--group", "north")
        self.assertEqual(groups()[1], {"north": (2, 4, 1.0)})
        self.write("skin.obj", ROOF)
        self.assertRuns("convert", "skin.obj", "new.msh", "--to", "part")
        self.assertEqual({name: of[:2] for name, of in groups()[1].items()}, {"roof": (2, 4), "floor": (2, 2)})
        self.write("part.inp", "*NODE\n1,0,0,0\n2,1,0,0\n3,0,1,0\n4,0,0,1\n*ELEMENT, TYPE=C3D4, ELSET=tip\n7,1,2,3,4\n")
        self.assertRuns("convert", "part.inp", "new.msh", "--to", "quadratic")
        self.assertEqual(groups()[1]["tip"][:2], (3, 1))
        self.assertFails(self.tenon("convert", "block.msh", "none.msh", "--to", "tetras"), 2, "'tetras'", "choose one of part")
        self.assertFails(self.tenon("convert", "block.msh", "none.msh", "--to", "triangles"), 2, "'block.msh': 'triangles' can be derived only from faces")
        self.assertFails(self.tenon("convert", "block.msh", "no/new.msh", "--to", "tets"), 4, "no/new.msh")
        self.assertEqual([p.name for p in self.folder.iterdir() if p.name.startswith((".tenon", "none"))], [])

    def test_what_cannot_be_derived(self):
        self.refuse(replaced(SHARED, "from: skin", "from: skn"), r"case\.yaml:3: objects\.rim\.derive: object 'rim' is derived from 'skn'",
                    "did you mean 'skin'")
        self.refuse(replaced(SHARED, "{from: block, to: surface}", "{from: rim, to: surface}"), "rim <- skin <- rim")
        self.refuse(replaced(SHARED, "to: surface", "to: surfaces"), "case.yaml:5: objects.skin.derive.to: there is no derived mesh 'surfaces'")
        self.refuse(replaced(TETS, "to: tets", "to: {type: tets, tets_per_hex: 5}, tets_per_hex: 6"), "move it to the block `to`")
        self.refuse(replaced(SHARED, "group: body", "group: bodi"), "did you mean 'body'")
        self.refuse(replaced(SHARED, "mesh: block.msh", "mesh: block.msh\n    derive: {from: skin, to: part}"), "this key cannot be combined with `derive`")
        self.refuse(replaced(SHARED, "to: edges}", "to: edges}, initial: {velocity: [1, 0, 0]}"), "not available for mapped objects")
        self.refuse(replaced(TETS, "follow: false", "follow: false, tets_per_hex: 4"), "into 5 or 6 tetrahedra")
        self.refuse(replaced(TETS, "to: tets", "to: triangles"), "'triangles' can be derived only from faces")
        for name, text, says in (("skin.obj", "", "is empty"), ("skin.obj", "v 0 0 0\n", "skin.obj"),
                                 ("skin.ply", "ply\nformat ascii 1.0\nelement vertex 9\n", "is damaged")):
            self.write(name, text)
            code = 4 if "damaged" in says or "v 0" in text else 2
            self.write("case.yaml", replaced(STRETCHED, "skin.obj", name))
            self.assertFails(self.tenon("run", "case.yaml"), code, says)


if __name__ == "__main__":
    unittest.main()
