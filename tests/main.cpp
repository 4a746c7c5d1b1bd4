// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// The main() of every test binary: runs the same tests on all ranks under mpirun.
#include "tenon/testing/runTests.hpp"

int main(int argc, char** argv) {
  return tenon::testing::runTests(argc, argv);
}
