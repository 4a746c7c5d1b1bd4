#pragma once
#include <string>

#include "tenon/base/Parameters.hpp"

namespace tenon::system {

/// Factors of a linear system A = m M + b B + k K, K = df/dx: the system's business, never a contributor's.
struct Factors {
  double mass = 0.0;       ///< m
  double damping = 0.0;    ///< b
  double stiffness = 0.0;  ///< k; -1 in statics: A is then positive
};

/// A of statics, -df/dx: positive where the bodies are stable.
inline constexpr Factors statics{0.0, 0.0, -1.0};

/// Proportional damping of everything: B = df/dv + stiffness df/dx - mass M, beside what contributors say themselves.
struct Rayleigh {
  double mass = 0.0;       ///< alpha, 1/time
  double stiffness = 0.0;  ///< beta, a time
  static void declare(base::Parameters<Rayleigh>& p);
};

/// Which parts of the mechanics a linear system holds.
struct What {
  bool stiffness = true;
  bool damping = true;  ///< Rayleigh damping included
  bool mass = true;
  bool projective_conditions = true;  ///< rows and columns of held unknowns are taken out
  bool geometric_stiffness = true;    ///< of mappings that are not linear
  bool mapped_contributors = true;    ///< what acts on mapped states
  bool first_order = false;           ///< K of cells of second order by those of first order between their nodes
  std::string contributor = {};       ///< only forces and masses of this name; empty: all

  /// Whether Newton's method with this A, at statics' factors, takes the steps of the exact tangent.
  bool isExactTangent() const {
    return stiffness && geometric_stiffness && mapped_contributors && !first_order && contributor.empty();
  }

  /// "stiffness, mass" for messages.
  std::string text() const;
};

/// InputError that names the factor which is no finite number.
void requireFinite(const Factors& factors);

}  // namespace tenon::system
