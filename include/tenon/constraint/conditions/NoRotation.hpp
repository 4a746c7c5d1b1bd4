#pragma once
#include "tenon/base/Parameters.hpp"
#include "tenon/constraint/GroupCondition.hpp"

namespace tenon::constraint {

/// The nodes of a group do not turn on average about their centroid c:
///   sum of (X - c) x u = 0 over the nodes; in the plane its z component.
/// Of motions that are not small as well: it says that M = sum of (x - mean x) (X - c)^T is symmetric, so that the
/// rotation R that fits the motion best, min sum |x - mean x - R (X - c)|^2, is none (Kabsch, Acta Cryst. A 32 (1976)),
/// while M has no negative eigenvalue.
class NoRotation : public GroupCondition {
 public:
  struct Data {
    std::string group;
  };
  static void declare(base::Parameters<Data>& p);

  /// Collective. InputError for a group whose nodes lie on one line (in the plane: at one place), and for one of too
  /// many nodes (see requireFewNodes).
  NoRotation(Data data, const fem::Domain& domain);
  void direct(ObliqueDirections& directions) const override;

 private:
  void requireExtent() const;

  base::Vec3 centroid_ = base::Vec3::Zero();
};

}  // namespace tenon::constraint
