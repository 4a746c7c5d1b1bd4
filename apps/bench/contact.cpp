// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "contact.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "analysis/Statics.hpp"
#include "constraint/registry.hpp"
#include "measure.hpp"
#include "tenon/force/registry.hpp"
#include "tenon/mesh/generation/generate.hpp"

namespace tenon::bench {
namespace {

using Json = nlohmann::ordered_json;
using Bodies = std::vector<std::unique_ptr<system::Body>>;

base::CaseNode parse(const std::string& text) {
  return base::CaseNode::parse(text, "tenon-bench");
}

int cellsFor(int unknowns) {
  return std::max(1, static_cast<int>(std::lround(std::cbrt(unknowns / 6.0) - 1.5)));
}

Bodies makeBlocks(const base::Communicator& comm, int n) {
  constexpr double bulge = 0.02;  // the corners of the lower side are bulge / 2 above its middle
  mesh::BoxOptions bulging;
  bulging.map = [](const mesh::Point& x) -> mesh::Point {
    const double r2 = std::pow(x[0] - 0.5, 2) + std::pow(x[1] - 0.5, 2);
    return {x[0], x[1], x[2] + bulge * r2 * (2.0 - x[2])};
  };
  Bodies bodies;
  bodies.push_back(std::make_unique<system::Body>("lower", mesh::box(comm, mesh::CellType::hex8, {n, n, n})));
  bodies.push_back(std::make_unique<system::Body>(
      "upper", mesh::box(comm, mesh::CellType::hex8, {n + 1, n + 1, n + 1}, {0, 0, 1}, {1, 1, 2}, bulging)));
  force::ForceRegistry forces("force");
  force::registerForces(forces);
  constraint::ConditionRegistry conditions("condition");
  constraint::registerConditions(conditions);
  for (const auto& body : bodies)
    body->forces.push_back(forces.make(
        parse("{type: elastic, material: {type: linear-elastic, young: 1e5, poisson: 0.3}}"), body->domain()));
  bodies[0]->conditions.push_back(conditions.make(parse("{type: fixed, group: zmin}"), bodies[0]->domain()));
  bodies[1]->conditions.push_back(conditions.make(
      parse("{type: prescribed, group: zmax, values: {x: 0, y: 0, z: -0.01}, history: [[0, 0], [1, 1], [2, 1.5]]}"),
      bodies[1]->domain()));
  return bodies;
}

struct Closed {
  std::int64_t contacts = 0;
  double complementarity = 0.0;  ///< largest |min(lambda / largest lambda, gap)|; blocks have unit edges
};

Closed closedOf(const base::Communicator& comm, const constraint::Constraint& contact,
                const std::vector<double>& lambda) {
  std::vector<double> phi(lambda.size(), 0.0);
  contact.addResidual(phi);
  const std::vector<double> areas = contact.measures();
  const auto width = static_cast<std::size_t>(contact.block());
  double most = 0.0;
  for (std::size_t row = 0; row < lambda.size(); row += width) most = std::max(most, lambda[row]);
  most = comm.max(most);
  Closed closed;
  for (std::size_t row = 0; row < lambda.size(); row += width) {
    closed.contacts += lambda[row] > 0.0 ? 1 : 0;
    const double gap = areas.empty() ? phi[row] : phi[row] / areas[row];
    closed.complementarity = std::max(closed.complementarity, std::abs(std::min(lambda[row] / most, gap)));
  }
  return {comm.sum(closed.contacts), comm.max(closed.complementarity)};
}

}  // namespace

void measureContact(const base::Communicator& comm, const ContactOptions& options) {
  const int n = cellsFor(options.unknowns);
  Bodies bodies = makeBlocks(comm, n);
  solver::SolverParameters parameters;
  parameters.preset = options.preset;
  solver::Presets presets;
  solver::registerPresets(presets);
  solver::SolverOptions petsc(options.petsc, solver::SolverOptions::UnusedOptions::reject);
  petsc.addPreset(presets.find(parameters.preset));
  constraint::ContactRegistry contacts("contact");
  constraint::registerContacts(contacts);
  std::vector<std::unique_ptr<constraint::Constraint>> constraints;
  const auto find = [&](const std::string& name) -> const fem::Domain& {
    return bodies[name == "lower" ? 0 : 1]->domain();
  };
  const Duration search = measure(comm, [&] {
    constraints.push_back(contacts.make(
        parse(fmt::format("{{type: surface, name: contact, method: {}, slave: {{object: upper, group: zmin}}, master: "
                          "{{object: lower, group: zmax}}, reach: 0.05, friction: {}}}",
                          options.method, options.friction)),
        find));
  });
  system::MechanicalSystem mechanics(std::move(bodies), std::move(constraints));
  analysis::Equations equations(mechanics);
  analysis::TangentSolver solver(equations, parameters, petsc);
  analysis::Statics::Data data;
  data.steps = 2, data.end_time = 2.0;
  base::Phases phases(comm);
  std::vector<int> newton, its;
  solver::SolveStatistics before;
  analysis::Solution solution;
  const Duration all = measure(comm, [&] {
    solution = analysis::Statics(data).run(equations, solver, phases, 2, [&](int, double, const auto& describe) {
      const solver::SolveStatistics now = describe({false, false}).statistics;
      newton.push_back(now.solves - before.solves);
      its.push_back((now.iterations - before.iterations + newton.back() - 1) / newton.back());
      before = now;
    });
  });
  const Closed closed = closedOf(comm, *mechanics.constraints().front(), solution.multipliers.front());
  const Json line = {{"prog", "tenon"},
                     {"problem", options.problem},
                     {"method", options.method},
                     {"friction", options.friction},
                     {"n", n},
                     {"ranks", comm.size()},
                     {"dofs", static_cast<std::int64_t>(mechanics.numUnknowns())},
                     {"newton", newton},
                     {"its", its},
                     {"search_ms", search.wall},
                     {"step_ms", all.wall / 2},
                     {"contacts", closed.contacts},
                     {"complementarity", closed.complementarity},
                     {"peak_mb", peakMiB(comm)}};
  if (comm.isRoot()) std::printf("%s\n", line.dump().c_str());
}

}  // namespace tenon::bench
