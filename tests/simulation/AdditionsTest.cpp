// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// Cases given as text, with the meshes and contributors that a host program adds.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "Problem.hpp"
#include "io/TemporaryFolder.hpp"
#include "mesh/reading/memoryMesh.hpp"
#include "simulation/reading/build.hpp"
#include "tenon/base/Error.hpp"
#include "tenon/constraint/linear/LinearConstraint.hpp"
#include "tenon/simulation/Simulation.hpp"
#include "tenon/simulation/reading/Additions.hpp"
#include "tenon/simulation/reading/CaseFile.hpp"
#include "tenon/simulation/reading/registries.hpp"

namespace tenon::simulation::testing {
namespace {

using base::CaseNode;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

/// Bar of n hexahedra along z with a group of faces at each end.
mesh::MeshData bar(int n, double x = 0.0) {
  mesh::MeshData data;
  for (int k = 0; k <= n; ++k)
    data.points.insert(data.points.end(), {x, 0, 1.0 * k, x + 1, 0, 1.0 * k, x + 1, 1, 1.0 * k, x, 1, 1.0 * k});
  data.cells.push_back({"hex8", {}});
  for (int k = 0; k < n; ++k)
    for (int i = 0; i < 8; ++i) data.cells[0].nodes.push_back(4 * k + i);
  data.groups = {{"base", "quad4", {}, {0, 3, 2, 1}}, {"tip", "quad4", {}, {4 * n, 4 * n + 1, 4 * n + 2, 4 * n + 3}}};
  return data;
}

const char* const elastic =
    R"({"type": "elastic", "material": {"type": "linear-elastic", "young": 100, "poisson": 0}})";
const char* const load = R"({"type": "traction", "group": "tip", "traction": [0, 0, 2]})";
const char* const fixed = R"({"type": "fixed", "group": "base"})";

/// Text of a case with one bar, and with further keys of the case.
std::string caseText(const std::string& mesh, const std::string& forces, const std::string& rest = "") {
  return fmt::format(R"({{"objects": {{"bar": {{"mesh": "{}", "forces": [{}], "conditions": [{}]}}}}{}}})", mesh,
                     forces, fixed, rest);
}

std::string withLoad() {
  return std::string(elastic) + ", " + load;
}

/// Additions with a bar of ten cells, which the root passes.
Additions barOnRoot() {
  Additions additions;
  if (world().isRoot()) additions.meshes["bar in memory"] = bar(10);
  return additions;
}

/// Returns the displacements of the first body after the analysis, by the nodes of this rank.
std::vector<double> displacementsOf(const std::string& text, const Additions& additions,
                                    const std::string& folder = "") {
  Simulation simulation(world(), CaseFile::fromText(world(), text, "model", folder), additions);
  simulation.run();
  const auto u = simulation.mechanics().bodies()[0]->state().displacement();
  return {u.begin(), u.end()};
}

double tipOf(const std::string& text, const Additions& additions) {
  Simulation simulation(world(), CaseFile::fromText(world(), text, "model"), additions);
  simulation.run();
  return displacementAt(*simulation.mechanics().bodies()[0], Vec3(1, 1, 10)).z();
}

std::string errorOf(const std::string& text, const Additions& additions = {}) {
  try {
    Simulation simulation(world(), CaseFile::fromText(world(), text, "model"), additions);
  } catch (const base::InputError& error) {
    return error.what();
  }
  return "";
}

CaseNode entry(const std::string& text) {
  return CaseNode::parse(text, "");
}

TEST(CaseText, solvesAMeshInMemoryLikeItsFile) {
  const io::testing::TemporaryFolder folder(world());
  const Additions additions = barOnRoot();
  const auto found = additions.meshes.find("bar in memory");
  mesh::writeMemoryMesh(world(), found == additions.meshes.end() ? mesh::MeshData{} : found->second, "bar",
                        folder / "bar.msh");
  EXPECT_NEAR(tipOf(caseText("bar in memory", withLoad()), additions), 2.0 / 100 * 10, 1e-10);
  EXPECT_EQ(displacementsOf(caseText("bar in memory", withLoad()), additions),
            displacementsOf(caseText("bar.msh", withLoad()), {}, folder.path()));
}

TEST(CaseText, isThatOfTheRoot) {
  const std::string text = world().isRoot() ? caseText("bar in memory", withLoad()) : "objects: [";
  EXPECT_NEAR(tipOf(text, barOnRoot()), 0.2, 1e-10);
}

TEST(CaseText, restrictsAMeshToGroups) {
  Additions additions = barOnRoot();
  for (auto& [name, data] : additions.meshes) data.groups.push_back({"lower", "hex8", {0, 1, 2, 3, 4}});
  const std::string text = caseText("bar in memory", elastic);
  const std::string part =
      text.substr(0, text.find("\"forces\"")) + "\"cells\": [lower], " + text.substr(text.find("\"forces\""));
  const CaseFile file = CaseFile::fromText(world(), part, "model");
  Simulation simulation(world(), file, additions);
  EXPECT_EQ(simulation.mechanics().numUnknowns(), 3 * 4 * 6);
}

/// Constraint without the key `name`.
class Unnamed : public constraint::LinearConstraint {
 public:
  struct Data {
    std::string object;
  };
  static void declare(base::Parameters<Data>& p) { p.required("object", &Data::object, "", "object"); }
  Unnamed(const Data& data, const fem::FindDomain& find) : LinearConstraint("unnamed_" + data.object, 1) {
    const la::State& state = find(data.object).state;
    if (world().isRoot()) {
      const auto row = addRow(0.0);
      for (PetscInt node = 0; node < state.layout().numGlobal(); ++node)
        addTerm(row, state, base::GlobalIndex(node), 0, 1.0);
    }
    finish({&state});
  }
};

TEST(CaseText, reportsNamesThatATypeOfAProgramDoesNotHave) {
  auto& types = registries().constraints;
  if (!types.has("unnamed")) types.add<Unnamed>("unnamed", "a constraint of this program");
  const auto errorWith = [](const std::string& constraints) {
    return errorOf(caseText("bar in memory", elastic, fmt::format(R"(, "constraints": [{}])", constraints)),
                   barOnRoot());
  };
  const std::string one = R"({"type": "unnamed", "object": "bar"})";
  EXPECT_EQ(errorWith(one), "");
  EXPECT_THAT(errorWith(one + ", " + one),
              HasSubstr("two constraints have the name 'unnamed_bar': the type 'unnamed' has no key `name`"));
  EXPECT_THAT(errorWith(R"({"type": "unnamed", "object": "bar", "name": "mine"})"),
              AllOf(HasSubstr("there is no key 'name' here; the choices are: "), Not(HasSubstr("is a key of"))));
}

TEST(Additions, addForcesToAnObject) {
  Additions additions = barOnRoot();
  additions.forces["bar"].push_back(
      [](const fem::Domain& domain) { return registries().forces.make(entry(load), domain); });
  const std::string text = caseText("bar in memory", std::string(elastic) + ", null");
  EXPECT_EQ(displacementsOf(text, additions), displacementsOf(caseText("bar in memory", withLoad()), barOnRoot()));
}

/// Springs along z at the nodes of the group "tip", whose total stiffness a program changes.
class TipSprings : public force::ForceField {
 public:
  explicit TipSprings(const fem::Domain& domain)
      : state_(domain.state), nodes_(domain.mesh.nodesOf(domain.mesh.group("tip"))) {}
  double stiffness = 0.0;

