// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "caseOptions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>

#include "allowedOptions.hpp"
#include "base/interface/interfaceNames.hpp"
#include "base/quote.hpp"
#include "base/text.hpp"
#include "tenon/base/suggest.hpp"

namespace tenon::solver {
namespace {

constexpr std::size_t longest_name = 256;

/// Returns the rules by name, in lower case and without prefixes.
const std::map<std::string, const ValueRule*>& rules() {
  static const std::map<std::string, const ValueRule*> by_name = [] {
    std::map<std::string, const ValueRule*> made;
    for (const AllowedOptions& options : allowedOptions())
      for (const std::string& name : base::splitWords(options.names))
        made.emplace(base::toLowerCase(name), &options.rule);
    return made;
  }();
  return by_name;
}

/// Returns true if a name begins like the options of a solver, prefixes included.
bool beginsFamily(const std::string& name) {
  const std::vector<std::string> families{"ksp_", "pc_", "mat_", "mg_", "sub_", "fieldsplit_"};
  return std::any_of(families.begin(), families.end(),
                     [&](const std::string& family) { return name.compare(0, family.size(), family) == 0; });
}

/// Returns the length of the prefix at the beginning of a name; 0 if there is none. The splits of
/// `fieldsplit_` have arbitrary names and are treated in ruleOf().
std::size_t prefixLength(const std::string& name) {
  for (const std::string& prefix : allowedPrefixes()) {
    if (name.compare(0, prefix.size(), prefix) != 0) continue;
    std::size_t end = prefix.size();
    // An option of the solver itself.
    if (prefix == "ksp_" && !beginsFamily(name.substr(end))) continue;
    if (prefix != "mg_levels_") return end;
    while (end < name.size() && std::isdigit(static_cast<unsigned char>(name[end])) != 0) ++end;
    return end > prefix.size() && end < name.size() && name[end] == '_' ? end + 1 : prefix.size();
  }
  return 0;
}

/// Returns the rule of a name in lower case with its prefixes; nullptr if it is not in the list.
const ValueRule* ruleOf(const std::string& name) {
  if (const auto found = rules().find(name); found != rules().end()) return found->second;
  const std::string split = "fieldsplit_";
  if (name.compare(0, split.size(), split) == 0) {
    // The name of a split may contain underscores: any text in front of an allowed name is the
    // prefix of its solver.
    for (std::size_t at = split.size() - 1; at != std::string::npos; at = name.find('_', at + 1))
      if (const auto found = rules().find(name.substr(at + 1)); found != rules().end()) return found->second;
    return nullptr;
  }
  const std::size_t length = prefixLength(name);
  return length == 0 ? nullptr : ruleOf(name.substr(length));
}

/// Returns the length of the recognised prefixes of a name.
std::size_t lengthOfPrefixes(const std::string& name) {
  std::size_t length = 0;
  for (std::size_t next = 1; next > 0; length += next) next = prefixLength(name.substr(length));
  if (name.compare(length, 11, "fieldsplit_") != 0) return length;
  for (const char* solver : {"_ksp_", "_pc_", "_mat_", "_mg_"})
    if (const std::size_t at = name.find(solver, length + 10); at != std::string::npos) return at + 1;
  return length;
}

/// Returns the end of a sentence about an unknown name.
std::string suggestion(const std::string& name) {
  const std::size_t length = lengthOfPrefixes(name);
  std::vector<std::string> names;
  for (const auto& [allowed, rule] : rules()) names.push_back(allowed);
  const std::string near = base::nearestName(name.substr(length), names);
  return near.empty() ? "." : fmt::format("; did you mean -{}{}?", name.substr(0, length), near);
}

}  // namespace

std::string explainRejection(const std::string& name, const std::optional<std::string>& value, bool suggests) {
  const std::string bare = name.substr(!name.empty() && name[0] == '-' ? 1 : 0);
  const auto isOfName = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; };
  if (bare.empty() || bare.size() > longest_name || !std::all_of(bare.begin(), bare.end(), isOfName))
    return fmt::format("{} is not a PETSc option: use a name such as ksp_rtol.", base::quote(bare));
  const ValueRule* const rule = ruleOf(base::toLowerCase(bare));
  if (rule == nullptr)
    return fmt::format(
        "a case may not set the PETSc option -{}{} A case may choose and tune solvers (`tenon list petsc-option`); "
        "specify all other options {}.",
        bare, suggests ? suggestion(base::toLowerCase(bare)) : ".", base::placeOfPetscOptions());
  const std::string refusal = rule->refusal(value);
  return refusal.empty() ? "" : fmt::format("-{} {}{}", bare, refusal, refusal.back() == '?' ? "" : ".");
}

std::vector<base::TypeInfo> caseOptionTypes() {
  std::vector<base::TypeInfo> types;
  for (const AllowedOptions& options : allowedOptions())
    for (const std::string& name : base::splitWords(options.names))
      types.push_back({name, options.rule.description(), {}});
  return types;
}

}  // namespace tenon::solver
