// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// Polynomial spring forces on measured scalars.
#include "force/ScalarSprings.hpp"

#include <gtest/gtest.h>

#include <array>

#include "force/DofTable.hpp"
#include "io/TemporaryFolder.hpp"
#include "io/textFile.hpp"
#include "tenon/mesh/generation/generate.hpp"
#include "tenon/system/Body.hpp"

namespace tenon::force {
namespace {

using base::LocalIndex;

/// State of two scalars per rank that do not belong to any mesh.
class Scalars {
 public:
  Scalars()
      : mesh_(mesh::box(base::Communicator::world(), mesh::CellType::hex8, {1, 1, 1})),
        state("lengths", std::make_shared<la::Layout>(base::Communicator::world(), 2, std::vector<base::GlobalIndex>{}),
              1, {0.0, 0.0}) {}
  fem::Domain domain() { return {mesh_, state, "lengths"}; }

 private:
  mesh::Mesh mesh_;

 public:
  la::State state;
};

/// Accumulator that adds single entries to a diagonal.
class Diagonal : public la::Accumulator {
 public:
  bool needsValues() const override { return true; }
  void addBlock(LocalIndex row, LocalIndex column, la::BlockShape, const double* block) override {
    ASSERT_EQ(row, column);
    values[static_cast<std::size_t>(row)] += *block;
  }
  void beginElements(const la::ElementTable&, const la::ElementTable&, la::BlockShape, la::ElementSymmetry) override {}
  void addElements(LocalIndex, int, const la::Lane*) override {}
  std::array<double, 2> values{0.0, 0.0};
};

constexpr double k1 = 3.0, k2 = -2.0, k3 = 5.0, pull = 0.7, damping = 1.5;

ScalarSprings springs(const fem::Domain& domain) {
  ScalarSprings::Data data;
  data.stiffness.list = {k1, k2, k3};
  data.force = pull, data.damping = damping;
  return {data, domain};
}

TEST(ScalarSprings, followTheirPolynomial) {
  Scalars scalars;
  const ScalarSprings law = springs(scalars.domain());
  const std::array<double, 2> s{0.4, -1.1}, v{2.0, -0.5};
  std::copy(s.begin(), s.end(), scalars.state.displacement().begin());
  std::copy(v.begin(), v.end(), scalars.state.velocity().begin());
  std::vector<double> f(2, 0.0);
  la::ForceVector force([&](const la::State&) { return gsl::span<double>(f); });
  law.addForce(force);
  Diagonal stiffness, dampers;
  la::StiffnessMatrix K([&](const la::State&, const la::State&) -> la::Accumulator& { return stiffness; });
  law.addStiffness(K);
  la::DampingMatrix B([&](const la::State&, const la::State&) -> la::Accumulator& { return dampers; });
  law.addDamping(B);
  double energy = 0.0;
  for (std::size_t i = 0; i < 2; ++i) {
    const double x = s[i];
    EXPECT_NEAR(f[i], pull - k1 * x - k2 * x * x - k3 * x * x * x - damping * v[i], 1e-14);
    EXPECT_NEAR(stiffness.values[i], -k1 - 2 * k2 * x - 3 * k3 * x * x, 1e-13);
    EXPECT_EQ(dampers.values[i], -damping);
    energy += k1 * x * x / 2 + k2 * x * x * x / 3 + k3 * x * x * x * x / 4 - pull * x;
  }
  EXPECT_NEAR(law.energy(), energy, 1e-14);
  EXPECT_FALSE(law.isLinear());
  EXPECT_TRUE(law.dependsOnVelocity());
}

TEST(ScalarSprings, rejectPoints) {
  const mesh::Mesh mesh = mesh::box(base::Communicator::world(), mesh::CellType::hex8, {1, 1, 1});
  la::State points("box", mesh.sharedLayout(), 3,
                   std::vector<double>(static_cast<std::size_t>(3 * mesh.layout().numLocal()), 0.0));
  EXPECT_THROW(springs({mesh, points, "box"}), base::InputError);
}

/// Returns the message about a row that refers to the component `component` of node 1.
std::string errorOfRow(const fem::Domain& domain, char component) {
  const io::testing::TemporaryFolder folder(base::Communicator::world());
  const std::string file = folder / "rows.csv";
  io::writeTextAtomically(base::Communicator::world(), file,
                          std::string("row,object,node,component\n0,part,1,") + component + "\n");
  try {
    dofTable(file, [&](const std::string&) -> const fem::Domain& { return domain; });
  } catch (const base::InputError& error) {
    return error.what();
  }
  return "";
}

TEST(DofTable, rejectsComponentsThatAnObjectDoesNotHave) {
  Scalars scalars;
  fem::Domain on_scalars = scalars.domain();
  on_scalars.object = "part";
  EXPECT_NE(errorOfRow(on_scalars, 'x').find("rows.csv:2: object 'part' has scalar nodes"), std::string::npos);
  EXPECT_NE(errorOfRow(on_scalars, 'y').find("rows.csv:2: object 'part' has scalar nodes"), std::string::npos);
  system::Body plane("part", mesh::box(base::Communicator::world(), mesh::CellType::quad4, {2, 2, 1}));
  EXPECT_EQ(errorOfRow(plane.domain(), 'y'), "");
  EXPECT_NE(errorOfRow(plane.domain(), 'z').find("rows.csv:2: object 'part' is two-dimensional"), std::string::npos);
}

}  // namespace
}  // namespace tenon::force
