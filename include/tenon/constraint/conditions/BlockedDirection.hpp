#pragma once
#include "tenon/base/Parameters.hpp"
#include "tenon/constraint/GroupCondition.hpp"

namespace tenon::constraint {

/// The nodes of a group do not move along a direction d: d . u = 0. (OnPlane says the same of planes.)
class BlockedDirection : public GroupCondition {
 public:
  struct Data {
    std::string group;
    base::Vec3 direction = base::Vec3::Zero();
  };
  static void declare(base::Parameters<Data>& p);

  /// Collective. InputError for a direction of length zero.
  BlockedDirection(Data data, const fem::Domain& domain);
  void direct(ObliqueDirections& directions) const override;

 private:
  base::Vec3 direction_;
};

}  // namespace tenon::constraint
