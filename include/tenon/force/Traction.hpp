#pragma once
#include "tenon/base/Parameters.hpp"
#include "tenon/fem/Region.hpp"
#include "tenon/force/TimedLoad.hpp"

namespace tenon::force {

/// A constant force per area on the faces of a group:  f_a = integral of t N_a dA.
/// In plane problems the group is made of lines, and dA is length times thickness.
class Traction : public TimedLoad {
 public:
  struct Data {
    std::string group;
    base::Vec3 traction = base::Vec3::Zero();
    double thickness = 1;
    base::History history{};
  };
  static void declare(base::Parameters<Data>& p);

  Traction(Data data, const fem::Domain& domain);
  std::string name() const override { return name_; }
  void addForce(la::ForceVector& f) const override;

 private:
  Data data_;
  std::string name_;
  const la::State& state_;
  fem::Region faces_;
};

}  // namespace tenon::force
