// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "tenon/mass/ConsistentMass.hpp"

namespace tenon::mass {

/// Diagonal mass matrix, which is computed from the consistent mass matrix of each cell:
///   first-order cells   row sums, m_a = ∫ ρ N_a dV
///   second-order cells  scaled diagonal, m_a = m M_aa / Σ_b M_bb with the mass m of the cell
/// For second-order cells, row sums would be negative or zero at the vertices.
/// @see Hinton, Rock and Zienkiewicz, Earthquake Eng. Struct. Dyn. 4, 1976
class LumpedMass : public Mass {
 public:
  /// Declares that the mass also acts on axisymmetric objects.
  static constexpr bool acts_on_axisymmetric = true;

  /// Parameters of this mass type.
  using Data = Density;
  /// Declares the parameters that a case file can set.
  static void declare(base::Parameters<Data>& p) { Density::declare(p); }

  /// Creates the mass and computes the nodal masses.
  /// @param data  parameters of the mass
  /// @param domain  object to which the mass belongs
  /// @throws InputError if the group does not exist or does not have the dimension of the object,
  ///   or if the thickness of a three-dimensional or axisymmetric object is not 1
  /// @note Not collective, but the result or the error is the same on all ranks.
  LumpedMass(Data data, const fem::Domain& domain);
  std::string name() const override { return name_; }
  void addMass(la::MassMatrix& M) const override;
  void addMassTimes(const la::IncrementVector& dv, la::ForceVector& df) const override;
  double total() const override;

  /// Returns the mass of each local node [mass]. The values of owned nodes are complete. Ghost
  /// nodes that are added to the state after the construction of the mass have no entry.
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
