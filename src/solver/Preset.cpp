#include "tenon/solver/Preset.hpp"

#include <fmt/format.h>

#include "tenon/base/Error.hpp"
#include "tenon/base/check.hpp"
#include "tenon/base/suggest.hpp"

namespace tenon::solver {
namespace {

bool suits(const Preset& preset, bool has_multipliers) {
  if (preset.multipliers == Preset::Multipliers::either) return true;
  return (preset.multipliers == Preset::Multipliers::required) == has_multipliers;
}

}  // namespace

void Presets::add(Preset preset) {
  base::ensure(!base::contains(names(), preset.name), "the preset '" + preset.name + "' is registered twice");
  presets_.push_back(std::move(preset));
}

const Preset& Presets::find(const std::string& name) const {
  for (const auto& preset : presets_)
    if (preset.name == name) return preset;
  throw base::InputError(fmt::format("there is no preset '{}'{}", name, base::didYouMean(name, names())));
}

const Preset& Presets::preferred(bool has_multipliers) const {
  for (const auto& preset : presets_)
    if (suits(preset, has_multipliers)) return preset;
  throw base::InternalError("no preset suits this system");
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

void requireSuited(const Preset& preset, const Presets& presets, bool has_multipliers) {
  if (suits(preset, has_multipliers)) return;
  std::vector<std::string> suited;
  for (const auto& other : presets.all())
    if (suits(other, has_multipliers)) suited.push_back(other.name);
  throw base::InputError(fmt::format("the preset '{}' is for systems {} multipliers, but this case has {}: choose {}.",
                                     preset.name, has_multipliers ? "without" : "with",
                                     has_multipliers ? "some" : "none", fmt::join(suited, " or ")));
}

}  // namespace tenon::solver
