// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// A frame to which many nodes are mapped: one block of the matrix, and memory in proportion to the
// number of mapped nodes.
#include <gtest/gtest.h>

#include "base/Runtime.hpp"
#include "mapping/Rigid.hpp"
#include "mesh/distribution/distribute.hpp"
#include "mesh/reading/RawMesh.hpp"
#include "problem.hpp"
#include "system/mapped/MappedGroup.hpp"
#include "tenon/fem/Domain.hpp"
#include "tenon/mass/ConsistentMass.hpp"
#include "tenon/system/forms/AssembledSystem.hpp"

namespace tenon::system {
namespace {

using namespace tenon::testing;

constexpr double density = 3.0;

/// Returns a rigid body without mass in the middle of the unit cube, on the last rank.
std::unique_ptr<Body> frameInTheMiddle() {
  mesh::Mesh mesh = mesh::distribute(world(), mesh::meshOfPoints("middle", {{0.5, 0.5, 0.5}}, {"1"}),
                                     std::vector<int>{world().size() - 1});
  auto inertia = std::make_shared<fem::NodalInertia>();
  const auto nodes = static_cast<std::size_t>(mesh.layout().numLocal());
  inertia->mass.assign(nodes, 1.0), inertia->reference_inertia.assign(nodes, base::Mat3::Identity());
  return std::make_unique<Body>("frame", std::move(mesh), la::NodeKind::frames, inertia,
                                std::vector<base::Vec3>(nodes, base::Vec3::Zero()));
}

/// Returns the unit cube of n^3 hexahedra, mapped to the frame.
std::unique_ptr<MechanicalSystem> carriedCube(int n) {
  std::vector<std::unique_ptr<Body>> bodies;
  bodies.push_back(frameInTheMiddle());
  const fem::Domain& frame = bodies.front()->domain();
  std::vector<MappedObject> mapped_objects(1);
  mapped_objects[0].body = elasticBox(world(), "cube", CellType::hex8, {n, n, n});
  const fem::Domain& cube = mapped_objects[0].body->domain();
  mapped_objects[0].body->masses.push_back(
      std::make_unique<mass::ConsistentMass>(mass::ConsistentMass::Data{density, ""}, cube));
  mapping::Rigid::Data rigid;
  rigid.parent = "frame";
  mapped_objects[0].mapping =
      std::make_unique<mapping::Rigid>(rigid, cube, [&](const std::string&) -> const fem::Domain& { return frame; });
  return std::make_unique<MechanicalSystem>(std::move(bodies), std::vector<std::unique_ptr<constraint::Constraint>>{},
                                            std::vector<std::unique_ptr<force::ForceField>>{},
                                            std::move(mapped_objects));
}

// Expected matrix: the mass at the frame's origin and the moments of inertia m / 6 about each axis.
// The stiffness vanishes because the cube remains rigid. Expected memory: 27 blocks of C per node,
// 72 bytes each, plus the data to multiply them. A dense coupling of all nodes would take 670,000
// bytes per node.
TEST(MappedGroup, takesMemoryInProportionToItsNodes) {
  const int n = 20;
  base::releaseFreedMemory();
  base::resetPeakMemory();
  const double before = base::peakMemoryMiB();
  const auto mechanics = carriedCube(n);
  AssembledSystem system(*mechanics);
  system.assemble({1.0, 0.0, -1.0});
  const double grown = world().sum(base::peakMemoryMiB() - before) * 1024 * 1024;
  EXPECT_LE(grown / std::pow(n + 1, 3), 30'000.0);
  EXPECT_GE(grown / std::pow(n + 1, 3), 27 * 72.0) << "nothing was measured";

  MatInfo info;
  TENON_PETSC(MatGetInfo(system.get(), MAT_GLOBAL_SUM, &info));
  EXPECT_EQ(info.nz_used, 36);
  Eigen::VectorXd diagonal(6);
  diagonal << 3, 3, 3, 0.5, 0.5, 0.5;
  const Eigen::MatrixXd A = denseOf(system);
  EXPECT_LE((A - Eigen::MatrixXd(diagonal.asDiagonal())).cwiseAbs().maxCoeff(), 1e-9) << A;
}

}  // namespace
}  // namespace tenon::system
