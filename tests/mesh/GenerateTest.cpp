// Boxes made in memory: the distribution's promises hold for every cell type, whatever the partition.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <map>
#include <set>

#include "tenon/mesh/generate.hpp"

namespace tenon::mesh {
namespace {

const auto world = base::Communicator::world;

std::vector<CellType> boxTypes() {
  return {CellType::tri3,   CellType::tri6,    CellType::quad4,   CellType::quad8, CellType::quad9,
          CellType::tet4,   CellType::tet10,   CellType::hex8,    CellType::hex20, CellType::hex27,
          CellType::prism6, CellType::prism15, CellType::pyramid5};
}

/// Volume of a straight-edged cell from its facets: the divergence theorem over facets fanned from their first vertex.
double straightVolume(const Mesh& mesh, const CellBlock& block, LocalIndex cell) {
  const CellTypeInfo& type = info(block.type);
  const LocalIndex* nodes = block.nodesOf(cell);
  const auto at = [&](int i) { return &mesh.points()[3 * static_cast<std::size_t>(nodes[i])]; };
  double volume = 0;
  for (const auto& [facet_type, facet] : type.facets) {
    if (type.dimension == 2) {
      const double *a = at(facet[0]), *b = at(facet[1]);
      volume += 0.5 * (a[0] * b[1] - b[0] * a[1]);
      continue;
    }
    for (int i = 1; i + 1 < info(facet_type).num_vertices; ++i) {
      const double *a = at(facet[0]), *b = at(facet[static_cast<std::size_t>(i)]),
                   *c = at(facet[static_cast<std::size_t>(i) + 1]);
      volume += (a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) +
                 a[2] * (b[0] * c[1] - b[1] * c[0])) /
                6;
    }
  }
  return volume;
}

double totalVolume(const Mesh& mesh) {
  double volume = 0;
  for (const CellBlock& block : mesh.blocks())
    if (info(block.type).dimension == mesh.dimension())
      for (LocalIndex cell = 0; cell < block.num_owned; ++cell) volume += straightVolume(mesh, block, cell);
  return mesh.comm().sum(volume);
}

void expectOwnedOnce(const Mesh& mesh) {
  for (const CellBlock& block : mesh.blocks()) {
    std::vector<std::int64_t> mine(block.positions.begin(), block.positions.begin() + block.num_owned);
    std::vector<std::int64_t> all = mesh.comm().gatherAll(mine);
    std::sort(all.begin(), all.end());
    for (std::size_t i = 0; i < all.size(); ++i)
      ASSERT_EQ(all[i], static_cast<std::int64_t>(i)) << info(block.type).name;
  }
  std::vector<std::int64_t> nodes(mesh.nodePositions().begin(),
                                  mesh.nodePositions().begin() + mesh.layout().numOwned());
  std::vector<std::int64_t> all = mesh.comm().gatherAll(nodes);
  std::sort(all.begin(), all.end());
  for (std::size_t i = 0; i < all.size(); ++i) ASSERT_EQ(all[i], static_cast<std::int64_t>(i));
}

using CellNodes = std::map<std::int64_t, std::vector<std::int64_t>>;

/// Node positions of every cell of a block, by cell position, gathered from their owners.
CellNodes allCells(const Mesh& mesh, const CellBlock& block) {
  const auto n = static_cast<std::size_t>(info(block.type).num_nodes);
  std::vector<std::int64_t> mine;
  for (LocalIndex cell = 0; cell < block.num_owned; ++cell) {
    mine.push_back(block.positions[static_cast<std::size_t>(cell)]);
    for (std::size_t i = 0; i < n; ++i)
      mine.push_back(mesh.nodePositions()[static_cast<std::size_t>(block.nodesOf(cell)[i])]);
  }
  const std::vector<std::int64_t> all = mesh.comm().gatherAll(mine);
  CellNodes cells;
  for (std::size_t at = 0; at < all.size(); at += n + 1)
    cells[all[at]].assign(all.begin() + static_cast<std::ptrdiff_t>(at) + 1,
                          all.begin() + static_cast<std::ptrdiff_t>(at + n + 1));
  return cells;
}

void expectGhostsComplete(const Mesh& mesh) {
  std::set<std::int64_t> owned(mesh.nodePositions().begin(), mesh.nodePositions().begin() + mesh.layout().numOwned());
  for (const CellBlock& block : mesh.blocks()) {
    const CellNodes all = allCells(mesh, block);
    const std::set<std::int64_t> here(block.positions.begin(), block.positions.end());
    ASSERT_EQ(here.size(), block.positions.size());
    const std::set<std::int64_t> own(block.positions.begin(), block.positions.begin() + block.num_owned);
    for (const auto& [position, nodes] : all) {
      const bool touches = std::any_of(nodes.begin(), nodes.end(), [&](std::int64_t n) { return owned.count(n) > 0; });
      ASSERT_EQ(here.count(position) > 0, touches || own.count(position) > 0)
          << info(block.type).name << " " << position;
    }
    for (LocalIndex cell = block.num_owned; cell < block.numCells(); ++cell)
      for (std::size_t i = 0; i < static_cast<std::size_t>(info(block.type).num_nodes); ++i)
        ASSERT_EQ(mesh.nodePositions()[static_cast<std::size_t>(block.nodesOf(cell)[i])],
                  all.at(block.positions[static_cast<std::size_t>(cell)])[i]);
  }
}

TEST(Box, fillsItsVolumeWithEveryCellType) {
  for (const CellType type : boxTypes()) {
    const Mesh mesh = box(world(), type, {3, 2, 4}, {1, 2, 3}, {2, 4, 6});
    EXPECT_NEAR(totalVolume(mesh), info(type).dimension == 3 ? 6.0 : 2.0, 1e-12) << info(type).name;
    for (const CellBlock& block : mesh.blocks())
      for (LocalIndex cell = 0; info(block.type).dimension == mesh.dimension() && cell < block.numCells(); ++cell)
        EXPECT_GT(straightVolume(mesh, block, cell), 0);
  }
}

TEST(Box, keepsThePromisesOfTheDistribution) {
  for (const CellType type : boxTypes()) {
    SCOPED_TRACE(info(type).name);
    const Mesh mesh = box(world(), type, {3, 2, 2});
    expectOwnedOnce(mesh);
    expectGhostsComplete(mesh);
  }
}

TEST(Box, keepsThemForPartsThrownAtRandom) {
  BoxOptions options;
  const int ranks = world().size();
  options.part = [=](const Point& c) {
    return static_cast<int>(std::fabs(std::sin(12.9898 * c[0] + 78.233 * c[1] + 37.719 * c[2]) * 43758.5453)) % ranks;
  };
  for (const CellType type : {CellType::tet4, CellType::hex20, CellType::tri6, CellType::pyramid5}) {
    SCOPED_TRACE(info(type).name);
    const Mesh mesh = box(world(), type, {3, 3, 3}, {0, 0, 0}, {1, 1, 1}, options);
    expectOwnedOnce(mesh);
    expectGhostsComplete(mesh);
    EXPECT_NEAR(totalVolume(mesh), 1.0, 1e-13);
  }
}

TEST(Box, worksWhereRanksHaveNoCell) {
  BoxOptions options;
  options.part = [](const Point&) { return 0; };
  const Mesh mesh = box(world(), CellType::hex8, {1, 1, 1}, {0, 0, 0}, {1, 1, 1}, options);
  EXPECT_EQ(mesh.layout().numOwned(), world().isRoot() ? 8 : 0);
  EXPECT_EQ(mesh.layout().numGlobal(), 8);
  EXPECT_EQ(mesh.blocks().size(), 2u);
  EXPECT_EQ(mesh.groups().size(), 7u);
}

TEST(Box, namesItsSides) {
  const Mesh mesh = box(world(), CellType::tet10, {2, 3, 4}, {0, 0, 0}, {2, 3, 4});
  const std::map<std::string, std::pair<int, double>> sides{{"xmin", {0, 0}}, {"xmax", {0, 2}}, {"ymin", {1, 0}},
                                                            {"ymax", {1, 3}}, {"zmin", {2, 0}}, {"zmax", {2, 4}}};
  for (const auto& [name, plane] : sides) {
    const auto [axis, level] = plane;
    const std::vector<LocalIndex> nodes = mesh.nodesOf(mesh.group(name));
    const std::set<LocalIndex> on_side(nodes.begin(), nodes.end());
    for (LocalIndex node = 0; node < mesh.layout().numLocal(); ++node) {
      const bool expected =
          std::fabs(mesh.points()[3 * static_cast<std::size_t>(node) + static_cast<std::size_t>(axis)] - level) < 1e-12;
      EXPECT_EQ(on_side.count(node) > 0, expected) << name;
    }
  }
  EXPECT_EQ(mesh.nodesOf(mesh.group("all")).size(), static_cast<std::size_t>(mesh.layout().numLocal()));
  EXPECT_THROW(mesh.group("top"), base::InputError);
}

TEST(Box, doesNotDependOnTheRanks) {
  const Mesh spread = box(world(), CellType::prism15, {2, 2, 2});
  const Mesh whole = box(base::Communicator::self(), CellType::prism15, {2, 2, 2});
  for (std::size_t b = 0; b < whole.blocks().size(); ++b)
    EXPECT_EQ(allCells(spread, spread.blocks()[b]), allCells(whole, whole.blocks()[b]));
  std::map<std::int64_t, std::array<double, 3>> points;
  for (std::size_t i = 0; i < whole.nodePositions().size(); ++i)
    points[whole.nodePositions()[i]] = {whole.points()[3 * i], whole.points()[3 * i + 1], whole.points()[3 * i + 2]};
  for (std::size_t i = 0; i < spread.nodePositions().size(); ++i)
    for (std::size_t k = 0; k < 3; ++k) EXPECT_EQ(spread.points()[3 * i + k], points.at(spread.nodePositions()[i])[k]);
}

TEST(Box, movesItsNodes) {
  BoxOptions options;
  options.map = [](const Point& p) { return Point{p[0] + 0.1 * p[1], 2 * p[1], p[2]}; };
  EXPECT_NEAR(totalVolume(box(world(), CellType::hex27, {2, 2, 2}, {0, 0, 0}, {1, 1, 1}, options)), 2.0, 1e-13);
}

TEST(Box, refusesWhatItCannotMake) {
  EXPECT_THROW(box(world(), CellType::line2, {1, 1, 1}), base::InputError);
  EXPECT_THROW(box(world(), CellType::hex8, {1, 0, 1}), base::InputError);
}

}  // namespace
}  // namespace tenon::mesh
