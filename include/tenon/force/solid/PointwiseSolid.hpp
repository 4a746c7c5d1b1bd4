// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tenon/fem/Field.hpp"
#include "tenon/fem/laws/InternalVariables.hpp"
#include "tenon/fem/laws/MaterialLaw.hpp"
#include "tenon/force/Solid.hpp"

namespace tenon::fem {
class FibreField;
class FirstOrderCells;
struct PointFields;
}  // namespace tenon::fem

namespace tenon::force {

/// Internal forces of a solid whose stress and tangent may depend on the deformation (total
/// Lagrangian formulation), for any material model (fem::MaterialLaw) and cells of any type:
///   f_a = - integral of P(H) grad N_a dV,  K_ab = df_a/du_b,  H = du/dX
/// with the first Piola-Kirchhoff stress P, and the shape function N_a and displacement u_a of node
/// a. The integrals extend over the reference configuration. Internal variables are those at the
/// beginning of the step. In plane stress, the out-of-plane stress vanishes at each point. In
/// axisymmetric problems, the integrals extend over the whole circumference, and H includes the
/// hoop strain H_zz = u_r / r.
/// @see Bonet and Wood, Nonlinear Continuum Mechanics for Finite Element Analysis, 2008; ADR 16
class PointwiseSolid : public Solid {
 public:
  /// Constructs the force field. Logs a single warning if the cells lock because the material is
  /// nearly incompressible.
  /// @param law  material model
  /// @param fibres  sources of the fibre directions; not used by materials without fibres
  /// @param options  region and formulation
  /// @param domain  object to which the solid belongs
  /// @throws InputError if the group does not exist or has no cells of the dimension of the
  ///   problem; if a three-dimensional or axisymmetric object has a thickness other than 1; if a
  ///   temperature is given; for relaxation of a material at small strain or with internal
  ///   variables; for mean or nodal dilatation in plane stress; for plane stress or nodal
  ///   dilatation in axisymmetric problems; for mean dilatation of cells with one quadrature point;
  ///   or if the constructor of fem::FibreField rejects the directions
  /// @throws FileError if a file with fibre directions cannot be read
  /// @note Collective.
  PointwiseSolid(std::unique_ptr<fem::MaterialLaw> law, const fem::FibreSources& fibres, const SolidOptions& options,
                 const fem::Domain& domain);
  ~PointwiseSolid() override;

  std::string name() const override { return name_; }
  void setTime(double time) override { time_ = time; }
  void commit() override;
  fem::InternalVariables* internalVariables() override { return internal_.isEmpty() ? nullptr : &internal_; }
  void addForce(la::ForceVector& f) const override;
  void addStiffness(la::StiffnessMatrix& K) const override;
  void addStressStiffness(const la::IncrementVector& u, la::StiffnessMatrix& K) const override;
  /// Adds the stiffness of the first-order cells. K itself is added if the material has fibre
  /// directions, internal variables or varying constants, because these data exist only for the
  /// original cells.
  void addFirstOrderStiffness(la::StiffnessMatrix& K) const override;
  void addStiffnessTimes(const la::IncrementVector& dx, la::ForceVector& df) const override;
  bool isLinear() const override { return law_->isLinear(); }
  bool isAtSmallStrain() const override { return law_->isAtSmallStrain(); }
  std::string largeStrainAdvice() const override {
    return law_->plasticStrainIndex() >= 0 ? "use the material 'finite-j2-plasticity'" : Solid::largeStrainAdvice();
  }
  bool supportsLargeRotations() const override { return !law_->isLinear(); }
  bool dependsOnRate() const override { return law_->dependsOnRate(); }
  bool isSymmetric() const override { return law_->isSymmetric(); }
  double energy() const override;
  bool hasEnergy() const override { return law_->hasEnergy(); }
  /// Adds the Cauchy stress sigma = P F^T / det F, or P for materials at small strain, and the
  /// infinitesimal strain (H + H^T) / 2.
  void addStress(fem::Recovery& recovery) const override;
  bool refusesInversion() const override { return !law_->allowsInversion(); }
  std::optional<std::int64_t> invertedElement() const override { return inverted_; }
  const fem::Region* independentCells() const override { return &region_; }
  void addCellProducts(const la::IncrementVector& w, double beta, gsl::span<double> products) const override;

 protected:
  /// Returns the first-order changes of the cell pressures due to the displacement `u`, [cells of
  /// the solid, including ghosts], for material models whose pressures are prescribed externally.
  /// By default, returns an empty vector, as for all other models.
  virtual std::vector<double> pressureChanges(const la::IncrementVector&) const { return {}; }
  /// Returns the material model, as modified by the formulation.
  fem::MaterialLaw& law() const { return *law_; }
  /// Returns the region of the solid.
  const fem::Region& region() const { return region_; }
  /// Returns the state of the object.
  la::State& state() const { return state_; }
  /// Returns the thickness in a plane problem [length]; 1 otherwise.
  double thickness() const { return thickness_; }

 private:
  template <class Work>
  void withKernel(fem::CellType type, const la::ElementTable& cells, const fem::PointFields& fields, Work&& work) const;
  fem::PointFields fieldsOf(std::size_t part) const;
  /// Calls work(part, kernel) for each cell type of the region.
  template <class Work>
  void forEachPart(Work&& work) const;
  void addStiffness(la::Derivative& dfdx, fem::CellType type, const la::ElementTable& cells,
                    const fem::PointFields& fields) const;
  template <class Kernel>
  void addStressOf(const fem::RegionPart& part, const Kernel& kernel, fem::Recovery& recovery) const;
  /// Records the elements of a batch whose minimum det F is not positive.
  void findInverted(const fem::RegionPart& part, base::LocalIndex first, int count, const base::Lane& least) const;

  std::unique_ptr<fem::MaterialLaw> law_;
  std::string name_;
  la::State& state_;
  fem::Region region_;
  std::unique_ptr<fem::FibreField> fibres_;
  fem::InternalVariables internal_;
  double time_ = 0;
  double thickness_;
  // First-order cells of each part, created on demand.
  mutable std::vector<std::unique_ptr<fem::FirstOrderCells>> first_order_;
  mutable std::optional<std::int64_t> inverted_;  // lowest tag of an inverted element in the last addForce()
};

/// Creates a solid with Formulation::nodal_dilatation; see NodalDilatationSolid.
/// @param law  material model, the same for all cells
/// @param fibres  sources of the fibre directions; not used by materials without fibres
/// @param options  region and formulation
/// @param domain  object to which the solid belongs; ghost nodes are added to its state
/// @throws InputError for cells other than first-order tetrahedra and triangles, plane stress or
///   axisymmetric problems, or if the constructor of PointwiseSolid throws
/// @throws FileError if a file with fibre directions cannot be read
/// @note Collective.
std::unique_ptr<Solid> makeNodalDilatationSolid(std::unique_ptr<fem::MaterialLaw> law, const fem::FibreSources& fibres,
                                                const SolidOptions& options, const fem::Domain& domain);
/// Rejects material constants that vary from cell to cell in a solid with
/// Formulation::nodal_dilatation.
/// @param options  options of the solid, whose group is named in the message
/// @param domain  object to which the solid belongs; its name appears in the message
/// @throws InputError always
[[noreturn]] void refuseVaryingNodalDilatation(const SolidOptions& options, const fem::Domain& domain);

}  // namespace tenon::force
