// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "la/assembly/MatrixAssembly.hpp"
#include "mass/LumpedMass.hpp"
#include "mass/NodalMass.hpp"
#include "mass/ThinMass.hpp"
#include "tenon/mass/ConsistentMass.hpp"
#include "tenon/testing/MassFixture.hpp"

// Verifies mass models with the fixture that is installed for users.
namespace tenon::mass {
namespace {

using mesh::CellType;
using testing::Box;
using testing::Objects;

class ConsistentMassTest : public testing::MassFixture {
  Mass make(const Objects& objects) const override {
    return std::make_unique<ConsistentMass>(Density{7.8, "", 1.0}, objects.domain());
  }
};
TEST_F(ConsistentMassTest, isConsistent) {
  expectConsistent();
}

class LumpedMassTest : public testing::MassFixture {
  Mass make(const Objects& objects) const override {
    return std::make_unique<LumpedMass>(Density{7.8, "", 0.5}, objects.domain());
  }
  std::vector<Box> boxes() const override { return {{"plate", CellType::quad8, {3, 2, 0}}}; }
};
TEST_F(LumpedMassTest, isConsistent) {
  expectConsistent();
}

Box ring(CellType type) {
  Box box{"ring", type, {3, 2, 0}, {0.6, 0, 0}, {1.6, 1, 0}};
  box.is_axisymmetric = true;
  return box;
}

class ConsistentMassOfRings : public ConsistentMassTest {
  std::vector<Box> boxes() const override { return {ring(CellType::quad9)}; }
};
TEST_F(ConsistentMassOfRings, isConsistent) {
  expectConsistent();
}

class LumpedMassOfRings : public testing::MassFixture {
  Mass make(const Objects& objects) const override {
    return std::make_unique<LumpedMass>(Density{7.8, "", 1.0}, objects.domain());
  }
  std::vector<Box> boxes() const override { return {ring(CellType::tri6)}; }
};
TEST_F(LumpedMassOfRings, isConsistent) {
  expectConsistent();
}

class NodalMassTest : public testing::MassFixture {
  Mass make(const Objects& objects) const override {
    return std::make_unique<NodalMass>(NodalMass::Data{2.5, 0, "xmin"}, objects.domain());
  }
  bool coversAllNodes() const override { return false; }
};
TEST_F(NodalMassTest, isConsistent) {
  expectConsistent();
}

class LineMassTest : public testing::MassFixture {
  Mass make(const Objects& objects) const override {
    return std::make_unique<LineMass>(LineMass::Data{7.8, 0.1, 0, ""}, objects.domain());
  }
  std::vector<Box> boxes() const override {
    return {{"truss", CellType::line2, {}, {}, {}, "../force/data/truss.msh"}};
  }
};
TEST_F(LineMassTest, isConsistent) {
  expectConsistent();
}

class SurfaceMassTest : public testing::MassFixture {
  Mass make(const Objects& objects) const override {
    return std::make_unique<SurfaceMass>(SurfaceMass::Data{7.8, 0.1, ""}, objects.domain());
  }
  std::vector<Box> boxes() const override { return {{"dome", CellType::tri6, {}, {}, {}, "../force/data/dome2.msh"}}; }
};
TEST_F(SurfaceMassTest, isConsistent) {
  expectConsistent();
}

/// Verifies a beam of length 1 with 16 cells: the total mass, half the mass of a cell
/// at each end, and the rotary inertia.
TEST(LineMass, isProportionalToLength) {
  Objects beam(base::Communicator::world(),
               {{"beam", CellType::line2, {}, {}, {}, "../force/data/beam.msh", la::NodeKind::frames}}, 0);
  const LineMass mass({5, 0.3, 0.02, ""}, beam.domain());
  beam.numberDofs();
  EXPECT_NEAR(beam.comm().sum(mass.total()), 5 * 0.3, 1e-13);
  const Eigen::VectorXd diagonal = beam.matrix(la::Insertion::slots,
                                               [&](const la::Contributions& to) {
                                                 la::MassMatrix on = to.mass(1.0);
                                                 mass.addMass(on);
                                               })
                                       .diagonal();
  for (int i = 0; i < 3; ++i) {
    EXPECT_NEAR(diagonal[i], 5 * 0.3 / 32, 1e-14);
    EXPECT_NEAR(diagonal[6 * 8 + i], 5 * 0.3 / 16, 1e-14);
    EXPECT_NEAR(diagonal[6 * 8 + 3 + i], 5 * 0.02 / 16, 1e-14);
  }
  EXPECT_THROW(LineMass({5, 0.3, 0, ""}, beam.domain()), base::InputError);
}

/// Verifies the mass of nodes with 6 degrees of freedom, of which the last 3 are rotations.
TEST(NodalMass, resistsRotations) {
  Objects frames(base::Communicator::world(), {{"box", CellType::hex8, {1, 1, 1}, {}, {}, {}, la::NodeKind::frames}},
                 0);
  const NodalMass mass({2.5, 0.7, ""}, frames.domain());
  frames.numberDofs();
  const Eigen::MatrixXd M = frames.matrix(la::Insertion::slots, [&](const la::Contributions& to) {
    la::MassMatrix on = to.mass(1.0);
    mass.addMass(on);
  });
  Eigen::VectorXd diagonal(6);
  diagonal << 2.5, 2.5, 2.5, 0.7, 0.7, 0.7;
  EXPECT_EQ((M - Eigen::MatrixXd(diagonal.replicate(8, 1).asDiagonal())).norm(), 0.0);
}

}  // namespace
}  // namespace tenon::mass
