// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>

#include "analysis/Equations.hpp"
#include "la/assembly/MatrixAssembly.hpp"

namespace tenon::analysis {

/// Geometric stiffness K_s of a linear response to loads (displacement u_0, multipliers lambda_0),
/// in the reference configuration:
///   K_s = J^T (sum of the forces' initial-stress stiffness at J u_0, load stiffness,
///              d(G^T lambda_0)/dq) J
///       + dJ^T/dq (K_c J u_0 + f_c + G^T lambda_0).
/// J are the mappings, K_c is the stiffness of forces on mapped states and f_c the loads on them.
/// The stresses are frozen: the material stiffness that a finite displacement would rotate is not
/// included. The sign is that of A = -K.
class StressStiffness {
 public:
  /// Assembles K_s. States and multipliers must be, and remain, in the reference configuration.
  /// @param multipliers multipliers of the system; nullptr without constraints
  /// @throws InputError whose message names a force without initial-stress stiffness
  /// @note Collective.
  StressStiffness(Equations& equations, Vec u, Vec multipliers);

  /// Returns true if K_s is larger than the round-off of the stiffness.
  bool isNonzero() const { return is_nonzero_; }
  /// Computes y = -K_s x, including constrained degrees of freedom.
  /// @note Collective.
  void multiply(Vec x, Vec y) const;

 private:
  using Arrays = std::vector<std::vector<double>>;
  void assemble(const Arrays& u);
  void findMapped(const Arrays& u);
  bool exceedsRoundOff(Equations& equations, Vec u) const;

  const system::MechanicalSystem& mechanics_;
  const la::CombinedLayout& layout_;                 // layout of the independent states
  std::shared_ptr<const la::CombinedLayout> all_;    // layout of all states
  std::unique_ptr<la::MatrixAssembly> assembly_;     // over all states
  std::vector<mapping::GeometricStiffness> mapped_;  // by mapping
  bool is_nonzero_ = false;
};

/// Checks that all forces have an initial-stress stiffness; nothing is evaluated.
/// @throws InputError if a force does not provide one; the message names the force
/// @note Collective.
void requireStressStiffness(const system::MechanicalSystem& mechanics);

}  // namespace tenon::analysis
