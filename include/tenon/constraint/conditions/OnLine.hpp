#pragma once
#include "tenon/base/Parameters.hpp"
#include "tenon/constraint/GroupCondition.hpp"

namespace tenon::constraint {

/// The nodes of a group move along a direction d only: n . u = 0 for every n at right angles to d.
class OnLine : public GroupCondition {
 public:
  struct Data {
    std::string group;
    base::Vec3 direction = base::Vec3::Zero();
  };
  static void declare(base::Parameters<Data>& p);

  /// Collective. InputError for a direction of length zero.
  OnLine(Data data, const fem::Domain& domain);
  void direct(ObliqueDirections& directions) const override;

 private:
  base::Vec3 direction_;
};

}  // namespace tenon::constraint
