// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "HistorySettings.hpp"
#include "constraint/joints/Joint.hpp"
#include "tenon/simulation/results/Output.hpp"
#include "tenon/system/MechanicalSystem.hpp"

namespace tenon::simulation {

/// Force and moment of a joint on one of its sides, about the point of the joint on that side,
/// along the global axes or those of the body.
class JointHistory : public History {
 public:
  /// Finds the joint.
  /// @throws InputError if the name is not that of a joint
  /// @note Collective.
  JointHistory(const HistorySettings& settings, const system::MechanicalSystem& mechanics);
  std::vector<double> values(const TimeSample& sample) const override;

 private:
  const constraint::Joint& find(const std::string& name);

  const system::MechanicalSystem& mechanics_;
  std::size_t number_ = 0;  // Index of the joint among the constraints.
  const constraint::Joint& joint_;
  std::size_t side_;
  bool is_along_body_;
  std::vector<int> components_;         // Components of force and moment in the columns of a joint.
  std::vector<std::size_t> positions_;  // Index of each joint of this rank among all joints.
  std::size_t num_joints_ = 1;          // Number of joints that have columns of their own.
};

}  // namespace tenon::simulation
