// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "mapped.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <optional>

#include "EdgeSprings.hpp"
#include "base/Runtime.hpp"
#include "cube.hpp"
#include "mapping/registry.hpp"
#include "measure.hpp"
#include "mesh/distribution/distribute.hpp"
#include "system/evaluation.hpp"
#include "system/forms/Terms.hpp"
#include "tenon/fem/Domain.hpp"
#include "tenon/force/registry.hpp"
#include "tenon/mesh/generation/generate.hpp"
#include "tenon/system/forms/AssembledSystem.hpp"

namespace tenon::bench {
namespace {

using Json = nlohmann::ordered_json;
using system::statics;  // A = -K

/// Springs whose matrix is reassembled in every configuration, as if they rotated.
class RotatingSprings : public EdgeSprings {
 public:
  using EdgeSprings::EdgeSprings;
  bool isLinear() const override { return false; }
};

/// Creates a wavy triangulated surface inside the unit cube, distributed independently of the cube.
std::unique_ptr<system::Body> makeSkin(const base::Communicator& comm, const std::string& name, int points) {
  const int cells = std::max(1, static_cast<int>(std::lround(std::sqrt(points))) - 1);
  mesh::BoxOptions options;
  options.map = [](const mesh::Point& p) {
    return mesh::Point{p[0], p[1], 0.5 + 0.2 * std::sin(5 * p[0]) * std::cos(4 * p[1])};
  };
  options.part = [&](const mesh::Point& p) { return std::min(comm.size() - 1, static_cast<int>(p[1] * comm.size())); };
  mesh::Mesh mesh = mesh::box(comm, mesh::CellType::tri3, {cells, cells, 1}, {0.01, 0.01, 0}, {0.99, 0.99, 0}, options);
  mesh.setSpaceDimension(3);
  return std::make_unique<system::Body>(name, std::move(mesh));
}

struct MappedProblem {
  std::unique_ptr<system::MechanicalSystem> mechanics;
  const mapping::Mapping* mapping = nullptr;
  const force::ForceField* springs = nullptr;
};

/// Creates objects that are mapped to a parent.
class Followers {
 public:
  explicit Followers(std::vector<std::unique_ptr<system::Body>> independent) : independent_(std::move(independent)) {
    mapping::registerMappings(mappings_);
    for (const auto& body : independent_) domains_.push_back(&body->domain());
  }
  void add(std::unique_ptr<system::Body> body, const std::string& mapping) {
    domains_.push_back(&body->domain());
    followers_.emplace_back();
    followers_.back().mapping =
        mappings_.make(base::CaseNode::parse(mapping, "tenon-bench"), body->domain(),
                       [this](const std::string& name) -> const fem::Domain& {
                         return **std::find_if(domains_.begin(), domains_.end(),
                                               [&](const auto* domain) { return domain->object == name; });
                       });
    followers_.back().body = std::move(body);
  }
  const mapping::Mapping* first() const { return followers_.front().mapping.get(); }
  std::unique_ptr<system::MechanicalSystem> system() {
    return std::make_unique<system::MechanicalSystem>(
        std::move(independent_), std::vector<std::unique_ptr<constraint::Constraint>>{},
        std::vector<std::unique_ptr<force::ForceField>>{}, std::move(followers_));
  }

