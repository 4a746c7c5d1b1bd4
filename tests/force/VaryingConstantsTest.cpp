// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fem/TestObject.hpp"
#include "tenon/force/registry.hpp"
#include "tenon/testing/ForceFieldFixture.hpp"

namespace tenon::force {
namespace {

using base::Vec3;
using mesh::CellType;
using testing::Box;
using testing::TestObject;

struct Words {
  std::string name, text;
  Box box{"box", CellType::hex8, {3, 1, 1}};
};

class VaryingConstantsOfMaterials : public testing::ForceFieldFixture, public ::testing::WithParamInterface<Words> {
  Force make(const Objects& objects) const override {
    ForceRegistry registry("force");
    registerForces(registry);
    return registry.make(base::CaseNode::parse("{type: elastic, " + GetParam().text + "}", "case.yaml"),
                         objects.domain());
  }
  std::vector<Box> boxes() const override { return {GetParam().box}; }
};
TEST_P(VaryingConstantsOfMaterials, areConsistent) {
  expectConsistent();
}

const std::string rubber = R"(material: {type: neo-hookean, young: "100 + 50 * x", poisson: "0.3 + 0.1 * y"})";
const std::vector<Words> words{
    {"hex8", rubber},
    {"tet4", rubber, {"box", CellType::tet4, {2, 1, 1}}},
    {"hex20", rubber, {"box", CellType::hex20, {2, 1, 1}}},
    {"linear", R"(material: {type: linear-elastic, young: "100 + 50 * x", poisson: 0.3})"},
    {"planeStress", "plane: stress, " + rubber, {"plate", CellType::quad4, {3, 2, 0}}},
    {"meanDilatation", "formulation: mean-dilatation, " + rubber},
    {"fibres", R"(material: {type: guccione, c: "2 + x", bf: 3, bt: "1 + y", bfs: 2, bulk: 40, fibre: [1, y, 0]})"}};
INSTANTIATE_TEST_SUITE_P(everyKind, VaryingConstantsOfMaterials, ::testing::ValuesIn(words),
                         [](const auto& words_of_one) { return words_of_one.param.name; });

std::unique_ptr<Solid> solid(const std::string& material, const fem::Domain& domain, const std::string& group = "") {
  SolidOptions options;
  options.group = group;
  return materials().make(base::CaseNode::parse("{" + material + "}", "case.yaml"), options, domain);
}

// Compares the products of the cells with those of the assembled force and tangent.
TEST(VaryingConstants, haveProductsByCell) {
  for (const CellType type : {CellType::hex8, CellType::tet10, CellType::quad4}) {
    TestObject object(testing::bentBox(type, {5, 2, 1}));
    const auto varying = solid("type: neo-hookean, young: \"10 + x\", poisson: 0.3", object.domain);
    object.displace([](const Vec3& x) { return Vec3(0.05 * std::sin(3 * x[1]), 0.1 * x[0] * x[0], 0); });
    const auto size = static_cast<std::size_t>(object.mesh.layout().numLocal() * object.dim());
    std::vector<double> w(size);
    auto velocity = object.state.velocity();
    for (base::LocalIndex node = 0; node < object.mesh.layout().numLocal(); ++node)
      for (int i = 0; i < object.dim(); ++i) {
        const auto k = static_cast<std::size_t>(node * object.dim() + i);
        w[k] = std::sin(object.point(node)[0] + i),
        velocity[static_cast<std::ptrdiff_t>(k)] = object.point(node)[1] - i;
      }
    const double beta = 0.3;
    std::vector<double> f(size, 0.0), Kv(size, 0.0);
    la::ForceVector to_f([&](const la::State&) { return gsl::span<double>(f); });
    la::ForceVector to_Kv([&](const la::State&) { return gsl::span<double>(Kv); });
    varying->addForce(to_f);
    varying->addStiffnessTimes(la::IncrementVector([](const la::State& state) { return state.velocity(); }), to_Kv);
    double expected = 0.0, magnitude = 0.0, sum = 0.0;
    for (std::size_t k = 0; k < static_cast<std::size_t>(object.mesh.layout().numOwned() * object.dim()); ++k) {
      expected += w[k] * (f[k] + beta * Kv[k]);
      magnitude += std::abs(w[k] * f[k]);
    }
    ASSERT_NE(varying->independentCells(), nullptr);
    std::size_t num_cells = 0;
    for (const fem::RegionPart& part : varying->independentCells()->parts())
      num_cells += static_cast<std::size_t>(part.numOwned());
    std::vector<double> products(num_cells, 0.0);
    varying->addCellProducts(la::IncrementVector([&](const la::State&) { return gsl::span<const double>(w); }), beta,
                             products);
    for (const double product : products) sum += product;
    const base::Communicator& comm = object.mesh.comm();
    EXPECT_NEAR(comm.sum(sum), comm.sum(expected), 1e-12 * comm.sum(magnitude));
  }
}

// Compares a varying Young's modulus with the force for a constant one, scaled cell by cell. The
// force is proportional to Young's modulus.
TEST(VaryingConstants, areThoseOfEachCell) {
  for (const CellType type : {CellType::hex8, CellType::tet4, CellType::tri6}) {
    TestObject object(testing::bentBox(type, {5, 2, 1}));
    const auto varying = solid("type: neo-hookean, young: \"x < 0.5 ? 10 : 30\", poisson: 0.3", object.domain);
    const auto all = solid("type: neo-hookean, young: 10, poisson: 0.3", object.domain);
    const auto none = solid("type: neo-hookean, young: \"x < 2 ? 10 : -1\", poisson: 0.3", object.domain);
    object.displace([](const Vec3& x) { return Vec3(0.05 * std::sin(3 * x[1]), 0.1 * x[0] * x[0], 0); });
    const Eigen::VectorXd f = testing::forceOf(*all, object.state);
    EXPECT_LE((testing::forceOf(*none, object.state) - f).norm(), 1e-14 * f.norm()) << "the same everywhere";
    // Compares the forces at nodes whose cells all lie on one side.
    const Eigen::VectorXd g = testing::forceOf(*varying, object.state);
    const auto factors = [&] {
      std::vector<std::pair<double, double>> range(static_cast<std::size_t>(object.mesh.layout().numLocal()), {9, 0});
      for (const auto& block : object.mesh.blocks()) {
        if (block.type != type) continue;
        for (base::LocalIndex cell = 0; cell < block.numCells(); ++cell) {
          const int n = mesh::info(type).num_nodes;
          double low = 9, high = -9;
          for (int a = 0; a < n; ++a) {
            const double x = object.point(block.nodesOf(cell)[a])[0];
            low = std::min(low, x), high = std::max(high, x);
          }
          const double factor = high < 0.5 ? 1 : low > 0.5 ? 3 : 0;
          for (int a = 0; a < n; ++a) {
            auto& [least, most] = range[static_cast<std::size_t>(block.nodesOf(cell)[a])];
            least = std::min(least, factor), most = std::max(most, factor);
          }
        }
      }
      return range;
    }();
    const int dim = object.dim();
    int compared = 0;
    for (base::LocalIndex node = 0; node < object.mesh.layout().numOwned(); ++node) {
      const auto [least, most] = factors[static_cast<std::size_t>(node)];
      if (least != most || least == 0) continue;
      ++compared;
      EXPECT_LE((g.segment(node * dim, dim) - least * f.segment(node * dim, dim)).norm(), 1e-13 * g.norm());
    }
    EXPECT_GT(object.mesh.comm().sum(compared), 4);
  }
}

TEST(VaryingConstants, reportElementsOutOfRange) {
  TestObject object(testing::boxOf(CellType::hex8, {4, 1, 1}));
  const auto sentence = [&](const std::string& material) {
    try {
      solid(material, object.domain);
    } catch (const base::InputError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_THAT(sentence("type: neo-hookean, young: \"1 - 2 * x\", poisson: 0.3"),
              ::testing::ContainsRegex("elastic on box: 'young' must be positive, but is -0.[0-9]+ in element [0-9]+"));
  EXPECT_THAT(sentence("type: orthotropic-elastic, young_x: \"x < 0.5 ? 10 : 0.1\", young_y: 10, young_z: 10, "
                       "poisson_xy: 0.4, poisson_yz: 0.4, poisson_xz: 0.4, shear_xy: 4, shear_yz: 4, shear_xz: 4"),
              ::testing::AnyOf(::testing::HasSubstr("in element"), ::testing::IsEmpty()));
  EXPECT_THAT(sentence("type: neo-hookean, young: \"1 + w\", poisson: 0.3"), ::testing::HasSubstr("1 + w"));
  EXPECT_THAT(sentence("type: neo-hookean, young: [1, 2], poisson: 0.3"), ::testing::HasSubstr("young"));
}

}  // namespace
}  // namespace tenon::force
