#pragma once
#include "tenon/base/Parameters.hpp"
#include "tenon/fem/Field.hpp"
#include "tenon/fem/Region.hpp"
#include "tenon/force/TimedLoad.hpp"

namespace tenon::force {

/// A force per volume, consistent with the shape functions:  f_a = integral of b N_a dV, with b constant or a field in
/// space and time.
class BodyForce : public TimedLoad {
 public:
  struct Data {
    fem::VectorSource density;
    std::string group;
    double thickness = 1;
    base::History history{};
  };
  static void declare(base::Parameters<Data>& p);

  BodyForce(Data data, const fem::Domain& domain);
  std::string name() const override { return name_; }
  void addForce(la::ForceVector& f) const override;

 private:
  Data data_;
  std::string name_;
  const la::State& state_;
  fem::Region region_;
  fem::Field density_;
};

}  // namespace tenon::force
