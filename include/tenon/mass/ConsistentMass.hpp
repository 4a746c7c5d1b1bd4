// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "tenon/base/Parameters.hpp"
#include "tenon/fem/Region.hpp"
#include "tenon/mass/Mass.hpp"

namespace tenon::mass {

/// Parameters that the mass types of solids have in common.
struct Density {
  double density = 0;    ///< mass density ρ > 0 [mass/length³]
  std::string group;     ///< name of a group of cells; empty for the whole object
  double thickness = 0;  ///< thickness of a plane problem [length]; if 0, the thickness of the object is used
  /// Declares the parameters that a case file can set.
  static void declare(base::Parameters<Density>& p);
};

/// Consistent mass matrix of solids, M_ab = ∫ ρ N_a N_b dV I. The kinetic energy is exact for all
/// velocity fields that the mesh can represent.
/// @see Archer, Journal of the Structural Division ASCE 89(4), 1963
class ConsistentMass : public Mass {
 public:
  /// Declares that the mass also acts on axisymmetric objects.
  static constexpr bool acts_on_axisymmetric = true;

  /// Parameters of this mass type.
  using Data = Density;
  /// Declares the parameters that a case file can set.
  static void declare(base::Parameters<Data>& p) { Density::declare(p); }

  /// Creates the mass.
  /// @param data  parameters of the mass
  /// @param domain  object to which the mass belongs
  /// @throws InputError if the group does not exist or does not have the dimension of the object,
  ///   or if the thickness of a three-dimensional or axisymmetric object is not 1
  /// @note Not collective, but the result or the error is the same on all ranks.
  ConsistentMass(Data data, const fem::Domain& domain);
  std::string name() const override { return name_; }
  void addMass(la::MassMatrix& M) const override;
  void addMassTimes(const la::IncrementVector& dv, la::ForceVector& df) const override;
  double total() const override;

 private:
  Data data_;
  std::string name_;
  const la::State& state_;
  fem::Region region_;
};

}  // namespace tenon::mass
