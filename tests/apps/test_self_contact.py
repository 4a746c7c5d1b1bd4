# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies self-contact: one surface with parts in contact with each other."""
import math
import unittest

import numpy as np

import test_contact
from tenon_program import Case, on_all_ranks, replaced, sheet

ARM, RADIUS, THICKNESS = 6.0, 0.5, 0.4

STRIP = """\
output: strip
objects:
  strip:
    mesh: strip.msh
    groups:
      one: {box: {x: [1, 6.001], y: [-0.501, -0.499]}}
      other: {box: {x: [1, 6.001], y: [0.499, 0.501]}}
      bend: {box: {x: [-1, -0.85]}}
      below: {box: {x: [4.4, 4.6], y: [-0.91, -0.89]}}
      above: {box: {x: [4.4, 4.6], y: [0.89, 0.91]}}
    forces:
      - {type: elastic, material: {type: linear-elastic, young: 1000, poisson: 0.3}}
    conditions:
      - {type: fixed, group: bend}
      - {type: prescribed, group: below, values: {x: 0, y: 0.52}, history: [[0, 0], [1, 1]]}
      - {type: prescribed, group: above, values: {x: 0.15, y: -0.52}, history: [[0, 0], [1, 1]]}
contacts:
  - {type: surface, name: clamp, self: {object: strip, group: GROUP}, friction: MU}
analysis: {type: static, tolerance: 1e-12}
solver: {preset: direct}
"""


def strip(s, t):
    """Maps the unit square to a U-shaped body: an arm, half a circle and an arm from s = 0 to 1; t
    = 0 is inside."""
    bend, length = math.pi * RADIUS, 2 * ARM + math.pi * RADIUS
    along, away = s * length, RADIUS + t * THICKNESS
    if along < ARM:
        return ARM - along, -away
    if along > ARM + bend:
        return along - ARM - bend, away
    angle = -math.pi / 2 - (along - ARM) / RADIUS
    return away * math.cos(angle), away * math.sin(angle)


@on_all_ranks("contact")
class SelfContact(Case):
    run_case = test_contact.Contacts.run_case

    def run_strip(self, text):
        contacts, file = self.run_case(text, "strip")
        last = sorted(file["steps"])[-1]
        at = file[f"steps/{last}/strip"]
        result = {name: at[name][:] if name in at else np.zeros_like(at["displacement"]) for name in ("displacement", "force_clamp", "state_clamp")}
        file.close()
        return contacts["clamp"]["contact"], result

    def test_as_two_named_groups(self):
        """Verifies self-contact of two arms against an ordinary contact between them, for any group
        of the surface."""
        self.write("strip.msh", sheet(strip, cells=(44, 2)))
        for friction in "0", "0.3":
            text = STRIP.replace("MU", friction)
            named = replaced(text, "self: {object: strip, group: GROUP}",
                             "slave: {object: strip, group: one}, master: {object: strip, group: other}, method: nodes")
            contact, expected = self.run_strip(named)
            self.assertGreater(contact["closed"], 1)
            size = np.abs(expected["force_clamp"]).max()
            self.assertGreater(size, 1e-3)
            for group in "south", "inner":
                own = replaced(text, "GROUP", group).replace("      one:", "      inner: {box: {x: [-0.51, 6.001], y: [-0.51, 0.51]}}\n      one:")
                contact_of_self, found = self.run_strip(own)
                self.assertEqual(contact_of_self["closed"], contact["closed"])
                for field in "displacement", "force_clamp":
                    np.testing.assert_allclose(found[field], expected[field], rtol=0, atol=1e-10 * np.abs(expected[field]).max(), err_msg=f"{field}, {group}")
                np.testing.assert_array_equal(found["state_clamp"] > 0, expected["state_clamp"] > 0)

    def test_a_whole_skin(self):
        """Verifies that the opposite side of the sheet, its edges and the neighbourhood of a node
        are not in contact."""
        self.write("strip.msh", sheet(strip, cells=(44, 2)))
        _, inner = self.run_strip(STRIP.replace("GROUP", "south").replace("MU", "0"))
        skin = STRIP.replace("GROUP", "skin").replace("      one:", "      skin: boundary\n      one:").replace("MU", "0")
        _, whole = self.run_strip(skin)
        force = inner["force_clamp"]
        np.testing.assert_allclose(np.abs(whole["force_clamp"]), np.abs(force), atol=1e-9 * np.abs(force).max())

    def test_far_from_itself(self):
        self.write("strip.msh", sheet(strip, cells=(44, 2)))
        text = STRIP.replace("GROUP", "south").replace("MU", "0").replace("0.52}", "0.1}")
        contact, found = self.run_strip(text)
        self.assertEqual(contact["closed"], 0)
        self.assertEqual(np.abs(found["force_clamp"]).max(), 0)
        _, free = self.run_strip(replaced(text, "friction: 0", "friction: 0, reach: 1.05"))
        np.testing.assert_allclose(free["displacement"], found["displacement"], atol=1e-12)

    def test_what_is_refused(self):
        self.write("strip.msh", sheet(strip, cells=(44, 2)))
        text = STRIP.replace("GROUP", "south").replace("MU", "0")
        self.refuse(replaced(text, "friction: 0", "friction: 0, method: mortar"), "clamp", "`self` requires `method: nodes`")
        self.refuse(replaced(text, "self: {object: strip, group: south}, ", ""), "clamp", "either both `slave` and `master`, or `self` alone")
        self.refuse(replaced(text, "self:", "slave: {object: strip, group: south}, self:"), "clamp", "or `self` alone")
        self.refuse(replaced(text, "self:", "slave: {object: strip, group: south}, master:"), "for self-contact of one surface use `self:")
        ring = lambda s, t: ((1 + t) * math.cos(6.2 * s), -(1 + t) * math.sin(6.2 * s))
        self.write("strip.msh", sheet(ring, cells=(30, 2)))
        ring_text = text[:text.index("    groups:")] + text[text.index("    forces:"):text.index("    conditions:")]
        ring_text += "    conditions: [{type: fixed, group: north}]\n" + text[text.index("contacts:"):]
        self.refuse(replaced(ring_text, "friction: 0", "reach: 3"), "clamp: parts of .* face each other in a closed chain of odd length")


if __name__ == "__main__":
    unittest.main()
