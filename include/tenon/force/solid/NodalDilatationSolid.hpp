// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>

#include "tenon/fem/NodalVolumes.hpp"
#include "tenon/fem/laws/NodalPressureLaw.hpp"
#include "tenon/force/solid/PointwiseSolid.hpp"

namespace tenon::force {

/// Solid of tetrahedra or triangles (tet4, tri3) that does not lock for nearly incompressible
/// materials: the cells around each node share one change of volume. For any energy W of the strain
/// of each cell, the volumetric part U(J) = W(J^(1/3) I) is moved from the cells to the nodes:
///   Pi = sum over cells of V_e (W(F_e) - U(J_e)) + sum over nodes of V_a U(J_a),   J_a = v_a / V_a
/// with the reference and current volumes V_a and v_a of node a (fem::NodalVolumes,
/// fem::NodalPressureLaw).
///
/// Force and tangent are the derivatives of Pi. K is symmetric if the material is, and couples two
/// rings of cells:
///   K = sum of the cells' tangents at constant pressures
///       - sum over nodes of U''(J_a) / V_a dv_a/dx dv_a/dx^T.
/// The sums over nodes include the solid's own cells only: adjacent solids of two materials have
/// separate nodal volumes. Materials with internal variables use U of the initial state, which
/// volume-preserving flow does not change.
///
/// @see Bonet and Burton, Communications in Numerical Methods in Engineering 14 (1998): average
///   nodal pressure, equivalent for materials with decoupled deviatoric and volumetric energies
/// @see Bonet, Marriott and Hassan, ibid. 17 (2001): formulation for linear materials
class NodalDilatationSolid final : public PointwiseSolid {
 public:
  /// Creates the force field.
  /// @param law  material model, the same for all cells
  /// @param fibres  directions of materials that have them
  /// @param options  options with Formulation::nodal_dilatation
  /// @param domain  object of the solid, to whose state ghost nodes are added
  /// @throws InputError for other cells, plane stress and axisymmetric problems, and as the
  ///   constructor of PointwiseSolid
  /// @throws InternalError if `options` contain another formulation
  /// @note Collective.
  NodalDilatationSolid(std::unique_ptr<fem::MaterialLaw> law, const fem::FibreSources& fibres,
                       const SolidOptions& options, const fem::Domain& domain);

  /// Rejects material constants that vary from cell to cell.
  /// @param options  options of the solid, whose group the message names
  /// @param domain  object of the solid, which the message names
  /// @throws InputError always
  [[noreturn]] static void refuseVaryingConstants(const SolidOptions& options, const fem::Domain& domain);

  void commit() override;
  void addForce(la::ForceVector& f) const override;
  void addStiffness(la::StiffnessMatrix& K) const override;
  void addFirstOrderStiffness(la::StiffnessMatrix& K) const override { addStiffness(K); }
  void addStressStiffness(const la::IncrementVector& u, la::StiffnessMatrix& K) const override;
  void addStiffnessTimes(const la::IncrementVector& dx, la::ForceVector& df) const override;
  double energy() const override;
  void addStress(fem::Recovery& recovery) const override;

 private:
  std::vector<double> pressureChanges(const la::IncrementVector& u) const override;
  void updateVolumes() const;
  std::vector<double> dyadWeights() const;

  fem::NodalPressureLaw& law_;  // owned by the solid
  mutable fem::NodalVolumes volumes_;
};

}  // namespace tenon::force
