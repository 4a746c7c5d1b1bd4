// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "OutputSettings.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "tenon/base/suggest.hpp"
#include "tenon/simulation/reading/registries.hpp"

namespace tenon::simulation {
namespace {

const std::vector<std::string> of_motions{"velocity", "acceleration"};

/// Registered fields that `all` includes.
const std::vector<std::string> of_all{"displacement", "velocity",  "acceleration", "stress",
                                      "strain",       "von_mises", "partition"};

std::vector<std::string> knownFields(const std::vector<std::string>& constraints, bool moves) {
  std::vector<std::string> names{"all", "reaction", "constraint_forces", "multipliers", "contact"};
  for (const std::string& field : outputFields().names())
    if (moves || !base::contains(of_motions, field)) names.push_back(field);
  for (const std::string& constraint : constraints) {
    names.push_back("force_" + constraint);
    names.push_back("multiplier_" + constraint);
  }
  return names;
}

}  // namespace

base::Registry<OutputField>& outputFields() {
  return registries().output_fields;
}

std::vector<std::string> FieldSelection::names() const {
  std::vector<std::string> all;
  for (const FieldChoice& field : choices) all.push_back(field.name());
  return all;
}

void readValue(const base::CaseNode& node, FieldSelection& selection) {
  selection.choices.clear();
  for (const base::CaseNode& entry : node.isList() ? node.items() : std::vector<base::CaseNode>{node}) {
    FieldChoice field = "";
    if (entry.isMap() || outputFields().has(entry.text()))
      field.read(entry);
    else
      field = entry.text();
    const bool is_ambiguous =
        std::any_of(selection.choices.begin(), selection.choices.end(), [&](const FieldChoice& other) {
          return other.name() == field.name() && (other.hasBlock() || field.hasBlock());
        });
    if (is_ambiguous)
      entry.fail(fmt::format("the field '{}' is listed twice: remove one of the entries.", field.name()));
    selection.choices.push_back(field);
  }
}

std::string printValue(const FieldSelection& selection) {
  return base::printValue(selection.names());
}

void OutputSettings::declare(base::Parameters<OutputSettings>& p) {
  p.optional("stem", &OutputSettings::stem, "", "stem of the result files; default: the name of the case");
  p.optional("every", &OutputSettings::every, "", "interval of written steps; the last step is always written")
      .positive();
  p.optional(
      "fields", &OutputSettings::fields, "",
      "written fields (all | displacement | velocity | acceleration | reaction | stress | strain | von_mises | "
      "partition | constraint_forces | multipliers | contact | force_<constraint> | multiplier_<constraint>; "
      "and, not included in all: principal_stress | deformation_gradient | volume_ratio | invariants | "
      "energy_density | plastic_strain; and further fields of `tenon list output-field`, by name or as a block with "
      "`type` and parameters)");
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
  const std::vector<std::string> names = fields.names();
  return base::contains(names, field) || base::contains(names, "all");
}

std::vector<std::unique_ptr<OutputField>> OutputSettings::makeFields() const {
  std::vector<std::unique_ptr<OutputField>> made;
  for (const std::string& name : outputFields().names()) {
    const auto chosen = std::find_if(fields.choices.begin(), fields.choices.end(),
                                     [&](const FieldChoice& field) { return field.name() == name; });
    if (chosen != fields.choices.end())
      made.push_back(chosen->make());
    else if (writes("all") && base::contains(of_all, name))
      made.push_back(FieldChoice(name).make());
  }
  return made;
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
  for (const std::string& field : fields.names()) {
    if (base::contains(known, field)) continue;
    const base::CaseNode node = root["output"]["fields"];
    if (base::contains(of_motions, field))
      node.fail(fmt::format("'{}' is available only in transient analyses.", field));
    node.fail(fmt::format("there is no output field '{}'{}", field, base::suggestionFor(field, known)));
  }
}

}  // namespace tenon::simulation
