// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "testing/Setting.hpp"

#include <algorithm>

#include "fem/search/Box.hpp"

namespace tenon::testing {

mesh::BoxOptions Setting::options(mesh::BoxOptions options) const {
  options.map = [setting = *this, before = options.map](const mesh::Point& p) -> mesh::Point {
    const mesh::Point q = before ? before(p) : p;
    const base::Vec3 x = setting.transform({q[0], q[1], q[2]});
    return {x[0], x[1], x[2]};
  };
  return options;
}

double Setting::tolerance(double cell) const {
  constexpr double operations = 20.0;
  return std::max(1e-9, operations * fem::spacingAt(origin) / (cell * length));
}

std::ostream& operator<<(std::ostream& out, const Setting& setting) {
  return out << setting.name;
}

std::string nameOf(const ::testing::TestParamInfo<Setting>& tested) {
  return tested.param.name;
}

std::vector<Setting> allSettings() {
  const base::Vec3 none = base::Vec3::Zero();
  return {{"AsPublished"},
          {"FarAway", 1, 1, {4e6, -3e6, 1e3}},
          {"LongUnit", 1e-6, 1, none},
          {"ShortUnit", 1e6, 1, none},
          {"LargeForceUnit", 1, 1e-6, none},
          {"SmallForceUnit", 1, 1e6, none}};
}

}  // namespace tenon::testing
