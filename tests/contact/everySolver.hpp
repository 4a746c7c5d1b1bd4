// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "contact/ConeProblem.hpp"
#include "contact/ConeSolverChoice.hpp"

namespace tenon::contact {

/// Returns the names of all solvers, as parameters of tests.
inline std::vector<std::string> everySolver() {
  return coneSolvers().names();
}

/// Creates a solver.
inline std::unique_ptr<ConeSolver> makeSolver(const std::string& name) {
  return ConeSolverChoice(name).make();
}

/// Returns the test name of such a parameter: letters only, as GoogleTest requires.
inline std::string nameOfTest(const testing::TestParamInfo<std::string>& of) {
  std::string name = of.param;
  name.erase(std::remove(name.begin(), name.end(), '-'), name.end());
  return name;
}

}  // namespace tenon::contact
