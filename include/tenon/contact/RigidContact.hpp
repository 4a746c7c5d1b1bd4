// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "tenon/base/Parameters.hpp"
#include "tenon/contact/BodyShape.hpp"
#include "tenon/contact/Contact.hpp"

namespace tenon::contact {

/// Contact rule of rigid bodies: the two groups of bodies and their contact law. Entry `rigid` of
/// the block `contacts`.
class RigidContact {
 public:
  /// Indicates that the rule applies to objects with frames (rigid bodies).
  static constexpr bool acts_on_frames = true;
  /// Parameters of the rule.
  struct Data {
    BodySelection first,                     ///< bodies of the first side
        second;                              ///< bodies of the second side
    double friction = 0.0,                   ///< coefficient of Coulomb friction, see RigidContactLaw
        restitution = 0.0,                   ///< coefficient of restitution, see RigidContactLaw
        rolling = 0.0,                       ///< length of rolling friction, see RigidContactLaw [length]
        spinning = 0.0,                      ///< length of spinning friction, see RigidContactLaw [length]
        cohesion = 0.0;                      ///< cohesive force, see RigidContactLaw [force]
    double compliance = 0.0;                 ///< compliance, see RigidContactLaw [length/force]
    std::string restitution_law = "newton",  ///< name of the law of restitution: newton or poisson
        friction_limit = "cone",             ///< name of the friction limit: cone or pyramid
        sliding = "coulomb";                 ///< name of the sliding law: coulomb or convex
  };
  /// Declares the parameters for case files.
  static void declare(base::Parameters<Data>& p);

  /// Creates a rule.
  /// @throws InputError if an object or a group does not exist
  /// @note Collective.
  RigidContact(const Data& data, const fem::FindDomain& find);

  /// Returns the contact law of the rule.
  const RigidContactLaw& law() const { return law_; }
  /// Returns true if an owned body belongs to a side of the rule: to the second side if `second` is
  /// true, otherwise to the first side.
  bool isOn(bool second, const la::State& state, base::LocalIndex body) const;

 private:
  struct Group {
    const la::State* state;
    std::vector<base::LocalIndex> bodies;  // owned bodies, ascending
  };
  using Side = std::optional<Group>;  // empty: all bodies
  static Side sideOf(const BodySelection& bodies, const fem::FindDomain& find);

  RigidContactLaw law_;
  Side first_, second_;
};

}  // namespace tenon::contact
