#include "mapped.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "EdgeSprings.hpp"
#include "cube.hpp"
#include "measure.hpp"
#include "tenon/force/registry.hpp"
#include "tenon/mapping/registry.hpp"
#include "tenon/mesh/generate.hpp"
#include "tenon/system/AssembledSystem.hpp"
#include "tenon/system/Terms.hpp"
#include "tenon/system/evaluation.hpp"

namespace tenon::bench {
namespace {

using Json = nlohmann::ordered_json;
using system::statics;  // A = -K

/// Springs whose matrix has to be formed at every motion, as if they turned.
class TurningSprings : public EdgeSprings {
 public:
  using EdgeSprings::EdgeSprings;
  bool isLinear() const override { return false; }
};

/// A wavy sheet of triangles within the unit cube, dealt to the ranks otherwise than the cube.
std::unique_ptr<system::Body> makeSkin(const base::Communicator& comm, int points) {
  const int cells = std::max(1, static_cast<int>(std::lround(std::sqrt(points))) - 1);
  mesh::BoxOptions options;
  options.map = [](const mesh::Point& p) {
    return mesh::Point{p[0], p[1], 0.5 + 0.2 * std::sin(5 * p[0]) * std::cos(4 * p[1])};
  };
  options.part = [&](const mesh::Point& p) { return std::min(comm.size() - 1, static_cast<int>(p[1] * comm.size())); };
  mesh::Mesh mesh = mesh::box(comm, mesh::CellType::tri3, {cells, cells, 1}, {0.01, 0.01, 0}, {0.99, 0.99, 0}, options);
  mesh.setSpaceDimension(3);
  return std::make_unique<system::Body>("skin", std::move(mesh));
}

struct Problem {
  std::unique_ptr<system::MechanicalSystem> mechanics;
  const mapping::Mapping* mapping = nullptr;
  const force::ForceField* springs = nullptr;
};

Problem makeProblem(const base::Communicator& comm, const MappedOptions& options, bool constant) {
  const auto type = options.elem == "tet" ? mesh::CellType::tet4 : mesh::CellType::hex8;
  std::vector<std::unique_ptr<system::Body>> bodies;
  bodies.push_back(makeCubeBody(comm, type, options.n));
  auto skin = makeSkin(comm, options.points);
  force::ForceRegistry forces("force");
  force::registerForces(forces);
  skin->forces.push_back(
      forces.make(base::CaseNode::parse("{type: pressure, group: all, pressure: 1}", "tenon-bench"), skin->domain()));
  if (constant)
    skin->forces.push_back(std::make_unique<EdgeSprings>(skin->domain(), EdgeSprings::Delivery::elements));
  else
    skin->forces.push_back(std::make_unique<TurningSprings>(skin->domain(), EdgeSprings::Delivery::elements));
  mapping::MappingRegistry mappings("mapping");
  mapping::registerMappings(mappings);
  Problem problem;
  problem.springs = skin->forces.back().get();
  std::vector<system::Follower> followers(1);
  followers[0].mapping =
      mappings.make(base::CaseNode::parse("{type: embedded, parent: cube}", "tenon-bench"), skin->domain(),
                    [&](const std::string&) -> const fem::Domain& { return bodies.front()->domain(); });
  problem.mapping = followers[0].mapping.get();
  followers[0].body = std::move(skin);
  problem.mechanics = std::make_unique<system::MechanicalSystem>(
      std::move(bodies), std::vector<std::unique_ptr<constraint::Constraint>>{},
      std::vector<std::unique_ptr<force::ForceField>>{}, std::move(followers));
  return problem;
}

double medianOf(const base::Communicator& comm, int reps, const std::function<void()>& work) {
  work();
  std::vector<double> times;
  for (int r = 0; r < reps; ++r) times.push_back(milliseconds(comm, work));
  return median(times);
}

double assemblyTime(const system::MechanicalSystem& mechanics, int reps) {
  system::AssembledSystem system(mechanics);
  system.record(statics);
  return medianOf(mechanics.comm(), reps, [&] { system.assemble(statics); });
}

/// J of an embedded skin as a sparse matrix, [unknowns of the skin x of the cube].
la::Matrix jacobianOf(const mapping::Mapping& mapping, const la::State& parent) {
  const la::State& child = mapping.child();
  mapping::Jacobian J;
  mapping.addJacobian(J);
  la::Matrix matrix;
  TENON_PETSC(MatCreateAIJ(child.layout().comm().mpi(), child.layout().numOwned() * 3, parent.layout().numOwned() * 3,
                           PETSC_DETERMINE, PETSC_DETERMINE, 8, nullptr, 8, nullptr, matrix.put()));
  for (const auto& entry : J.entries())
    for (int i = 0; i < 3; ++i)
      TENON_PETSC(MatSetValue(matrix.get(), child.layout().global(entry.child_node).value() * 3 + i,
                              parent.layout().global(entry.parent_node).value() * 3 + i, *J.valuesOf(entry),
                              ADD_VALUES));
  TENON_PETSC(MatAssemblyBegin(matrix.get(), MAT_FINAL_ASSEMBLY));
  TENON_PETSC(MatAssemblyEnd(matrix.get(), MAT_FINAL_ASSEMBLY));
  return matrix;
}

/// K of the cube plus J^T K J by PETSc's product.
class ByProduct {
 public:
  explicit ByProduct(const Problem& problem)
      : problem_(problem),
        J_(jacobianOf(*problem.mapping, problem.mechanics->bodies().front()->state())),
        skin_(std::make_shared<la::CombinedLayout>(std::vector<const la::State*>{&problem.mapping->child()}),
              la::Insertion::slots),
        cube_(std::make_shared<la::CombinedLayout>(problem.mechanics->states()), la::Insertion::slots) {
    skin_.record(springs());
    const auto all = system::Terms::of(*problem.mechanics, statics);
    all.prepareMatrices(*problem.mechanics, false);
    cube_.record([&](const la::Contributions& to) { all.contribute(*problem.mechanics, to, false); });
    system::What without;
    without.mapped_contributors = false;
    terms_ = system::Terms::of(*problem.mechanics, statics, without);
  }
  void assemble() {
    cube_.assemble([&](const la::Contributions& to) { terms_.contribute(*problem_.mechanics, to, true); });
    skin_.assemble(springs());
    if (product_) {
      Mat same = product_.get();
      TENON_PETSC(MatPtAP(skin_.matrix().get(), J_.get(), MAT_REUSE_MATRIX, PETSC_DEFAULT, &same));
    } else {
      TENON_PETSC(MatPtAP(skin_.matrix().get(), J_.get(), MAT_INITIAL_MATRIX, PETSC_DEFAULT, product_.put()));
    }
    TENON_PETSC(MatAXPY(cube_.matrix().get(), 1.0, product_.get(), SUBSET_NONZERO_PATTERN));
  }
  Mat get() const { return cube_.matrix().get(); }

