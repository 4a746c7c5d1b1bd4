// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "longRow.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "StVenantKirchhoff.hpp"
#include "analysis/Statics.hpp"
#include "analysis/checks/restraint.hpp"
#include "bodyRows.hpp"
#include "constraint/linear/Rigid.hpp"
#include "constraint/registry.hpp"
#include "measure.hpp"
#include "tenon/force/SolidForce.hpp"
#include "tenon/force/registry.hpp"
#include "tenon/mesh/generation/generate.hpp"

namespace tenon::bench {
namespace {

using Json = nlohmann::ordered_json;
using base::Vec3;
using Constraints = std::vector<std::unique_ptr<constraint::Constraint>>;

/// Creates the dense rows. `none`: no row; `mean`: mean of u_x over the body; `all`: means of u and
/// X x u, which replace the clamp; `rigid`: a rigid top; `volume`: constant volume of the body,
/// nonlinear.
Constraints makeRows(const std::string& row, const fem::Domain& body) {
  Constraints rows;
  using Row = BodyMeanConstraint::MeanRow;
  const bool plane = body.dimension() == 2;
  if (row == "mean")
    rows.push_back(std::make_unique<BodyMeanConstraint>(std::vector<Row>{{Vec3::UnitX(), Vec3::Zero(), 1e-4}}, body));
  if (row == "all") {
    std::vector<Row> all;
    for (int i = 0; i < body.dimension(); ++i) all.push_back({Vec3::Unit(i), Vec3::Zero(), 0.0});
    for (int i = plane ? 2 : 0; i < 3; ++i) all.push_back({Vec3::Zero(), Vec3::Unit(i), 0.0});
    rows.push_back(std::make_unique<BodyMeanConstraint>(all, body));
  }
  if (row == "rigid")
    rows.push_back(
        std::make_unique<constraint::Rigid>(constraint::Rigid::Data{"lid", {{body.object, plane ? "ymax" : "zmax"}}},
                                            [&](const std::string&) -> const fem::Domain& { return body; }));
  if (row == "volume") rows.push_back(std::make_unique<VolumeConstraint>(body));
  return rows;
}

/// Material, groups and tractions of the cube or square, as written in a case.
struct Words {
  const char *elastic, *top, *pull, *bottom, *pull_back;
};
constexpr Words in_space{"{type: elastic, material: {type: linear-elastic, young: 1e5, poisson: 0.3}}", "zmax",
                         "[300, 100, 1000]", "zmin", "[-300, -100, -1000]"};
constexpr Words in_plane{"{type: elastic, plane: strain, material: {type: linear-elastic, young: 1e5, poisson: 0.3}}",
                         "ymax", "[300, 1000]", "ymin", "[-300, -1000]"};

std::unique_ptr<system::Body> makeBody(const base::Communicator& comm, const LongRowOptions& options) {
  const bool plane = options.elem == "quad";
  const Words& words = plane ? in_plane : in_space;
  const auto parse = [](const std::string& text) { return base::CaseNode::parse(text, "tenon-bench"); };
  auto body = std::make_unique<system::Body>(
      "body", plane ? mesh::box(comm, mesh::CellType::quad4, {options.n, options.n, 0})
                    : mesh::box(comm, mesh::CellType::hex8, {options.n, options.n, options.n}));
  force::ForceRegistry forces("force");
  force::registerForces(forces);
  const auto pull = [&](const char* group, const char* traction) {
    body->forces.push_back(forces.make(
        parse(fmt::format("{{type: traction, group: {}, traction: {}}}", group, traction)), body->domain()));
  };
  if (options.nonlinear)
    body->forces.push_back(std::make_unique<force::SolidForce<StVenantKirchhoff>>(
        StVenantKirchhoff::of(1e5, 0.3), force::SolidOptions{}, body->domain()));
  else
    body->forces.push_back(forces.make(parse(words.elastic), body->domain()));
  pull(words.top, words.pull);
  if (options.row == "all") {
    pull(words.bottom, words.pull_back);
  } else {
    constraint::ConditionRegistry conditions("condition");
    constraint::registerConditions(conditions);
    body->conditions.push_back(
        conditions.make(parse(fmt::format("{{type: fixed, group: {}}}", words.bottom)), body->domain()));
  }
  return body;
}

}  // namespace

void measureLongRow(const base::Communicator& comm, const LongRowOptions& options) {
  if (options.elem == "quad" && (options.nonlinear || options.row == "volume"))
    throw base::InputError("--nonlinear and --row volume are available only in three dimensions: use --elem hex.");
  std::vector<std::unique_ptr<system::Body>> bodies;
  bodies.push_back(makeBody(comm, options));
  solver::SolverParameters parameters;
  parameters.preset = !options.preset.empty()  ? options.preset
                      : options.row == "none"  ? "cg-amg"
                      : options.row == "rigid" ? "schur"
                                               : "few-rows";
  solver::Presets presets;
  solver::registerPresets(presets);
  solver::SolverOptions petsc(options.petsc, solver::SolverOptions::UnusedOptions::reject);
  petsc.addPreset(presets.find(parameters.preset));
  base::Phases phases(comm);
  analysis::Solution solution;
  PetscInt unknowns = 0;
  double largest = 0.0;
  const Duration all = measure(comm, [&] {
    Constraints rows = makeRows(options.row, bodies.front()->domain());
    system::MechanicalSystem mechanics(std::move(bodies), std::move(rows));
    unknowns = mechanics.numUnknowns();
    analysis::Equations equations(mechanics);
    analysis::requireSupported(equations);
    analysis::TangentSolver solver(equations, parameters, petsc);
    solution = analysis::Statics({}).run(equations, solver, phases);
    for (const double u : mechanics.bodies().front()->state().displacement()) largest = std::max(largest, std::abs(u));
  });
  largest = comm.max(largest);
  const Json line = {{"prog", "tenon"},
                     {"row", options.row},
                     {"elem", options.elem},
                     {"n", options.n},
                     {"nonlinear", options.nonlinear},
                     {"ranks", comm.size()},
                     {"preset", parameters.preset},
                     {"dofs", static_cast<std::int64_t>(unknowns)},
                     {"its", solution.statistics.iterations},
                     {"solves", solution.statistics.solves},
                     {"umax", largest},
                     {"total_ms", all.wall},
                     {"total_cpu_ms", all.cpu},
                     {"peak_mb", peakMiB(comm)}};
  if (comm.isRoot()) std::printf("%s\n", line.dump().c_str());
}

}  // namespace tenon::bench
