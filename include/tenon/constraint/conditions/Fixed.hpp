#pragma once
#include "tenon/base/Parameters.hpp"
#include "tenon/constraint/GroupCondition.hpp"

namespace tenon::constraint {

/// u = 0 at the nodes of a group, in all components or in those named.
class Fixed : public GroupCondition {
 public:
  static constexpr bool acts_on_frames = true;
  static constexpr bool acts_on_rings = true;

  struct Data {
    std::string group;
    std::vector<std::string> components;
  };
  static void declare(base::Parameters<Data>& p);

  /// Collective. InputError for a component that the object has not.
  Fixed(Data data, const fem::Domain& domain);
  void hold(HeldUnknowns& held) const override;

 private:
  std::vector<int> components_;
};

}  // namespace tenon::constraint
