// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "base/registry/TypeChoice.hpp"
#include "tenon/contact/ConeSolver.hpp"

namespace tenon::contact {

/// Solver of the contact impulses: its name, or a block with its type and parameters.
using ConeSolverChoice = base::TypeChoice<ConeSolver, coneSolvers>;

}  // namespace tenon::contact
