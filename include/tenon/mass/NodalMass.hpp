#pragma once
#include <vector>

#include "tenon/base/Parameters.hpp"
#include "tenon/fem/Domain.hpp"
#include "tenon/mass/Mass.hpp"

namespace tenon::mass {

/// The same mass m at each node of a group, M = m 1; of nodes that turn also the same moment of inertia about every
/// axis.
class NodalMass : public Mass {
 public:
  static constexpr bool acts_on_frames = true;
  static constexpr bool acts_on_rings = true;
  struct Data {
    double mass = 0;
    double inertia = 0;
    std::string group;
  };
  static void declare(base::Parameters<Data>& p);

  /// Collective. InputError for a moment of inertia of nodes that do not turn.
  NodalMass(const Data& data, const fem::Domain& domain);
  std::string name() const override { return name_; }
  void addMass(la::MassMatrix& M) const override;
  double total() const override;

 private:
  std::string name_;
  const la::State& state_;
  Eigen::VectorXd diagonal_;  // of a node
  std::vector<base::LocalIndex> nodes_;
};

}  // namespace tenon::mass
