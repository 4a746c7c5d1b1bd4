// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "tenon/contact/RigidContact.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace tenon::contact {
namespace {

bool isOfMesh(const BodySelection& bodies, const fem::FindDomain& find) {
  return !bodies.object.empty() && find(bodies.object).state.kind() == la::NodeKind::points;
}

/// Requires a group of a surface in space, whose nodes may be in contact.
void requireSurface(const fem::Domain& domain, const std::string& group) {
  if (domain.state.block() != 3 || domain.mesh.dimension() == 0)
    throw base::InputError(fmt::format(
        "rigid contact requires rigid bodies or a three-dimensional mesh, but '{}' has neither.", domain.object));
  if (group.empty())
    throw base::InputError(fmt::format(
        "specify a `group` of '{}' that contains the surface whose nodes come into contact.", domain.object));
}

/// Requires a contact law that applies to nodes: nodes do not rotate, and laws that are defined per
/// body cannot be distributed over nodes.
void requireLawOfNodes(const RigidContact::Data& data) {
  const auto refuse = [](const char* what) {
    throw base::InputError(fmt::format(
        "`{}` applies only to contact between rigid bodies: remove this parameter from a rule for nodes of a mesh.",
        what));
  };
  if (data.restitution > 0.0) refuse("restitution");
  if (data.rolling > 0.0) refuse("rolling");
  if (data.spinning > 0.0) refuse("spinning");
  if (data.cohesion > 0.0) refuse("cohesion");
}

}  // namespace

void RigidContact::declare(base::Parameters<Data>& p) {
  p.optional(
      "first", &Data::first, "",
      "first side: rigid bodies, or a group of a mesh whose nodes come into contact; default: all bodies with a shape");
  p.optional("second", &Data::second, "", "second side, in the same form as `first`; at most one side may be a mesh");
  p.optional("friction", &Data::friction, "", "Coulomb friction coefficient mu").nonNegative();
  p.optional("friction_limit", &Data::friction_limit, "",
             "friction limit: cone (one limit for the magnitude of the tangential force) or pyramid (a separate limit "
             "for each tangential direction)")
      .oneOf({"cone", "pyramid"});
  p.optional("sliding", &Data::sliding, "",
             "sliding: coulomb (tangential to the surface) or convex (Anitescu's relaxation, in which sliding bodies "
             "separate by the friction coefficient times the sliding distance of a step)")
      .oneOf({"coulomb", "convex"});
  p.optional("restitution", &Data::restitution, "",
             "coefficient of restitution e: ratio of the normal separation velocity to the normal approach velocity "
             "(Newton), or of the restitution impulse to the compression impulse (Poisson)")
      .nonNegative()
      .atMost(1.0);
  p.optional("restitution_law", &Data::restitution_law, "",
             "restitution law; with friction and simultaneous impacts, only Poisson's law never increases the energy")
      .oneOf({"newton", "poisson"});
  p.optional("rolling", &Data::rolling, "length",
             "rolling friction: ratio of the maximum tangential moment to the normal force")
      .nonNegative();
  p.optional("spinning", &Data::spinning, "length",
             "spinning friction: ratio of the maximum moment about the normal to the normal force")
      .nonNegative();
  p.optional("cohesion", &Data::cohesion, "force", "maximum adhesive force between two bodies in contact; 0: none")
      .nonNegative();
  p.optional("compliance", &Data::compliance, "length/force",
             "compliance c in gap + c force >= 0 at each contact point: the penetration is c times the normal force; "
             "0: rigid")
      .nonNegative();
}

RigidContact::RigidContact(const Data& data, const fem::FindDomain& find)
    : law_{data.friction,
           data.restitution,
           data.rolling,
           data.spinning,
           data.cohesion,
           data.restitution_law == "poisson" ? RigidContactLaw::Restitution::poisson
                                             : RigidContactLaw::Restitution::newton,
           data.compliance,
           data.friction_limit == "pyramid",
           data.sliding == "convex"},
      first_(sideOf(data.first, find)),
      second_(sideOf(data.second, find)) {
  if (data.compliance > 0.0 && data.restitution > 0.0)
    throw base::InputError(
        "`compliance` and `restitution` cannot be combined: a compliant contact has no instantaneous impact. Remove "
        "one of them.");
  const bool are_nodes[2] = {isOfMesh(data.first, find), isOfMesh(data.second, find)};
  if (are_nodes[0] && are_nodes[1])
    throw base::InputError(
        "`first` and `second` are both meshes, but this rule requires rigid bodies on at least one side: use `type: "
        "surface` for "
        "contact between meshes.");
  if (are_nodes[0] || are_nodes[1]) requireLawOfNodes(data);
}

RigidContact::Side RigidContact::sideOf(const BodySelection& bodies, const fem::FindDomain& find) {
  if (bodies.object.empty()) return std::nullopt;
  const fem::Domain& domain = find(bodies.object);
  if (domain.state.kind() != la::NodeKind::points) return Group{&domain.state, ownedBodies(domain, bodies.group)};
  requireSurface(domain, bodies.group);
  return Group{&domain.state, fem::ownedNodes(domain, bodies.group)};
}

bool RigidContact::isOn(bool second, const la::State& state, base::LocalIndex body) const {
  const Side& side = second ? second_ : first_;
  if (!side) return state.kind() == la::NodeKind::frames;
  return side->state == &state && std::binary_search(side->bodies.begin(), side->bodies.end(), body);
}

}  // namespace tenon::contact
