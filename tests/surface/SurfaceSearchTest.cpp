// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "surface/SurfaceSearch.hpp"

#include <gmock/gmock.h>

#include <random>

#include "constraint/objects.hpp"

namespace tenon::surface {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

using base::Communicator;
using base::Vec3;
using constraint::testing::allOn;
using constraint::testing::randomPartition;
using mesh::CellType;

mesh::Point bulged(const mesh::Point& x) {
  return {x[0], x[1], x[2] * (1.0 + 0.3 * std::sin(2 * x[0]) * std::cos(1.5 * x[1]))};
}

std::vector<Vec3> somePoints(int count, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> some(-0.5, 1.5);
  std::vector<Vec3> points;
  for (int k = 0; k < count; ++k) {
    const double x = some(random), y = some(random), z = some(random);
    points.emplace_back(x, y, z);
  }
  return points;
}

mesh::Mesh surfaceMesh(const Communicator& comm, CellType type, std::function<int(const mesh::Point&)> part) {
  return mesh::box(comm, type, {4, 3, 2}, {0, 0, 0}, {1, 1, 1}, {bulged, std::move(part)});
}

TEST(SurfaceSearch, IsIndependentOfThePartition) {
  const Communicator world = Communicator::world();
  for (const CellType type : {CellType::hex8, CellType::hex27, CellType::tet10, CellType::prism15}) {
    const mesh::Mesh whole = surfaceMesh(Communicator::self(), type, nullptr);
    const auto points = somePoints(60, 5u + static_cast<unsigned>(world.rank()));  // different points on each rank
    const auto expected = SurfaceSearch(whole, whole.group("zmax")).closest(points);
    const std::vector<std::function<int(const mesh::Point&)>> parts{nullptr, randomPartition(world.size(), 7), allOn(0),
                                                                    allOn(world.size() - 1)};
    for (const auto& part : parts) {
      const mesh::Mesh mesh = surfaceMesh(world, type, part);
      const auto found = SurfaceSearch(mesh, mesh.group("zmax")).closest(points);
      ASSERT_EQ(found.size(), expected.size());
      for (std::size_t i = 0; i < found.size(); ++i) {
        EXPECT_EQ(found[i].element_tag, expected[i].element_tag);
        EXPECT_EQ(found[i].distance, expected[i].distance);
        EXPECT_EQ(found[i].weights, expected[i].weights);
      }
    }
  }
}

TEST(SurfaceSearch, SelectsTheLowestTagOnACommonEdge) {
  const Communicator world = Communicator::world();
  const mesh::Mesh mesh =
      mesh::box(world, CellType::hex8, {2, 2, 1}, {0, 0, 0}, {1, 1, 1}, {nullptr, randomPartition(world.size(), 3)});
  const std::vector<Vec3> middle{Vec3(0.5, 0.5, 1.0)};
  const SurfacePoint found = SurfaceSearch(mesh, mesh.group("zmax")).closest(middle)[0];
  std::int64_t lowest = 1000000;
  const auto& group = mesh.group("zmax");
  for (std::size_t b = 0; b < mesh.blocks().size(); ++b)
    for (const auto cell : group.cells[b])
      lowest = std::min(lowest, mesh.blocks()[b].tags[static_cast<std::size_t>(cell)]);
  EXPECT_EQ(found.element_tag, world.min(static_cast<long>(lowest)));
  EXPECT_EQ(found.distance, 0.0);
  EXPECT_NEAR(found.diameter, std::sqrt(0.5), 1e-14);
}

TEST(SurfaceSearch, RequiresASurface) {
  const mesh::Mesh mesh = mesh::box(Communicator::world(), CellType::hex8, {2, 2, 2});
  EXPECT_THAT(
      [&] { SurfaceSearch(mesh, mesh.group("all")); },
      ThrowsMessage<base::InputError>(AllOf(HasSubstr("'all'"), HasSubstr("dimension 3"), HasSubstr("dimension 2"))));
}

}  // namespace
}  // namespace tenon::surface
