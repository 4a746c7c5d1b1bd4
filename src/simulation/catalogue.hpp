// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include "tenon/base/Registry.hpp"

namespace tenon::simulation {

/// Types of one kind, as `tenon list` and the documentation show them.
struct CatalogueSection {
  std::string name, help;             ///< name of the kind, and its description
  std::vector<base::TypeInfo> types;  ///< types with their parameters
  bool is_list = false;               ///< true if the documentation shows one table of the types
};

/// Returns all kinds: force, interaction, material, mass, condition, constraint, system, element,
/// preset, analysis and others, with the types that are registered at present.
std::vector<CatalogueSection> catalogue();

/// Returns the description of one type with its parameters, as `tenon list <type>` prints it after
/// the kind.
std::string typeText(const base::TypeInfo& type);

/// Returns a listing for users: of all types in one line each (""), of the types of one kind, or of
/// one type with its parameters.
/// @throws InputError with suggestions if `name` is neither a kind nor a type
std::string catalogueText(const std::string& name);

/// Returns the catalogue as Markdown, which scripts/docs divides into one page for each type.
std::string cataloguePage();

}  // namespace tenon::simulation
