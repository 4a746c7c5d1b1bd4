#pragma once
#include "tenon/base/Parameters.hpp"
#include "tenon/fem/Side.hpp"
#include "tenon/mapping/NodalWeights.hpp"

namespace tenon::mapping {

/// A second object of the same nodes, u = u_parent, J = 1: node by node in the order of the mesh files. Of rigid
/// bodies, each moves with the one of its number as one body with it (see RelativeFrames). Source: SOFA's
/// IdentityMapping.
class Identity : public NodalWeights {
 public:
  static constexpr bool acts_on_frames = true;
  struct Data {
    std::string parent;
  };
  static void declare(base::Parameters<Data>& p);

  /// Collective. InputError where the numbers of nodes differ.
  Identity(const Data& data, const fem::Domain& child, const fem::FindDomain& find);
};

}  // namespace tenon::mapping