 private:
  la::MatrixAssembly::Contribute springs() const {
    return [this](const la::Contributions& to) {
      la::StiffnessMatrix K = to.stiffness(statics.stiffness);
      problem_.springs->addStiffness(K);
    };
  }
  const Problem& problem_;
  la::Matrix J_, product_;
  la::MatrixAssembly skin_, cube_;
  system::Terms terms_;
};

/// Largest difference of two matrices, of the largest entry.
double difference(const Problem& problem, Mat by_product) {
  system::SystemOptions options;
  options.what.projective_conditions = false;
  system::AssembledSystem system(*problem.mechanics, la::Insertion::slots, options);
  system.assemble(statics);
  double size = 0.0, left = 0.0;
  TENON_PETSC(MatNorm(system.get(), NORM_FROBENIUS, &size));
  TENON_PETSC(MatAXPY(by_product, -1.0, system.get(), SAME_NONZERO_PATTERN));
  TENON_PETSC(MatNorm(by_product, NORM_FROBENIUS, &left));
  return left / size;
}

}  // namespace

void measureMapped(const base::Communicator& comm, const MappedOptions& options) {
  const auto type = options.elem == "tet" ? mesh::CellType::tet4 : mesh::CellType::hex8;
  Json line = {{"prog", "tenon"}, {"elem", options.elem}, {"n", options.n}, {"ranks", comm.size()}};
  line["k_ms"] = assemblyTime(*makeCube(comm, type, options.n), options.reps);
  Problem problem;
  line["setup_ms"] = milliseconds(comm, [&] { problem = makeProblem(comm, options, false); });
  line["points"] = static_cast<std::int64_t>(problem.mapping->child().layout().numGlobal());
  line["mapped_ms"] = assemblyTime(*problem.mechanics, options.reps);
  line["constant_ms"] = assemblyTime(*makeProblem(comm, options, true).mechanics, options.reps);
  ByProduct by_product(problem);
  line["with_petsc_ptap_ms"] = medianOf(comm, options.reps, [&] { by_product.assemble(); });
  line["difference"] = difference(problem, by_product.get());
  const long before = problem.mechanics->mappings()->numEvaluations();
  system::forcesOf(*problem.mechanics);
  system::AssembledSystem(*problem.mechanics).assemble(statics);
  line["j_evaluations"] = problem.mechanics->mappings()->numEvaluations() - before;
  if (comm.isRoot()) std::printf("%s\n", line.dump().c_str());
}

}  // namespace tenon::bench
