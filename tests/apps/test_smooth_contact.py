# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies contacts whose master represents a smooth surface through the nodes of its straight
faces."""
import math
import unittest

import numpy as np

import test_contact
from tenon_program import Case, box, replaced

SHRUNK = """\
output: shrunk
objects:
  shaft:
    mesh: shaft.msh
    forces: &rubber
      - {type: elastic, material: {type: neo-hookean, young: 1000, poisson: 0.3}}
    conditions: &quarter
      - {type: fixed, group: body, components: [z]}
      - {type: fixed, group: south, components: [y]}
      - {type: fixed, group: north, components: [x]}
  hub:
    mesh: hub.msh
    forces: *rubber
    conditions: *quarter
contacts:
  - {type: surface, name: seat, slave: {object: hub, group: west}, master: {object: shaft, group: east}, smooth: true, reach: 0.2}
analysis: {type: static, steps: 1}
solver: {preset: direct}
"""


INNER, OUTER, TIGHT = 0.5, 2.0, 0.004


def ring(inner, outer, cells, scale=1.0, at=(0, 0, 0)):
    """Returns a quarter of a ring, 0.1 thick; groups west and east are the inner and the outer
    side."""
    def bend(nodes, _):
        for tag, (r, angle, z) in list(nodes.items()):
            place = r * math.cos(angle), r * math.sin(angle), z
            nodes[tag] = tuple(scale * x + a for x, a in zip(place, at))
    return box(low=(inner, 0, 0), size=(outer - inner, math.pi / 2, 0.1), cells=cells, edit=bend)


class SmoothContact(Case):
    run_case = test_contact.Contacts.run_case
    at_contact = test_contact.Contacts.at_contact

    def pressures(self, text, scale=1.0, at=(0, 0, 0)):
        """Returns the pressures at the nodes of the hub, from the x axis to the y axis, and then
        those of the other side."""
        self.write("shaft.msh", ring(INNER, 1, (4, 6, 1), scale, at))
        self.write("hub.msh", ring(1 - TIGHT, OUTER, (8, 10, 1), scale, at))
        _, file = self.run_case(text, "shrunk")
        nodes, _, fields = self.at_contact(file, "seat", "hub")
        points = (file["meshes/hub/points"][:] - at)[np.searchsorted(file["meshes/hub/tags"][:], nodes)]
        order = np.lexsort((np.arctan2(points[:, 1], points[:, 0]), points[:, 2].round(12)))
        return fields["pressure_seat"].ravel()[order]

    def test_a_hub_shrunk_onto_a_shaft(self):
        """Verifies Lame's pressure of a shrink fit at all nodes of non-matching meshes, whose
        chords deviate by as much as the interference."""
        exact = 1000 / (1 - 0.3**2) * TIGHT / ((OUTER**2 + 1) / (OUTER**2 - 1) + (1 + INNER**2) / (1 - INNER**2))
        smooth = self.pressures(SHRUNK)
        self.assertEqual(len(smooth), 22)
        np.testing.assert_allclose(smooth, exact, rtol=0.15)  # nodal deviation of non-matching meshes
        weights = np.ones(11)
        weights[[0, -1]] = 0.5
        for side in smooth[:11], smooth[11:]:
            self.assertAlmostEqual(np.average(side, weights=weights) / exact, 1, delta=0.02)
        for scale, at, tolerance in (1e-6, (0, 0, 0), 1e-9), (1e3, (4e6, -3e6, 1e3), 1e-5):
            text = replaced(SHRUNK, "reach: 0.2", f"reach: {0.2 * scale}")
            np.testing.assert_allclose(self.pressures(text, scale, at), smooth, rtol=tolerance)
        straight = self.pressures(replaced(SHRUNK, "smooth: true, ", ""))
        self.assertEqual((straight == 0).sum(), 16)  # chords transmit forces at their ends only

    def test_what_is_not_smoothed(self):
        self.pressures(SHRUNK)
        for written, said in (("smooth: true, method: mortar", "`smooth` requires `method: nodes`"),
                              ("smooth: true, crease: 0", "crease")):
            self.write("case.yaml", replaced(SHRUNK, "smooth: true", written))
            self.assertFails(self.tenon("run", "case.yaml"), 2, said)


if __name__ == "__main__":
    unittest.main()
