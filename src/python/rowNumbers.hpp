// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "tenon/system/forms/extract.hpp"

// Rows of objects and constraints in matrices and vectors of a simulation.
namespace tenon::python {

/// Returns the rows of an object in A, or of a constraint in G.
/// @throws InputError if there is neither, or if the object has no degrees of freedom of its own
/// @note Collective.
la::IndexSet rowsOf(const system::MechanicalSystem& mechanics, const std::string& name);

/// Returns the selected rows of a constraint in G. @note Collective.
la::IndexSet rowsOfConstraint(const system::MechanicalSystem& mechanics, const system::Selection& of);

/// Returns the position of each row of this rank in an order that is independent of the partition:
/// nodes in the order of the mesh file, and constraint rows in the order of the results.
/// @param mechanics  system with the object or constraint
/// @param name       name of an object or constraint, whose rows are those of rowsOf(); empty for
///   all rows of A, object by object
/// @throws InputError under the same conditions as rowsOf()
/// @note Collective.
std::vector<std::int64_t> orderOfRows(const system::MechanicalSystem& mechanics, const std::string& name);

}  // namespace tenon::python
