// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "tenon/la/layout/NodeFrame.hpp"

#include <array>

namespace tenon::la {
namespace {

constexpr std::array<int, 6> in_space{0, 1, 2, 3, 4, 5};
constexpr std::array<int, 3> plane_frame{0, 1, 5};

}  // namespace

gsl::span<const int> frameComponentsOf(const State& state) {
  if (state.kind() == NodeKind::frames && state.block() == 3) return plane_frame;
  return gsl::span<const int>(in_space).first(static_cast<std::size_t>(state.block()));
}

base::Vec6 expandToFrame(const State& state, gsl::span<const double> values, LocalIndex node) {
  const auto first = static_cast<std::size_t>(node) * static_cast<std::size_t>(state.block());
  base::Vec6 six = base::Vec6::Zero();
  std::size_t i = first;
  for (const int component : frameComponentsOf(state)) six[component] = values[i++];
  return six;
}

NodeFrame NodeFrame::of(const State& state, LocalIndex node) {
  if (state.kind() == NodeKind::frames && state.block() == 6) {
    const std::ptrdiff_t first = 6 * static_cast<std::ptrdiff_t>(node);
    const double* const q = state.displacement().data() + first;
    return {base::Vec3(state.reference().data() + first), base::Vec3(q),
            quaternionOf(base::Vec3(q + 3)).toRotationMatrix()};
  }
  const base::Vec6 q = expandToFrame(state, state.displacement(), node);
  NodeFrame frame;
  frame.reference = expandToFrame(state, state.reference(), node).head<3>();
  frame.displacement = q.head<3>();
  if (state.kind() == NodeKind::frames) frame.rotation = quaternionOf(q.tail<3>()).toRotationMatrix();
  return frame;
}

base::Vec3 NodeFrame::displacementAt(const base::Vec3& arm) const {
  return displacement + rotation * arm - arm;
}

std::string dofName(const State& state, int dof) {
  constexpr const char* axes[] = {"x", "y", "z"};
  if (state.kind() == NodeKind::scalars) return "s";
  const int turns = dof - state.dimension();
  if (turns < 0) return axes[dof];
  return state.block() == state.dimension() + 1 ? "r" : std::string("r") + axes[turns];
}

}  // namespace tenon::la
