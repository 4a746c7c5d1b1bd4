// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "constraint/ties/Mortar.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <Eigen/Geometry>
#include <map>

#include "fem/shapes.hpp"
#include "objects.hpp"

namespace tenon::constraint {
namespace {

using base::Communicator;
using base::Mat3;
using base::Vec3;
using mesh::CellType;
using testing::among;
using ::testing::HasSubstr;
using testing::Object;
using testing::randomPartition;

Communicator world() {
  return Communicator::world();
}

Mortar::Data lowerToUpper(const std::string& multipliers, double tolerance = 0.1) {
  return {"glue", {"upper", "zmin"}, {"lower", "zmax"}, multipliers, tolerance};
}

Vec3 affine(const Vec3& x) {
  const Mat3 gradient = (Mat3() << 0.3, -0.7, 0.2, 1.1, 0.4, -0.5, 0.6, -0.2, 0.9).finished();
  return Vec3(0.1, -0.2, 0.3) + gradient * x;
}

/// Two unit boxes, one on top of the other, that meet at z = 1; their partitions are independent.
struct Boxes {
  using Map = std::function<mesh::Point(const mesh::Point&)>;
  Object lower, upper;

  Boxes(CellType lower_type, std::array<int, 3> lower_cells, CellType upper_type, std::array<int, 3> upper_cells,
        double gap = 0.0, double shift = 0.0, const Map& map = nullptr)
      : lower("lower", mesh::box(world(), lower_type, lower_cells, {0, 0, 0}, {1, 1, 1}, {map, nullptr})),
        upper("upper", mesh::box(world(), upper_type, upper_cells, {shift, 0, 1 + gap}, {1 + shift, 1, 2 + gap},
                                 {map, randomPartition(world().size(), 1)})) {}
  fem::FindDomain find() const { return among({&lower, &upper}); }
};

const CellType solids[] = {CellType::hex8,  CellType::hex20,  CellType::hex27,   CellType::tet4,
                           CellType::tet10, CellType::prism6, CellType::prism15, CellType::pyramid5};

TEST(Mortar, LetsEveryAffineMotionPassOnMeshesOfAnyKind) {
  for (const char* multipliers : {"standard", "dual"})
    for (const CellType lower : solids)
      for (const CellType upper : {CellType::hex8, CellType::tet10, CellType::hex20}) {
        Boxes boxes(lower, {3, 2, 2}, upper, {2, 5, 1});
        const Mortar tie(lowerToUpper(multipliers), boxes.find());
        EXPECT_EQ(testing::numAllRows(tie, world()),
                  3 * world().sum(static_cast<long>(fem::ownedNodes(boxes.upper.domain, "zmin").size())));
        boxes.lower.move(affine), boxes.upper.move(affine);
        EXPECT_LT(testing::largestResidual(tie, world()), 1e-13) << mesh::info(lower).name << multipliers;
      }
}

/// Returns the sum over all rows except those flagged in `left_out` of the entries in one component
/// of each node: the nodal forces of the constant traction 1 in that component.
std::vector<double> forcesOfConstantTraction(const Mortar& tie, const Object& object, int component = 0,
                                             std::vector<char> left_out = {}) {
  left_out.resize(static_cast<std::size_t>(tie.numRows()), 0);
  JacobianRows G;
  tie.addJacobian(G);
  const la::Layout& nodes = object.mesh.layout();
  std::vector<double> sums(static_cast<std::size_t>(nodes.numGlobal()), 0.0);
  for (const auto& entry : G.entries())
    if (entry.state == &object.state && entry.component == component &&
        left_out[static_cast<std::size_t>(entry.row)] == 0)
      sums[static_cast<std::size_t>(entry.node.value())] += entry.value;
  world().sumInPlace(gsl::span<double>(sums));
  return sums;
}

/// Returns the consistent nodal forces of the traction 1 on a side.
std::vector<double> consistentForces(const Object& object, const std::string& group) {
  std::vector<double> forces(static_cast<std::size_t>(object.mesh.layout().numGlobal()), 0.0);
  for (const auto& face : surface::ownedFaces(object.mesh, object.mesh.group(group)))
    for (const auto& point : surface::overlap(face.face, face.face, 4).points) {
      double N[9];
      fem::shapeFunctions(face.face.type, point.slave_xi.data(), N);
      for (int a = 0; a < fem::numNodes(face.face.type); ++a)
        forces[static_cast<std::size_t>(face.nodes[static_cast<std::size_t>(a)].value())] += point.weight * N[a];
    }
  world().sumInPlace(gsl::span<double>(forces));
  return forces;
}

// Patch test: a constant multiplier gives the consistent forces of that traction on both sides.
TEST(Mortar, ConstantTractionGivesConsistentForcesOnBothSides) {
  for (const char* multipliers : {"standard", "dual"})
    for (const CellType type : solids) {
      Boxes boxes(type, {3, 2, 2}, CellType::tet10, {2, 3, 1});
      const Mortar tie(lowerToUpper(multipliers), boxes.find());
      for (const auto& [object, group, sign] :
           {std::tuple(&boxes.upper, "zmin", 1.0), std::tuple(&boxes.lower, "zmax", -1.0)}) {
        const auto found = forcesOfConstantTraction(tie, *object), wanted = consistentForces(*object, group);
        for (std::size_t k = 0; k < found.size(); ++k) EXPECT_NEAR(found[k], sign * wanted[k], 1e-14);
      }
    }
}

TEST(Mortar, DualMultipliersHaveOneSlaveNodeEach) {
  for (const CellType type : {CellType::hex8, CellType::tet4}) {
    Boxes boxes(CellType::tet10, {2, 2, 1}, type, {3, 4, 1});
    const Mortar tie(lowerToUpper("dual"), boxes.find());
    JacobianRows G;
    tie.addJacobian(G);
    std::vector<int> on_slave(static_cast<std::size_t>(tie.numRows()), 0);
    for (const auto& entry : G.entries())
      if (entry.state == &boxes.upper.state) {
        ++on_slave[static_cast<std::size_t>(entry.row)];
        EXPECT_GT(entry.value, 0.0);
      }
    EXPECT_THAT(on_slave, ::testing::Each(1));
  }
}

using Coefficients = std::map<std::pair<PetscInt, PetscInt>, double>;

/// Returns N~_row = sum of coefficient N_column on second-order faces: each corner takes a fifth of
/// each adjacent edge.
Coefficients publishedFunctions(const Object& object, const std::string& group) {
  struct Entry {
    PetscInt row, column;
    double value;
  };
  std::vector<Entry> mine;
  for (const auto& face : surface::ownedFaces(object.mesh, object.mesh.group(group))) {
    const auto corners = static_cast<std::size_t>(fem::numVertices(face.face.type));
    const auto nodes = static_cast<std::size_t>(fem::numNodes(face.face.type));
    const auto node = [&](std::size_t a) { return face.nodes[a].value(); };
    for (std::size_t a = 0; a < nodes; ++a)
      mine.push_back({node(a), node(a), a >= corners && a < 2 * corners ? 0.6 : 1.0});
    for (std::size_t e = 0; e < corners; ++e)
      for (const std::size_t end : {e, (e + 1) % corners}) mine.push_back({node(end), node(corners + e), 0.2});
  }
  Coefficients all;
  for (const Entry& entry : world().gatherAll(mine)) all[{entry.row, entry.column}] = entry.value;
  return all;
}

// Dual functions Phi_j satisfy int Phi_j N~_k = delta_jk int N~_k with the published N~ (Popp,
// Wohlmuth, Gee & Wall 2012, section 4). The affine patch test alone would also accept other
// functions.
TEST(Mortar, DualMultipliersAreBiorthogonalOnFacesOfSecondOrder) {
  for (const CellType type : {CellType::tet10, CellType::prism15, CellType::hex20, CellType::hex27}) {
    Boxes boxes(CellType::hex8, {2, 2, 1}, type, {3, 2, 1});
    const Mortar tie(lowerToUpper("dual"), boxes.find());
    struct Entry {
      PetscInt row, column;
      double value;
    };
    std::vector<Entry> mine;
    JacobianRows G;
    tie.addJacobian(G);
    const auto carriers = tie.carrierNodes();
    for (const auto& entry : G.entries())
      if (entry.state == &boxes.upper.state && entry.component == 0)
        mine.push_back({boxes.upper.mesh.layout().global(carriers[static_cast<std::size_t>(entry.row) / 3]).value(),
                        entry.node.value(), entry.value});
    const Coefficients functions = publishedFunctions(boxes.upper, "zmin");
    Coefficients products;
    for (const Entry& entry : world().gatherAll(mine))
      for (const auto& [of, value] : functions)
        if (of.second == entry.column) products[{entry.row, of.first}] += value * entry.value;
    double sum = 0.0;
    for (const auto& [nodes, product] : products) {
      const bool is_own = nodes.first == nodes.second;
      EXPECT_TRUE(is_own ? product > 1e-3 : std::abs(product) <= 1e-14) << mesh::info(type).name << ": " << product;
      sum += product;
    }
    EXPECT_NEAR(sum, 1.0, 1e-13) << mesh::info(type).name;
  }
}

TEST(Mortar, LetsEveryAffineMotionPassInThePlane) {
  for (const CellType type : {CellType::quad4, CellType::quad8, CellType::quad9, CellType::tri3, CellType::tri6})
    for (const char* multipliers : {"standard", "dual"}) {
      Object lower("lower", mesh::box(world(), type, {3, 2, 0}));
      Object upper("upper", mesh::box(world(), CellType::tri6, {4, 2, 0}, {0, 1, 0}, {1, 2, 0},
                                      {nullptr, randomPartition(world().size(), 2)}));
      const Mortar tie({"", {"upper", "ymin"}, {"lower", "ymax"}, multipliers, 0.1}, among({&lower, &upper}));
      EXPECT_EQ(tie.block(), 2);
      EXPECT_EQ(testing::numAllRows(tie, world()), 2 * 9);
      lower.move(affine), upper.move(affine);
      EXPECT_LT(testing::largestResidual(tie, world()), 1e-13);
    }
}

TEST(Mortar, JoinsFacesOfAnyTwoTypesInThePlane) {
  const CellType types[] = {CellType::quad4, CellType::quad8, CellType::quad9, CellType::tri3, CellType::tri6};
  for (const CellType below : types)
    for (const CellType above : types) {
      Object lower("lower", mesh::box(world(), below, {3, 2, 0}, {0, 0, 0}, {1, 1, 0},
                                      {nullptr, randomPartition(world().size(), 4)}));
      Object upper("upper", mesh::box(world(), above, {4, 2, 0}, {0, 1, 0}, {1, 2, 0}));
      const Mortar tie({"", {"upper", "ymin"}, {"lower", "ymax"}, "standard", 0.1}, among({&lower, &upper}));
      lower.move(affine), upper.move(affine);
      EXPECT_LT(testing::largestResidual(tie, world()), 1e-13);
    }
}

// Measures are also positive on second-order faces, where the integral of a corner's shape function
// vanishes or is negative.
TEST(Mortar, RowsAreSpreadOverTheAreaOfTheirNodes) {
  for (const char* multipliers : {"standard", "dual"})
    for (const CellType type : solids) {
      Boxes boxes(CellType::tet4, {3, 2, 2}, type, {2, 3, 1});
      const Mortar tie(lowerToUpper(multipliers), boxes.find());
      const std::vector<double> areas = tie.measures();
      ASSERT_EQ(areas.size(), static_cast<std::size_t>(tie.numRows()));
      double sum = 0.0;
      for (const double area : areas) sum += area;
      EXPECT_THAT(areas, ::testing::Each(::testing::Gt(1e-3))) << mesh::info(type).name << multipliers;
      EXPECT_NEAR(world().sum(sum), 3.0, 1e-12) << "three rows a node, on a side of area 1";
    }
}

TEST(Mortar, RefusesSidesThatAreOneOrShareNodes) {
  const Boxes boxes(CellType::hex8, {2, 2, 1}, CellType::hex8, {3, 3, 1});
  const auto make = [&](const std::string& slave, const std::string& master) {
    Mortar({"t", {"lower", slave}, {"lower", master}, "standard", 0.1}, boxes.find());
  };
  testing::expectInputError([&] { make("zmax", "zmax"); }, {"Both sides of tie 't' are lower/zmax"});
  testing::expectInputError([&] { make("zmax", "xmax"); }, {"belongs to both sides of tie 't'", "Node "});
}

// Half of the slave side lies above the master. Its rows still reproduce affine displacements; the
// other nodes are free.
TEST(Mortar, TiesThePartThatIsCovered) {
  for (const char* multipliers : {"standard", "dual"}) {
    Boxes boxes(CellType::hex8, {3, 3, 1}, CellType::hex8, {8, 4, 1}, 0.0, 0.5);
    const Mortar tie(lowerToUpper(multipliers), boxes.find());
    EXPECT_EQ(testing::numAllRows(tie, world()), 3 * 5 * 5) << "four columns of faces, five of nodes";
    boxes.lower.move(affine), boxes.upper.move(affine);
    EXPECT_LT(testing::largestResidual(tie, world()), 1e-13);
  }
}

Vec3 rotation(const Vec3& x) {
  return Vec3(0.1, -0.2, 0.3) + Vec3(0.7, -1.3, 2.1).cross(x);
}

mesh::Point wavy(const mesh::Point& x) {
  return {x[0], x[1], x[2] + 0.02 * std::sin(5 * x[0]) * std::cos(4 * x[1])};
}

// Facets of one side lie above or below those of the other, or there is a uniform gap. Both sides
// rotate together, and a moment on one side is the same on the other.
TEST(Mortar, LetsRotationsPassOverGapsAndCoarseFacets) {
  for (const char* multipliers : {"standard", "dual"})
    for (const CellType lower : solids)
      for (const CellType upper : {CellType::hex8, CellType::tet10})
        for (const double gap : {0.0, 0.05}) {
          Boxes boxes(lower, {3, 2, 2}, upper, {2, 5, 1}, gap, 0.0, wavy);
          const Mortar tie(lowerToUpper(multipliers, 0.5), boxes.find());
          boxes.lower.move(rotation), boxes.upper.move(rotation);
          EXPECT_LT(testing::largestResidual(tie, world()), 1e-13) << mesh::info(lower).name << multipliers;
          std::vector<double> lambda;
          for (LocalIndex row = 0; row < tie.numRows(); ++row) lambda.push_back(std::sin(1.0 + row));
          const base::Vec6 above = testing::resultant(testing::forces(tie, lambda, boxes.upper), boxes.upper);
          const base::Vec6 below = testing::resultant(testing::forces(tie, lambda, boxes.lower), boxes.lower);
          EXPECT_LT((above + below).norm(), 1e-13 * above.norm());
        }
}

TEST(Mortar, LetsRotationsPassOverGapsInThePlane) {
  const auto bow = [](const mesh::Point& x) { return mesh::Point{x[0], x[1] + 0.1 * x[0] * (1 - x[0]), 0.0}; };
  for (const CellType type : {CellType::quad4, CellType::quad8, CellType::tri3, CellType::tri6}) {
    Object lower("lower", mesh::box(world(), type, {3, 2, 0}, {0, 0, 0}, {1, 1, 0}, {bow, nullptr}));
    Object upper("upper", mesh::box(world(), CellType::quad4, {4, 2, 0}, {0, 1.02, 0}, {1, 2, 0},
                                    {bow, randomPartition(world().size(), 2)}));
    const Mortar tie({"", {"upper", "ymin"}, {"lower", "ymax"}, "standard", 0.5}, among({&lower, &upper}));
    const auto turn = [](const Vec3& x) { return Vec3(0.1 - 0.7 * x[1], 0.2 + 0.7 * x[0], 0.0); };
    lower.move(turn), upper.move(turn);
    EXPECT_LT(testing::largestResidual(tie, world()), 1e-13) << mesh::info(type).name;
  }
}

/// Returns the largest coefficient of each row.
std::vector<double> sizesOfRows(const Mortar& tie) {
  JacobianRows G;
  tie.addJacobian(G);
  std::vector<double> sizes(static_cast<std::size_t>(tie.numRows()), 0.0);
  for (const auto& entry : G.entries()) {
    double& size = sizes[static_cast<std::size_t>(entry.row)];
    size = std::max(size, std::abs(entry.value));
  }
  return sizes;
}

// The upper box overhangs by two cells minus a sliver. The covered part, [.5 - sliver/4, 1] x [0,
// 1], transmits constant tractions, and no row is close to zero.
TEST(Mortar, SliversHaveNoRowsOfTheirOwn) {
  for (const char* multipliers : {"standard", "dual"})
    for (const CellType type : solids)
      for (const double sliver : {1e-10, 1e-4, 0.1, 0.5, 0.9}) {
        const double from = 0.5 - 0.25 * sliver;
        Boxes boxes(CellType::hex8, {3, 3, 1}, type, {4, 4, 1}, 0.0, from);
        const Mortar tie(lowerToUpper(multipliers), boxes.find());
        const std::string name = fmt::format("{} {} {}", mesh::info(type).name, multipliers, sliver);
        if (type == CellType::hex8) {
          EXPECT_EQ(testing::numAllRows(tie, world()), 3 * 5 * (sliver < 0.7 ? 3 : 4)) << name;
        }
        const auto sizes = sizesOfRows(tie);
        const double largest = world().max(sizes.empty() ? 0.0 : *std::max_element(sizes.begin(), sizes.end()));
        for (const double size : sizes) EXPECT_GT(size, 0.01 * largest) << name;
        const auto forces = forcesOfConstantTraction(tie, boxes.upper);
        double area = 0.0, moment = 0.0;
        for (LocalIndex node = 0; node < boxes.upper.mesh.layout().numOwned(); ++node) {
          const double force = forces[static_cast<std::size_t>(boxes.upper.mesh.layout().global(node).value())];
          area += force, moment += force * boxes.upper.place(node)[0];
        }
        const double round_off = 1e-10;  // second-order dual functions are ill-conditioned on a sliver
        EXPECT_NEAR(world().sum(area), 1.0 - from, round_off) << name;
        EXPECT_NEAR(world().sum(moment), (1.0 - from * from) / 2.0, round_off) << name;
        double measured = 0.0;
        for (const double measure : tie.measures()) measured += measure / 3.0;
        EXPECT_NEAR(world().sum(measured), 1.0 - from, round_off) << name;
        boxes.lower.move(affine), boxes.upper.move(affine);
        EXPECT_LT(testing::largestResidual(tie, world()), 1e-12) << name;
      }
}

// The edge at x = 0 is constrained in z, the edge at y = 0 in x and y, and one corner in all
// directions. The functions of the remaining rows still sum to 1.
TEST(Mortar, RowsOfConstrainedSlavesAreMergedWithNeighbours) {
  for (const char* multipliers : {"standard", "dual"})
    for (const CellType type : solids) {
      Boxes boxes(CellType::tet10, {3, 2, 2}, type, {2, 3, 1});
      Mortar tie(lowerToUpper(multipliers), boxes.find());
      std::vector<char> held;
      for (const LocalIndex node : tie.carrierNodes()) {
        const Vec3 x = boxes.upper.place(node);
        for (int c = 0; c < 3; ++c) held.push_back((c == 2 ? x[0] < 1e-9 : x[1] < 1e-9) || x[0] + x[1] > 2 - 1e-9);
      }
      EXPECT_EQ(tie.mergeConstrainedRows(held), held);
      const std::string name = fmt::format("{} {}", mesh::info(type).name, multipliers);
      for (const auto& [object, group, sign] :
           {std::tuple(&boxes.upper, "zmin", 1.0), std::tuple(&boxes.lower, "zmax", -1.0)})
        for (int c = 0; c < 3; ++c) {
          const auto found = forcesOfConstantTraction(tie, *object, c, held), wanted = consistentForces(*object, group);
          for (std::size_t k = 0; k < found.size(); ++k) EXPECT_NEAR(found[k], sign * wanted[k], 1e-14) << name;
        }
      double area = 0.0;
      for (std::size_t row = 0; row < held.size(); ++row) area += tie.measures()[row] * (held[row] == 0);
      EXPECT_NEAR(world().sum(area), 3.0, 1e-12) << name;
      boxes.lower.move(affine), boxes.upper.move(affine);
      EXPECT_LT(testing::largestResidual(tie, world()), 1e-13) << name;
    }
}

// A row of a constrained slave is not joined if all neighbours are constrained as well.
TEST(Mortar, RowsWithoutFreeNeighboursAreNotMerged) {
  Boxes boxes(CellType::hex8, {2, 2, 1}, CellType::hex8, {4, 2, 1});
  Mortar tie(lowerToUpper("standard"), boxes.find());
  std::vector<char> held, wanted;
  for (const LocalIndex node : tie.carrierNodes()) {
    const double x = boxes.upper.place(node)[0];
    held.insert(held.end(), 3, x < 0.6);
    wanted.insert(wanted.end(), 3, x > 0.4 && x < 0.6);
  }
  EXPECT_EQ(tie.mergeConstrainedRows(held), wanted);
}

TEST(Mortar, SidesThatDoNotMeetAreRefused) {
  Boxes boxes(CellType::hex8, {2, 2, 1}, CellType::hex8, {3, 3, 1}, 0.5);
  try {
    const Mortar tie(lowerToUpper("standard"), boxes.find());
    FAIL();
  } catch (const base::InputError& error) {
    EXPECT_THAT(
        error.what(),
        HasSubstr(
            "The two sides of tie 'glue' do not meet: the smallest distance between upper/zmin and lower/zmax is 0.5"));
    EXPECT_TRUE(error.isOnAllRanks());
  }
}

}  // namespace
}  // namespace tenon::constraint
