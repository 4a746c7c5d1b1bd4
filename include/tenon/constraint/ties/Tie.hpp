#pragma once
#include <memory>

#include "tenon/constraint/Constraint.hpp"
#include "tenon/fem/Side.hpp"

namespace tenon::constraint {

/// The case's `tie`: joins two surfaces whose meshes need not match. `method` says how, by Mortar or by NodeTie.
struct Tie {
  struct Data {
    std::string name;
    fem::Side slave, master;
    std::string method = "mortar", multipliers = "standard";
    double tolerance = 0.1;
    bool small_rotations = false;
  };
  static void declare(base::Parameters<Data>& p);

  /// Collective. InputError where the sides are of different dimension, are the same group, share a node or do not
  /// meet.
  static std::unique_ptr<Constraint> make(Data data, const fem::FindDomain& find);
};

}  // namespace tenon::constraint
