#pragma once
#include <memory>

#include "tenon/fem/NodalVolumes.hpp"
#include "tenon/fem/laws/NodalPressureLaw.hpp"
#include "tenon/force/PointwiseSolid.hpp"

namespace tenon::force {

/// A solid of tetrahedra or triangles (tet4, tri3) that does not lock where volumes hardly change: the cells around
/// each node change their volume as one. Of the energy of any law W at the strain of each cell, the part of a change of
/// volume alone, U(J) = W(J^(1/3) I), is taken from the cells and given to the nodes:
///   Pi = sum over cells of V_e (W(F_e) - U(J_e)) + sum over nodes of V_a U(J_a),   J_a = v_a / V_a
/// with V_a and v_a the volumes of node a, at rest and now (fem::NodalVolumes, fem::NodalPressureLaw). For laws whose
/// shear and volume are apart this is the average nodal pressure of Bonet and Burton (Communications in Numerical
/// Methods in Engineering 14, 1998); for linear ones that of Bonet, Marriott and Hassan (ibid. 17, 2001). Force and
/// tangent are its derivatives: K is symmetric where the law is, and as wide as two rings of cells,
///   K = sum of the cells', at constant pressures, - sum over nodes of U''(J_a) / V_a dv_a/dx dv_a/dx^T
/// The sums over nodes go over the solid's own cells: solids of two materials side by side each have their own.
/// Laws with internal variables have the U of the state at rest, which no flow that keeps volume changes.
class NodalDilatationSolid final : public PointwiseSolid {
 public:
  /// Collective. InputError for other cells, plane stress, bodies of revolution; `options` are of
  /// Formulation::nodal_dilatation, and the law is the same for all cells.
  NodalDilatationSolid(std::unique_ptr<fem::MaterialLaw> law, const fem::FibreSources& fibres,
                       const SolidOptions& options, const fem::Domain& domain);

  /// InputError for constants that vary from cell to cell.
  [[noreturn]] static void refuseVaryingConstants(const SolidOptions& options, const fem::Domain& domain);

  void commit() override;
  void addForce(la::ForceVector& f) const override;
  void addStiffness(la::StiffnessMatrix& K) const override;
  void addFirstOrderStiffness(la::StiffnessMatrix& K) const override { addStiffness(K); }
  void addStressStiffness(const la::Motion& u, la::StiffnessMatrix& K) const override;
  void addStiffnessTimes(const la::Motion& dx, la::ForceVector& df) const override;
  double energy() const override;
  void addStress(fem::Recovery& recovery) const override;

 private:
  std::vector<double> pressureChanges(const la::Motion& u) const override;
  void placeVolumes() const;
  std::vector<double> weightsOfSlopes() const;

  fem::NodalPressureLaw& law_;  // owned by the solid
  mutable fem::NodalVolumes volumes_;
};

}  // namespace tenon::force
