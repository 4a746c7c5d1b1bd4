// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <vector>

#include "tenon/base/algebra.hpp"
#include "tenon/mesh/generation/generate.hpp"

namespace tenon::testing {

/// Location and units of a test problem from the literature. A test that converts its coordinates,
/// lengths, forces and stresses to the setting, and its results back to the published problem, has
/// the same expected values in every setting.
struct Setting {
  std::string name;                        ///< name of the setting
  double length = 1.0,                     ///< published unit of length, expressed in the unit of the setting
      force = 1.0;                         ///< published unit of force, expressed in the unit of the setting
  base::Vec3 origin = base::Vec3::Zero();  ///< position of the published origin in the setting

  /// Converts a position in the published problem to this setting.
  base::Vec3 transform(const base::Vec3& x) const { return origin + length * x; }
  /// Converts a position in this setting to the published problem.
  base::Vec3 transformBack(const base::Vec3& x) const { return (x - origin) / length; }
  /// Converts a stress in the published problem to this setting.
  double stress(double value) const { return value * force / (length * length); }

  /// Returns options that place the nodes of mesh::box() in this setting.
  /// @param options  options of the published problem; their map, if any, is applied first
  mesh::BoxOptions options(mesh::BoxOptions options = {}) const;

  /// Returns the relative tolerance for comparisons: 1e-9, or the rounding error of coordinates
  /// relative to the cell size if this is larger.
  /// @param cell  cell size in the published problem [length]
  double tolerance(double cell) const;
};

/// Writes the name of the setting.
std::ostream& operator<<(std::ostream& out, const Setting& setting);
/// Returns the name of the setting for use as the name of a parameterised test.
std::string nameOf(const ::testing::TestParamInfo<Setting>& tested);

/// Returns the settings to be tested: the published one, one that is far from the origin (as with
/// map coordinates), two with other units of length, and two with other units of force.
std::vector<Setting> allSettings();
/// Returns a GoogleTest generator of all settings, for parameterised tests.
inline auto settings() {
  return ::testing::ValuesIn(allSettings());
}

}  // namespace tenon::testing
