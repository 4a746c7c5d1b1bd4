# SPDX-FileCopyrightText: 2026 tenon developers
# SPDX-License-Identifier: BSD-3-Clause
"""Verifies p-multigrid: a level of first-order cells below second-order ones (`-pc_type
tenon_p_multigrid`)."""
import json

from tenon_program import ONE, TWO, Case, box, on_all_ranks, replaced, second_order

P_MULTIGRID = "solver: {preset: cg-p-amg}\n"
# The default for 2,000 degrees of freedom is a factorisation; here iterative methods are compared
# with it.
DIRECT = "solver: {preset: direct}\n"


@on_all_ranks("solver")
class PMultigrid(Case):
    def solve(self, case, *words):
        """Runs a case and returns its summary."""
        self.write("case.yaml", case)
        self.assertRuns("run", "case.yaml", "--summary", "summary.json", *words)
        return json.loads((self.folder / "summary.json").read_text())

    def mesh(self, name, cells, size=(1, 1, 1), low=(0, 0, 0)):
        self.write(name, box(low=low, size=size, cells=cells, edit=second_order))

    def assertSame(self, one, other, tolerance=1e-6):
        for a, b in zip(one["objects"], other["objects"]):
            u, v = a["largest_displacement"]["value"], b["largest_displacement"]["value"]
            self.assertAlmostEqual(u, v, delta=tolerance * u)

    def test_agrees_with_factors_in_few_iterations(self):
        self.mesh("block.msh", (4, 4, 4))
        factored, iterated = self.solve(ONE + DIRECT), self.solve(ONE + P_MULTIGRID)
        self.assertSame(factored, iterated)
        self.assertLessEqual(iterated["solver"]["iterations"], 20)

    def test_iterations_do_not_grow_with_the_mesh(self):
        iterations = []
        for cells in ((3, 3, 3), (9, 9, 9)):
            self.mesh("block.msh", cells)
            iterations.append(self.solve(ONE + P_MULTIGRID)["solver"]["iterations"])
        self.assertLessEqual(iterations[1], iterations[0] + 4)

    def test_is_chosen_for_second_order_cells(self):
        for edit, preset in ((second_order, "cg-p-amg"), (None, "cg-amg")):
            self.write("block.msh", box(cells=(3, 3, 3), edit=edit))
            solver = self.solve(ONE + "solver: {direct_seconds: 0}\n")["solver"]
            self.assertEqual(solver["preset"], preset)

    def test_options_of_other_multigrid_keep_their_meaning(self):
        self.mesh("block.msh", (3, 3, 3))
        solver = self.solve(ONE + "solver: {direct_seconds: 0}\npetsc: {pc_gamg_threshold: 0.02}\n")["solver"]
        self.assertEqual(solver["preset"], "cg-amg")

    def test_first_order_cells_have_the_coarse_solver_alone(self):
        self.write("block.msh", box(cells=(6, 6, 6)))
        algebraic = self.solve(ONE + "solver: {preset: cg-amg}\npetsc: {pc_gamg_threshold: 0.01, "
                               "pc_gamg_aggressive_coarsening: 0, mg_levels_ksp_max_it: 4}\n")
        both = self.solve(ONE + P_MULTIGRID + "petsc: {mg_coarse_pc_gamg_aggressive_coarsening: 0}\n",
                          "-options_left", "no")
        self.assertSame(algebraic, both)
        self.assertEqual(algebraic["solver"]["iterations"], both["solver"]["iterations"])

    def test_bodies_that_a_tie_holds(self):
        self.mesh("lower.msh", (3, 3, 3))
        self.mesh("upper.msh", (4, 4, 3), low=(0, 0, 1))
        factored = self.solve(TWO + DIRECT)
        iterated = self.solve(TWO + "solver: {preset: schur}\npetsc: {fieldsplit_displacement_pc_type: tenon_p_multigrid}\n")
        self.assertSame(factored, iterated)

    def test_ties_that_are_eliminated(self):
        """Verifies elimination of the tie that alone supports the block. The slaves of the dual
        mortar have no dofs on any level."""
        tied = replaced(TWO, "name: interface", "name: interface\n    multipliers: dual")
        iterations = []
        for cells in (2, 5):
            self.mesh("lower.msh", (cells, cells, cells))
            self.mesh("upper.msh", (cells + 1, cells + 1, cells), low=(0, 0, 1))
            factored, algebraic, both = (self.solve(tied + f"solver: {{preset: {preset}}}\n") for preset in ("direct", "primal", "primal-p-amg"))
            self.assertSame(factored, both)
            self.assertLess(both["solver"]["iterations"], 0.6 * algebraic["solver"]["iterations"])
            iterations.append(both["solver"]["iterations"])
        self.assertLessEqual(iterations[1], iterations[0] + 4)

    def test_elimination_is_never_chosen(self):
        """Verifies that the default is not an eliminating preset, since only the rows of
        constraints determine whether they can be eliminated."""
        self.mesh("lower.msh", (2, 2, 2))
        self.mesh("upper.msh", (3, 3, 2), low=(0, 0, 1))
        self.assertEqual(self.solve(TWO + "solver: {direct_seconds: 0}\n")["solver"]["preset"], "schur")

    def test_matrix_free_bodies_by_a_first_order_system(self):
        self.mesh("block.msh", (4, 4, 4))
        free = self.solve(ONE + "system: {type: matrix-free}\nsolver: {preset: cg-p-amg, preconditioner: {type: system, "
                          "system: {type: fixed-pattern, first_order: true}}}\n")
        self.assertSame(self.solve(ONE + DIRECT), free)
        self.assertLessEqual(free["solver"]["iterations"], 30)

    def test_needs_entries(self):
        self.mesh("block.msh", (2, 2, 2))
        self.refuse(ONE + "system: {type: matrix-free}\nsolver: {preset: cg-p-amg}\n", "'cg-p-amg' builds its preconditioner "
                    "from matrix entries")

    def test_tangents_that_change(self):
        self.mesh("block.msh", (3, 3, 3))
        case = ONE.replace("linear-elastic", "neo-hookean").replace("-1]", "-40]")
        self.assertSame(self.solve(case + DIRECT), self.solve(case + P_MULTIGRID))