  std::string name() const override { return "tip springs"; }
  bool isLinear() const override { return true; }
  void addForce(la::ForceVector& f) const override {
    for (const base::LocalIndex node : nodes_) {
      const auto z = static_cast<std::size_t>(3 * node + 2);
      f.on(state_)[z] -= stiffness / 4 * state_.displacement()[z];
    }
  }
  void addStiffness(la::StiffnessMatrix& K) const override {
    auto dfdx = K.forceOn(state_).byPositionOf(state_);
    for (const base::LocalIndex node : nodes_)
      dfdx(node, node) -= base::Mat3(base::Vec3(0, 0, stiffness / 4).asDiagonal());
  }

 private:
  const la::State& state_;
  std::vector<base::LocalIndex> nodes_;
};

// The stiffness of the bar is E A / L = 10.
TEST(Additions, mayChangeTheirStiffnessBetweenSteps) {
  Additions additions = barOnRoot();
  TipSprings* springs = nullptr;
  additions.forces["bar"].push_back([&](const fem::Domain& domain) {
    auto made = std::make_unique<TipSprings>(domain);
    springs = made.get();
    return made;
  });
  const std::string text = caseText("bar in memory", withLoad(), R"(, "analysis": {"type": "static", "steps": 3})");
  Simulation simulation(world(), CaseFile::fromText(world(), text, "model"), additions);
  for (const double stiffness : {0.0, 10.0, 30.0}) {
    springs->stiffness = stiffness;
    simulation.invalidate();
    simulation.advance();
    EXPECT_NEAR(displacementAt(*simulation.mechanics().bodies()[0], Vec3(1, 1, 10)).z(), 2 / (10 + stiffness), 1e-9);
  }
  EXPECT_TRUE(simulation.isDone());
}

TEST(Additions, addInteractionsAndConstraints) {
  const std::string two = fmt::format(
      R"({{"objects": {{"bar": {{"mesh": "bar in memory", "forces": [{0}], "conditions": [{1}]}},
                        "other": {{"mesh": "bar in memory", "forces": [{2}], "conditions": [{1}]}}}}}})",
      withLoad(), fixed, elastic);
  const char* const tie =
      R"({"type": "point-on-point", "name": "joined", "first": {"object": "bar", "group": "tip"},
          "second": {"object": "other", "group": "tip"}})";
  Additions additions = barOnRoot();
  additions.constraints.push_back(
      [&](const fem::FindDomain& find) { return registries().constraints.make(entry(tie), find); });
  EXPECT_NEAR(tipOf(two, additions), 0.1, 1e-9);  // the load is shared by two equal bars
  const std::string in_case = two.substr(0, two.rfind('}')) + fmt::format(R"(, "constraints": [{}]}})", tie);
  EXPECT_EQ(displacementsOf(two, additions), displacementsOf(in_case, barOnRoot()));
  EXPECT_THAT(errorOf(in_case, additions), HasSubstr("two constraints have the name 'joined': rename one of them."));

  additions.constraints.clear();
  additions.interactions.push_back([](const fem::FindDomain& find) {
    return registries().interactions.make(
        entry(R"({"type": "bushing", "first": {"object": "bar"}, "second": {"object": "other"}})"), find);
  });
  EXPECT_NE(errorOf(two, additions), "");
}

