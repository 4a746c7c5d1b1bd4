// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "tenon/base/Parameters.hpp"
#include "tenon/fem/Region.hpp"
#include "tenon/mass/Mass.hpp"

namespace tenon::mass {

/// Parameters common to the mass types of solids.
struct Density {
  double density = 0;    ///< mass density ρ > 0 [mass/length³]
  std::string group;     ///< name of the group of cells; empty for the whole object
  double thickness = 0;  ///< thickness of a plane problem [length]; 0 selects the thickness of the object
  /// Declares the parameters of a case file.
  static void declare(base::Parameters<Density>& p);
};

/// Consistent mass matrix of solids, M_ab = ∫ ρ N_a N_b dV I. The kinetic energy is exact for all
/// velocity fields that the mesh can represent.
/// @see Archer, Journal of the Structural Division ASCE 89(4), 1963
class ConsistentMass : public Mass {
 public:
  /// Indicates that the mass supports axisymmetric objects.
  static constexpr bool acts_on_axisymmetric = true;

  /// Parameters of this type.
  using Data = Density;
  /// Declares the parameters of a case file.
  static void declare(base::Parameters<Data>& p) { Density::declare(p); }

  /// Constructs the mass.
  /// @param data  parameters of a case file
  /// @param domain  object of the mass
  /// @throws InputError if the group is missing or of another dimension, or if a three-dimensional
  ///   or axisymmetric object has a thickness other than 1.
  /// @note Not collective, but the result or the error is the same on every rank.
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
