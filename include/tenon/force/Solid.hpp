// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <optional>

#include "tenon/fem/Field.hpp"
#include "tenon/fem/Recovery.hpp"
#include "tenon/fem/laws/Tangent.hpp"
#include "tenon/fem/laws/ViscoelasticLaw.hpp"
#include "tenon/force/ForceField.hpp"

namespace tenon::force {

/// Deformation measure that is passed to the material model.
enum class Formulation {
  displacement,      ///< F at each point
  mean_dilatation,   ///< uniform change of volume in each element: fem::MeanDilatationLaw
  nodal_dilatation,  ///< uniform change of volume around each node: NodalDilatationSolid
};

/// Region and formulation of a solid.
struct SolidOptions {
  std::string group;                      ///< group of cells; empty: the whole object
  fem::Plane plane = fem::Plane::strain;  ///< plane strain or plane stress
  double thickness = 0;                   ///< thickness in a plane problem [length]; 0: that of the object
  fem::ScalarSource temperature{};        ///< temperature T; no thermal strain if not given
  double reference_temperature = 0;       ///< T_0, temperature without thermal strain
  /// Prony terms of the deviatoric stress, see fem::ViscoelasticLaw; empty without relaxation.
  std::vector<fem::RelaxationTerm> relaxation{};
  Formulation formulation = Formulation::displacement;  ///< deformation measure of the material
};

/// Force field of a deformable solid with forces, stiffness and stresses.
class Solid : public ForceField, public fem::StressSource {
 public:
  /// Returns true if an inverted element (det F <= 0 at a point) is an error. At small strains
  /// inversion is not checked.
  virtual bool refusesInversion() const { return !isLinear(); }

  /// Returns true if stresses follow from the small strain, so that results are invalid for large
  /// strains.
  virtual bool isAtSmallStrain() const { return false; }
  /// Returns the remedy for strains that are too large, as the end of a sentence: "use ...".
  virtual std::string largeStrainAdvice() const {
    return "use a finite-strain material, such as 'neo-hookean', or 'saint-venant-kirchhoff' if only rotations are "
           "large";
  }

  /// Returns the lowest tag of an inverted element in the last addForce(), if the solid rejects
  /// inversion; the force is then invalid.
  /// @note Not collective. Reduce over the ranks.
  virtual std::optional<std::int64_t> invertedElement() const { return std::nullopt; }
};

}  // namespace tenon::force
