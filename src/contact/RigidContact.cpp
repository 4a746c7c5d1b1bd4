#include "tenon/contact/RigidContact.hpp"

#include <algorithm>

namespace tenon::contact {

void RigidContact::declare(base::Parameters<Data>& p) {
  p.optional("first", &Data::first, "", "rigid bodies on one side; default: all that have a shape");
  p.optional("second", &Data::second, "", "rigid bodies on the other side; default: all that have a shape");
  p.optional("friction", &Data::friction, "", "Coulomb's mu").nonNegative();
  p.optional("restitution", &Data::restitution, "",
             "Newton's e: bodies part with e times the velocity along the normal with which they met")
      .nonNegative()
      .atMost(1.0);
}

RigidContact::RigidContact(const Data& data, const fem::FindDomain& find)
    : law_{data.friction, data.restitution}, first_(sideOf(data.first, find)), second_(sideOf(data.second, find)) {}

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
