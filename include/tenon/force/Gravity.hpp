#pragma once
#include "tenon/base/Parameters.hpp"
#include "tenon/fem/NodalInertia.hpp"
#include "tenon/fem/Region.hpp"
#include "tenon/force/TimedLoad.hpp"

namespace tenon::force {

/// Weight, consistent with the shape functions:  f_a = integral of rho g N_a dV.
/// Of lines dV is area times length, of surfaces in space thickness times area. Of particles and rigid bodies m g.
class Gravity : public TimedLoad {
 public:
  static constexpr bool acts_on_frames = true;
  static constexpr bool acts_on_rings = true;
  struct Data {
    double density = 0;  ///< of a mesh
    base::Vec3 acceleration = base::Vec3::Zero();
    std::string group;
    double thickness = 0;  ///< 0: that of the object
    base::History history{};
    double area = 0;  ///< of lines
  };
  static void declare(base::Parameters<Data>& p);

  /// InputError for a mesh without a density, for bodies with one, and for an area or a thickness of a solid.
  Gravity(Data data, const fem::Domain& domain);
  std::string name() const override { return name_; }
  void addForce(la::ForceVector& f) const override;

 private:
  void weighThin(const fem::Domain& domain);

  Data data_;
  std::string name_;
  const la::State& state_;
  std::shared_ptr<const fem::NodalInertia> inertia_;  // nullptr where there is a mesh
  std::vector<base::LocalIndex> bodies_;
  std::optional<fem::Region> region_;  // of a mesh
  std::vector<double> thin_;           // mass of each local node, of lines and of surfaces in space
};

}  // namespace tenon::force
