// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>

#include "tenon/constraint/Constraint.hpp"
#include "tenon/fem/ObjectGroup.hpp"

namespace tenon::constraint {

/// Constraint `tie` of a case: joins two surfaces with non-matching meshes by Mortar or NodeTie,
/// according to `method`.
struct Tie {
  /// Parameters of the constraint.
  struct Data {
    std::string name;                ///< name of the constraint
    fem::ObjectGroup slave, master;  ///< slave and master side
    /// `method`: mortar or nodes; `multipliers`: standard or dual.
    std::string method = "mortar", multipliers = "standard";
    double tolerance = 0.1;        ///< largest distance of tied faces or nodes, in diameters of a face
    bool small_rotations = false;  ///< true if rotations of gaps are stated to be small
  };
  /// Declares the parameters of a case file.
  static void declare(base::Parameters<Data>& p);

  /// Creates the constraint.
  /// @throws InputError if the sides have different dimensions, are the same group, share a node or
  ///   do not meet
  /// @note Collective.
  static std::unique_ptr<Constraint> make(Data data, const fem::FindDomain& find);
};

}  // namespace tenon::constraint
