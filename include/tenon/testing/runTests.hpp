// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace tenon::testing {

/// Initialises MPI and PETSc and runs the same tests on all ranks. This is the complete main() of a
/// test program.
/// @return exit code: the maximum over the ranks
int runTests(int argc, char** argv);

}  // namespace tenon::testing
