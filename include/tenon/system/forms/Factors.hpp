// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>

#include "tenon/base/Parameters.hpp"

namespace tenon::system {

/// Factors m, b and k of a system matrix A = m M + b B + k K with K = df/dx. The linear system
/// applies them; contributors do not depend on them.
struct Factors {
  double mass = 0.0;       ///< factor m of the mass matrix M
  double damping = 0.0;    ///< factor b of the damping matrix B
  double stiffness = 0.0;  ///< factor k of the stiffness matrix K; -1 in statics, see `statics`
};

/// Factors for static analyses, A = -df/dx. A is positive definite if the equilibrium is stable.
inline constexpr Factors statics{0.0, 0.0, -1.0};

/// Rayleigh damping of all contributors: B = df/dv + beta df/dx - alpha M, in addition to the
/// Rayleigh damping of individual contributors.
struct Rayleigh {
  double mass = 0.0;       ///< coefficient alpha of the mass matrix [1/time]
  double stiffness = 0.0;  ///< coefficient beta of the stiffness matrix [time]
  /// Declares the parameters that a case file can set.
  static void declare(base::Parameters<Rayleigh>& p);
};

/// Selection of the contributions that a linear system contains.
struct MatrixContents {
  bool stiffness = true;              ///< true if A contains the stiffness matrix K
  bool damping = true;                ///< true if A contains the damping matrix B, including Rayleigh damping
  bool mass = true;                   ///< true if A contains the mass matrix M
  bool projective_conditions = true;  ///< true if constrained dofs are eliminated from A
  bool geometric_stiffness = true;    ///< true if K contains the geometric stiffness of nonlinear mappings
  bool mapped_contributors = true;    ///< true if A contains contributors on mapped states
  /// True if the stiffness of second-order elements is replaced by that of the first-order elements
  /// into which they can be subdivided.
  bool first_order = false;
  std::string contributor = {};  ///< name of the forces and masses that A contains; empty for all

  /// Returns true if A, with the factors of statics, is the exact tangent for Newton's method.
  bool isExactTangent() const {
    return stiffness && geometric_stiffness && mapped_contributors && !first_order && contributor.empty();
  }

  /// Returns a list of the contents for messages, such as "stiffness, mass".
  std::string text() const;
};

/// Checks that all factors are finite.
/// @throws InputError if a factor is not finite; the message names the factor
void requireFinite(const Factors& factors);

}  // namespace tenon::system
