// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// Every registered force, interaction, mass, mapping, condition and constraint in one problem, as
// written in cases.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "constraint/registry.hpp"
#include "force/GyroscopicForce.hpp"
#include "mapping/SquareDistance.hpp"
#include "mapping/registry.hpp"
#include "mass/RigidInertia.hpp"
#include "mass/registry.hpp"
#include "mesh/distribution/distribute.hpp"
#include "mesh/reading/readMeshes.hpp"
#include "problem.hpp"
#include "system/measuredBody.hpp"
#include "tenon/base/check.hpp"
#include "tenon/force/registry.hpp"
#include "tenon/la/layout/NodeFrame.hpp"
#include "tenon/mesh/generation/generate.hpp"
#include "tenon/system/MechanicalSystem.hpp"
#include "tenon/system/forms/AssembledSystem.hpp"
#include "tenon/system/operators/ConstraintJacobian.hpp"
#include "testing/expectEqualMatrices.hpp"

namespace tenon::system {
namespace {

using namespace tenon::testing;
using base::CaseNode;
using base::Vec3;

// A block, a bar at its side xmax, a loose cube above, a block with a rail along one edge, beams,
// three wheels, and a surface mapped to the first block.
const char* const problem = R"(
block:
  forces:
    - {type: elastic, material: {type: linear-elastic, young: 100, poisson: 0.3}, rayleigh_stiffness: 0.02}
    - {type: gravity, density: 2, acceleration: [0, 1, -9.81]}
    - {type: traction, group: ymax, traction: [0, 1, -4]}
    - {type: pressure, group: zmax, pressure: 3}
    - {type: follower-pressure, group: ymin, pressure: 2}
    - {type: uniform-damping, damping: 0.3}
  masses: [{type: consistent, density: 2, rayleigh_mass: 0.4}]
  conditions:
    - {type: fixed, group: xmin, components: [z]}
    - {type: prescribed, group: xmax, values: {x: 0.1}, history: [[0, 0], [1, 1]]}
    - {type: plane, group: ymin, normal: [0, 1, 1]}
bar:
  forces:
    - type: elastic
      material: {type: orthotropic-elastic, young_x: 90, young_y: 50, young_z: 40, poisson_xy: 0.3, poisson_yz: 0.25,
                 poisson_xz: 0.2, shear_xy: 20, shear_yz: 15, shear_xz: 10}
    - {type: body-force, density: [1, 2, 3]}
    - {type: nodal-force, group: zmax, force: [0, 0, 1]}
    - {type: rest-shape-springs, group: ymax, stiffness: 40, offset: [0.1, 0, 0]}
    - {type: nodal-damper, group: zmin, damping: 3}
    - {type: diagonal-damping, damping: [1, 0, 2]}
  masses: [{type: lumped, density: 3, rayleigh_mass: 0.1}]
  conditions:
    - {type: line, group: xmax, direction: [1, 2, 1]}
    - {type: direction, group: zmin, direction: [1, 1, 0]}
loose:
  forces:
    - {type: elastic, material: {type: linear-elastic, young: 80, poisson: 0.2}}
    - {type: corotational, young: 20, poisson: 0.3, tangent: exact}
    - {type: elastic, formulation: mean-dilatation, material: {type: neo-hookean, young: "5 + x", poisson: 0.4}}
    - {type: membrane, group: xmin, young: 30, poisson: 0.3, thickness: 0.1}
  masses:
    - {type: surface, group: xmin, density: 2, thickness: 0.1}
    - {type: nodal, mass: 0.3}
  conditions:
    - {type: no-translation, group: zmax}
    - {type: no-rotation, group: zmax}
rail:
  forces:
    - {type: elastic, material: {type: linear-elastic, young: 60, poisson: 0.25}}
    - {type: elastic, material: {type: shear-elastic, young: 20, poisson: 0.45}}
    - {type: elastic, material: {type: saint-venant-kirchhoff, young: 5, poisson: 0.3}}
    - {type: elastic, material: {type: neo-hookean, young: 5, poisson: 0.3}}
    - {type: elastic, material: {type: isochoric-neo-hookean, young: 4, poisson: 0.3}}
    - {type: elastic, material: {type: stable-neo-hookean, young: 3, poisson: 0.4}}
    - {type: elastic, material: {type: mooney-rivlin, c10: 1, c01: 0.5, bulk: 5}}
    - {type: elastic, material: {type: ogden, terms: [[1, 1.7], [-0.3, -2.4]], bulk: 5}}
    - {type: elastic, material: {type: arruda-boyce, mu: 1, locking: 3, bulk: 5}}
    - {type: elastic, material: {type: veronda-westmann, c1: 1, c2: 1.5, bulk: 5}}
    - type: elastic
      material:
        {type: network, bulk: 5, weights: {linear: [0.3, 0.1], layers: [{weights: [[1, 0], [0.2, 0.4]], biases: [-1, 0]}], output: [0.3, 0.2]}}
    - {type: elastic, material: {type: fibre-reinforced, mu: 1, k1: 2, k2: 1, bulk: 5, fibre: [1, y, 0]}}
    - {type: elastic, material: {type: guccione, c: 1, bf: 3, bt: 1, bfs: 2, bulk: 5, fibre: [0, 1, x]}}
    - {type: elastic, material: {type: costa, a: 1, bff: 3, bss: 1, bnn: 2, bfs: 2, bfn: 1, bsn: 1, bulk: 5}}
    - {type: elastic, material: {type: j2-plasticity, young: 5, poisson: 0.3, yield_stress: 1}}
    - {type: elastic, material: {type: finite-j2-plasticity, young: 5, poisson: 0.3, yield_stress: 1}}
    - {type: elastic, material: {type: viscoelastic, elastic: {type: neo-hookean, young: "5 + y", poisson: 0.3}, terms: [[0.3, 1]]}}
    - {type: truss, group: rail, area: 0.1, young: 60}
    - {type: cable, group: rail, area: 0.1, young: 60, prestress: 10}
reed:
  forces:
    - {type: beam, young: 100, poisson: 0.3, radius: 0.1}
    - {type: line-load, load: [0, 1, -2]}
  masses: [{type: line, density: 2, area: 0.03, polar_moment: 1.0e-4}]
wheels:
  forces:
    - {type: gravity, acceleration: [0, 0, -10]}
    - {type: nodal-force, group: "2", force: [1, 0, 0], moment: [0, 2, 0]}
  conditions:
    - {type: fixed, group: "3"}
skin:
  mapping: {type: embedded, parent: block}
  forces:
    - {type: elastic, material: {type: linear-elastic, young: 30, poisson: 0.1}, rayleigh_stiffness: 0.03}
  masses:
    - {type: lumped, density: 5, rayleigh_mass: 0.2}
followers:
  - {like: loose, mapping: {type: identity, parent: loose}}
  - {like: loose, mapping: {type: subset, parent: loose, group: all}}
  - {like: loose, mapping: {type: subset-multi, parts: [{group: zmin, parent: loose}, {group: zmax, parent: wheels}]}}
  - {like: skin, mapping: {type: weighted, parent: wheels, nearest: 2}}
  - {like: skin, mapping: {type: rigid, parent: wheels, body: "2", geometric_stiffness: stabilised}}
  - {like: wheels, mapping: {type: relative-frames, parent: wheels, body: "1"}}
  - {like: skin, mapping: {type: skinning, parent: wheels, nearest: 3, geometric_stiffness: stabilised}}
  - {like: skin, mapping: {type: beam-interpolation, parent: wheels, geometric_stiffness: none}}
  - {like: loose, mapping: {type: on-frame, parent: loose, frame: wheels, body: "2", geometric_stiffness: stabilised}}
  - {like: skin, mapping: {type: void}}
measured:
  # with {type: scalar-springs}
  - {type: distance, parent: [block, loose], nodes: [[1, 2], [5, 3]]}
  - {type: square-distance, parent: bar, nodes: [[1, 2], [5, 3]]}
  - {type: distance-to-target, parent: bar, nodes: [1, 7], target: [9, 9, 9]}
  - {type: distance-to-plane, parent: loose, group: zmax, normal: [1, 2, 3]}
  - {type: angle, parent: bar, nodes: [[1, 6, 3]]}
  - {type: triangle-area, parent: bar, group: xmin}
  - {type: volume, parent: loose}
  - {type: centre-of-mass, parent: bar}
  - {type: plane-projection, parent: block, group: xmin, frame: wheels, body: "3", normal: [1, 0, 1], geometric_stiffness: stabilised}
interactions:
  - {type: springs, first: {object: block, group: zmax}, second: {object: loose, group: zmin}, stiffness: 50, damping: 4}
  - {type: springs, first: {object: skin, group: zmax}, second: {object: bar, group: ymin}, stiffness: 20}
  - type: polynomial-springs
    first: {object: bar, group: zmax}
    second: {object: loose, group: all}
    coefficients: [5, -3, 40]
  - {type: angular-springs, objects: [block, bar, loose], triples: [[1, 5, 3], [9, 2, 8]], stiffness: 3}
  - {type: matrix, file: data/loose.mtx, object: loose, factor: 2}
  - {type: point-springs, first: {object: wheels, group: "1"}, second: {object: wheels, group: "2"}, at: [2.2, 0.3, 0.4], to: [3.1, 0.4, 0.3], stiffness: 30, damping: 2}
  - {type: bushing, first: {object: wheels, group: "1"}, second: {object: wheels, group: "2"}, stiffness: [30, 20, 10, 3, 2, 1], damping: [1, 1, 1, 1, 1, 1]}
conditions:
  - {type: attachment, objects: [block, loose], nodes: [[14, 1], [8, 2]]}
constraints:
  - {type: tie, slave: {object: bar, group: xmin}, master: {object: block, group: xmax}}
  - {type: prescribed, object: loose, group: xmax, values: {x: 0.5}}
  - {type: point-on-point, first: {object: block}, second: {object: bar}, pairs: [[1, 8], [2, 1]], offset: [0.1, 0, 0]}
  - {type: point-on-line, object: bar, group: zmax, direction: [1, 1, 1], point: [1, 0, 0]}
  - {type: point-on-plane, object: loose, group: zmax, normal: [0, 1, 2], value: 0.2, history: [[0, 0], [1, 1]]}
  - {type: periodic, object: loose, pairs: [[xmin, xmax], [ymin, ymax]], strain: [0.1, 0, 0, 0.2, 0, 0]}
  - {type: multi-point, equations: [{terms: [{object: bar, node: 3, component: x}, {object: block, node: 4, component: y}]}]}
  - {type: incompressible, object: block, pressure: constant, bulk: 70}
  - {type: incompressible, object: bar, pressure: constant, strain: finite, bulk: 90}
  - {type: rigid, parts: [{object: bar, group: ymax}, {object: loose, group: ymin}]}
  - {type: distance, first: {object: block, group: zmax}, second: {object: loose, group: zmin}, history: [[0, 1], [1, 2]]}
  - {type: angle, objects: [block, bar, loose], triples: [[1, 5, 3], [9, 2, 8]]}
  - {type: point-on-surface, points: {object: loose, group: zmin}, surface: {object: block, group: zmax}, reach: 1.3}
  - {type: point-on-path, points: {object: bar, group: xmin}, path: {object: rail, group: rail}, reach: 1.3}
  - {type: ball-joint, first: {object: wheels, group: "1"}, second: {object: block, group: zmin}}
  - {type: hinge-joint, first: {object: wheels, group: "1"}, second: {object: wheels, group: "2"}, at: [1, 0, 1], axis: [1, 2, 0]}
  - {type: slider-joint, first: {object: wheels, group: "2"}, axis: [1, 0, 0], travel: 0.3, history: [[0, 0], [1, 1]]}
  - {type: universal-joint, first: {object: wheels, group: "2"}, second: {object: wheels, group: "3"}, at: [2, 1, 0]}
  - {type: fixed-joint, first: {object: wheels}, second: {object: wheels}, pairs: [[1, 3]], displacement: [0.1, 0, 0]}
  - {type: rolling, wheel: {object: bar, group: ymax}, normal: [0, 0, 1], point: [0, 0, -1]}
)";

const Factors step{0.7, -0.4, -1.3};

template <class Registry>
Registry filled(const char* kind, void (*registerAll)(Registry&)) {
  Registry registry(kind);
  registerAll(registry);
  return registry;
}

const auto forces = filled("force", &force::registerForces);
const auto interactions = filled("interaction", &force::registerInteractions);
const auto masses = filled("mass", &mass::registerMasses);
const auto mappings = filled("mapping", &mapping::registerMappings);
const auto measurements = filled("mapping", &mapping::registerMeasurements);
const auto conditions = filled("condition", &constraint::registerConditions);
const auto joint_conditions = filled("joint condition", &constraint::registerCouplingConditions);
const auto constraints = filled("constraint", &constraint::registerConstraints);

/// Returns three rigid bodies.
std::unique_ptr<Body> wheels(const base::Communicator& comm, int partition, const std::string& name) {
  const std::vector<std::array<double, 3>> points{{2.0, 0.0, 0.2}, {3.0, 0.5, 0.2}, {4.0, 1.0, 0.2}};
  std::vector<int> parts;
  for (int i = 0; i < 3; ++i)
    parts.push_back(partition == Objects::all_on_last_rank ? comm.size() - 1 : (i + partition) % comm.size());
  mesh::Mesh mesh = mesh::distribute(comm, mesh::meshOfPoints("wheels", points, {"1", "2", "3"}), std::move(parts));
  const auto inertia = std::make_shared<fem::NodalInertia>();
  for (const auto tag : mesh.nodeTags()) {
    inertia->mass.push_back(static_cast<double>(tag));
    inertia->reference_inertia.emplace_back(Vec3(0.2, 0.3, 0.1 * static_cast<double>(tag)).asDiagonal());
  }
  const std::vector<Vec3> rotations(inertia->mass.size(), Vec3::Zero());
  auto body = std::make_unique<Body>(name, std::move(mesh), la::NodeKind::frames, inertia, rotations);
  body->masses.push_back(std::make_unique<mass::RigidInertia>(body->domain()));
  body->forces.push_back(std::make_unique<force::GyroscopicForce>(body->domain()));
  return body;
}

/// Returns a body called `name` with the mesh of the one called `like`.
std::unique_ptr<Body> makeBody(const base::Communicator& comm, int partition, const std::string& like,
                               const std::string& name) {
  const auto box = [&](CellType type, std::array<int, 3> cells, mesh::Point low, mesh::Point high) {
    return std::make_unique<Body>(name, mesh::box(comm, type, cells, low, high, partitionedBox(comm, partition)));
  };
  if (like == "block") return box(CellType::hex8, {2, 2, 1}, {0, 0, 0}, {1, 1, 1});
  if (like == "bar") return box(CellType::tet4, {1, 2, 1}, {1, 0, 0}, {2, 1, 1});
  if (like == "wheels") return wheels(comm, partition, name);
  if (like == "rail") return std::make_unique<Body>(name, mesh::readMesh(comm, "../constraint/data/rail1.msh"));
  if (like == "reed") {
    mesh::Mesh lines = mesh::readMesh(comm, "../force/data/frame.msh");
    const std::vector<Vec3> rotations(static_cast<std::size_t>(lines.layout().numLocal()), Vec3::Zero());
    return std::make_unique<Body>(name, std::move(lines), la::NodeKind::frames, nullptr, rotations);
  }
  if (like == "loose") return box(CellType::hex8, {1, 1, 1}, {0, 0, 2}, {1, 1, 3});
  return box(CellType::tet4, {1, 1, 1}, {0.2, 0.1, 0.3}, {0.7, 0.8, 0.6});
}

/// Force f = -u - v on every node of a state: springs and dampers to the reference configuration.
class UnitForce : public force::ForceField {
 public:
  explicit UnitForce(const la::State& state) : state_(state) {}
  std::string name() const override { return "springs on " + state_.name(); }
  void addForce(la::ForceVector& f) const override {
    const auto force = f.on(state_);
    for (std::size_t i = 0; i < force.size(); ++i) force[i] -= state_.displacement()[i] + state_.velocity()[i];
  }
  void addStiffness(la::StiffnessMatrix& K) const override { addUnits(K.forceOn(state_).byPositionOf(state_)); }
  bool dependsOnVelocity() const override { return true; }
  void addDamping(la::DampingMatrix& B) const override { addUnits(B.forceOn(state_).byVelocityOf(state_)); }

