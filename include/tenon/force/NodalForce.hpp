#pragma once
#include "tenon/base/Parameters.hpp"
#include "tenon/fem/Domain.hpp"
#include "tenon/force/TimedLoad.hpp"

namespace tenon::force {

/// A force on each node of a group, f_a = F; or a total shared by the n nodes of the group, f_a = F / n. On rigid
/// bodies also a moment.
class NodalForce : public TimedLoad {
 public:
  static constexpr bool acts_on_frames = true;
  static constexpr bool acts_on_rings = true;
  struct Data {
    std::string group;
    base::Vec3 force = base::Vec3::Zero();
    bool total = false;
    base::History history{};
    base::Vec3 moment = base::Vec3::Zero();
  };
  static void declare(base::Parameters<Data>& p);

  /// Collective.
  NodalForce(Data data, const fem::Domain& domain);
  std::string name() const override { return name_; }
  void addForce(la::ForceVector& f) const override;

 private:
  std::string name_;
  const la::State& state_;
  base::Vec6 load_;  // on each node, along and about the axes
  std::vector<base::LocalIndex> nodes_;
};

}  // namespace tenon::force
