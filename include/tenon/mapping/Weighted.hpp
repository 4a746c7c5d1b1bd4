#pragma once
#include "tenon/base/FileName.hpp"
#include "tenon/base/Parameters.hpp"
#include "tenon/fem/Side.hpp"
#include "tenon/mapping/NodalWeights.hpp"

namespace tenon::mapping {

/// Nodes that follow weighted nodes of another object, skinning: from a file, or by distance, w_k ~ 1 / d_k^power of
/// the nearest ones. Of points u = sum w_k u_k; of rigid bodies x = sum w_k (o_k + R_k r_k), linear blend skinning:
/// equations and source at NodalWeights. Source: SOFA's SkinningMapping, LineSetSkinningMapping.
class Weighted : public NodalWeights {
 public:
  static constexpr bool acts_on_frames = true;
  struct Data {
    std::string parent;
    base::FileName file;
    int nearest = 4;
    double power = 2.0;
  };
  static void declare(base::Parameters<Data>& p);

  /// Collective. `file`: CSV with columns node, parent, weight, of which each rank keeps the rows of its own nodes.
  /// InputError with file and line where a number is no node, and where the weights of a node do not sum to 1.
  Weighted(const Data& data, const fem::Domain& child, const fem::FindDomain& find);

  /// Collective. The weights alone, for skinning of another kind.
  static WeightTable weights(const Data& data, const fem::Domain& child, const fem::Domain& parent);
};

/// An object that nothing moves: forces on it end there, J = 0.
/// Source: SOFA's VoidMapping.
class Void : public NodalWeights {
 public:
  static constexpr bool acts_on_frames = true;
  struct Data {};
  static void declare(base::Parameters<Data>& p);
  Void(const Data& data, const fem::Domain& child, const fem::FindDomain& find);
};

}  // namespace tenon::mapping
