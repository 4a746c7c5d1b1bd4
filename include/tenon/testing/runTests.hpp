// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace tenon::testing {

/// Initialises MPI and PETSc and runs the same tests on all ranks. This is the complete main() of a
/// test program.
/// @param argc  number of arguments of main()
/// @param argv  arguments of main(): options of GoogleTest and PETSc
/// @return exit code: the maximum over the ranks; 5 if PETSc cannot be initialised
/// @note Collective. A failed test that another rank does not finish within 100 s ends the program.
int runTests(int argc, char** argv);

}  // namespace tenon::testing
