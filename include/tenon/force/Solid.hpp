#pragma once
#include <cstdint>
#include <optional>

#include "tenon/fem/Field.hpp"
#include "tenon/fem/Recovery.hpp"
#include "tenon/fem/laws/Tangent.hpp"
#include "tenon/fem/laws/ViscoelasticLaw.hpp"
#include "tenon/force/ForceField.hpp"

namespace tenon::force {

/// What tells a material of the motion.
enum class Formulation {
  displacement,      ///< F at each point
  mean_dilatation,   ///< each element changes its volume as a whole: fem::MeanDilatationLaw
  nodal_dilatation,  ///< so do the cells around each node: NodalDilatationSolid
};

/// Where a solid is, and what a plane problem needs.
struct SolidOptions {
  std::string group;
  fem::Plane plane = fem::Plane::strain;
  double thickness = 0;             ///< of a plane problem; 0: that of the object
  fem::ScalarSource temperature{};  ///< T; where it is not given there is no thermal strain
  double reference_temperature = 0;
  std::vector<fem::RelaxationTerm> relaxation{};  ///< of its deviatoric stress: fem::ViscoelasticLaw
  Formulation formulation = Formulation::displacement;
};

/// A force field of a deformable solid: it has forces, a stiffness and stresses.
class Solid : public ForceField, public fem::Recoverable {
 public:
  /// Whether an element that is turned inside out, det F <= 0 at a point, is an error: at small strains a cell may go
  /// anywhere.
  virtual bool refusesInversion() const { return !isLinear(); }

  /// True if stresses follow from the small strain, so that results lose their meaning where strains are large.
  virtual bool isAtSmallStrain() const { return false; }
  /// Remedy for strains that are too large, as the end of a sentence: "use ...".
  virtual std::string forLargeStrains() const {
    return "use a material for large strains, such as 'neo-hookean', or 'saint-venant-kirchhoff' where only rotations "
           "are large";
  }

  /// Domain error: the lowest tag among the elements that the last addForce() found turned inside out where the force
  /// refuses that; what it added of them means nothing. Of this rank alone: whoever asks has to ask all.
  virtual std::optional<std::int64_t> invertedElement() const { return std::nullopt; }
};

}  // namespace tenon::force
