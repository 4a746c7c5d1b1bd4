#pragma once
#include <memory>

#include "tenon/constraint/contact/ContactLaw.hpp"
#include "tenon/fem/Side.hpp"

namespace tenon::constraint {

/// The case's contact of type `surface`: two surfaces that may touch, or one with itself. `method` says how.
struct Contact {
  struct Data : ContactLaw {
    std::string name;
    fem::Side slave, master, self;
    std::string method = "nodes", multipliers = "dual", overlaps = "usual";
    double reach = 0.0;
    bool smooth = false;
    double crease = 0.7;
  };
  static void declare(base::Parameters<Data>& p);

  /// Collective. InputError where both sides are the same or do not come near each other.
  static std::unique_ptr<Constraint> make(const Data& data, const fem::FindDomain& find);
};

}  // namespace tenon::constraint
