// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "homogenise.hpp"

#include <fmt/format.h>

#include <cmath>

#include "analysis/checks/restraint.hpp"
#include "base/text.hpp"
#include "io/textFile.hpp"
#include "simulation/reading/build.hpp"
#include "simulation/reading/outputs.hpp"
#include "simulation/reading/unusedOptionsOf.hpp"
#include "simulation/results/jsonText.hpp"
#include "tenon/base/Log.hpp"
#include "tenon/base/runCollectively.hpp"

namespace tenon::simulation {
namespace {

using constraint::Periodic;

std::vector<std::string> orderOf(int dimension) {
  if (dimension == 2) return {"xx", "yy", "xy"};
  return {"xx", "yy", "zz", "yz", "xz", "xy"};
}

/// Returns the axis of a letter in the name of a component such as "yz". Shear strains are
/// engineering strains, i.e. twice the components of the tensor; stresses are components of the
/// tensor.
Eigen::Index axis(char name) {
  return name - 'x';
}

base::Mat3 unitStrain(const std::string& component) {
  base::Mat3 E = base::Mat3::Zero();
  E(axis(component[0]), axis(component[1])) += 0.5;
  E(axis(component[1]), axis(component[0])) += 0.5;
  return E;
}

Eigen::VectorXd componentsOf(const base::Mat3& stress, const std::vector<std::string>& order) {
  Eigen::VectorXd components(static_cast<Eigen::Index>(order.size()));
  for (std::size_t i = 0; i < order.size(); ++i)
    components[static_cast<Eigen::Index>(i)] = stress(axis(order[i][0]), axis(order[i][1]));
  return components;
}

/// Returns the index of the only periodic constraint.
std::size_t findCell(const system::MechanicalSystem& mechanics) {
  std::vector<std::size_t> cells;
  for (std::size_t c = 0; c < mechanics.constraints().size(); ++c)
    if (dynamic_cast<const Periodic*>(mechanics.constraints()[c].get()) != nullptr) cells.push_back(c);
  if (cells.size() != 1)
    throw base::InputError(fmt::format(
        "Homogenisation needs exactly one constraint of type periodic, but this case has {}.", cells.size()));
  return cells.front();
}

std::string rowOf(const Eigen::VectorXd& values, double scale) {
  // Relative to the largest entry; smaller entries are printed as 0.
  constexpr double round_off = 1e-12;
  std::string text;
  for (const double value : values)
    text += fmt::format(" {:>14.10g}", std::abs(value) < round_off * scale ? 0.0 : value);
  return text;
}

std::string textOf(const EffectiveStiffness& result, const std::string& object) {
  const double scale = result.C.cwiseAbs().maxCoeff();
  std::string text = fmt::format(
      "effective stiffness of '{}' in force/length^2; shear strains are twice the tensor components\n   ", object);
  for (const auto& name : result.order) text += fmt::format(" {:>14}", name);
  for (std::size_t i = 0; i < result.order.size(); ++i)
    text += fmt::format("\n{:>3}{}", result.order[i], rowOf(result.C.row(static_cast<Eigen::Index>(i)), scale));
  if (result.initial_stress.cwiseAbs().maxCoeff() > 1e-12 * scale)
    text += "\nmean stress caused by the loads alone, not included above\n   " + rowOf(result.initial_stress, scale);
  return text + fmt::format("\nvolume {:.10g}; {} with {}, {}", result.volume,
                            base::formatCount(result.statistics.solves, "solve"),
                            base::formatCount(result.statistics.setups, "set-up"),
                            base::formatCount(result.statistics.iterations, "iteration"));
}

std::string jsonOf(const EffectiveStiffness& result, const std::string& title) {
  nlohmann::ordered_json json{{"title", title}, {"order", result.order}, {"volume", result.volume}};
  for (Eigen::Index i = 0; i < result.C.rows(); ++i) {
    const Eigen::VectorXd row = result.C.row(i);
    json["stiffness"].push_back(std::vector<double>(row.begin(), row.end()));
  }
  json["initial_stress"] = std::vector<double>(result.initial_stress.begin(), result.initial_stress.end());
  json["solves"] = result.statistics.solves;
  json["setups"] = result.statistics.setups;
  json["iterations"] = result.statistics.iterations;
  return jsonText(json) + "\n";
}

}  // namespace

EffectiveStiffness homogenise(analysis::Equations& equations, analysis::TangentSolver& solver, base::Phases& phases) {
  const system::MechanicalSystem& mechanics = equations.mechanics();
  EffectiveStiffness result;
  std::size_t number = 0;
  base::runCollectively(mechanics.comm(), [&] {
    number = findCell(mechanics);
    if (!equations.tangent().isLinear())
      throw base::InputError(
          "Homogenisation needs a linear case, but the forces or constraints of this case are nonlinear.");
    result.volume = dynamic_cast<const Periodic&>(*mechanics.constraints()[number]).cellVolume();
  });
  auto& cell = dynamic_cast<Periodic&>(*mechanics.constraints()[number]);
  result.order = orderOf(cell.dimension());
  const auto stressAt = [&](const base::Mat3& strain) {
    cell.setStrain(strain);
    result.statistics = solver::combine(result.statistics, analysis::solveLinearStep(equations, solver, phases));
    const auto multipliers = equations.rows().physicalMultipliers(equations.rows().multipliers());
    return componentsOf(cell.meanStress(multipliers[number]), result.order);
  };
  const auto size = static_cast<Eigen::Index>(result.order.size());
  result.initial_stress = stressAt(base::Mat3::Zero());
  result.C.resize(size, size);
  for (Eigen::Index k = 0; k < size; ++k)
    result.C.col(k) = stressAt(unitStrain(result.order[static_cast<std::size_t>(k)])) - result.initial_stress;
  return result;
}

void homogenise(const base::Communicator& comm, const HomogeniseOptions& options) {
  base::Phases phases(comm);
  const CaseFile file = CaseFile::read(comm, options.case_file, options.settings);
  solver::SolverOptions petsc(options.petsc_words, unusedOptionsOf(options));
  Setup setup = build(comm, file, petsc, phases);
  analysis::requireSupported(*setup.equations);
  const io::OutputFolders folders = requireOutputs(comm, {options.output}, file.inputs());
  const EffectiveStiffness result = homogenise(*setup.equations, *setup.solver, phases);
  petsc.warnAboutUnused(comm);
  const std::string title = file.root.has("title") ? file.root["title"].text() : file.stem();
  if (!options.output.empty()) io::writeTextAtomically(comm, options.output, jsonOf(result, title));
  base::log().info("{}", textOf(result, title));
}

}  // namespace tenon::simulation
