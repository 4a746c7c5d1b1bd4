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
    BodySelection first, second;  ///< bodies of the two sides
    /// Friction coefficient, coefficient of restitution, lengths of rolling and spinning friction,
    /// and cohesive force; see RigidContactLaw.
    double friction = 0.0, restitution = 0.0, rolling = 0.0, spinning = 0.0, cohesion = 0.0;
    double compliance = 0.0;  ///< compliance, see RigidContactLaw [length/force]
    /// Names of the law of restitution (newton, poisson), of the friction limit (cone, pyramid) and
    /// of the sliding law (coulomb, convex).
    std::string restitution_law = "newton", friction_limit = "cone", sliding = "coulomb";
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
