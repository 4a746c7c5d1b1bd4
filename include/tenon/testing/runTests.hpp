// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace tenon::testing {

/// Initialises MPI and PETSc and runs all tests on all ranks. main() of a test program need only
/// call this function.
/// @param argc  number of arguments of main()
/// @param argv  arguments of main(): options of GoogleTest and PETSc
/// @return maximum exit code of all ranks; 5 if PETSc cannot be initialised
/// @note Collective. If a test fails on one rank and another rank does not finish it within 100 s,
///   the program is aborted.
int runTests(int argc, char** argv);

}  // namespace tenon::testing
