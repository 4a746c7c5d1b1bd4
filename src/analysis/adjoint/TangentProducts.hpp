// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <memory>

#include "analysis/Equations.hpp"

namespace tenon::analysis {

/// Products of the transposed matrices K, B and M with vectors in the current state, in all
/// directions including constrained ones. K contains the geometric stiffness of the constraints,
/// and B contains Rayleigh damping. In linear problems the matrices are assembled once; otherwise
/// symmetric matrices are not assembled.
class TangentProducts {
 public:
  /// Creates the products; `equations` must outlive this object.
  explicit TangentProducts(const Equations& equations) : equations_(equations) {}

  /// Returns K^T w. @note Collective.
  la::Vector stiffnessTimes(Vec w) { return product(Term::stiffness, w); }
  /// Returns B^T w. @note Collective.
  la::Vector dampingTimes(Vec w) { return product(Term::damping, w); }
  /// Returns M^T w. @note Collective.
  la::Vector massTimes(Vec w) { return product(Term::mass, w); }

 private:
  enum class Term { stiffness, damping, mass };
  /// Representation of one of the matrices.
  struct Matrix {
    std::unique_ptr<system::LinearSystem> system;
    int revision = -1;  // revision of the tangent at the last assembly of a constant matrix
  };

  la::Vector product(Term term, Vec w);
  void assemble(Matrix& matrix, const system::Factors& factors) const;
  system::SystemOptions options() const;

  const Equations& equations_;
  std::array<Matrix, 3> matrices_;  // [Term]
};

}  // namespace tenon::analysis
