#pragma once
#include "tenon/base/Parameters.hpp"
#include "tenon/force/DensityLoad.hpp"

namespace tenon::force {

/// A force per volume, consistent with the shape functions:  f_a = integral of b N_a dV, with b constant or a field in
/// space and time.
class BodyForce : public DensityLoad {
 public:
  static constexpr bool acts_on_rings = true;

  struct Data {
    fem::VectorSource density;
    std::string group;
    double thickness = 0;  ///< 0: that of the object
    base::History history{};
  };
  static void declare(base::Parameters<Data>& p);

  BodyForce(Data data, const fem::Domain& domain);
};

}  // namespace tenon::force
