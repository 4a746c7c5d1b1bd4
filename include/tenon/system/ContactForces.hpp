#pragma once
#include <map>
#include <vector>

#include "tenon/force/ForceField.hpp"

namespace tenon::system {

/// What rigid bodies that touch did to each other in the last step: impulses over its length. A stepper that finds them
/// sets them; 0 before.
class ContactForces : public force::Load {
 public:
  std::string name() const override { return "contact of rigid bodies"; }
  void addForce(la::ForceVector& f) const override;

  /// On the owned nodes of a state, [numOwned x block].
  void set(const la::State& state, std::vector<double> forces) { forces_[&state] = std::move(forces); }
  void clear() { forces_.clear(); }

  std::vector<const la::State*> states() const override;

 private:
  std::map<const la::State*, std::vector<double>> forces_;
};

}  // namespace tenon::system
