// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "printReport.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <nlohmann/json.hpp>

#include "base/text.hpp"
#include "contactState.hpp"
#include "jsonText.hpp"
#include "multiplierSummary.hpp"
#include "tenon/base/suggest.hpp"

namespace tenon::simulation {
namespace {

// Returns a mass as text; a millionth of the movable mass is printed as 0.
std::string massOf(double mass, double movable) {
  return mass <= 1e-6 * movable ? "0" : fmt::format("{:.5g}", mass);
}

std::string tableOfFactors(const std::vector<analysis::Mode>& modes) {
  std::string text = fmt::format("{:>4} {:>15}  {:>9}\n", "mode", "load factor", "residual");
  for (std::size_t k = 0; k < modes.size(); ++k)
    text += fmt::format("{:>4} {:>15.7g}  {:>9.1e}\n", k + 1, modes[k].eigenvalue, modes[k].residual);
  return text;
}

/// Returns a table with one line per mode: its frequency, its effective masses along x, y, z, and
/// the cumulative effective masses as shares of the movable mass.
std::string modeTable(const std::vector<analysis::Mode>& modes, const base::Vec3& movable_mass) {
  if (modes.front().is_buckling) return tableOfFactors(modes);
  std::string text =
      fmt::format("{:>4} {:>13} {:>13}   {:>11} {:>11} {:>11}   {:>7} {:>7} {:>7}  {:>9}\n", "mode", "frequency/Hz",
                  "omega/(rad/s)", "mass x", "mass y", "mass z", "sum x", "sum y", "sum z", "residual");
  for (std::size_t k = 0; k < modes.size(); ++k) {
    const analysis::Mode& mode = modes[k];
    text += fmt::format("{:>4} {:>13.7g} {:>13.7g}  ", k + 1, mode.frequency(), mode.omega());
    for (int axis = 0; axis < 3; ++axis)
      text += fmt::format(" {:>11}", massOf(mode.effective_mass[axis], movable_mass.maxCoeff()));
    text += "  ";
    for (const double share : mode.share) text += fmt::format(" {:>6.2f}%", 100.0 * share);
    text += fmt::format("  {:>9.1e}\n", mode.residual);
  }
  text += fmt::format("{:<32}   {:>11.5g} {:>11.5g} {:>11.5g}\n", "total effective mass", movable_mass[0],
                      movable_mass[1], movable_mass[2]);
  return text;
}

/// Returns the JSON of the modes.
nlohmann::json jsonOf(const std::vector<analysis::Mode>& modes) {
  nlohmann::json list = nlohmann::json::array();
  for (const analysis::Mode& mode : modes) {
    if (mode.is_buckling)
      list.push_back({{"load_factor", mode.eigenvalue}, {"residual", mode.residual}});
    else
      list.push_back({{"frequency", mode.frequency()},
                      {"omega", mode.omega()},
                      {"eigenvalue", mode.eigenvalue},
                      {"residual", mode.residual},
                      {"effective_mass", listOf(mode.effective_mass)},
                      {"share", listOf(mode.share)}});
  }
  return list;
}

// Summary of the energies of a transient analysis in the report.

/// Function that adds a line with a name and a value to the printed summary.
using AddLine = std::function<void(const std::string& name, const std::string& value)>;

double relativeGap(const analysis::Energies& energies) {
  return energies.largest > 0.0 ? std::abs(energies.gap()) / energies.largest : 0.0;
}

/// Adds the lines of energies and work. Values within round-off of the largest are printed as 0.
void addEnergies(const analysis::Energies& energies, const AddLine& line) {
  const auto add = [&](const std::string& name, double value) {
    constexpr double round_off = 1e-12;
    line(name, fmt::format("{:.6g}", std::abs(value) <= round_off * energies.largest ? 0.0 : value));
  };
  add("  dissipated", energies.dissipated);
  add("  work of loads", energies.loads);
  add("  work of constraints", energies.constraints);
  add("  work of supports", energies.supports);
  if (energies.unknown != 0.0) add("  work of forces without energy", energies.unknown);
  line("  energy error", fmt::format("{:.1e} relative to the largest energy", relativeGap(energies)));
}

/// Returns the JSON of the energies.
nlohmann::json jsonOf(const analysis::Energies& energies) {
  return {{"kinetic", energies.kinetic},
          {"elastic", energies.elastic},
          {"dissipated", energies.dissipated},
          {"loads", energies.loads},
          {"constraints", energies.constraints},
          {"supports", energies.supports},
          {"unknown", energies.unknown},
          {"at_start", energies.at_start},
          {"gap", energies.gap()},
          {"relative_gap", relativeGap(energies)}};
}

// Summary of contacts of rigid bodies in the report; empty if there are none.

/// Adds the lines of the printed summary.
void addContacts(const std::optional<analysis::ContactStatistics>& contacts, const AddLine& line) {
  if (!contacts) return;
  line("contacts", fmt::format("{} at the end, at most {}; complementarity {:.1e}, maximum {:.1e}", contacts->last,
                               contacts->most, contacts->complementarity, contacts->worst_complementarity));
  if (contacts->deals > 0)
    line("work", fmt::format("maximum load {:.2f} times the mean; rebalanced {}", contacts->share,
                             base::formatCount(contacts->deals, "time")));
  if (contacts->asleep) line("asleep", base::formatCount(*contacts->asleep, "body", "bodies") + " at the end");
}

/// Returns the JSON of the summary.
nlohmann::json jsonOf(const std::optional<analysis::ContactStatistics>& contacts) {
  if (!contacts) return {};
  nlohmann::json json = {{"last", contacts->last},
                         {"most", contacts->most},
                         {"iterations", contacts->iterations},
                         {"complementarity", contacts->complementarity},
                         {"worst_complementarity", contacts->worst_complementarity},
                         {"deals", contacts->deals},
                         {"share", contacts->share}};
  if (contacts->asleep) json["asleep"] = *contacts->asleep;
  return json;
}

using base::Vec3;

/// Returns a vector as text, with components within round-off of `scale` as 0.
std::string format(const Vec3& v, double scale) {
  constexpr double round_off = 1e-9;
  const Vec3 clean = v.unaryExpr([&](double x) { return std::abs(x) <= round_off * scale ? 0.0 : x; });
  return fmt::format("({:.6g}, {:.6g}, {:.6g})", clean[0], clean[1], clean[2]);
}

std::string format(const Report::Extreme& extreme) {
  return fmt::format("{:.6g} at node {} {}", extreme.value, extreme.node, format(Vec3(extreme.position.data()), 0.0));
}

std::string formatEnergy(const Report& report) {
  if (report.without_energy.empty()) return fmt::format("{:.6g}", report.energy);
  return fmt::format("not available: {} {} no energy", base::joinNames(report.without_energy),
                     report.without_energy.size() == 1 ? "has" : "have");
}

void addBody(const Report::BodyReport& body, bool is_in_equilibrium, const AddLine& line) {
  const std::string mass = body.mass > 0 ? fmt::format(", mass {:.6g}", body.mass) : "";
  line(body.name,
       fmt::format("{}, {}{}", base::formatCount(body.nodes, "node"), base::formatCount(body.cells, "cell"), mass));
  if (!is_in_equilibrium) return;
  line("  largest displacement", format(body.displacement));
  if (body.von_mises) line("  largest von Mises", format(*body.von_mises));
}

void addBalance(const Report& report, const AddLine& line) {
  const double scale = report.force_magnitude, moments = std::max(scale * report.extent, report.moment_magnitude);
  const auto off = [](const Vec3& left, double of) { return of > 0 ? left.cwiseAbs().maxCoeff() / of : 0.0; };
  const auto add = [&](const std::string& name, const Report::Resultant& sum, const std::string& force_of,
                       const std::string& moment_of) {
    line(name, format(sum.force, scale) + force_of);
    line("  moment", format(sum.moment, moments) + moment_of);
  };
  add("loads", report.load, "", "  about the centre of all nodes, " + format(report.centre, 0.0));
  for (const auto& reaction : report.reactions)
    add("reaction", reaction.sum, "  " + reaction.name, "  about " + format(reaction.about, 0.0));
  for (const auto& constraint : report.constraints)
    add("constraint", constraint.sum, fmt::format("  {} (net force on all bodies)", constraint.name), "");
  if (report.moves) add("inertia", report.inertia, "", "");
  const Report::Resultant left = report.imbalance();
  add(report.moves ? "imbalance" : "loads + reactions", left,
      fmt::format("  {:.1e} relative to the sum of magnitudes", off(left.force, scale)),
      fmt::format("  {:.1e} relative to the sum of magnitudes times the size of the model", off(left.moment, moments)));
  for (std::size_t c = 0; c < report.constraints.size(); ++c) {
    line("multipliers", format(report.multipliers_of[c]) + "  " + report.constraints[c].name);
    if (report.contacts[c]) line("contact", format(*report.contacts[c]) + "  " + report.constraints[c].name);
  }
  line("strain energy", formatEnergy(report));
  if (report.moves) line("kinetic energy", fmt::format("{:.6g}", report.kinetic_energy));
}

void addSolver(const Report& report, const AddLine& line) {
  const auto& s = report.statistics;
  if (s.preset.empty()) {
    line("solver", "no linear system was solved");
  } else {
    const std::string solves =
        s.solves > 1 ? fmt::format(" in {} solves with {}", s.solves, base::formatCount(s.setups, "set-up")) : "";
    line("solver",
         fmt::format("preset {}: {}{}, {}", s.preset, base::formatCount(s.iterations, "iteration"), solves, s.reason));
    if (!s.choice_reason.empty()) line("  chosen", s.choice_reason);
    const std::string multipliers =
        report.multipliers > 0 ? fmt::format(", multipliers {:.1e}", s.residual_multipliers) : "";
    addContacts(report.rigid_contacts, line);
    line("true residuals", fmt::format("displacement {:.1e}{}", s.residual_displacement, multipliers));
  }
  line("unknowns", fmt::format("{}, {} of them multipliers, on {}", report.unknowns, report.multipliers,
                               base::formatCount(report.ranks, "rank")));
}

std::string secondsOf(const std::vector<base::Phases::Summary>& phases) {
  std::string text;
  for (const auto& phase : phases)
    text += fmt::format("{}{} {:.2f}{}", text.empty() ? "" : ", ", phase.name, phase.max,
                        phase.count > 1 ? fmt::format(" ({} times)", phase.count) : "");
  return text;
}

nlohmann::json jsonOf(const Report::Extreme& extreme) {
  // `place` is the former name of `position`.
  return {
      {"value", extreme.value}, {"node", extreme.node}, {"position", extreme.position}, {"place", extreme.position}};
}

nlohmann::json jsonOf(const std::vector<Report::Total>& totals) {
  nlohmann::json list = nlohmann::json::array();
  for (const auto& total : totals)
    list.push_back({{"name", total.name},
                    {"force", listOf(total.sum.force)},
                    {"moment", listOf(total.sum.moment)},
                    {"about", listOf(total.about)}});
  return list;
}

/// Returns the JSON of the forces and multipliers of constraints.
nlohmann::json jsonOfConstraints(const Report& report) {
  nlohmann::json list = jsonOf(report.constraints);
  for (std::size_t c = 0; c < list.size(); ++c) {
    const Report::Multipliers& multipliers = report.multipliers_of[c];
    list[c]["multipliers"] = {{"rows", multipliers.rows},
                              {"least", multipliers.least},
                              {"most", multipliers.most},
                              {"largest_at", multipliers.largest_location}};
    if (multipliers.num_active) {
      list[c]["multipliers"]["active"] = *multipliers.num_active;
      list[c]["multipliers"]["holding"] = *multipliers.num_active;  // former name of `active`
    }
    if (report.contacts[c]) list[c]["contact"] = jsonOf(*report.contacts[c]);
  }
  return list;
}

nlohmann::json jsonOf(const Report::BodyReport& body) {
  nlohmann::json entry = {{"name", body.name},
                          {"nodes", body.nodes},
                          {"cells", body.cells},
                          {"mass", body.mass},
                          {"largest_displacement", jsonOf(body.displacement)}};
  if (body.von_mises) entry["largest_von_mises"] = jsonOf(*body.von_mises);
  return entry;
}

nlohmann::json jsonOf(const base::Phases::Summary& phase) {
  return {{"name", phase.name},
          {"least", phase.min},
          {"mean", phase.mean},
          {"most", phase.max},
          {"imbalance", phase.mean > 0 ? phase.max / phase.mean : 1.0}};
}

nlohmann::json jsonOf(const solver::SolveStatistics& s) {
  return {{"preset", s.preset},
          {"chosen_because", s.choice_reason},
          {"iterations", s.iterations},
          {"solves", s.solves},
          {"setups", s.setups},
          {"reason", s.reason},
          {"setup_seconds", s.setup_seconds},
          {"solve_seconds", s.solve_seconds},
          {"residual_displacement", s.residual_displacement},
          {"residual_multipliers", s.residual_multipliers}};
}

const char* nameOf(analysis::CriticalPoint::Kind kind) {
  return kind == analysis::CriticalPoint::Kind::limit ? "limit point" : "bifurcation";
}

nlohmann::json jsonOf(const std::vector<analysis::CriticalPoint>& points) {
  nlohmann::json list = nlohmann::json::array();
  for (const analysis::CriticalPoint& point : points) {
    list.push_back({{"kind", nameOf(point.kind)}, {"time", point.time}, {"step", point.step}});
    if (point.kind == analysis::CriticalPoint::Kind::limit) list.back()["is_maximum"] = point.is_maximum;
  }
  return list;
}

}  // namespace

std::string textOf(const Report& report, const std::vector<base::Phases::Summary>& phases) {
  std::string text;
  const auto line = [&](const std::string& name, const std::string& value) {
    text += fmt::format("{:<24} {}\n", name, value);
  };
  for (const auto& body : report.bodies) addBody(body, report.modes.empty(), line);
  if (report.modes.empty())
    addBalance(report, line);
  else
    text += modeTable(report.modes, report.movable_mass);
  for (const analysis::CriticalPoint& point : report.critical_points)
    line(nameOf(point.kind), fmt::format("t = {:.6g}, in step {}", point.time, point.step));
  if (report.energies) addEnergies(*report.energies, line);
  addSolver(report, line);
  line("seconds", secondsOf(phases));
  line("peak memory per rank", fmt::format("{:.0f} MiB (minimum {:.0f}, mean {:.0f})", report.most_memory,
                                           report.least_memory, report.mean_memory));
  return text;
}

nlohmann::json jsonOf(const Report& report, const std::vector<base::Phases::Summary>& phases) {
  nlohmann::json bodies = nlohmann::json::array(), seconds = nlohmann::json::array();
  for (const auto& body : report.bodies) bodies.push_back(jsonOf(body));
  for (const auto& phase : phases) seconds.push_back(jsonOf(phase));
  nlohmann::json parameters = nlohmann::json::object();
  for (const auto& [name, value] : report.parameters) parameters[name] = value;
  return {{"title", report.title},
          {"parameters", parameters},
          {"ranks", report.ranks},
          {"unknowns", report.unknowns},
          {"multipliers", report.multipliers},
          {"objects", bodies},
          {"moments_about", listOf(report.centre)},
          {"load", listOf(report.load.force)},
          {"load_moment", listOf(report.load.moment)},
          {"reactions", jsonOf(report.reactions)},
          {"reaction_total", listOf(report.total_reaction.force)},
          {"reaction_total_moment", listOf(report.total_reaction.moment)},
          {"constraints", jsonOfConstraints(report)},
          {"force_magnitude", report.force_magnitude},
          {"moment_magnitude", report.moment_magnitude},
          {"load_plus_reactions", listOf(report.imbalance().force)},
          {"load_plus_reactions_moment", listOf(report.imbalance().moment)},
          {"inertia", listOf(report.inertia.force)},
          {"kinetic_energy", report.kinetic_energy},
          {"energies", report.energies ? jsonOf(*report.energies) : nlohmann::json()},
          {"rigid_contacts", jsonOf(report.rigid_contacts)},
          {"modes", jsonOf(report.modes)},
          {"movable_mass", listOf(report.movable_mass)},
          {"critical_points", jsonOf(report.critical_points)},
          {"energy", report.without_energy.empty() ? nlohmann::json(report.energy) : nlohmann::json()},
          {"solver", jsonOf(report.statistics)},
          {"phases", seconds},
          {"peak_memory_mib",
           {{"least", report.least_memory}, {"mean", report.mean_memory}, {"most", report.most_memory}}}};
}

}  // namespace tenon::simulation
