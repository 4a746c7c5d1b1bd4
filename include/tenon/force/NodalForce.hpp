#pragma once
#include "tenon/base/Parameters.hpp"
#include "tenon/fem/Domain.hpp"
#include "tenon/force/TimedLoad.hpp"

namespace tenon::force {

/// Force on each node of a group, f_a = F, or total force shared by the n nodes of the group, f_a =
/// F / n. On rigid bodies it includes a moment.
class NodalForce : public TimedLoad {
 public:
  /// True, because the type is accepted on rigid bodies and beams, whose nodes rotate.
  static constexpr bool acts_on_frames = true;
  /// True, because the type is accepted on axisymmetric meshes, whose nodes represent rings.
  static constexpr bool acts_on_axisymmetric = true;
  /// Parameters of a case.
  struct Data {
    std::string group;                       ///< group of nodes
    base::Vec3 force = base::Vec3::Zero();   ///< F along x, y, z
    bool total = false;                      ///< true if `force` is shared by the nodes of the group
    base::History history{};                 ///< factor of the load in time
    base::Vec3 moment = base::Vec3::Zero();  ///< moment on rigid bodies
  };
  /// Declares the parameters of a case.
  static void declare(base::Parameters<Data>& p);

  /// Creates the load.
  /// @note Collective.
  NodalForce(Data data, const fem::Domain& domain);
  std::string name() const override { return name_; }
  void addForce(la::ForceVector& f) const override;

 private:
  std::string name_;
  const la::State& state_;
  base::Vec6 load_;  // force and moment on each node
  std::vector<base::LocalIndex> nodes_;
};

}  // namespace tenon::force