 private:
  void addUnits(la::Derivative derivative) const {
    for (base::LocalIndex node = 0; node < state_.layout().numLocal(); ++node)
      for (int i = 0; i < state_.block(); ++i) derivative(node, node)(i, i) -= 1.0;
  }
  const la::State& state_;
};

/// Adds mapped objects, with springs on those that consist of points or scalars.
void addMappedObjects(const CaseNode& root, const base::Communicator& comm, int partition, const fem::FindDomain& find,
                      std::vector<MappedObject>& mapped_objects) {
  for (const CaseNode& entry : root["followers"].items()) {
    MappedObject& follower = mapped_objects.emplace_back();
    follower.body = makeBody(comm, partition, entry["like"].text(), entry["mapping"]["type"].text());
    follower.mapping = mappings.make(entry["mapping"], follower.body->domain(), find);
  }
  const std::size_t first_measured = mapped_objects.size();
  for (const CaseNode& entry : root["measured"].items()) {
    auto measurement = measurements.make(entry, find);
    MappedObject& follower = mapped_objects.emplace_back();
    follower.body = measuredBody(entry["type"].text(), comm, *measurement);
    follower.mapping = std::move(measurement);
    if (follower.state().kind() == la::NodeKind::scalars)
      follower.body->forces.push_back(
          forces.make(CaseNode::parse("{type: scalar-springs, stiffness: [3, 1, 2], force: 1, damping: 2}", ""),
                      follower.body->domain()));
  }
  la::State& lengths = mapped_objects[first_measured].mapping->child();
  mapped_objects.emplace_back().mapping = std::make_unique<mapping::Square>("square", lengths);
  for (MappedObject& follower : mapped_objects)
    if (follower.state().kind() != la::NodeKind::frames)
      follower.forces.push_back(std::make_unique<UnitForce>(follower.state()));
}

/// Returns the problem in motion, at half of the duration of its histories.
std::unique_ptr<MechanicalSystem> everything(const base::Communicator& comm, int partition) {
  const CaseNode root = CaseNode::parse(problem, "case.yaml");
  std::vector<std::unique_ptr<Body>> bodies;
  for (const char* name : {"block", "bar", "loose", "rail", "reed", "wheels", "skin"})
    bodies.push_back(makeBody(comm, partition, name, name));
  const fem::FindDomain find = [&](const std::string& name) -> const fem::Domain& {
    for (const auto& body : bodies)
      if (body->name() == name) return body->domain();
    throw base::InputError("There is no object '" + name + "'.");
  };
  const auto make = [](const CaseNode& node, const std::string& key, const auto& registry, auto& products,
                       const auto& where) {
    if (!node.has(key)) return;
    for (const CaseNode& entry : node[key].items()) products.push_back(registry.make(entry, where));
  };
  for (const auto& body : bodies) {
    make(root[body->name()], "forces", forces, body->forces, body->domain());
    make(root[body->name()], "masses", masses, body->masses, body->domain());
    make(root[body->name()], "conditions", conditions, body->conditions, body->domain());
  }
  std::vector<std::unique_ptr<force::ForceField>> between;
  std::vector<std::unique_ptr<constraint::Constraint>> multipliers;
  std::vector<std::unique_ptr<constraint::DirichletCondition>> joint;
  make(root, "interactions", interactions, between, find);
  make(root, "constraints", constraints, multipliers, find);
  make(root, "conditions", joint_conditions, joint, find);
  std::vector<MappedObject> mapped_objects(1);
  mapped_objects[0].mapping = mappings.make(root["skin"]["mapping"], bodies.back()->domain(), find);
  mapped_objects[0].body = std::move(bodies.back());
  bodies.pop_back();
  addMappedObjects(root, comm, partition, find, mapped_objects);
  auto mechanics = std::make_unique<MechanicalSystem>(std::move(bodies), std::move(multipliers), std::move(between),
                                                      std::move(mapped_objects), std::move(joint));
  mechanics->rayleigh = {0.2, 0.05};
  mechanics->setTime(0.5);
  FileOrder(*mechanics).moveRandomly(*mechanics, 0.02, 0.3);
  for (const auto& constraint : mechanics->constraints())
    constraint->setMultipliers(std::vector<double>(static_cast<std::size_t>(constraint->numRows()), 0.7));
  return mechanics;
}

void expectEveryName(const std::vector<std::string>& names) {
  const std::string text(problem);
  for (const auto& name : names)
    EXPECT_NE(text.find("type: " + name), std::string::npos) << "'" << name << "' is registered but not tried here";
}

TEST(Everything, IsInThisProblem) {
  expectEveryName(forces.names());
  expectEveryName(interactions.names());
  expectEveryName(force::materials().names());
  expectEveryName(masses.names());
  expectEveryName(mappings.names());
  expectEveryName(measurements.names());
  expectEveryName(conditions.names());
  expectEveryName(joint_conditions.names());
  expectEveryName(constraints.names());
}

TEST(Everything, HasOneMatrixInEveryKindOfSystem) {
  for (const int partition : Objects::all_partitions) expectEqualMatrices(*everything(world(), partition));
}

/// A, the right-hand side, the prescribed displacement, and G^T G of the constraint rows without
/// dofs removed by conditions.
struct Result {
  Eigen::MatrixXd A, GtG;
  Eigen::VectorXd f, u;
  std::vector<double> G;  // local rows, in local order: the sums of G^T G depend on message order
};

std::vector<double> entriesOf(Mat matrix) {
  PetscInt first = 0, end = 0;
  TENON_PETSC(MatGetOwnershipRange(matrix, &first, &end));
  std::vector<double> entries;
  for (PetscInt row = first; row < end; ++row) {
    PetscInt count = 0;
    const PetscInt* columns = nullptr;
    const PetscScalar* values = nullptr;
    TENON_PETSC(MatGetRow(matrix, row, &count, &columns, &values));
    entries.insert(entries.end(), columns, columns + count);
    entries.insert(entries.end(), values, values + count);
    TENON_PETSC(MatRestoreRow(matrix, row, &count, &columns, &values));
  }
  return entries;
}

Result resultOf(MechanicalSystem& mechanics) {
  const FileOrder order(mechanics);
  Result result;
  AssembledSystem system(mechanics);
  system.assemble(step);
  result.A = denseOf(system);
  result.f = order.dense(system.residual().get());
  const ConstraintJacobian G(mechanics, system.layout(), system.constrainedFlags());
  la::Matrix product;
  TENON_PETSC(MatTransposeMatMult(G.free(), G.free(), MAT_INITIAL_MATRIX, PETSC_DEFAULT, product.out()));
  result.GtG = order.dense(system.layout(), product.get());
  result.G = entriesOf(G.full());
  mechanics.imposeDirichletValues();
  const la::Vector u = system.layout().makeVector();
  std::vector<gsl::span<const double>> parts;
  for (const auto& body : mechanics.bodies()) parts.push_back(body->state().displacement());
  system.layout().gather(parts, u.get());
  result.u = order.dense(u.get());
  return result;
}

TEST(Everything, IsTheSameOnAnyPartition) {
  const Result alone = resultOf(*everything(base::Communicator::self(), 0));
  EXPECT_GT(largest(alone.A), 1.0);
  EXPECT_GT(largest(alone.GtG), 0.1);
  for (const int partition : Objects::all_partitions) {
    const Result one = resultOf(*everything(world(), partition));
    EXPECT_LE(largest(one.A - alone.A), 1e-13 * largest(alone.A)) << "A of partition " << partition;
    EXPECT_LE(largest(one.f - alone.f), 1e-13 * largest(alone.A)) << "f of partition " << partition;
    EXPECT_LE(largest(one.GtG - alone.GtG), 1e-13 * largest(alone.GtG)) << "G of partition " << partition;
    EXPECT_LE(largest(one.u - alone.u), 1e-13) << "imposed motion of partition " << partition;
  }
}

TEST(Everything, HasTheSameBitsInTenRuns) {
  const Result first = resultOf(*everything(world(), 1));
  for (int run = 1; run < 10; ++run) {
    const Result again = resultOf(*everything(world(), 1));
    EXPECT_EQ(again.A, first.A);
    EXPECT_EQ(again.f, first.f);
    EXPECT_EQ(again.G, first.G);
    EXPECT_EQ(again.u, first.u);
  }
}

}  // namespace
}  // namespace tenon::system
