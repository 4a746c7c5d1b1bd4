# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies the selection of solvers: presets and their requirements, preconditioners and their
update, load steps."""
import json
import unittest

from tenon_program import ONE, TWO, Case, box, on_all_ranks, replaced, second_order

# A follower pressure that grows: unsymmetric and nonlinear.
FOLLOWING = replaced(ONE, "    conditions:", "      - {type: follower-pressure, group: east, pressure: 40, "
                     "history: [[0, 0], [1, 1]]}\n    conditions:")
STEPS = "analysis: {type: static, steps: 3}\n"
WHO = "tangent of follower-pressure on block/east is not symmetric"
LINKAGE = """\
objects:
  p:
    bodies:
      - {name: a, position: [0.5, 0, 0], mass: 1.0, inertia: [0.02, 0.1, 0.11]}
      - {name: b, position: [1.5, 0, 0], mass: 1.0, inertia: [0.02, 0.1, 0.11]}
    forces: [{type: gravity, acceleration: [0, -9.81, 0]}]
constraints:
  - {type: hinge-joint, name: j, first: {object: p, group: a}, at: [0, 0, 0], axis: [0, 0, 1]}
  - type: hinge-joint
    name: elbow
    first: {object: p, group: a}
    second: {object: p, group: b}
    at: [1, 0, 0]
    axis: [0, 0, 1]
analysis: {type: transient, stepper: generalised-alpha, step: 0.01, end_time: 0.1}
"""
PERIODIC = """\
objects:
  c:
    mesh: cell.msh
    forces: [{type: elastic, material: {type: mooney-rivlin, c10: 0.5, c01: 0, bulk: 2}}]
constraints:
  - type: periodic
    name: cell
    object: c
    pairs: [[west, east], [south, north], [bottom, top]]
    strain: [0.05, 0, 0, 0, 0, 0]
    history: [[0, 0], [1, 1]]
    fix_node: true
  - {type: incompressible, object: c, strain: finite, bulk: 198}
