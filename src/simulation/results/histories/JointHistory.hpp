#pragma once
#include "results/History.hpp"
#include "tenon/constraint/joints/Joint.hpp"

namespace tenon::simulation {

/// Force and moment of a joint on one of its sides, about the joint's point there, along the axes of space or of the
/// body.
class JointHistory : public History {
 public:
  /// Collective. @throws InputError for what is no joint.
  JointHistory(const HistorySettings& settings, const system::MechanicalSystem& mechanics);
  std::vector<double> values(const Moment& moment) const override;

 private:
  const constraint::Joint& find(const std::string& name);

  const system::MechanicalSystem& mechanics_;
  std::size_t number_ = 0;  // among the constraints
  const constraint::Joint& joint_;
  std::size_t side_;
  bool is_along_body_;
  std::vector<int> components_;         // of force and moment, [columns of a joint]
  std::vector<std::size_t> positions_;  // of this rank's joints among all
  std::size_t num_joints_ = 1;          // that have columns of their own
};

}  // namespace tenon::simulation
