# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Tests of loads that a program changes between steps, on any number of ranks."""
import unittest

import numpy as np
from package_case import COMM, STATIC, TRANSIENT, case_file, simulation

import tenon

TRACTION = "traction on right/tip"
MOVED = STATIC.replace(
    "forces:\n      - {type: elastic, material: {type: linear-elastic, young: 40",
    "conditions: [{type: prescribed, group: tip, values: {x: 0.1}}]\n"
    "    forces:\n      - {type: elastic, material: {type: linear-elastic, young: 40",
).replace("analysis: {type: static}", "analysis: {type: static, steps: 2}")


def solution(sim):
    """Returns the displacements of the object `right` on every rank."""
    return COMM.bcast(sim.gather(sim.x(), "right"))


class Changes(unittest.TestCase):
    def test_force_changes(self):
        with simulation() as sim:
            before = COMM.bcast(tenon.gather(sim.f(TRACTION)))
            load = sim.force(TRACTION)
            self.assertEqual(load.traction, [0.1, 0.2, 0.3])
            load.traction = (0.2, 0.4, 0.6)
            self.assertEqual(load.traction, [0.2, 0.4, 0.6])
            np.testing.assert_allclose(COMM.bcast(tenon.gather(sim.f(TRACTION))), 2 * before, rtol=1e-12, atol=1e-14)
            sim.set(TRACTION, traction=np.array([0.1, 0.2, 0.3]), history=[[0, 3.0], [1, 3.0]])
            np.testing.assert_allclose(COMM.bcast(tenon.gather(sim.f(TRACTION))), 3 * before, rtol=1e-12, atol=1e-14)

    def test_result_is_that_of_the_changed_case(self):
        with case_file(STATIC.replace("[0.1, 0.2, 0.3]", "[0, 0, 2]")) as path:
            with tenon.open(path) as sim:
                sim.solve()
                expected = solution(sim)
        with simulation() as sim:
            sim.force(TRACTION).traction = (0, 0, 2)
            sim.solve()
            np.testing.assert_allclose(solution(sim), expected, rtol=1e-9, atol=1e-12)

    def test_change_between_steps(self):
        history = STATIC.replace("traction: [0.1, 0.2, 0.3]", "traction: [0.1, 0.2, 0.3], history: [[0.02, 1], [0.0201, 4]]")
        end = TRANSIENT[TRANSIENT.index("analysis:"):]
        with simulation(history.split("analysis:")[0].replace("compliance: 0.05", "scale: 2") + end) as sim:
            sim.solve()
            expected = solution(sim)
        with simulation(TRANSIENT) as sim:
            for step in sim.steps():
                if step.number == 2:
                    sim.force(TRACTION).traction = (0.4, 0.8, 1.2)
            np.testing.assert_allclose(solution(sim), expected, rtol=1e-8, atol=1e-12)

    def test_prescribed_displacement(self):
        with simulation(MOVED) as sim:
            sim.step()
            sim.set("prescribed on right/tip", values=dict(x=0.25))
            sim.step()
            tip = sim["right"].nodes("tip")
            np.testing.assert_allclose(sim["right"].displacement[tip, 0], 0.25, rtol=1e-12)
            with self.assertRaisesRegex(tenon.InputError, "same components"):
                sim.set("prescribed on right/tip", values=dict(y=0.25))

    def test_messages(self):
        with simulation() as sim:
            before = COMM.bcast(tenon.gather(sim.f(TRACTION)))
            for name, values, part in [
                ("traction on right/tap", dict(traction=[0, 0, 1]), "traction on right/tip"),
                ("elastic on left", dict(material={}), "elastic on left"),
                ("springs between left/end and right/end", dict(stiffness=1), "cannot be changed"),
                ("interface", dict(scale=1), "cannot be changed"),
                ("fixed on left/base", dict(group="end"), "group"),
                (TRACTION, dict(group="side"), "group"),
                (TRACTION, dict(tracton=[0, 0, 1]), "traction"),
                (TRACTION, dict(traction=[0, 0]), "traction"),
                (TRACTION, dict(history="never"), "history"),
            ]:
                with self.assertRaises(tenon.InputError) as caught:
                    sim.set(name, **values)
                self.assertIn(part, str(caught.exception))
            with self.assertRaises(TypeError):
                sim.set(TRACTION, traction=object())
            with self.assertRaises(AttributeError):
                sim.force(TRACTION).thickness
            np.testing.assert_array_equal(COMM.bcast(tenon.gather(sim.f(TRACTION))), before)


if __name__ == "__main__":
    unittest.main()
