// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include "tenon/base/CaseNode.hpp"

// Entries of contributors in the tree of a case, without the meshes.
namespace tenon::simulation {

/// Entry of a force, a mass, a condition, an interaction, a constraint or a contact.
struct CaseEntry {
  std::vector<std::string> keys;  ///< keys from the top level to the list, such as objects, block, forces
  std::size_t index = 0;          ///< index in the list
  base::CaseNode node;            ///< entry
  /// Name for references: the key `name`, otherwise the type, the object and the group, such as
  /// "traction on block/top", or the type alone for entries of several objects.
  std::string name;
};

/// Returns the entries of all contributors in the order of the case. Malformed entries are omitted,
/// because their contributors report them.
std::vector<CaseEntry> contributorEntries(const base::CaseNode& root);

/// Returns the entry at the same position in another tree of the same case.
/// @throws InputError if there is no such entry
base::CaseNode entryAt(const base::CaseNode& root, const CaseEntry& entry);

/// Returns the number of the case that a parameter replaces: the scalar `number` in the entry of
/// the contributor `of`.
/// @param definition  block of the parameter with the keys `of` (name of the contributor, or path
///   of its entry) and `number` (key in the entry, such as young, material.young or traction[2]);
///   with the key `per`, the number may also be a field that is given by a file
/// @throws InputError if there is no such contributor or number, or if several have this name
base::CaseNode findNumber(const base::CaseNode& root, const base::CaseNode& definition);

/// Returns the scalars of a tree in which one of the names occurs, as a number that a parameter
/// replaces or in a formula. Values of keys that are never numbers, such as names of groups, are
/// omitted, as are the block `output` and, except for the keys `positions`, the block `parameters`.
std::vector<base::CaseNode> usesOf(const base::CaseNode& root, const std::vector<std::string>& names);

}  // namespace tenon::simulation