 private:
  mapping::MappingRegistry mappings_{"mapping"};
  std::vector<std::unique_ptr<system::Body>> independent_;
  std::vector<const fem::Domain*> domains_;
  std::vector<system::MappedObject> followers_;
};

mesh::CellType typeOf(const MappedOptions& options) {
  return options.elem == "tet" ? mesh::CellType::tet4 : mesh::CellType::hex8;
}

MappedProblem makeProblem(const base::Communicator& comm, const MappedOptions& options, bool constant) {
  std::vector<std::unique_ptr<system::Body>> bodies;
  bodies.push_back(makeCubeBody(comm, typeOf(options), options.n));
  Followers followers(std::move(bodies));
  force::ForceRegistry forces("force");
  force::registerForces(forces);
  MappedProblem problem;
  for (int i = 0; i < options.chain; ++i) {
    auto skin = makeSkin(comm, "skin" + std::to_string(i), options.points);
    if (constant)
      skin->forces.push_back(std::make_unique<EdgeSprings>(skin->domain(), EdgeSprings::Delivery::elements));
    else
      skin->forces.push_back(std::make_unique<RotatingSprings>(skin->domain(), EdgeSprings::Delivery::elements));
    problem.springs = skin->forces.back().get();
    skin->forces.push_back(
        forces.make(base::CaseNode::parse("{type: pressure, group: all, pressure: 1}", "tenon-bench"), skin->domain()));
    followers.add(std::move(skin), i == 0 ? "{type: embedded, parent: cube}"
                                          : "{type: identity, parent: skin" + std::to_string(i - 1) + "}");
  }
  problem.mapping = followers.first();
  problem.mechanics = followers.system();
  return problem;
}

/// Creates the cube mapped to a rigid body that the last rank owns.
std::unique_ptr<system::MechanicalSystem> makeMapped(const base::Communicator& comm, const MappedOptions& options) {
  mesh::RawMesh raw;
  raw.blocks.push_back({mesh::CellType::point1, {}, {}, {}});
  if (comm.isRoot()) {
    raw.node_tags = {1}, raw.points = {0.5, 0.5, 0.5};
    raw.blocks.front().nodes = {0}, raw.blocks.front().tags = {1}, raw.blocks.front().group_set = {0};
  }
  raw.group_sets.push_back({});
  mesh::Mesh mesh = mesh::distribute(comm, std::move(raw), std::vector<int>(comm.isRoot() ? 1 : 0, comm.size() - 1));
  auto inertia = std::make_shared<fem::NodalInertia>();
  const auto nodes = static_cast<std::size_t>(mesh.layout().numLocal());
  inertia->mass.assign(nodes, 1.0), inertia->reference_inertia.assign(nodes, base::Mat3::Identity());
  std::vector<std::unique_ptr<system::Body>> bodies;
  bodies.push_back(std::make_unique<system::Body>("frame", std::move(mesh), la::NodeKind::frames, inertia,
                                                  std::vector<base::Vec3>(nodes, base::Vec3::Zero())));
  Followers followers(std::move(bodies));
  auto cube = makeCubeBody(comm, typeOf(options), options.n, {"", true});
  cube->conditions.clear();
  followers.add(std::move(cube), "{type: rigid, parent: frame}");
  return followers.system();
}

/// One assembly whose measurements alternate with those of other assemblies, in processor time.
class ReferenceValue {
 public:
  ReferenceValue(const base::Communicator& comm, std::function<void()> work) : comm_(&comm), work_(std::move(work)) {
    work_();
  }
  /// Creates the measurement of the assembly of K including all mapped contributions.
  static ReferenceValue assembly(const system::MechanicalSystem& mechanics) {
    auto system = std::make_shared<system::AssembledSystem>(mechanics);
    system->record(statics);
    return {mechanics.comm(), [system] { system->assemble(statics); }};
  }
  void once() { times_.push_back(measure(*comm_, work_).cpu); }
  double milliseconds() const { return median(times_); }

