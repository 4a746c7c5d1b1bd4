"""Loads and displacements that vary, temperatures, stiff and incompressible bodies."""
import unittest

import h5py
import numpy as np

from tenon import ONE, Case, box, replaced

# The exact solution of a bar held at x = 0 under b = 6 x: E u'' + 6 x = 0, u = (3 x - x^3) / E at nu = 0.
FIELDS = """\
objects:
  block:
    mesh: block.msh
    forces:
      - {type: elastic, material: {type: linear-elastic, young: 10, poisson: 0}}
      - {type: body-force, density: ["6 * x * t", 0, 0]}
    conditions:
      - {type: prescribed, group: west, field: {x: "0.1 * y * z", y: 0, z: 0}}
      - {type: prescribed, group: body, field: {y: 0, z: 0}}
"""


class Models(Case):
    def displacement(self, stem, body="block"):
        with h5py.File(self.folder / f"{stem}.h5") as file:
            last = sorted(file["steps"])[-1]
            return file[f"meshes/{body}/points"][:], file[f"steps/{last}/{body}/displacement"][:]

    def fails(self, case, *says):
        self.write("wrong.yaml", case)
        self.assertFails(self.tenon("run", "wrong.yaml"), 2, *(what.replace(r"case\.", r"wrong\.") for what in says))

    def test_fields(self):
        """Body forces by expression, tractions by file, held displacements by expression; a factor of time in each step."""
        self.write("plain.yaml", replaced(FIELDS, "0.1 * y * z", "0"))
        self.assertRuns("run", "plain.yaml")
        x, u = self.displacement("plain")
        self.assertLess(np.abs(u[:, 0] - (3 * x[:, 0] - x[:, 0] ** 3) / 10).max(), 1e-9, "exact at the nodes")

        nodes = [line.split() for line in box().split("$Nodes\n")[1].splitlines()[1:28]]
        self.write("push.csv", "node,x\n" + "".join(f"{n},{2 * float(x)}\n" for n, x, _, _ in nodes))
        push = "      - {type: traction, group: top, traction: %s}\n    conditions:\n"
        self.write("file.yaml", replaced(FIELDS, "    conditions:\n", push % "{csv: push.csv}"))
        self.write("formula.yaml", replaced(FIELDS, "    conditions:\n", push % "[2 * x, 0, 0]"))
        self.assertRuns("run", "file.yaml")
        self.assertRuns("run", "formula.yaml")
        x, u = self.displacement("file")
        west = x[:, 0] == 0
        self.assertLess(np.abs(u[west, 0] - 0.1 * x[west, 1] * x[west, 2]).max(), 1e-12)
        self.assertLess(np.abs(u[:, 1:]).max(), 1e-12)
        self.assertLess(np.abs(u - self.displacement("formula")[1]).max(), 1e-9)
        self.assertGreater(np.abs(u[:, 0] - (3 * x[:, 0] - x[:, 0] ** 3) / 10).max(), 0.05)

    def test_temperature(self):
        """A bar that is clamped along x but free across: -E alpha dT; every node of it at rest along x."""
        bar = replaced(ONE, "young: 1000, poisson: 0.3}", 'young: 1000, poisson: 0.3, expansion: 2e-3}, temperature: "30 + 10 * t", reference_temperature: 20')
        bar = replaced(bar, "      - {type: traction, group: top, traction: [0, 0.1, -1]}\n", "")
        bar = replaced(bar, "{type: fixed, group: bottom}", "{type: fixed, group: bottom, components: [z]}")
        bar += "".join(f"      - {{type: fixed, group: {g}, components: [{c}]}}\n" for g, c in (("top", "z"), ("west", "x"), ("south", "y")))
        self.write("bar.yaml", bar)
        self.assertRuns("run", "bar.yaml")
        x, u = self.displacement("bar")
        rise = 20  # t = 1
        self.assertLess(np.abs(u[:, 0] - 1.3 * 2e-3 * rise * x[:, 0]).max(), 1e-9)
        with h5py.File(self.folder / "bar.h5") as file:
            stress = file["steps/0000/block/stress"][:]
        expected = np.zeros(9)
        expected[8] = -1000 * 2e-3 * rise
        self.assertLess(np.abs(stress - expected).max(), 1e-5)
        self.fails(bar.replace("expansion: 2e-3", "expansion: 0"), r"case\.yaml:6", "no coefficient of expansion")
        self.fails(bar.replace('"30 + 10 * t"', '"30 + 10 * T"'), r"case\.yaml:6: objects\.block\.forces\[0\]\.temperature",
                   r"'30 \+ 10 \* T'", "position 10")

    def test_nearly_incompressible_bodies(self):
        locked = replaced(ONE, "poisson: 0.3", "poisson: 0.499")
        self.write("locked.yaml", locked)
        warnings = self.assertRuns("run", "locked.yaml").messages("tenon: warning: ")
        self.assertEqual(len(warnings), 1, warnings)
        for word in ("incompressible", "shear-elastic", "hex8", "0.499"):
            self.assertIn(word, warnings[0])
        mixed = replaced(ONE, "type: linear-elastic, young: 1000, poisson: 0.3", "type: shear-elastic, young: 1000, poisson: 0.5")
        mixed += "constraints:\n  - {type: incompressible, object: block, young: 1000, poisson: 0.5, pressure: constant}\n"
        self.write("mixed.yaml", mixed)
        self.assertEqual(self.assertRuns("run", "mixed.yaml").messages("tenon: warning: "), [])
        soft, stiff = (np.abs(self.displacement(stem)[1]).max() for stem in ("mixed", "locked"))
        self.assertGreater(soft, 1.5 * stiff)
        self.fails(mixed.replace("young: 1000, poisson: 0.5, pressure", "poisson: 0.5, pressure"), r"case\.yaml:11", "belong together")


if __name__ == "__main__":
    unittest.main()
