#pragma once
#include "tenon/base/Parameters.hpp"
#include "tenon/force/DensityLoad.hpp"

namespace tenon::force {

/// A force per area on the faces of a group:  f_a = integral of t N_a dA, with t constant or a field in space and time.
/// In plane problems the group is made of lines, and dA is length times thickness.
class Traction : public DensityLoad {
 public:
  static constexpr bool acts_on_rings = true;

  struct Data {
    std::string group;
    fem::VectorSource traction;
    double thickness = 0;  ///< 0: that of the object
    base::History history{};
  };
  static void declare(base::Parameters<Data>& p);

  Traction(Data data, const fem::Domain& domain);
};

}  // namespace tenon::force
