// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "tenon/base/Parameters.hpp"
#include "tenon/contact/BodyShape.hpp"

namespace tenon::contact {

/// Contact law of a pair of bodies.
struct RigidContactLaw {
  /// Law of restitution.
  enum class Restitution {
    newton,  ///< The normal velocity after the impact is -e times that before the impact.
    poisson  ///< The impulse of the expansion phase is e times that of the compression phase.
  };

  double friction = 0.0;     ///< coefficient mu of Coulomb friction
  double restitution = 0.0;  ///< coefficient of restitution e
  double rolling = 0.0;      ///< largest moment about the tangents per unit normal force [length]
  double spinning = 0.0;     ///< largest moment about the normal per unit normal force [length]
  double cohesion = 0.0;     ///< largest tensile force between two bodies in contact [force]
  Restitution restitution_law = Restitution::newton;  ///< law of restitution to which e refers
  double compliance = 0.0;  ///< compliance c, penetration per unit normal force [length/force]
  bool is_pyramid = false;  ///< true if mu limits each tangential component separately
  bool is_convex = false;   ///< true for Anitescu's convex formulation, in which sliding contacts separate

  /// Returns true if the coefficient of restitution is positive and refers to Poisson's law.
  bool bouncesByPoisson() const { return restitution > 0.0 && restitution_law == Restitution::poisson; }
  /// Returns true if the law has rolling or spinning friction.
  bool hasRollingResistance() const { return rolling > 0.0 || spinning > 0.0; }
};

/// Contact rule that assigns a contact law to two groups of rigid bodies. One of the groups may
/// consist of mesh nodes instead. In case files, a rule is an entry of type `rigid` in the block
/// `contacts`.
class RigidContact {
 public:
  /// Indicates that the rule applies to objects with frames (rigid bodies).
  static constexpr bool acts_on_frames = true;
  /// Parameters of the rule.
  struct Data {
    BodySelection first,                     ///< first side: rigid bodies, or nodes of a mesh
        second;                              ///< second side: rigid bodies, or nodes of a mesh
    double friction = 0.0,                   ///< coefficient of Coulomb friction, see RigidContactLaw
        restitution = 0.0,                   ///< coefficient of restitution, see RigidContactLaw
        rolling = 0.0,                       ///< rolling friction length, see RigidContactLaw [length]
        spinning = 0.0,                      ///< spinning friction length, see RigidContactLaw [length]
        cohesion = 0.0;                      ///< cohesive force, see RigidContactLaw [force]
    double compliance = 0.0;                 ///< compliance, see RigidContactLaw [length/force]
    std::string restitution_law = "newton",  ///< law of restitution: newton or poisson
        friction_limit = "cone",             ///< friction limit: cone or pyramid
        sliding = "coulomb";                 ///< sliding law: coulomb or convex
  };
  /// Declares the parameters that a case file can set.
  static void declare(base::Parameters<Data>& p);

  /// Creates a rule.
  /// @throws InputError if an object or a group does not exist, if an object has neither rigid
  ///   bodies nor a three-dimensional mesh, if no group of a mesh is specified, if both sides are
  ///   meshes, if the contact law is not available for nodes of a mesh, or if compliance and
  ///   restitution are combined
  /// @note Collective.
  RigidContact(const Data& data, const fem::FindDomain& find);

  /// Returns the contact law of the rule.
  const RigidContactLaw& law() const { return law_; }
  /// Returns true if an owned body or node belongs to one side of the rule.
  /// @param second  true for the second side, false for the first side
  /// @param state   state of the body or node
  /// @param body    local number of the body or node
  bool isOn(bool second, const la::State& state, base::LocalIndex body) const;

 private:
  struct Group {
    const la::State* state;
    std::vector<base::LocalIndex> bodies;  // owned bodies or nodes, ascending
  };
  using Side = std::optional<Group>;  // empty for all bodies
  static Side sideOf(const BodySelection& bodies, const fem::FindDomain& find);

  RigidContactLaw law_;
  Side first_, second_;
};

}  // namespace tenon::contact
