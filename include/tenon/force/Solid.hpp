// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <optional>

#include "tenon/fem/Field.hpp"
#include "tenon/fem/Recovery.hpp"
#include "tenon/fem/laws/MaterialLaw.hpp"
#include "tenon/force/ForceField.hpp"

namespace tenon::force {

/// Deformation measure that is passed to the material model.
enum class Formulation {
  displacement,      ///< deformation gradient F at each quadrature point
  mean_dilatation,   ///< uniform change of volume in each element, see fem::MeanDilatationLaw
  nodal_dilatation,  ///< uniform change of volume around each node, see NodalDilatationSolid
};

/// Region and formulation of a solid.
struct SolidOptions {
  std::string group;                      ///< group of cells; empty for the whole object
  fem::Plane plane = fem::Plane::strain;  ///< plane strain or plane stress
  double thickness = 0;                   ///< thickness in a plane problem [length]; 0 to use that of the object
  fem::ScalarSource temperature{};        ///< temperature T; if not given, there is no thermal strain
  double reference_temperature = 0;       ///< temperature T_0 at which there is no thermal strain
  /// Prony series of the deviatoric stress, see fem::ViscoelasticLaw; empty for elastic solids.
  std::vector<fem::RelaxationTerm> relaxation{};
  Formulation formulation = Formulation::displacement;  ///< deformation measure that is passed to the material model
};

/// Force field of a deformable solid. It also provides stresses and strains for output.
class Solid : public ForceField, public fem::StressSource {
 public:
  /// Returns true if inverted elements (det F <= 0 at a point) are treated as an error. Default:
  /// true for nonlinear solids.
  virtual bool refusesInversion() const { return !isLinear(); }

  /// Returns true if stresses are computed from the infinitesimal strain. Results are then invalid
  /// for large strains.
  virtual bool isAtSmallStrain() const { return false; }
  /// Returns the remedy that is appended to the warning about excessive strains, as a clause such
  /// as "use a finite-strain material".
  virtual std::string largeStrainAdvice() const {
    return "use a finite-strain material, such as 'neo-hookean', or 'saint-venant-kirchhoff' if only rotations are "
           "large";
  }

  /// Returns the lowest tag of the elements that were inverted in the last call to addForce(),
  /// whose result is then invalid. Returns std::nullopt if no element was inverted or if inversion
  /// is not treated as an error.
  /// @note Not collective. The caller must take the minimum over the ranks.
  virtual std::optional<std::int64_t> invertedElement() const { return std::nullopt; }

  /// Returns the cells of the solid if the forces of each cell depend only on the material
  /// constants of this cell; nullptr otherwise, as by default. With cells, addCellProducts() is
  /// available.
  virtual const fem::Region* independentCells() const { return nullptr; }
  /// Adds the products w . (f_c + beta K_c v) of the nodal forces f_c and the tangents K_c of the
  /// owned cells, with the velocities v. The arguments are the weights w of the nodal forces,
  /// including ghosts, the coefficient beta of Rayleigh damping [time], and the products of the
  /// owned cells of independentCells(), in the order of its parts. The sum over all cells and ranks
  /// is w . (f + beta K v).
  virtual void addCellProducts(const la::IncrementVector& /*w*/, double /*beta*/,
                               gsl::span<double> /*products*/) const {}
};

}  // namespace tenon::force
