// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "tenon/solver/options/Preset.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "SystemTraits.hpp"
#include "solver/preconditioners/describeContributors.hpp"
#include "tenon/base/Error.hpp"
#include "tenon/base/check.hpp"
#include "tenon/base/suggest.hpp"

namespace tenon::solver {
namespace {

bool matchesMultipliers(const Preset& preset, const SystemTraits& system) {
  if (preset.multipliers == Preset::Multipliers::either) return true;
  return (preset.multipliers != Preset::Multipliers::none) == system.has_multipliers;
}

bool isApplicable(const Preset& preset, const SystemTraits& system) {
  return matchesMultipliers(preset, system) && (system.isSymmetric() || !preset.needs_symmetry) &&
         (system.has_entries || !preset.needs_entries);
}

std::string explainInapplicability(const Preset& preset, const SystemTraits& system) {
  if (!matchesMultipliers(preset, system))
    return fmt::format("is for systems {} multipliers, but this case has {}",
                       system.has_multipliers ? "without" : "with", system.has_multipliers ? "some" : "none");
  if (preset.needs_symmetry && !system.isSymmetric())
    return fmt::format("is for symmetric systems, but {} not symmetric",
                       describeContributors(system.asymmetric_contributors));
  return "builds its preconditioner from matrix entries, which a matrix-free system does not store";
}

/// Returns the longest factorisation that pays. An iterative solver takes about a second where a
/// factorisation takes two, and every solve takes this time again.
double longestFactorisation(const SystemTraits& system) {
  // Ratio of the time of an iterative solve to that of a factorisation chosen for one solve.
  constexpr double seconds_of_a_solve = 0.5;
  return system.direct_seconds * std::max(1.0, seconds_of_a_solve * system.solves_per_matrix);
}

}  // namespace

bool hasFewMultipliers(PetscInt multipliers, PetscInt unknowns) {
  constexpr PetscInt most = 32, unknowns_to_each = 1000;
  return multipliers <= most && unknowns / unknowns_to_each >= multipliers;
}

void Presets::add(Preset preset) {
  base::ensure(!base::contains(names(), preset.name), "The preset '" + preset.name + "' is registered twice.");
  presets_.push_back(std::move(preset));
}

const Preset& Presets::find(const std::string& name) const {
  for (const auto& preset : presets_)
    if (preset.name == name) return preset;
  throw base::InputError(fmt::format("There is no preset '{}'{}", name, base::suggestionFor(name, names())));
}

PresetChoice Presets::choose(const SystemTraits& system) const {
  if (!system.has_entries) return {&chooseIterative(system), "the system is matrix-free"};
  if (!system.configured_by.empty()) return {&chooseIterative(system), system.configured_by + " configures the solver"};
  if (system.size.total() == 0) return {&chooseIterative(system), "the size of the system is not known"};
  const std::string cost =
      fmt::format("the factorisation of {} takes {}", describe(system.size), describeFactorisationTime(system.size));
  const bool is_quick = isFactoredQuickly(system.size, system.direct_seconds);
  const bool is_direct = is_quick || isFactoredQuickly(system.size, longestFactorisation(system));
  if (is_direct && system.fits_into_memory && base::contains(names(), direct_preset))
    return {&find(direct_preset), is_quick ? cost : cost + ", and many solves use the same matrix"};
  if (const Preset* preset = findSecondOrderPreset(system))
    return {preset, cost + ", and there are second-order cells"};
  return {&chooseIterative(system), cost};
}

const Preset* Presets::findSecondOrderPreset(const SystemTraits& system) const {
  if (!system.size.has_second_order) return nullptr;
  for (const auto& preset : presets_)
    if (preset.is_for_second_order && !preset.is_selected_by_name_only && isApplicable(preset, system)) return &preset;
  return nullptr;
}

const Preset& Presets::chooseIterative(const SystemTraits& system) const {
  for (const auto& preset : presets_)
    if (system.has_only_joints && preset.is_for_joints && isApplicable(preset, system)) return preset;
  for (const bool few : {system.has_few_multipliers, false})
    for (const auto& preset : presets_)
      if (!preset.is_for_second_order && !preset.is_selected_by_name_only && isApplicable(preset, system) &&
          (preset.multipliers == Preset::Multipliers::few) == few)
        return preset;
  throw base::InputError("No preset suits this system: select one with `preset` in the solver block.");
}

std::vector<std::string> Presets::names() const {
  std::vector<std::string> list;
  for (const auto& preset : presets_) list.push_back(preset.name);
  return list;
}

std::vector<base::TypeInfo> Presets::types() const {
  std::vector<base::TypeInfo> list;
  for (const auto& preset : presets_) {
    base::TypeInfo info{preset.name, preset.reason, {}};
    for (const auto& option : preset.options)
      info.parameters.push_back({option.name, "PETSc option", option.value, "", option.help, false});
    list.push_back(std::move(info));
  }
  return list;
}

void requireApplicable(const Preset& preset, const Presets& presets, const SystemTraits& system) {
  if (isApplicable(preset, system)) return;
  std::vector<std::string> suited;
  for (const auto& other : presets.all())
    if (isApplicable(other, system)) suited.push_back(other.name);
  std::string advice = suited.empty() ? "" : fmt::format("choose {}", fmt::join(suited, " or "));
  if (!system.has_entries)
    advice +=
        std::string(suited.empty() ? "" : ", or ") + "specify `preconditioner: {type: system}` in the solver block";
  throw base::InputError(
      fmt::format("The preset '{}' {}: {}.", preset.name, explainInapplicability(preset, system), advice));
}

}  // namespace tenon::solver
