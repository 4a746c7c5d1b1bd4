// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "Problem.hpp"

// Verification cases at any position, in any unit, and with several solvers.
namespace tenon::simulation::testing {

using base::Mat3;

/// Position, units and solver of a case.
struct SettingAndPreset : Setting {
  std::string preset = "direct";

  /// Returns the relative tolerance, determined by round-off and the solver. Iterative solvers stop
  /// at 1e-8 of the right-hand side. The remaining residual changes compliant parts by up to 8e-8
  /// in these cases, in any setting.
  double tolerance(double cell) const { return std::max(Setting::tolerance(cell), preset == "direct" ? 0.0 : 1e-6); }
};
inline std::ostream& operator<<(std::ostream& out, const SettingAndPreset& where) {
  return out << where.name << " by " << where.preset;
}

/// Results of a problem in its published units.
struct Numbers {
  std::vector<double> displacement, force;
  int iterations = 0;
};

/// Fixture: cases solved in every setting and compared with the published setting, to round-off.
class InAllSettings : public ::testing::TestWithParam<SettingAndPreset> {
 protected:
  /// Expects the results of the setting to agree with the published one. `cell` is the size of the
  /// smallest cell in published units. The order of calls in a test is the same in every setting.
  void expectSame(double cell, const std::function<Numbers(const SettingAndPreset&)>& solve) {
    const SettingAndPreset& here = GetParam();
    ++calls_;
    const Numbers expected = asPublished("direct", solve), found = solve(here);
    const double tolerance = here.tolerance(cell);
    expectNear(found.displacement, expected.displacement, tolerance, "displacement");
    expectNear(found.force, expected.force, tolerance, "force");
    if (here.preset == "direct") return;
    const int iterations = asPublished(here.preset, solve).iterations;
    EXPECT_LE(std::abs(found.iterations - iterations), 2) << "iterations, " << iterations << " as published";
  }

 private:
  /// Returns the result in published units, computed once for all settings.
  const Numbers& asPublished(const std::string& preset,
                             const std::function<Numbers(const SettingAndPreset&)>& solve) const {
    static std::map<std::string, Numbers> known;
    const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
    const std::string name = test->name(), key = std::string(test->test_suite_name()) + name.substr(0, name.find('/')) +
                                                 std::to_string(calls_) + preset;
    if (known.count(key) == 0) known[key] = solve({{}, preset});
    return known.at(key);
  }

  static void expectNear(const std::vector<double>& found, const std::vector<double>& expected, double tolerance,
                         const char* what) {
    ASSERT_EQ(found.size(), expected.size()) << what;
    double largest = 0.0, difference = 0.0;
    for (std::size_t i = 0; i < expected.size(); ++i) {
      largest = std::max(largest, std::abs(expected[i]));
      difference = std::max(difference, std::abs(found[i] - expected[i]));
    }
    EXPECT_LE(difference, tolerance * largest) << what;
  }

  int calls_ = 0;
};

/// Fixture for cases with multipliers, which `schur` can also solve.
class ConstrainedInAllSettings : public InAllSettings {};

inline std::vector<SettingAndPreset> everywhere(const std::vector<std::string>& presets) {
  std::vector<SettingAndPreset> all;
  for (const auto& preset : presets)
    for (const Setting& setting : tenon::testing::allSettings()) all.push_back({setting, preset});
  return all;
}
inline std::string nameOfSettingAndPreset(const ::testing::TestParamInfo<SettingAndPreset>& tested) {
  return tested.param.name + (tested.param.preset == "direct" ? "" : "BySchur");
}

inline fem::LinearElastic material(const Setting& setting, double young, double poisson) {
  return {setting.stress(young), poisson};
}

inline mesh::Mesh box(const Setting& setting, CellType type, const std::array<int, 3>& cells,
                      const Point& low = {0, 0, 0}, const Point& high = {1, 1, 1}) {
  return mesh::box(world(), type, cells, low, high, setting.options());
}

/// Returns u = value + A (x - origin).
inline constraint::AffineDisplacement motion(const Setting& setting, const Vec3& value, const Mat3& A = Mat3::Zero()) {
  const Vec3 u = setting.length * value - A * setting.origin;
  constraint::AffineDisplacement motion;
  motion.values = {u[0], u[1], u[2]};
  motion.gradient = A;
  return motion;
}

/// Returns the displacements of all bodies' nodes, in the order of their meshes.
inline Numbers displacementsOf(const Setting& setting, const Problem& problem) {
  Numbers numbers;
  for (const auto& body : problem.mechanics().bodies()) {
    const mesh::Mesh& mesh = body->mesh();
    const auto block = static_cast<std::size_t>(body->state().block());
    std::vector<double> all(block * static_cast<std::size_t>(mesh.layout().numGlobal()), 0.0);
    for (LocalIndex node = 0; node < mesh.layout().numOwned(); ++node)
      for (std::size_t c = 0; c < block; ++c)
        all[block * static_cast<std::size_t>(mesh.nodePositions()[static_cast<std::size_t>(node)]) + c] =
            body->state().displacement()[block * static_cast<std::size_t>(node) + c] / setting.length;
    world().sumInPlace<double>(all);
    numbers.displacement.insert(numbers.displacement.end(), all.begin(), all.end());
  }
  numbers.iterations = problem.solution().statistics.iterations;
  return numbers;
}
inline void addForce(const Setting& setting, const Vec3& force, Numbers& numbers) {
  for (int c = 0; c < 3; ++c) numbers.force.push_back(force[c] / setting.force);
}

}  // namespace tenon::simulation::testing
