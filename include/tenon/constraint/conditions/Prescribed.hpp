#pragma once
#include <optional>

#include "tenon/base/Tabulated.hpp"
#include "tenon/constraint/GroupCondition.hpp"
#include "tenon/constraint/conditions/AffineMotion.hpp"
#include "tenon/fem/Field.hpp"

namespace tenon::constraint {

/// u_c = history(t) (values_c + sum_j gradient_cj X_j), or history(t) field_c(X, t), at the nodes of a group, taken out
/// of the system. `hold` does the first with multipliers.
class Prescribed : public GroupCondition, public base::Tabulated {
 public:
  static constexpr bool acts_on_rings = true;

  struct Data : AffineMotion {
    std::string group;
    base::History history{};
    fem::VectorSource field{};
  };
  static void declare(base::Parameters<Data>& p);

  /// Collective. InputError where nothing is prescribed, or a component that the object has not.
  Prescribed(Data data, const fem::Domain& domain);
  const base::History& history() const final { return data_.history; }
  void setTime(double time) override { time_ = time, factor_ = data_.history(time); }
  void hold(HeldUnknowns& held) const override;

 private:
  double valueAt(base::LocalIndex node, int component) const;

  Data data_;
  std::optional<fem::Field> field_;
  std::vector<int> components_;
  double factor_, time_ = 0.0;
};

}  // namespace tenon::constraint
