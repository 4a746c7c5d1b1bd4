#include "tenon/contact/Shape.hpp"

#include <limits>

namespace tenon::contact {
namespace {

using base::Vec3;
using fem::Box;

constexpr double infinity = std::numeric_limits<double>::infinity();

struct BoxAround {
  const Placed& placed;

  Box around(const Vec3& half) const { return {placed.centre - half, placed.centre + half}; }
  Box operator()(const Sphere& s) const { return around(Vec3::Constant(s.radius)); }
  Box operator()(const Block& b) const { return around(placed.rotation.cwiseAbs() * b.half); }
  Box operator()(const Capsule& c) const {
    return around((c.half_length * placed.rotation.col(2)).cwiseAbs() + Vec3::Constant(c.radius));
  }
  Box operator()(const HalfSpace&) const { return {Vec3::Constant(-infinity), Vec3::Constant(infinity)}; }
};

struct ReachOf {
  double operator()(const Sphere& s) const { return s.radius; }
  double operator()(const Block& b) const { return b.half.norm(); }
  double operator()(const Capsule& c) const { return c.half_length + c.radius; }
  double operator()(const HalfSpace&) const { return infinity; }
};

}  // namespace

Box boxAround(const Placed& placed) {
  return std::visit(BoxAround{placed}, *placed.shape);
}

double reachOf(const Shape& shape) {
  return std::visit(ReachOf{}, shape);
}

bool isUnbounded(const Shape& shape) {
  return std::holds_alternative<HalfSpace>(shape);
}

}  // namespace tenon::contact
