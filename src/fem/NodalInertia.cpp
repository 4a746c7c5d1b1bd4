// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "tenon/fem/Domain.hpp"

#include "tenon/la/layout/NodeFrame.hpp"

namespace tenon::fem {

base::Mat3 NodalInertia::about(const la::State& state, base::LocalIndex node) const {
  const base::Mat3 R = la::NodeFrame::of(state, node).rotation;
  return R * reference_inertia[static_cast<std::size_t>(node)] * R.transpose();
}

base::Mat6 NodalInertia::matrix(const la::State& state, base::LocalIndex node) const {
  base::Mat6 M = base::Mat6::Zero();
  M.topLeftCorner<3, 3>().diagonal().setConstant(mass[static_cast<std::size_t>(node)]);
  if (!reference_inertia.empty()) M.bottomRightCorner<3, 3>() = about(state, node);
  return M;
}

}  // namespace tenon::fem