TEST(Additions, addAMapping) {
  Additions additions = barOnRoot();
  if (world().isRoot()) {
    mesh::MeshData probe;
    probe.points = {0.5, 0.5, 2.5, 0.25, 0.5, 7.5};
    probe.cells = {{"point1", {0, 1}}};
    additions.meshes["probe in memory"] = probe;
  }
  const auto make = [](const fem::Domain& own, const fem::FindDomain& find) {
    return registries().mappings.make(entry("{type: embedded, parent: bar}"), own, find);
  };
  additions.mappings["probe"] = make;
  const auto textWith = [](const char* mapping) {
    std::string text = caseText("bar in memory", withLoad());
    return text.substr(0, text.size() - 2) + fmt::format(R"(, "probe": {{"mesh": "probe in memory"{}}}}}}})", mapping);
  };
  Simulation simulation(world(), CaseFile::fromText(world(), textWith(""), "model"), additions);
  simulation.run();
  ASSERT_EQ(simulation.mechanics().numUnknowns(), 3 * 4 * 11);
  simulation.mechanics().updateMappedStates();
  EXPECT_NEAR(displacementAt(*simulation.mechanics().mappedBodies()[0], Vec3(0.25, 0.5, 7.5)).z(), 0.15, 1e-10);
  EXPECT_THAT(
      errorOf(textWith(R"(, "mapping": {"type": "embedded", "parent": "bar"})"), additions),
      HasSubstr("model.objects.probe.mapping: the case and the host program both specify a mapping of this object: "
                "remove one of them."));
}

// The mass of the parents suffices.
TEST(Additions, addAMappingOfParticlesWithoutMass) {
  Additions additions = barOnRoot();
  std::string text = caseText("bar in memory", withLoad());
  text = text.substr(0, text.size() - 2) + R"(, "probe": {"particles": [{"position": [0.25, 0.5, 7.5]}]}}})";
  EXPECT_THAT(errorOf(text, additions), HasSubstr("'mass' is missing"));
  additions.mappings["probe"] = [](const fem::Domain& own, const fem::FindDomain& find) {
    return registries().mappings.make(entry("{type: embedded, parent: bar}"), own, find);
  };
  Simulation simulation(world(), CaseFile::fromText(world(), text, "model"), additions);
  simulation.run();
  EXPECT_TRUE(simulation.mechanics().mappedBodies()[0]->masses.empty());
  simulation.mechanics().updateMappedStates();
  EXPECT_NEAR(displacementAt(*simulation.mechanics().mappedBodies()[0], Vec3(0.25, 0.5, 7.5)).z(), 0.15, 1e-10);
}

TEST(Additions, reportAllErrorsWithPaths) {
  Additions additions = barOnRoot();
  additions.forces["bra"];
  for (auto& [name, data] : additions.meshes) data.points[3] = std::numeric_limits<double>::infinity();
  const std::string text = caseText("bar in memory", R"({"type": "elastic", "yuong": 1}, null, {"type": "gravty"})",
                                    R"(, "analysis": {"type": "static", "steps": "many"}, "solvr": {})");
  EXPECT_THAT(
      errorOf(text, additions),
      AllOf(HasSubstr("model.solvr: there is no key 'solvr' here; did you mean 'solver'?"),
            HasSubstr("model.analysis.steps: "), HasSubstr("model.objects.bar.forces[0]"),
            HasSubstr("model.objects.bar.forces[2].type: there is no force 'gravty'; did you mean 'gravity'?"),
            HasSubstr("model.objects.bar.mesh: 'bar in memory': point 1 has the invalid coordinate inf"),
            HasSubstr("The host program adds a force to the object 'bra', which does not exist; did you mean 'bar'?")));
}

TEST(Additions, reportUnusedMeshesAndFailingFunctions) {
  Additions additions = barOnRoot();
  if (world().rank() == world().size() - 1) additions.meshes["other"];
  EXPECT_THAT(errorOf(caseText("bar in memory", elastic), additions),
              HasSubstr("No object uses the mesh in memory other"));
  additions.meshes.erase("other");
  additions.interactions.push_back([](const fem::FindDomain&) -> std::unique_ptr<force::ForceField> {
    if (world().rank() == world().size() - 1) throw base::InputError("This function fails on one rank.");
    return nullptr;
  });
  EXPECT_NE(errorOf(caseText("bar in memory", elastic), additions), "");
}

}  // namespace
}  // namespace tenon::simulation::testing
