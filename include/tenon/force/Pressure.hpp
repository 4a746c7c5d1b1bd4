#pragma once
#include "tenon/base/Parameters.hpp"
#include "tenon/fem/Region.hpp"
#include "tenon/force/TimedLoad.hpp"

namespace tenon::force {

/// A pressure on the faces of a group:  f_a = - integral of p n N_a dA,  n outward of the solid at rest.
/// p > 0 pushes. It keeps its direction while the body moves (a dead load). In plane problems the group is made of
/// lines, and dA is length times thickness.
class Pressure : public TimedLoad {
 public:
  struct Data {
    std::string group;
    double pressure = 0;
    double thickness = 1;
    base::History history{};
  };
  static void declare(base::Parameters<Data>& p);

  /// Collective. InputError for a face that lies inside the solid or on no cell of it.
  Pressure(Data data, const fem::Domain& domain);
  std::string name() const override { return name_; }
  void addForce(la::ForceVector& f) const override;

 private:
  Data data_;
  std::string name_;
  const la::State& state_;
  fem::Region faces_;
  std::vector<std::vector<double>> outward_;  // [parts][faces] sign of the face's own normal
};

}  // namespace tenon::force
