// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "links.hpp"

#include <algorithm>

#include "tenon/base/Error.hpp"
#include "tenon/fem/search/pairing.hpp"

namespace tenon::simulation {
namespace {

/// Returns the link of an entry.
/// @throws InputError if the entry has no valid pair of objects
mesh::MeshLink linkOf(const base::CaseNode& entry, const std::vector<std::string>& objects) {
  fem::PairingEnd first, second;
  fem::TagTuples<2> pairs;
  readValue(entry["first"], first);
  readValue(entry["second"], second);
  if (entry.has("pairs")) readValue(entry["pairs"], pairs);
  const auto numberOf = [&](const fem::PairingEnd& end) {
    const auto found = std::find(objects.begin(), objects.end(), end.object);
    if (found == objects.end()) throw base::InputError("There is no such object.");
    return static_cast<std::size_t>(found - objects.begin());
  };
  return {numberOf(first), numberOf(second), first.group, second.group, pairs.list};
}

}  // namespace

std::vector<mesh::MeshLink> linksOf(const base::CaseNode& root, const std::vector<std::string>& objects) {
  std::vector<mesh::MeshLink> links;
  for (const char* key : {"constraints", "interactions"}) {
    if (!root.has(key) || !root[key].isList()) continue;
    for (const base::CaseNode& entry : root[key].items()) {
      if (!entry.isMap() || !entry.has("first") || !entry.has("second")) continue;
      try {
        links.push_back(linkOf(entry, objects));
      } catch (const base::InputError&) {
        continue;  // The contributor reports the error.
      }
    }
  }
  return links;
}

}  // namespace tenon::simulation
