// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "tenon/mass/ConsistentMass.hpp"

namespace tenon::mass {

/// Diagonal mass matrix, computed from the consistent mass matrix of each cell:
///   first-order cells   row sums, m_a = ∫ ρ N_a dV
///   second-order cells  scaled diagonal, m_a = m M_aa / Σ_b M_bb with the mass m of the cell
/// Row sums of second-order cells would be negative or zero at the vertices.
/// @see Hinton, Rock and Zienkiewicz, Earthquake Eng. Struct. Dyn. 4, 1976
class LumpedMass : public Mass {
 public:
  /// Indicates that the mass supports axisymmetric objects.
  static constexpr bool acts_on_axisymmetric = true;

  /// Parameters of this type.
  using Data = Density;
  /// Declares the parameters of a case file.
  static void declare(base::Parameters<Data>& p) { Density::declare(p); }

  /// Constructs the mass and computes the nodal masses.
  /// @param data  parameters of a case file
  /// @param domain  object of the mass
  /// @throws InputError if the group is missing or of another dimension, or if a three-dimensional
  ///   or axisymmetric object has a thickness other than 1.
  /// @note Not collective, but the result or the error is the same on every rank.
  LumpedMass(Data data, const fem::Domain& domain);
  std::string name() const override { return name_; }
  void addMass(la::MassMatrix& M) const override;
  void addMassTimes(const la::IncrementVector& dv, la::ForceVector& df) const override;
  double total() const override;

  /// Returns the mass of each node, [local nodes] [mass]. The values are complete on owned nodes.
  /// Ghost nodes that were added to the state after the construction have no entry.
  const std::vector<double>& nodalMasses() const { return masses_; }

 private:
  std::vector<double> computeNodalMasses() const;

  Data data_;
  std::string name_;
  const la::State& state_;
  fem::Region region_;
  std::vector<double> masses_;
};

}  // namespace tenon::mass
