#pragma once
#include "tenon/base/Parameters.hpp"
#include "tenon/fem/Region.hpp"
#include "tenon/force/TimedLoad.hpp"

namespace tenon::force {

/// Weight, consistent with the shape functions:  f_a = integral of rho g N_a dV.
class Gravity : public TimedLoad {
 public:
  struct Data {
    double density = 0;
    base::Vec3 acceleration = base::Vec3::Zero();
    std::string group;
    double thickness = 1;
    base::History history{};
  };
  static void declare(base::Parameters<Data>& p);

  Gravity(Data data, const fem::Domain& domain);
  std::string name() const override { return name_; }
  void addForce(la::ForceVector& f) const override;

 private:
  Data data_;
  std::string name_;
  const la::State& state_;
  fem::Region region_;
};

}  // namespace tenon::force
