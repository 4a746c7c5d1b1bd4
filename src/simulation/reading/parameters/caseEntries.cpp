// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "caseEntries.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "base/ParameterValues.hpp"
#include "base/quote.hpp"
#include "base/text.hpp"
#include "tenon/base/suggest.hpp"

namespace tenon::simulation {
namespace {

using base::CaseNode;

std::string textAt(const CaseNode& entry, const char* key) {
  return entry.has(key) && entry[key].isScalar() ? entry[key].scalar() : "";
}

std::string nameOf(const CaseNode& entry, const std::string& object) {
  const std::string name = textAt(entry, "name"), type = textAt(entry, "type"), group = textAt(entry, "group");
  if (!object.empty()) return fmt::format("{} on {}{}", type, object, group.empty() ? "" : "/" + group);
  return name.empty() ? type : name;
}

void addEntries(const CaseNode& parent, std::vector<std::string> keys, const std::string& object,
                std::vector<CaseEntry>& entries) {
  if (!parent.has(keys.back()) || !parent[keys.back()].isList()) return;
  std::size_t index = 0;
  for (const CaseNode& node : parent[keys.back()].items()) {
    if (node.isMap()) entries.push_back({keys, index, node, nameOf(node, object)});
    ++index;
  }
}

/// Collects the scalars of a tree and, for fields, the values that are given by files.
void collectScalars(const CaseNode& node, bool with_files, std::vector<CaseNode>& scalars) {
  if (with_files && (node.has("csv") || node.has("hdf5"))) {
    scalars.push_back(node);
    return;
  }
  if (node.isMap())
    for (const std::string& key : node.keys()) collectScalars(node[key], with_files, scalars);
  if (node.isList())
    for (const CaseNode& item : node.items()) collectScalars(item, with_files, scalars);
  if (node.isScalar()) scalars.push_back(node);
}

/// Returns the entry to which the key `of` refers.
CaseEntry findEntry(const CaseNode& root, const CaseNode& reference) {
  const std::string name = reference.text();
  std::vector<CaseEntry> found;
  std::vector<std::string> names;
  for (const CaseEntry& entry : contributorEntries(root)) {
    if (entry.node.path() == name) return entry;
    if (entry.name == name) found.push_back(entry);
    names.push_back(entry.name);
  }
  if (found.empty())
    reference.fail(fmt::format("there is no contributor {}{}", base::quote(name), base::suggestionFor(name, names)));
  if (found.size() > 1)
    reference.fail(fmt::format("{} contributors are called {}: write the path of its entry, such as '{}'.",
                               found.size(), base::quote(name), found.front().node.path()));
  return found.front();
}

/// Returns true if a word of the text is one of the names.
bool containsName(const std::string& text, const std::vector<std::string>& names) {
  const auto isPart = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  for (std::size_t begin = 0; begin < text.size();) {
    if (!isPart(text[begin])) {
      ++begin;
      continue;
    }
    std::size_t end = begin;
    while (end < text.size() && isPart(text[end])) ++end;
    if (base::contains(names, text.substr(begin, end - begin))) return true;
    begin = end;
  }
  return false;
}

/// Returns true if the value of a key is never a number.
bool isName(const std::string& key) {
  static const std::vector<std::string> keys{"type",   "name",    "group", "object", "parent",   "frame",
                                             "mesh",   "csv",     "hdf5",  "nodes",  "elements", "dataset",
                                             "preset", "options", "of",    "cells",  "from"};
  return base::contains(keys, key);
}

void collectUses(const CaseNode& node, const std::vector<std::string>& names, std::vector<CaseNode>& uses) {
  if (node.isMap())
    for (const std::string& key : node.keys())
      if (!isName(key) || !node[key].isScalar()) collectUses(node[key], names, uses);
  if (node.isList())
    for (const CaseNode& item : node.items()) collectUses(item, names, uses);
  if (!node.isScalar()) return;
  const std::string* replacement =
      node.parameters() != nullptr ? node.parameters()->replacementAt(node.path()) : nullptr;
  if (replacement != nullptr ? base::contains(names, *replacement) : containsName(node.scalar(), names))
    uses.push_back(node);
}

}  // namespace

std::vector<CaseEntry> contributorEntries(const CaseNode& root) {
  std::vector<CaseEntry> entries;
  if (root.has("objects") && root["objects"].isMap())
    for (const std::string& object : root["objects"].keys())
      for (const char* section : {"forces", "masses", "conditions"})
        if (const CaseNode node = root["objects"][object]; node.isMap())
          addEntries(node, {"objects", object, section}, object, entries);
  for (const char* section : {"interactions", "constraints", "contacts", "conditions"})
    addEntries(root, {section}, "", entries);
  return entries;
}

CaseNode entryAt(const CaseNode& root, const CaseEntry& entry) {
  CaseNode node = root;
  for (const std::string& key : entry.keys) node = node[key];
  return node.items().at(entry.index);
}

CaseNode findNumber(const CaseNode& root, const CaseNode& definition) {
  const CaseEntry entry = findEntry(root, definition["of"]);
  const std::string wanted = definition["number"].text();
  std::vector<CaseNode> scalars, found;
  collectScalars(entry.node, definition.has("per"), scalars);
  std::vector<std::string> names;
  for (const CaseNode& scalar : scalars) {
    const std::string path = scalar.path().substr(entry.node.path().size() + 1);
    if (path == wanted) return scalar;
    const bool is_end = path.size() > wanted.size() && path[path.size() - wanted.size() - 1] == '.' &&
                        path.compare(path.size() - wanted.size(), wanted.size(), wanted) == 0;
    if (is_end) found.push_back(scalar);
    const std::string key = path.substr(path.rfind('.') + 1);
    if (scalar.isNumber() || (definition.has("per") && !isName(key))) names.push_back(key);
  }
  if (found.empty())
    definition["number"].fail(fmt::format("the entry {} contains no number {}{}{}", entry.node.place(),
                                          base::quote(wanted), base::suggestionFor(wanted, names),
                                          names.empty() ? "" : " A default value must be written into the entry."));
  if (found.size() > 1)
    definition["number"].fail(fmt::format(
        "the entry {} contains {} numbers {}: write the path in the entry, such as '{}'.", entry.node.place(),
        found.size(), base::quote(wanted), found.front().path().substr(entry.node.path().size() + 1)));
  return found.front();
}

std::vector<CaseNode> usesOf(const CaseNode& root, const std::vector<std::string>& names) {
  std::vector<CaseNode> uses;
  for (const std::string& key : root.keys())
    if (!base::contains({"title", "parameters", "output"}, key)) collectUses(root[key], names, uses);
  if (root.has("parameters"))
    for (const std::string& name : root["parameters"].keys())
      if (const CaseNode block = root["parameters"][name]; block.isMap() && block.has("positions"))
        collectUses(block["positions"], names, uses);
  return uses;
}

}  // namespace tenon::simulation
