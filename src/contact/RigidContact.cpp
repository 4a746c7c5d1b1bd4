#include "tenon/contact/RigidContact.hpp"

#include <algorithm>

namespace tenon::contact {

void RigidContact::declare(base::Parameters<Data>& p) {
  p.optional("first", &Data::first, "", "rigid bodies on one side; default: all that have a shape");
  p.optional("second", &Data::second, "", "rigid bodies on the other side; default: all that have a shape");
  p.optional("friction", &Data::friction, "", "Coulomb's mu").nonNegative();
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
}

RigidContact::RigidContact(const Data& data, const fem::FindDomain& find)
    : law_{data.friction, data.restitution,
           data.rolling,  data.spinning,
           data.cohesion, data.restitution_law == "poisson" ? Law::Restitution::poisson : Law::Restitution::newton},
      first_(sideOf(data.first, find)),
      second_(sideOf(data.second, find)) {}

RigidContact::Side RigidContact::sideOf(const Bodies& bodies, const fem::FindDomain& find) {
  if (bodies.object.empty()) return std::nullopt;
  const fem::Domain& domain = find(bodies.object);
  return Group{&domain.state, ownedBodies(domain, bodies.group)};
}

bool RigidContact::isOn(bool second, const la::State& state, base::LocalIndex body) const {
  const Side& side = second ? second_ : first_;
  if (!side) return true;
  return side->state == &state && std::binary_search(side->bodies.begin(), side->bodies.end(), body);
}

}  // namespace tenon::contact
