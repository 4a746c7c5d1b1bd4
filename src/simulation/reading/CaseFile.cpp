// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "tenon/simulation/reading/CaseFile.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "base/InputFile.hpp"
#include "base/interface/interfaceNames.hpp"
#include "base/readParameterValues.hpp"
#include "simulation/reading/parameters/caseEntries.hpp"
#include "tenon/base/runCollectively.hpp"

namespace tenon::simulation {
namespace {

constexpr std::size_t most_bytes = std::size_t{64} << 20;

std::string contentsOf(const std::string& path) {
  const base::InputFile file("the case file", path);
  if (file.size() > most_bytes)
    throw base::InputError(
        fmt::format("{}: a case file may have at most {} bytes, but this file has {}.", path, most_bytes, file.size()));
  return file.contents();
}

void collectTexts(const base::CaseNode& node, std::vector<std::string>& texts) {
  if (!node.isDefined()) return;
  if (node.isMap())
    for (const auto& key : node.keys()) collectTexts(node[key], texts);
  else if (node.isList())
    for (const auto& item : node.items()) collectTexts(item, texts);
  else
    texts.push_back(node.scalar());
}

/// Checks that the root of a case is a block, and sets the values of its parameters.
void readParameters(CaseFile& file, const std::string& name, const std::vector<std::string>& settings) {
  if (!file.root.isDefined() || !file.root.isMap())
    throw base::InputError(
        fmt::format("{}: a case must be a block of 'key: value' lines that contains the key 'objects'.", name));
  const bool has_block = file.root.has("parameters");
  if (!has_block && settings.empty()) return;
  auto parameters = std::make_shared<base::ParameterValues>(
      base::readParameterValues(has_block ? file.root["parameters"] : base::CaseNode(), name,
                                base::parseSettings(settings, base::sourceOfSettings()),
                                [&](const base::CaseNode& definition) { return findNumber(file.root, definition); }));
  file.root.setParameters(std::move(parameters));
}

}  // namespace

CaseFile CaseFile::read(const base::Communicator& comm, const std::string& path,
                        const std::vector<std::string>& settings) {
  std::string text;
  base::runOnRoot(comm, [&] { text = contentsOf(path); });
  text = comm.broadcast(std::move(text));
  CaseFile file;
  base::runCollectively(comm, [&] { file = parse(text, path, settings); });
  return file;
}

CaseFile CaseFile::parse(const std::string& text, const std::string& path, const std::vector<std::string>& settings) {
  CaseFile file;
  file.path = path;
  file.text = text;
  file.root = base::CaseNode::parse(text, path);
  readParameters(file, path, settings);
  return file;
}

std::vector<std::pair<std::string, double>> CaseFile::parameters() const {
  if (root.parameters() == nullptr) return {};
  return root.parameters()->values();
}

CaseFile CaseFile::fromText(const base::Communicator& comm, std::string text, const std::string& name,
                            const std::string& folder, const std::vector<std::string>& settings) {
  CaseFile file;
  file.is_text = true;
  file.text = comm.broadcast(std::move(text));
  const std::string name_of_root = comm.broadcast(name), folder_of_root = comm.broadcast(folder);
  file.path = (std::filesystem::path(folder_of_root) / name_of_root).string();
  base::runCollectively(comm, [&] {
    file.root = base::CaseNode::parseTree(file.text, name_of_root, folder_of_root);
    readParameters(file, name_of_root, settings);
  });
  return file;
}

std::string CaseFile::resolve(const std::string& name) const {
  return (std::filesystem::path(path).parent_path() / name).lexically_normal().string();
}

std::vector<std::string> CaseFile::inputs() const {
  std::vector<std::string> texts, files;
  if (!is_text) files.push_back(path);
  for (const auto& key : root.keys())
    if (key != "output" && key != "title") collectTexts(root[key], texts);
  std::error_code ignored;
  for (const auto& name : texts)
    if (std::filesystem::is_regular_file(resolve(name), ignored)) files.push_back(resolve(name));
  return files;
}

std::string CaseFile::stem() const {
  return std::filesystem::path(path).stem().string();
}

}  // namespace tenon::simulation
