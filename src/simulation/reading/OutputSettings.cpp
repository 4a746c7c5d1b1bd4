// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "OutputSettings.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "tenon/base/suggest.hpp"

namespace tenon::simulation {
namespace {

const std::vector<std::string> of_motions{"velocity", "acceleration"};
const std::vector<std::string> of_deformations{"deformation_gradient", "volume_ratio", "invariants", "energy_density",
                                               "plastic_strain"};

std::vector<std::string> knownFields(const std::vector<std::string>& constraints, bool moves) {
  std::vector<std::string> names{"all",       "displacement", "reaction",          "stress",      "strain",
                                 "von_mises", "partition",    "constraint_forces", "multipliers", "contact"};
  names.emplace_back("principal_stress");
  names.insert(names.end(), of_deformations.begin(), of_deformations.end());
  if (moves) names.insert(names.end(), of_motions.begin(), of_motions.end());
  for (const std::string& constraint : constraints) {
    names.push_back("force_" + constraint);
    names.push_back("multiplier_" + constraint);
  }
  return names;
}

}  // namespace

void readValue(const base::CaseNode& node, FieldNames& fields) {
  fields.clear();
  if (!node.isList() || !node.items().empty()) base::readValue(node, static_cast<std::vector<std::string>&>(fields));
}

void OutputSettings::declare(base::Parameters<OutputSettings>& p) {
  p.optional("stem", &OutputSettings::stem, "", "stem of the result files; default: the name of the case");
  p.optional("every", &OutputSettings::every, "", "interval of written steps; the last step is always written")
      .positive();
  p.optional("fields", &OutputSettings::fields, "",
             "written fields (all | displacement | velocity | acceleration | reaction | stress | strain | von_mises | "
             "partition | constraint_forces | multipliers | contact | force_<constraint> | multiplier_<constraint>; "
             "and, not included in all: principal_stress | deformation_gradient | volume_ratio | invariants | "
             "energy_density | plastic_strain)");
  p.optional("checkpoint", &OutputSettings::checkpoint, "",
             "interval of checkpoints, in time steps or load steps; 0: a checkpoint is written only when a signal "
             "terminates the run")
      .nonNegative();
  p.optional("energies", &OutputSettings::energies, "", "transient analyses: write energies and works at every step");
  p.optional("histories", &OutputSettings::histories, "", "histories, written at every step (`tenon list history`)");
}

OutputSettings OutputSettings::read(const base::CaseNode& root) {
  OutputSettings settings;
  if (!root.has("output")) return settings;
  const base::CaseNode node = root["output"];
  if (!node.isMap()) {
    settings.stem = node.text();
    return settings;
  }
  base::Parameters<OutputSettings> table;
  declare(table);
  return table.read(node, {});
}

bool OutputSettings::writes(const std::string& field) const {
  return base::contains(fields, field) || base::contains(fields, "all");
}

bool OutputSettings::names(const std::string& field) const {
  return base::contains(fields, field);
}

bool OutputSettings::writesDeformation() const {
  return std::any_of(of_deformations.begin(), of_deformations.end(), [this](const auto& name) { return names(name); });
}

bool OutputSettings::writesForceOf(const constraint::Constraint& constraint) const {
  return writes("constraint_forces") || writes("force_" + constraint.name());
}

bool OutputSettings::writesMultipliersOf(const constraint::Constraint& constraint) const {
  return writes("multipliers") || writes("multiplier_" + constraint.name());
}

void OutputSettings::requireKnown(const base::CaseNode& root, const std::vector<std::string>& constraints,
                                  bool moves) const {
  const std::vector<std::string> known = knownFields(constraints, moves);
  for (const std::string& field : fields) {
    if (base::contains(known, field)) continue;
    const base::CaseNode node = root["output"]["fields"];
    if (base::contains(of_motions, field))
      node.fail(fmt::format("'{}' is available only in transient analyses.", field));
    node.fail(fmt::format("there is no output field '{}'{}", field, base::suggestionFor(field, known)));
  }
}

}  // namespace tenon::simulation
