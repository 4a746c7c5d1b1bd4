#pragma once
#include "tenon/base/Parameters.hpp"
#include "tenon/fem/Side.hpp"
#include "tenon/mapping/NodalWeights.hpp"
#include "tenon/mapping/parts.hpp"

namespace tenon::mapping {

/// Points carried by rigid bodies, one of them each, with the arm r = R r_0 from its origin:
///   x = o + R r_0,   J = [1, -[r]x],   J. v = w x (w x r),   dJ^T/dq f = r f^T - (f . r) 1 of the rotation by itself.
/// One frame may carry any number of points on all ranks: each of these knows it as a ghost, and nothing is gathered.
/// Source: SOFA's RigidMapping.
class Rigid : public NodalWeights {
 public:
  static constexpr bool acts_on_frames = true;
  struct Data {
    std::string parent, body;
    std::vector<CarriedGroup> parts;
  };
  static void declare(base::Parameters<Data>& p);

  /// Collective. InputError where the parent has no rigid bodies, or not that one, and where `parts` leave a node out
  /// or name it twice.
  Rigid(const Data& data, const fem::Domain& child, const fem::FindDomain& find);
};

/// Rigid bodies that are parts of others, with fixed arm and rotation between them, each of one:
///   o = o_p + R_p r_0,   R = R_p R_0,   J = [1, -[r]x; 0, 1],   the rest as Rigid.
/// Source: SOFA's RigidRigidMapping.
class RelativeFrames : public NodalWeights {
 public:
  static constexpr bool acts_on_frames = true;
  using Data = Rigid::Data;
  static void declare(base::Parameters<Data>& p);

  /// Collective. InputError as Rigid, and where the child has no rigid bodies.
  RelativeFrames(const Data& data, const fem::Domain& child, const fem::FindDomain& find);
};

}  // namespace tenon::mapping
