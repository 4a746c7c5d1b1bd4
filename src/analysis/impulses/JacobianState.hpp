// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <functional>
#include <vector>

#include "analysis/Equations.hpp"
#include "la/vectors.hpp"

namespace tenon::analysis {

/// Displacements at which the last step evaluated G, that is, those at its beginning. Constraint
/// forces and their moments are G^T lambda with this G, so that a run from a checkpoint must
/// evaluate G at these displacements again.
class JacobianState {
 public:
  /// Stores the current displacements.
  void store(const system::MechanicalSystem& mechanics);
  /// Copies the stored displacements to vector(). @note Collective.
  void pack(const system::MechanicalSystem& mechanics);
  /// Returns the displacements for a checkpoint; nullptr before the first step and without
  /// constraints.
  la::Vector& vector() { return vector_; }
  /// Evaluates G at the displacements of vector(), with the candidate pairs that `find_pairs`
  /// detects there. The displacements of the objects do not change. Has no effect without vector().
  /// @note Collective.
  void restore(Equations& equations, const std::function<void()>& find_pairs);

 private:
  std::vector<std::vector<double>> displacements_;  // by object, including ghosts; empty if not stored
  la::Vector vector_;
};

}  // namespace tenon::analysis