analysis: {type: static, steps: 2}
"""
TIGHT = "petsc: {ksp_rtol: 1e-11}\n"


class Solver(Case):
    def solve(self, case, *words):
        """Runs a case and returns its summary."""
        self.write("case.yaml", case)
        self.assertRuns("run", "case.yaml", "--summary", "summary.json", *words)
        return json.loads((self.folder / "summary.json").read_text())

    def assertSameMotion(self, one, other, tolerance=1e-6):
        for a, b in zip(one["objects"], other["objects"]):
            u, v = a["largest_displacement"]["value"], b["largest_displacement"]["value"]
            self.assertAlmostEqual(u, v, delta=tolerance * u)

    def refuse(self, case, *says, words=()):
        """Asserts that a case is rejected before any solve; with command-line options, by `run`."""
        self.write("case.yaml", case)
        return self.assertFails(self.tenon(*(("run", "case.yaml", *words) if words else ("check", "case.yaml"))), 2, *says)


@on_all_ranks("solver")
class Symmetry(Solver):
    def test_presets_are_refused_by_who_made_the_system_non_symmetric(self):
        self.refuse(FOLLOWING + "solver: {preset: cg-amg}\n", r"case\.yaml:11: solver\.preset", "'cg-amg' is for symmetric",
                    WHO, "choose gmres-amg")
        self.refuse(FOLLOWING + "solver: {preset: cg-block-jacobi}\n", "'cg-block-jacobi'", WHO)

    def test_methods_are_refused_wherever_they_are_asked_for(self):
        for method in ("ksp_type: cg", "ksp_type: minres", "pc_type: cholesky"):
            self.refuse(FOLLOWING + f"petsc: {{{method}}}\n", f"-{method.replace(':', '')} .from .*case.yaml:11. requires a "
                        "symmetric system", WHO)
        for words in (("-ksp_type", "cg"), ("-ksp_type", "minres"), ("-pc_type", "cholesky")):
            self.refuse(FOLLOWING, " ".join(words) + ".*the command line.*requires a symmetric system", WHO, words=words)


@on_all_ranks("solver")
class Default(Solver):
    """Verifies the preset of a case that selects none."""

    def test_small_systems_are_factored(self):
        for case in (ONE, TWO, FOLLOWING):
            solver = self.solve(case)["solver"]
            self.assertEqual(solver["preset"], "direct")
            self.assertRegex(solver["chosen_because"], r"the factorisation of \d+ unknowns of solids takes")
            named = self.solve(case + "solver: {preset: direct}\n")["solver"]
            self.assertEqual((named["preset"], named["chosen_because"]), ("direct", ""))
            self.assertEqual(named["iterations"], solver["iterations"])

    def test_what_configures_a_solver_keeps_its_meaning(self):
        """Verifies that options of Krylov methods and preconditioners select the iterative preset
        that suits the system."""
        for case, preset in ((ONE, "cg-amg"), (TWO, "schur"), (FOLLOWING, "gmres-amg")):
            for text, words in (("petsc: {pc_gamg_threshold: 0.02}\n" if case != TWO else
                                 "petsc: {fieldsplit_displacement_pc_type: hypre}\n", ()),
                                ("solver: {single_precision: false}\n", ()),
                                ("", ("-ksp_gmres_restart" if case != ONE else "-ksp_norm_type",
                                      "50" if case != ONE else "unpreconditioned"))):
                solver = self.solve(case + text, *words)["solver"]
                self.assertEqual(solver["preset"], preset, text)
                self.assertIn("configures the solver", solver["chosen_because"])
        self.assertEqual(self.solve(TWO + "petsc: {ksp_rtol: 1e-10, mat_mumps_icntl_14: 300}\n")["solver"]["preset"], "direct")

    def test_check_and_solve_report_state_the_choice(self):
        self.write("case.yaml", TWO)
        self.assertIn("preset 'direct' is chosen because the factorisation of", self.assertRuns("check", "case.yaml").out)
        out = self.assertRuns("solve-report", "case.yaml", "--presets", "direct").out
        self.assertIn("Without a preset in the case, 'direct' is chosen: the factorisation of", out)
        self.write("case.yaml", TWO + "solver: {preset: schur}\n")
        self.assertNotIn("is chosen", self.assertRuns("check", "case.yaml").out)

    def test_a_linkage(self):
        """Verifies two hinges: conjugate multipliers took eighteen iterations a solve; a
        factorisation takes one."""
        solver = self.solve(LINKAGE)["solver"]
        self.assertEqual((solver["preset"], solver["iterations"]), ("direct", solver["solves"]))
        self.assertIn("unknowns of bodies without cells", solver["chosen_because"])

    def test_a_linkage_above_the_limit(self):
        """Verifies a chain of hinges: `schur` took 14 iterations a solve; the Schur complement of
        the bodies takes one."""
        exact = self.solve(LINKAGE)
        found = self.solve(LINKAGE + "solver: {direct_seconds: 0}\n")
        self.assertEqual((found["solver"]["preset"], found["solver"]["iterations"]), ("schur-sparse", found["solver"]["solves"]))
        self.assertSameMotion(found, exact, 1e-8)

    def test_a_periodic_cell_of_a_nearly_incompressible_material(self):
        """Verifies a nearly incompressible cell, for which the multigrid of `schur` needs more than
        500 iterations per system."""
        self.write("cell.msh", box(cells=(2, 2, 2), edit=second_order))
        found = self.solve(PERIODIC)
        exact = self.solve(PERIODIC + "solver: {preset: direct}\n")
        self.assertEqual(found["solver"]["preset"], "direct")
        self.assertLess(found["solver"]["iterations"], 3 * found["solver"]["solves"])
        self.assertSameMotion(found, exact, 1e-10)

    def test_an_iterative_solver_that_fails_is_replaced_once(self):
        """Verifies that a failed iterative solver is replaced once by a factorisation for the rest
        of the run, with one message."""
        self.write("case.yaml", FOLLOWING + STEPS + "solver: {direct_seconds: 0}\n")
        run = self.assertRuns("run", "case.yaml", "-ksp_max_it", "3", "--summary", "s.json")
        self.assertEqual(len(run.messages("tenon: warning: ")), 1, run)
        self.assertRegex(run.messages("tenon: warning: ")[0], r"(?s)did not converge.*'direct' is used from now on")
        solver = json.loads((self.folder / "s.json").read_text())["solver"]
        self.assertEqual((solver["preset"], solver["chosen_because"]), ("direct", "'gmres-amg' did not converge"))
        self.write("case.yaml", FOLLOWING + STEPS + "solver: {preset: gmres-amg}\n")
        self.assertFails(self.tenon("run", "case.yaml", "-ksp_max_it", "3"), 3, "Try the preset 'direct'")


@on_all_ranks("solver")
class MatrixFree(Solver):
    def test_as_the_stored_matrix(self):
        stored = self.solve(ONE + "solver: {preset: cg-amg}\n")
        products = self.solve(ONE + "system: {type: matrix-free}\n")
        self.assertEqual(products["solver"]["preset"], "cg-block-jacobi")
        self.assertSameMotion(products, stored)
        own = self.solve(ONE + "system: {type: matrix-free}\n"
                         "solver: {preset: cg-amg, preconditioner: {type: system, system: {type: assembled, first_order: "
                         "true}}}\n")
        self.assertSameMotion(own, stored)
        self.assertLessEqual(own["solver"]["iterations"], stored["solver"]["iterations"] + 1)

    def test_multigrid_and_factors_need_entries(self):
        free = ONE + "system: {type: matrix-free}\n"
        for preset in ("cg-amg", "gmres-amg", "direct"):
            self.refuse(free + f"solver: {{preset: {preset}}}\n", r"case\.yaml:11", f"'{preset}'", "matrix-free",
                        "cg-block-jacobi", "preconditioner: {type: system}")
        for kind in ("gamg", "lu", "hypre"):
            self.refuse(free, f"'{kind}' needs the entries of a matrix, but the system is matrix-free",
                        words=("-pc_type", kind))
        self.refuse(TWO + "system: {type: matrix-free}\nsolver: {preset: schur}\n", "'schur' builds its preconditioner from matrix entries",
                    "minres-block-jacobi or schur-block-jacobi", "preconditioner: {type: system}")

    def test_multipliers_need_no_entries(self):
        """Verifies matrix-free systems with multipliers: presets and preconditioners that read no
        entries, and none at all."""
        stored, free = self.solve(TWO), TWO + "system: {type: matrix-free}\n"
        found = self.solve(free)
        self.assertEqual(found["solver"]["preset"], "minres-block-jacobi")
        self.assertSameMotion(found, stored)
        self.assertSameMotion(self.solve(free + "solver: {preset: schur-block-jacobi}\n"), stored)
        self.assertSameMotion(self.solve(free, "-pc_type", "none", "-ksp_rtol", "1e-10"), stored)

    def test_multipliers_with_a_preconditioner_of_its_own(self):
        own = "system: {type: matrix-free}\nsolver: {preconditioner: {type: system}}\n"
        self.assertSameMotion(self.solve(TWO + own), self.solve(TWO))


@on_all_ranks("solver")
class Preconditioner(Solver):
    def test_every_moment_leads_to_the_same_motion(self):
        exact = self.solve(FOLLOWING + STEPS)
        solves = exact["solver"]["solves"]
        self.assertGreater(solves, 3)
        self.assertEqual(exact["solver"]["setups"], solves)
        for kind in ("system", "warped"):
            for moment, setups in (("once", 1), ("every, steps: 1", 3), ("every, steps: 2", 2), ("iterations-double", 1)):
                with self.subTest(f"{kind} {moment}"):
                    kept = self.solve(FOLLOWING + STEPS +
                                      f"solver: {{preconditioner: {{type: {kind}, update: {moment}}}}}\n")
                    self.assertSameMotion(kept, exact)
                    self.assertEqual(kept["solver"]["setups"], setups)

    def test_what_has_no_meaning_is_refused(self):
        def refuse(text, *says):
            self.refuse(ONE + f"solver: {{preconditioner: {text}}}\n", r"case\.yaml:10: solver\.preconditioner", *says)
        refuse("warped", "block of 'key: value'")
        refuse("{type: sistem}", "did you mean 'system'")
        refuse("{type: system, updat: once}", "did you mean 'update'")
        refuse("{type: system, update: evry}", "did you mean 'every'")
        refuse("{type: system, update: every, steps: 0}", "positive")
        refuse("{type: system, steps: 2}", "'steps' applies only to `update: every`")
        refuse("{type: system, system: fixed-patern}", "no system 'fixed-patern'; did you mean 'fixed-pattern'")
        refuse("{type: system, system: {type: assembld}}", "no system 'assembld'; did you mean 'assembled'")
        refuse("{type: system, system: {type: assembled, firstorder: true}}", "did you mean 'first_order'")
        refuse("{type: system, system: matrix-free}", "'matrix-free'", "no entries")
        refuse("{type: system, system: {type: assembled, stiffness: false}}", "without stiffness")
        self.refuse(TWO + "solver: {preconditioner: {type: warped}}\n", "'warped' rotates with the bodies, but multipliers cannot be rotated")


@on_all_ranks("solver")
class System(Solver):
    def test_run_says_what_check_says(self):
        for case in (ONE + "system: {type: assembled, first_order: true}\n", FOLLOWING + "petsc: {ksp_type: cg}\n",
                     TWO + "solver: {preconditioner: {type: warped}}\n",
                     TWO + "    compliance: 1e-3\nsolver: {preset: primal}\n",
                     TWO + "    compliance: 1e-3\npetsc: {saddle_form: primal, pc_type: gamg}\n"):
            found = self.refuse(case).errors()
            self.assertEqual(super().refuse(case).errors(), found)

    def test_misspelt(self):
        self.refuse(ONE + "system: {type: fixed}\n", r"case\.yaml:10: system\.type", "no system 'fixed'")
        self.refuse(ONE + "system: {type: fixed-pattern, mapped: false}\n", r"case\.yaml:10: system", "no key 'mapped'")
        self.refuse(ONE + "solver: {single_presicion: false}\n", "did you mean 'single_precision'")

    def test_matrices_for_other_purposes_are_not_solved(self):
        self.refuse(ONE + "system: {type: assembled, projective_conditions: false}\n", "keeps the constrained degrees of freedom")
        self.refuse(ONE + "system: {type: assembled, first_order: true}\n", "only in the system of the preconditioner")

    def test_double_precision_gives_the_same(self):
        self.assertSameMotion(self.solve(ONE + "solver: {single_precision: false}\n"), self.solve(ONE))


@on_all_ranks("solver")
class Analysis(Solver):
    def test_steps_follow_the_histories(self):
        pulled = replaced(ONE, "traction: [0, 0.1, -1]}", "traction: [0, 0.1, -1], history: [[0, 0], [2, 2]]}")
        once = self.solve(pulled + "analysis: {type: static, end_time: 2}\n" + TIGHT)
        steps = self.solve(pulled + "analysis: {type: static, steps: 4, end_time: 2}\n" + TIGHT)
        self.assertSameMotion(steps, once)
        self.assertEqual((steps["solver"]["solves"], steps["solver"]["setups"]), (4, 1))
        half = self.solve(pulled + "analysis: {type: static, end_time: 1}\n" + TIGHT)
        self.assertAlmostEqual(half["objects"][0]["largest_displacement"]["value"] * 2,
                               once["objects"][0]["largest_displacement"]["value"], places=8)

    def test_newton_that_does_not_converge_ends_with_code_3(self):
        self.write("case.yaml", FOLLOWING + "analysis: {type: static, steps: 2, max_iterations: 1, max_step_reductions: 2}\n")
        run = self.assertFails(self.tenon("run", "case.yaml"), 3, "No equilibrium was found beyond t = 0", r"smallest step size \(0\.125;",
                               r"did not converge in step 1 of 8 \(t = 0\.125\)", "max_iterations", "residual of the forces is largest at component [xyz] of node")
        self.assertRegex(run.err, r"Step 1 \(from t = 0, size 0\.5\) did not converge: the step size is reduced to 0.25")

    def test_keys(self):
        for text, says in (("{type: static, step: 3}", "did you mean 'steps'"),
                           ("{type: static, steps: 0}", "'steps' must be positive"),
                           ("{type: static, end_time: -1}", "'end_time' must be positive"),
                           ("{type: static, tolerance: 0}", "'tolerance' must be positive"),
                           ("{type: static, max_iterations: none}", "whole number|integer"),
                           ("{steps: 3}", "'type' is missing"), ("{type: statics}", "did you mean 'static'")):
            self.refuse(ONE + f"analysis: {text}\n", r"case\.yaml:10: analysis", says)


if __name__ == "__main__":
    unittest.main()
