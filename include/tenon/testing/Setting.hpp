#pragma once
#include <gtest/gtest.h>

#include <algorithm>
#include <ostream>
#include <string>
#include <vector>

#include "tenon/fem/search/Box.hpp"
#include "tenon/mesh/generate.hpp"

namespace tenon::testing {

/// Where a problem stands and in which units it is given. A test that takes its places, lengths, forces and stresses
/// from here, and gives its results back in those of the problem as it is published, says the same in every setting.
struct Setting {
  std::string name;
  double length = 1.0, force = 1.0;        ///< what 1 of the problem is worth here
  base::Vec3 origin = base::Vec3::Zero();  ///< where (0, 0, 0) of the problem is

  base::Vec3 place(const base::Vec3& x) const { return origin + length * x; }
  base::Vec3 published(const base::Vec3& x) const { return (x - origin) / length; }
  double stress(double value) const { return value * force / (length * length); }

  /// Puts the nodes of mesh::box() here, after another map where there is one.
  mesh::BoxOptions options(mesh::BoxOptions options = {}) const {
    options.map = [setting = *this, before = options.map](const mesh::Point& p) -> mesh::Point {
      const mesh::Point q = before ? before(p) : p;
      const base::Vec3 x = setting.place({q[0], q[1], q[2]});
      return {x[0], x[1], x[2]};
    };
    return options;
  }

  /// What arithmetic allows, relative: 1e-9, or what is left of a cell of this size (of the problem) after its
  /// coordinates were rounded.
  double tolerance(double cell) const {
    constexpr double operations = 20.0;
    return std::max(1e-9, operations * fem::spacingAt(origin) / (cell * length));
  }
};

inline std::ostream& operator<<(std::ostream& out, const Setting& setting) {
  return out << setting.name;
}
inline std::string nameOf(const ::testing::TestParamInfo<Setting>& tested) {
  return tested.param.name;
}

/// As published; far from the origin, as maps are; and other units.
inline std::vector<Setting> everySetting() {
  return {{"AsPublished"},           {"FarAway", 1, 1, {4e6, -3e6, 1e3}}, {"LongUnit", 1e-6, 1, {}},
          {"ShortUnit", 1e6, 1, {}}, {"LargeForceUnit", 1, 1e-6, {}},     {"SmallForceUnit", 1, 1e6, {}}};
}
inline auto settings() {
  return ::testing::ValuesIn(everySetting());
}

}  // namespace tenon::testing
