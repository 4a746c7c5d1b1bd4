#pragma once
#include <memory>

#include "tenon/constraint/contact/ContactLaw.hpp"
#include "tenon/fem/Side.hpp"

namespace tenon::constraint {

/// The case's contact of type `surface`: two surfaces that may touch, or one with itself. `method` says how; the usual
/// one is a mortar, and nodes where there is none: for `self`, for `smooth`, and for slaves without a solid behind
/// them, whose normal is not known; and for `compliance`, whose unit is that of nodes unless a mortar is asked for.
struct Contact {
  static constexpr bool acts_on_rings = true;
  struct Data : ContactLaw {
    std::string name;
    fem::Side slave, master, self;
    std::string method = "usual", multipliers = "dual", overlaps = "usual";
    double reach = 0.0;
    bool smooth = false;
    double crease = 0.7;
  };
  static void declare(base::Parameters<Data>& p);

  /// Collective. InputError where both sides are the same or do not come near each other.
  static std::unique_ptr<Constraint> make(const Data& data, const fem::FindDomain& find);
};

}  // namespace tenon::constraint
