// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>

#include "fem/NodalVolumes.hpp"
#include "fem/laws/NodalPressureLaw.hpp"
#include "tenon/force/solid/PointwiseSolid.hpp"

namespace tenon::force {

/// Solid of first-order tetrahedra (tet4) or triangles (tri3) that does not lock for nearly
/// incompressible materials, because the cells around each node share a common change of volume.
/// For any strain energy density W, the volumetric part U(J) = W(J^(1/3) I) is evaluated at the
/// nodes instead of the cells:
///   Pi = sum over cells of V_e (W(F_e) - U(J_e)) + sum over nodes of V_a U(J_a),   J_a = v_a / V_a
/// with the reference volume V_e, deformation gradient F_e and J_e = det F_e of cell e, and the
/// reference and current volumes V_a and v_a of node a (fem::NodalVolumes, fem::NodalPressureLaw).
///
/// Force and tangent are derivatives of Pi. K is symmetric if the material tangent is symmetric.
/// Each row couples a node to two rings of cells:
///   K = sum of the cells' tangents at constant pressures
///       - sum over nodes of U''(J_a) / V_a dv_a/dx dv_a/dx^T.
/// Nodal volumes include only the cells of this solid, so that adjacent solids have separate nodal
/// volumes. For materials with internal variables, U is evaluated in the initial state. Isochoric
/// plastic flow does not change U.
///
/// @see Bonet and Burton, Communications in Numerical Methods in Engineering 14 (1998): average
///   nodal pressure, which is equivalent for materials with decoupled deviatoric and volumetric
///   energies
/// @see Bonet, Marriott and Hassan, ibid. 17 (2001): formulation for linear materials
class NodalDilatationSolid final : public PointwiseSolid {
 public:
  /// Constructs the solid.
  /// @param law  material model, the same for all cells
  /// @param fibres  sources of the fibre directions; not used by materials without fibres
  /// @param options  options with Formulation::nodal_dilatation
  /// @param domain  object to which the solid belongs; ghost nodes are added to its state
  /// @throws InputError for other cell types, plane stress or axisymmetric problems, or if the
  ///   constructor of PointwiseSolid throws
  /// @throws FileError if a file with fibre directions cannot be read
  /// @throws InternalError if `options` specifies another formulation or if `law` depends on the
  ///   cell
  /// @note Collective.
  NodalDilatationSolid(std::unique_ptr<fem::MaterialLaw> law, const fem::FibreSources& fibres,
                       const SolidOptions& options, const fem::Domain& domain);

  void commit() override;
  void addForce(la::ForceVector& f) const override;
  void addStiffness(la::StiffnessMatrix& K) const override;
  void addFirstOrderStiffness(la::StiffnessMatrix& K) const override { addStiffness(K); }
  void addStressStiffness(const la::IncrementVector& u, la::StiffnessMatrix& K) const override;
  void addStiffnessTimes(const la::IncrementVector& dx, la::ForceVector& df) const override;
  double energy() const override;
  const fem::Region* independentCells() const override { return nullptr; }
  void addStress(fem::Recovery& recovery) const override;

 private:
  std::vector<double> pressureChanges(const la::IncrementVector& u) const override;
  void updateVolumes() const;
  std::vector<double> dyadWeights() const;

  fem::NodalPressureLaw& law_;  // owned by PointwiseSolid
  mutable fem::NodalVolumes volumes_;
};

}  // namespace tenon::force
