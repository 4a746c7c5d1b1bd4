#include "tenon/la/NodeFrame.hpp"

#include <array>

namespace tenon::la {
namespace {

constexpr std::array<int, 6> in_space{0, 1, 2, 3, 4, 5};
constexpr std::array<int, 3> plane_frame{0, 1, 5};

}  // namespace

gsl::span<const int> motionsOf(const State& state) {
  if (state.kind() == Kind::frames && state.block() == 3) return plane_frame;
  return gsl::span<const int>(in_space).first(static_cast<std::size_t>(state.block()));
}

base::Vec6 sixMotions(const State& state, gsl::span<const double> values, LocalIndex node) {
  const auto first = static_cast<std::size_t>(node) * static_cast<std::size_t>(state.block());
  base::Vec6 six = base::Vec6::Zero();
  std::size_t i = first;
  for (const int motion : motionsOf(state)) six[motion] = values[i++];
  return six;
}

NodeFrame NodeFrame::of(const State& state, LocalIndex node) {
  if (state.kind() == Kind::frames && state.block() == 6) {
    const std::ptrdiff_t first = 6 * static_cast<std::ptrdiff_t>(node);
    const double* const q = state.displacement().data() + first;
    return {base::Vec3(state.rest().data() + first), base::Vec3(q), quaternionOf(base::Vec3(q + 3)).toRotationMatrix()};
  }
  const base::Vec6 q = sixMotions(state, state.displacement(), node);
  NodeFrame frame;
  frame.rest = sixMotions(state, state.rest(), node).head<3>();
  frame.displacement = q.head<3>();
  if (state.kind() == Kind::frames) frame.rotation = quaternionOf(q.tail<3>()).toRotationMatrix();
  return frame;
}

base::Vec3 NodeFrame::motionOf(const base::Vec3& arm) const {
  return displacement + rotation * arm - arm;
}

std::string motionName(const State& state, int motion) {
  constexpr const char* axes[] = {"x", "y", "z"};
  if (state.kind() == Kind::scalars) return "s";
  const int turns = motion - state.dimension();
  if (turns < 0) return axes[motion];
  return state.block() == state.dimension() + 1 ? "r" : std::string("r") + axes[turns];
}

}  // namespace tenon::la
