#pragma once
#include <string>

#include "tenon/base/Parameters.hpp"

namespace tenon::system {

/// Factors of a linear system A = m M + b B + k K, K = df/dx. They are applied by the system, never
/// by a contributor.
struct Factors {
  double mass = 0.0;       ///< Factor m of M.
  double damping = 0.0;    ///< Factor b of B.
  double stiffness = 0.0;  ///< Factor k of K; -1 in statics, where A is then positive definite.
};

/// Factors of statics, A = -df/dx: positive definite if the equilibrium is stable.
inline constexpr Factors statics{0.0, 0.0, -1.0};

/// Rayleigh damping of all contributors: B = df/dv + stiffness df/dx - mass M, in addition to the
/// Rayleigh damping of individual contributors.
struct Rayleigh {
  double mass = 0.0;       ///< Factor alpha of M [1/time].
  double stiffness = 0.0;  ///< Factor beta of K [time].
  /// Declares the parameters of a case.
  static void declare(base::Parameters<Rayleigh>& p);
};

/// Parts of the mechanics that a linear system contains.
struct MatrixContents {
  bool stiffness = true;              ///< True if A contains K.
  bool damping = true;                ///< True if A contains B, Rayleigh damping included.
  bool mass = true;                   ///< True if A contains M.
  bool projective_conditions = true;  ///< True if rows and columns of constrained dofs are removed.
  bool geometric_stiffness = true;    ///< True if K contains that of nonlinear mappings.
  bool mapped_contributors = true;    ///< True if A contains contributors on mapped states.
  /// True if K of elements of second order is that of first-order elements between their nodes.
  bool first_order = false;
  std::string contributor = {};  ///< Name of the forces and masses to be included; empty: all.

  /// Returns true if Newton's method with this A and the factors of statics uses the exact tangent.
  bool isExactTangent() const {
    return stiffness && geometric_stiffness && mapped_contributors && !first_order && contributor.empty();
  }

  /// Returns the included parts for messages, such as "stiffness, mass".
  std::string text() const;
};

/// Checks that all factors are finite.
/// @throws InputError that names the factor that is not finite
void requireFinite(const Factors& factors);

}  // namespace tenon::system
