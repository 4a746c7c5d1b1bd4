// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "constraint/dirichlet/guides.hpp"
#include "tenon/testing/ConditionFixture.hpp"

namespace tenon::constraint {

using base::Vec3;
using mesh::CellType;
using testing::Box;
using testing::ConditionCase;

/// Fixture for conditions of the first object or of any object. Groups of a box of 2 x 2 x 1 hexes:
/// xmin has 6 nodes, zmin 9.
class ConditionTest : public testing::ConditionFixture {
 protected:
  using Visit = std::function<void(std::int64_t position, const Vec3& place)>;

  template <class Condition>
  static void add(Conditions& all, const fem::Domain& domain, typename Condition::Data data) {
    all.push_back(std::make_unique<Condition>(std::move(data), domain));
  }
  /// Adds the residuals of n . u = value at the nodes of a group.
  static void along(ConditionCase& one, const Eigen::VectorXd& u, const std::string& group, const Vec3& n, double value,
                    Residuals& violations) {
    forNodes(one, 0, group, [&](std::int64_t position, const Vec3&) {
      violations.push_back(n.normalized().dot(at(one, u, 0, position)) - value);
    });
  }
};

inline OnPlane::Data plane(const std::string& group, const Vec3& normal, double value = 0.0) {
  return {group, normal, value, {}};
}

}  // namespace tenon::constraint
