// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Problem.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "analysis/Analysis.hpp"
#include "analysis/checks/restraint.hpp"
#include "analysis/describeSolution.hpp"
#include "base/Phases.hpp"
#include "fem/search/Box.hpp"
#include "mesh/distribution/distribute.hpp"
#include "mesh/distribution/partition.hpp"
#include "system/forms/registry.hpp"
#include "tenon/base/Log.hpp"
#include "tenon/simulation/reading/registries.hpp"

namespace tenon::simulation::testing {
namespace {

Vec3 placeOf(const Body& body, LocalIndex node) {
  return Vec3(body.mesh().points().data() + 3 * static_cast<std::ptrdiff_t>(node));
}

/// Returns the longest edge of the bounding box of a body.
double extentOf(const Body& body) {
  fem::Box box;
  for (LocalIndex node = 0; node < body.mesh().layout().numOwned(); ++node) box.include(placeOf(body, node));
  double extent = 0.0;
  for (int i = 0; i < 3; ++i) extent = std::max(extent, world().max(box.high[i]) - world().min(box.low[i]));
  return extent;
}

Vec3 displacementOf(const Body& body, LocalIndex node) {
  const int block = body.state().block();
  Vec3 u = Vec3::Zero();
  for (int c = 0; c < block; ++c) u[c] = body.state().displacement()[static_cast<std::size_t>(node * block + c)];
  return u;
}

/// Returns the values of the single node at `place`, from its owner; `values` are [numLocal x
/// columns].
std::vector<double> valuesAt(const Body& body, const Vec3& place, gsl::span<const double> values, int columns) {
  std::vector<double> found(static_cast<std::size_t>(columns), 0.0);
  int count = 0;
  const double near = std::max(1e-9 * extentOf(body), 4.0 * fem::spacingAt(place));
  for (LocalIndex node = 0; node < body.mesh().layout().numOwned(); ++node) {
    if ((placeOf(body, node) - place).norm() > near) continue;
    ++count;
    for (std::size_t c = 0; c < found.size(); ++c) found[c] = values[static_cast<std::size_t>(node) * found.size() + c];
  }
  EXPECT_EQ(world().sum(count), 1) << "nodes of " << body.name() << " at " << place.transpose();
  world().sumInPlace<double>(found);
  return found;
}

Vec3 sumOver(const Body& body, const std::string& group, const std::vector<double>& values) {
  const int block = body.state().block();
  double sum[3] = {};
  for (const LocalIndex node : body.mesh().nodesOf(body.mesh().group(group)))
    if (body.mesh().layout().isOwned(node))
      for (int c = 0; c < block; ++c) sum[c] += values[static_cast<std::size_t>(node * block + c)];
  world().sumInPlace<double>(sum);
  return {sum[0], sum[1], sum[2]};
}

}  // namespace

Body& Problem::add(const std::string& name, mesh::Mesh mesh, const fem::LinearElastic& material,
                   const force::SolidOptions& options) {
  bodies_.push_back(std::make_unique<Body>(name, std::move(mesh)));
  Body& body = *bodies_.back();
  if (material.young > 0)
    body.forces.push_back(std::make_unique<force::SolidForce<fem::LinearElastic>>(material, options, body.domain()));
  return body;
}

fem::FindDomain Problem::finder() const {
  return [this](const std::string& name) -> const fem::Domain& {
    for (const auto& body : bodies_)
      if (body->name() == name) return body->domain();
    throw base::InputError("There is no object '" + name + "'.");
  };
}

system::MechanicalSystem& Problem::makeSystem() {
  if (!mechanics_)
    mechanics_ = std::make_unique<system::MechanicalSystem>(
        std::move(bodies_), std::move(constraints_), std::vector<std::unique_ptr<force::ForceField>>{},
        std::vector<system::MappedObject>{}, std::move(joint_conditions_));
  return *mechanics_;
}

/// Calls work(equations, solver, phases).
template <class Work>
const analysis::Solution& Problem::solveWith(const std::string& preset, const std::vector<std::string>& petsc,
                                             Work&& work) {
  makeSystem();
  solver::SolverOptions options(petsc);
  options.addPreset(registries().presets.find(preset));
  solver::SolverParameters parameters;
  parameters.preset = preset;
  base::setUpLog(mechanics_->comm(), "warn");
  base::Phases phases(mechanics_->comm());
  analysis::Equations equations(*mechanics_);
  analysis::requireSupported(equations);
  analysis::TangentSolver solver(equations, parameters, options);
  solution_ = work(equations, solver, phases);
  return solution_;
}

const analysis::Solution& Problem::solve(const std::string& preset, const std::vector<std::string>& petsc) {
  return solveWith(preset, petsc, [](auto& equations, auto& solver, auto& phases) {
    const solver::SolveStatistics statistics = solveLinearStep(equations, solver, phases);
    analysis::Solution solution = describeSolution(equations);
    solution.statistics = statistics;
    return solution;
  });
}

const analysis::Solution& Problem::solveBySteps(const std::string& preset, const analysis::Statics::Data& analysis) {
  return solveWith(preset, {}, [&](auto& equations, auto& solver, auto& phases) {
    return analysis::Statics(analysis).run(equations, solver, phases);
  });
}

double Problem::energy() const {
  double sum = 0.0;
  for (const auto& body : mechanics_->bodies())
    for (const auto& force : body->forces) sum += force->energy();
  return world().sum(sum);
}

Vec3 Problem::reaction(std::size_t b, const std::string& group) const {
  return sumOver(body(b), group, solution_.reactions[b]);
}

Vec3 Problem::constraintForce(std::size_t c, std::size_t b, const std::string& group) const {
  return sumOver(body(b), group, solution_.constraint_forces[c][b]);
}

Vec3 displacementAt(const Body& body, const Vec3& place) {
  auto u = valuesAt(body, place, body.state().displacement(), body.state().block());
  u.resize(3, 0.0);
  return Vec3(u.data());
}

std::vector<double> stressAt(const Body& body, const Vec3& place) {
  return valuesAt(body, place, fem::recover(body.domain(), body.forces).stress().nodes, 6);
}

double largestError(const Body& body, const Field& exact) {
  double error = 0.0, largest = 0.0;
  const int block = body.state().block();
  for (LocalIndex node = 0; node < body.mesh().layout().numOwned(); ++node) {
    const Vec3 u = exact(placeOf(body, node));
    for (int c = 0; c < block; ++c) {
      const double computed = body.state().displacement()[static_cast<std::size_t>(node * block + c)];
      error = std::max(error, std::abs(computed - u[c]));
      largest = std::max(largest, std::abs(u[c]));
    }
  }
  return world().max(error) / world().max(largest);
}

double largestDisplacement(const Body& body) {
  double largest = 0.0;
  for (LocalIndex node = 0; node < body.mesh().layout().numOwned(); ++node)
    largest = std::max(largest, displacementOf(body, node).norm());
  return world().max(largest);
}

mesh::Mesh distributeMesh(const std::function<mesh::RawMesh()>& make, const Setting& setting) {
  mesh::RawMesh raw;
  if (world().isRoot()) raw = make();
  for (std::size_t i = 0; i < raw.points.size(); i += 3) {
    Eigen::Map<Vec3> x(&raw.points[i]);
    x = setting.transform(x);
  }
  std::vector<int> parts;
  if (world().isRoot()) parts = mesh::partition({&raw}, world().size()).front();
  return mesh::distribute(world(), std::move(raw), std::move(parts));
}

mesh::RawMesh SmallMesh::raw() const {
  mesh::RawMesh raw;
  raw.file = "small mesh";
  for (const Point& x : points) {
    raw.points.insert(raw.points.end(), x.begin(), x.end());
    raw.node_tags.push_back(static_cast<std::int64_t>(raw.node_tags.size()) + 1);
  }
  std::int64_t tag = 0;
  const auto addCells = [&](CellType type, const std::vector<std::int32_t>& nodes, std::int32_t set) {
    auto block = std::find_if(raw.blocks.begin(), raw.blocks.end(), [&](const auto& b) { return b.type == type; });
    if (block == raw.blocks.end()) block = raw.blocks.insert(block, {type, {}, {}, {}});
    block->nodes.insert(block->nodes.end(), nodes.begin(), nodes.end());
    for (std::size_t c = 0; c < nodes.size() / static_cast<std::size_t>(mesh::info(type).num_nodes); ++c) {
      block->tags.push_back(++tag);
      block->group_set.push_back(set);
    }
  };
  raw.groups.push_back({"all", 3});
  raw.group_sets.push_back({0});
  addCells(CellType::hex8, hexes, 1);
  for (const auto& group : groups) {
    raw.group_sets.push_back({static_cast<int>(raw.groups.size())});
    raw.groups.push_back({group.name, mesh::info(group.type).dimension});
    addCells(group.type, group.nodes, static_cast<std::int32_t>(raw.group_sets.size()) - 1);
  }
  mesh::normalise(raw);
  return raw;
}

}  // namespace tenon::simulation::testing