 private:
  const base::Communicator* comm_;
  std::function<void()> work_;
  std::vector<double> times_;
};

void measureAlternating(int reps, std::initializer_list<ReferenceValue*> all) {
  for (int r = 0; r < reps; ++r)
    for (ReferenceValue* one : all) one->once();
}

/// Returns J of an embedded surface as a sparse matrix, [dofs of the surface x dofs of the cube].
la::Matrix jacobianOf(const mapping::Mapping& mapping, const la::State& parent) {
  const la::State& child = mapping.child();
  mapping::Jacobian J;
  mapping.addJacobian(J);
  la::Matrix matrix;
  TENON_PETSC(MatCreateAIJ(child.layout().comm().mpi(), child.layout().numOwned() * 3, parent.layout().numOwned() * 3,
                           PETSC_DETERMINE, PETSC_DETERMINE, 8, nullptr, 8, nullptr, matrix.out()));
  for (const auto& entry : J.entries())
    for (int i = 0; i < 3; ++i)
      TENON_PETSC(MatSetValue(matrix.get(), child.layout().global(entry.child_node).value() * 3 + i,
                              parent.layout().global(entry.parent_node).value() * 3 + i, *J.valuesOf(entry),
                              ADD_VALUES));
  TENON_PETSC(MatAssemblyBegin(matrix.get(), MAT_FINAL_ASSEMBLY));
  TENON_PETSC(MatAssemblyEnd(matrix.get(), MAT_FINAL_ASSEMBLY));
  return matrix;
}

/// Forms K of the cube plus J^T K J by PETSc's matrix product.
class TripleProduct {
 public:
  explicit TripleProduct(const MappedProblem& problem)
      : problem_(problem),
        J_(jacobianOf(*problem.mapping, problem.mechanics->bodies().front()->state())),
        skin_(std::make_shared<la::CombinedLayout>(std::vector<const la::State*>{&problem.mapping->child()}),
              la::Insertion::slots),
        cube_(std::make_shared<la::CombinedLayout>(problem.mechanics->states()), la::Insertion::slots) {
    skin_.record(springs());
    const auto all = system::Terms::collect(*problem.mechanics, statics);
    all.prepareMatrices(*problem.mechanics, false);
    cube_.record([&](const la::Contributions& to) { all.contribute(*problem.mechanics, to, false); });
    system::MatrixContents without;
    without.mapped_contributors = false;
    terms_ = system::Terms::collect(*problem.mechanics, statics, without);
  }
  void assemble() {
    cube_.assemble([&](const la::Contributions& to) { terms_.contribute(*problem_.mechanics, to, true); });
    skin_.assemble(springs());
    if (product_) {
      Mat same = product_.get();
      TENON_PETSC(MatPtAP(skin_.matrix().get(), J_.get(), MAT_REUSE_MATRIX, PETSC_DEFAULT, &same));
    } else {
      TENON_PETSC(MatPtAP(skin_.matrix().get(), J_.get(), MAT_INITIAL_MATRIX, PETSC_DEFAULT, product_.out()));
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
  const MappedProblem& problem_;
  la::Matrix J_, product_;
  la::MatrixAssembly skin_, cube_;
  system::Terms terms_;
};

/// Returns the largest difference of two matrices relative to the largest entry.
double difference(const MappedProblem& problem, Mat by_product) {
  system::SystemOptions options;
  options.contents.projective_conditions = false;
  system::AssembledSystem system(*problem.mechanics, la::Insertion::slots, options);
  system.assemble(statics);
  double size = 0.0, left = 0.0;
  TENON_PETSC(MatNorm(system.get(), NORM_FROBENIUS, &size));
  TENON_PETSC(MatAXPY(by_product, -1.0, system.get(), SAME_NONZERO_PATTERN));
  TENON_PETSC(MatNorm(by_product, NORM_FROBENIUS, &left));
  return left / size;
}

}  // namespace

namespace {

/// Returns the largest additional memory that `work` allocates on any rank, in MiB.
double memoryOf(const base::Communicator& comm, const std::function<void()>& work) {
  base::releaseFreedMemory();
  base::resetPeakMemory();
  const double before = base::peakMemoryMiB();
  work();
  return comm.max(base::peakMemoryMiB() - before);
}

/// Measures a cube alone and mapped to a rigid body.
Json measureMappedAssembly(const base::Communicator& comm, const MappedOptions& options) {
  std::unique_ptr<system::MechanicalSystem> cube, carried;
  std::optional<ReferenceValue> alone, mapped;
  const double k_mb = memoryOf(comm, [&] {
    cube = makeCube(comm, typeOf(options), options.n, {"", true});
    alone = ReferenceValue::assembly(*cube);
  });
  const double mapped_mb = memoryOf(comm, [&] {
    carried = makeMapped(comm, options);
    mapped = ReferenceValue::assembly(*carried);
  });
  measureAlternating(options.reps, {&*alone, &*mapped});
  const auto points = static_cast<std::int64_t>(carried->mappings()->states().back()->layout().numGlobal());
  return {{"points", points},
          {"k_ms", alone->milliseconds()},
          {"mapped_ms", mapped->milliseconds()},
          {"k_mb", k_mb},
          {"mapped_mb", mapped_mb}};
}

}  // namespace

void measureMapped(const base::Communicator& comm, const MappedOptions& options) {
  Json line = {{"prog", "tenon"}, {"elem", options.elem}, {"n", options.n}, {"ranks", comm.size()}};
  const auto print = [&] {
    if (comm.isRoot()) std::printf("%s\n", line.dump().c_str());
  };
  if (options.frame) {
    line.update(measureMappedAssembly(comm, options));
    return print();
  }
  const auto cube = makeCube(comm, typeOf(options), options.n, {"", false});
  ReferenceValue alone = ReferenceValue::assembly(*cube);
  MappedProblem problem;
  line["setup_ms"] = milliseconds(comm, [&] { problem = makeProblem(comm, options, false); });
  line["points"] = static_cast<std::int64_t>(problem.mapping->child().layout().numGlobal());
  const MappedProblem constant_problem = makeProblem(comm, options, true);
  ReferenceValue mapped = ReferenceValue::assembly(*problem.mechanics),
                 constant = ReferenceValue::assembly(*constant_problem.mechanics);
  if (options.chain > 1) {
    measureAlternating(options.reps, {&alone, &mapped, &constant});
  } else {
    TripleProduct by_product(problem);
    ReferenceValue with_ptap(comm, [&] { by_product.assemble(); });
    measureAlternating(options.reps, {&alone, &mapped, &constant, &with_ptap});
    line["with_petsc_ptap_ms"] = with_ptap.milliseconds();
    line["difference"] = difference(problem, by_product.get());
    const long before = problem.mechanics->mappings()->numEvaluations();
    system::forcesOf(*problem.mechanics);
    system::AssembledSystem(*problem.mechanics).assemble(statics);
    line["j_evaluations"] = problem.mechanics->mappings()->numEvaluations() - before;
  }
  line["k_ms"] = alone.milliseconds();
  line["mapped_ms"] = mapped.milliseconds();
  line["constant_ms"] = constant.milliseconds();
  print();
}

}  // namespace tenon::bench
