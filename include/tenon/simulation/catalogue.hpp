#pragma once
#include <string>
#include <vector>

#include "tenon/base/Registry.hpp"

namespace tenon::simulation {

/// The types of one kind, as `tenon list` and the documentation show them.
struct Kind {
  std::string name, help;
  std::vector<base::TypeInfo> types;
  bool is_list = false;  ///< many types without parameters: a table in the documentation
};

/// Every kind there is: force, interaction, material, mass, condition, constraint, system, element, preset, analysis.
const std::vector<Kind>& catalogue();

/// Text for a person: of everything ("") in a line each, of one kind, or of one type with its parameters.
/// InputError with "did you mean" for a name that is neither.
std::string catalogueText(const std::string& name);

/// Returns the whole catalogue as a page of Markdown, which scripts/docs divides into a page for each type.
std::string cataloguePage();

}  // namespace tenon::simulation
