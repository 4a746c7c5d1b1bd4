// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <petscsys.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tenon::system {

/// Description of a row of G: the constraint, and the node to which the row belongs, if any.
struct ConstraintRow {
  PetscInt row = -1;             ///< row of G
  std::int32_t constraint = -1;  ///< index among the constraints of the mechanical system
  std::int32_t body = -1;        ///< body of the node of the row; -1: none
  /// Node number in the mesh file; without a node, the row within the constraint.
  std::int64_t number = -1;
  std::int32_t component = -1;  ///< component; -1 if the node has one row
  double scale = 1.0;           ///< scale of the constraint
  double size = 0.0;            ///< sum of |G_rj|, unscaled; not zero
  bool is_constrained = false;  ///< true if Dirichlet conditions prescribe some or all of its dofs
};

/// Coefficient of a row in a linear combination of rows.
struct RowCoefficient {
  std::size_t row;  ///< index into the rows of the group
  double value;     ///< coefficient
};

/// Group of rows, some of which depend linearly on the others.
struct DependentRows {
  std::vector<ConstraintRow> rows;     ///< all rows of the group
  std::vector<std::size_t> dependent;  ///< indices into `rows` of the dependent ones
  /// For each dependent row a combination z of the rows with z^T G P = 0 and the coefficient 1 at
  /// this row.
  std::vector<std::vector<RowCoefficient>> null;
};

}  // namespace tenon::system
