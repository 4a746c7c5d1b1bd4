// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include "tenon/la/assembly/MatrixAssembly.hpp"
#include "tenon/system/MechanicalSystem.hpp"
#include "tenon/system/forms/Factors.hpp"

namespace tenon::system {

/// Contributor and the factor of its matrix in A.
template <class Contributor>
struct Term {
  const Contributor* contributor;  ///< Contributor, a force or mass.
  double factor;                   ///< Factor of the contributor's matrix in A.
};

/// Adds `factor` times K of one force, by finite differences if K is not implemented. If `values`
/// is false, only the pattern is added.
void addStiffnessOf(const force::ForceField& force, const MechanicalSystem& mechanics, const la::Contributions& to,
                    double factor, bool values, bool first_order = false);
/// Adds `factor` times B of one force, by finite differences if B is not implemented. If `values`
/// is false, only the pattern is added.
void addDampingOf(const force::ForceField& force, const MechanicalSystem& mechanics, const la::Contributions& to,
                  double factor, bool values);

/// System matrix A as a sum over contributors. Contributors with a zero factor are omitted and not
/// called.
///
///   A = sum_c (k + b (beta_c + beta)) K_c  +  sum_c b B_c  +  sum_c (m - b (alpha_c + alpha)) M_c
struct Terms {
  std::vector<Term<force::ForceField>> stiffness,  ///< Terms of K.
      damping;                                     ///< Terms of B.
  std::vector<Term<mass::Mass>> mass;              ///< Terms of M.
  bool first_order = false;                        ///< See MatrixContents::first_order.

  /// Returns the terms of A.
  /// @throws InputError if a factor is not finite
  static Terms collect(const MechanicalSystem& mechanics, const Factors& factors, const MatrixContents& contents = {});

  /// Prepares the contributors in a new configuration, before products and prepareMatrices().
  /// @note Collective.
  void prepare(const MechanicalSystem& mechanics) const;

  /// Prepares finite differences and, with `values`, the matrices of contributors on mapped states.
  /// Must be called before contribute(). @note Collective.
  void prepareMatrices(const MechanicalSystem& mechanics, bool values) const;

  /// Adds all terms. If `values` is false, only the pattern is added.
  /// @note Not collective.
  void contribute(const MechanicalSystem& mechanics, const la::Contributions& to, bool values) const;

  /// Returns true if each contributor is also contained in `others`.
  bool isSubsetOf(const Terms& others) const;
  /// Adds the contributors of `others` that are not yet contained.
  void merge(const Terms& others);

  /// Group of contributors on mapped states with a common factor.
  struct MappedTerm {
    MappedGroup* group;  ///< Group of contributors whose matrices are transformed together.
    double factor;       ///< Common factor of the group's matrix in A.
  };
  /// Returns the contributors on mapped states, grouped by factor; kinds of matrices are kept
  /// apart. @note Collective if a group is new.
  std::vector<MappedTerm> mappedTerms(const MechanicalSystem& mechanics) const;

  /// Returns the names of the forces whose tangent is not symmetric.
  std::vector<std::string> asymmetric() const;
};

}  // namespace tenon::system
