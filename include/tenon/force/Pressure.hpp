#pragma once
#include "tenon/base/Parameters.hpp"
#include "tenon/force/DensityLoad.hpp"

namespace tenon::force {

/// A pressure on the faces of a group:  f_a = - integral of p n N_a dA,  n outward of the solid at rest; of a surface
/// that is a mesh of its own, the normal of its cells.
/// p > 0 pushes. It keeps its direction while the body moves (a dead load). In plane problems the group is made of
/// lines, and dA is length times thickness.
class Pressure : public DensityLoad {
 public:
  static constexpr bool acts_on_rings = true;

  struct Data {
    std::string group;
    double pressure = 0;
    double thickness = 0;  ///< 0: that of the object
    base::History history{};
  };
  static void declare(base::Parameters<Data>& p);

  /// Collective. InputError for a face that lies inside the solid or on no cell of it.
  Pressure(Data data, const fem::Domain& domain);
};

}  // namespace tenon::force
