// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include "base/Directory.hpp"
#include "tenon/fem/ObjectGroup.hpp"

namespace tenon::force {

/// Degree of freedom of one of several objects. `node` is the global number in the object's layout.
struct DofReference {
  std::int32_t object = 0, component = 0;
  base::GlobalIndex node{-1};
};

/// Assignment of the rows of a matrix to degrees of freedom.
struct DofTable {
  std::vector<const fem::Domain*> objects;                        ///< objects to which the degrees of freedom belong
  std::vector<base::Directory<DofReference>::KeyValuePair> rows;  ///< pairs by row number from 0; each row on one rank
};

/// Returns all degrees of freedom of one object: its nodes in the order of the mesh file, the
/// components of each node.
/// @note Collective.
DofTable dofTable(const fem::Domain& domain);

/// Returns the degrees of freedom that a CSV file with the columns row, object, node, component (x,
/// y or z) assigns to rows.
/// @throws FileError if the file cannot be read
/// @throws InputError with file and line if a row, object, node or component does not exist, or if
///   a degree of freedom occurs in two rows
/// @note Collective.
DofTable dofTable(const std::string& csv, const fem::FindDomain& find);

}  // namespace tenon::force
