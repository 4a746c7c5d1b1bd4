#pragma once
#include "tenon/base/History.hpp"
#include "tenon/constraint/AffineMotion.hpp"
#include "tenon/constraint/GroupCondition.hpp"

namespace tenon::constraint {

/// u_c = history(t) (values_c + sum_j gradient_cj X_j) at the nodes of a group, taken out of the system. `hold` does
/// the same with multipliers.
class Prescribed : public GroupCondition {
 public:
  struct Data : AffineMotion {
    std::string group;
    base::History history{};
  };
  static void declare(base::Parameters<Data>& p);

  /// Collective. InputError where nothing is prescribed, or a component that the object has not.
  Prescribed(Data data, const fem::Domain& domain);
  void setTime(double time) override { factor_ = data_.history(time); }
  void hold(HeldUnknowns& held) const override;

 private:
  Data data_;
  std::vector<int> components_;
  double factor_;
};

}  // namespace tenon::constraint
