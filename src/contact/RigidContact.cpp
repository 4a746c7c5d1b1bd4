#include "tenon/contact/RigidContact.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace tenon::contact {
namespace {

bool isOfMesh(const Bodies& bodies, const fem::FindDomain& find) {
  return !bodies.object.empty() && find(bodies.object).state.kind() == la::Kind::points;
}

/// Requires a group of a surface in space, whose nodes may be in contact.
void requireSurface(const fem::Domain& domain, const std::string& group) {
  if (domain.state.block() != 3 || domain.mesh.dimension() == 0)
    throw base::InputError(
        fmt::format("'{}' has neither rigid bodies nor cells in space, which alone touch.", domain.object));
  if (group.empty())
    throw base::InputError(fmt::format("name a `group` of '{}', whose nodes touch: that of a surface.", domain.object));
}

/// Requires a law that applies to nodes: nodes do not rotate, and laws that are counted per body
/// have no share for a node.
void requireLawOfNodes(const RigidContact::Data& data) {
  const auto refuse = [](const char* what) {
    throw base::InputError(
        fmt::format("`{}` is for rigid bodies among themselves: leave it out where nodes of a mesh touch.", what));
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
      "rigid bodies on one side, or a group of a mesh, whose nodes touch; default: all bodies that have a shape");
  p.optional("second", &Data::second, "", "the same of the other side, not both of meshes");
  p.optional("friction", &Data::friction, "", "Coulomb's mu").nonNegative();
  p.optional("friction_limit", &Data::friction_limit, "",
             "whether both directions across the normal have one limit together, or each its own")
      .oneOf({"cone", "pyramid"});
  p.optional(
       "sliding", &Data::sliding, "",
       "coulomb: what slides stays on the surface; convex: Anitescu's problem, in which it rises by friction times its "
       "way in a step")
      .oneOf({"coulomb", "convex"});
  p.optional(
       "restitution", &Data::restitution, "",
       "e: bodies part with e times the velocity along the normal with which they met, or push each other off with "
       "e times the impulse that stopped them")
      .nonNegative()
      .atMost(1.0);
  p.optional("restitution_law", &Data::restitution_law, "",
             "which of both; with friction and where several meet, only Poisson's never gains energy")
      .oneOf({"newton", "poisson"});
  p.optional("rolling", &Data::rolling, "length",
             "resists rolling: a moment across the normal of at most this times the normal force")
      .nonNegative();
  p.optional("spinning", &Data::spinning, "length",
             "resists spinning: a moment about the normal of at most this times the normal force")
      .nonNegative();
  p.optional("cohesion", &Data::cohesion, "force",
             "force by which two bodies that touch hold each other at most; 0: none")
      .nonNegative();
  p.optional(
       "compliance", &Data::compliance, "length/force",
       "c of gap + c force >= 0 at each point where they touch: they overlap by c times the force along the normal; "
       "0: rigid")
      .nonNegative();
}

RigidContact::RigidContact(const Data& data, const fem::FindDomain& find)
    : law_{data.friction,
           data.restitution,
           data.rolling,
           data.spinning,
           data.cohesion,
           data.restitution_law == "poisson" ? Law::Restitution::poisson : Law::Restitution::newton,
           data.compliance,
           data.friction_limit == "pyramid",
           data.sliding == "convex"},
      first_(sideOf(data.first, find)),
      second_(sideOf(data.second, find)) {
  if (data.compliance > 0.0 && data.restitution > 0.0)
    throw base::InputError(
        "`compliance` and `restitution` exclude each other: what gives way is no impact, and stops over several steps. "
        "Leave one of them out.");
  const bool are_nodes[2] = {isOfMesh(data.first, find), isOfMesh(data.second, find)};
  if (are_nodes[0] && are_nodes[1])
    throw base::InputError(
        "`first` and `second` are nodes of meshes, which touch rigid bodies here: meshes touch each other by `type: "
        "surface`.");
  if (are_nodes[0] || are_nodes[1]) requireLawOfNodes(data);
}

RigidContact::Side RigidContact::sideOf(const Bodies& bodies, const fem::FindDomain& find) {
  if (bodies.object.empty()) return std::nullopt;
  const fem::Domain& domain = find(bodies.object);
  if (domain.state.kind() != la::Kind::points) return Group{&domain.state, ownedBodies(domain, bodies.group)};
  requireSurface(domain, bodies.group);
  return Group{&domain.state, fem::ownedNodes(domain, bodies.group)};
}

bool RigidContact::isOn(bool second, const la::State& state, base::LocalIndex body) const {
  const Side& side = second ? second_ : first_;
  if (!side) return state.kind() == la::Kind::frames;
  return side->state == &state && std::binary_search(side->bodies.begin(), side->bodies.end(), body);
}

}  // namespace tenon::contact
