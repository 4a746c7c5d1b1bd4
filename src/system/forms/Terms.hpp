// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include "la/assembly/MatrixAssembly.hpp"
#include "system/mapped/MappedGroup.hpp"
#include "tenon/system/MechanicalSystem.hpp"
#include "tenon/system/forms/Factors.hpp"

namespace tenon::system {

/// Contributor with the factor of its matrix in A.
template <class Contributor>
struct Term {
  const Contributor* contributor;  ///< force or mass
  double factor;                   ///< factor of the contributor's matrix in A
};

/// Adds `factor` times the stiffness K of one force. Finite differences are used if K is not
/// implemented. If `values` is false, only the pattern is added. If `first_order` is true, the
/// stiffness of first-order elements is added, see MatrixContents::first_order.
void addStiffnessOf(const force::ForceField& force, const MechanicalSystem& mechanics, const la::Contributions& to,
                    double factor, bool values, bool first_order = false);
/// Adds `factor` times the damping matrix B of one force. Finite differences are used if B is not
/// implemented. If `values` is false, only the pattern is added.
void addDampingOf(const force::ForceField& force, const MechanicalSystem& mechanics, const la::Contributions& to,
                  double factor, bool values);

/// System matrix A as a sum over contributors c. Contributors whose factor is zero are omitted and
/// are not called.
///
///   A = sum_c (k + b (beta_c + beta)) K_c  +  sum_c b B_c  +  sum_c (m - b (alpha_c + alpha)) M_c
///
/// Here m, b and k are the factors of M, B and K (Factors). The Rayleigh coefficients are alpha_c
/// and beta_c for contributor c, and alpha and beta for the whole system (Rayleigh).
struct Terms {
  std::vector<Term<force::ForceField>> stiffness,  ///< terms of K
      damping;                                     ///< terms of B
  std::vector<Term<mass::Mass>> mass;              ///< terms of M
  bool first_order = false;                        ///< see MatrixContents::first_order

  /// Returns the terms of A for these factors and contents.
  /// @throws InputError if a factor is not finite
  static Terms collect(const MechanicalSystem& mechanics, const Factors& factors, const MatrixContents& contents = {});

  /// Prepares the contributors for a new configuration. Must be called before products are
  /// evaluated and before prepareMatrices().
  /// @note Collective.
  void prepare(const MechanicalSystem& mechanics) const;

  /// Prepares finite differences and, if `values` is true, assembles the matrices of contributors
  /// on mapped states. Must be called before contribute(). @note Collective.
  void prepareMatrices(const MechanicalSystem& mechanics, bool values) const;

  /// Adds all terms. If `values` is false, only the pattern is added.
  /// @note Not collective.
  void contribute(const MechanicalSystem& mechanics, const la::Contributions& to, bool values) const;

  /// Returns true if `others` contains all contributors of these terms.
  bool isSubsetOf(const Terms& others) const;
  /// Adds the contributors of `others` that these terms do not yet contain.
  void merge(const Terms& others);

  /// Group of contributors on mapped states, with their common factor.
  struct MappedTerm {
    MappedGroup* group;  ///< group of contributors whose matrices are transformed together
    double factor;       ///< factor of the matrix of the group in A
  };
  /// Returns the contributors on mapped states, grouped by factor. Stiffness, damping and mass form
  /// separate groups. @note Collective if a group is new.
  std::vector<MappedTerm> mappedTerms(const MechanicalSystem& mechanics) const;

  /// Returns the names of the forces whose tangent is not symmetric.
  std::vector<std::string> asymmetric() const;
};

}  // namespace tenon::system
