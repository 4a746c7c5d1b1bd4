// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "CaseFile.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "base/InputFile.hpp"
#include "base/ParameterValues.hpp"
#include "tenon/base/runCollectively.hpp"

namespace tenon::simulation {
namespace {

constexpr std::size_t most_bytes = std::size_t{64} << 20;

std::string contentsOf(const std::string& path) {
  const base::InputFile file("the case file", path);
  if (file.size() > most_bytes)
    throw base::InputError(fmt::format("{}: a case file may have at most {} MiB, but this file has {}.", path,
                                       most_bytes >> 20, file.size() >> 20));
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
  CaseFile file{path, text, base::CaseNode::parse(text, path)};
  if (!file.root.isDefined() || !file.root.isMap())
    throw base::InputError(
        fmt::format("{}: a case must be a block of 'key: value' lines with the key 'objects'.", path));
  const bool has_block = file.root.has("parameters");
  if (!has_block && settings.empty()) return file;
  auto parameters = std::make_shared<base::ParameterValues>(
      base::ParameterValues::read(has_block ? file.root["parameters"] : base::CaseNode(), path,
                                  base::parseSettings(settings, "the command line (--set)")));
  file.root.setParameters(std::move(parameters));
  return file;
}

std::vector<std::pair<std::string, double>> CaseFile::parameters() const {
  if (root.parameters() == nullptr) return {};
  return root.parameters()->values();
}

std::string CaseFile::resolve(const std::string& name) const {
  return (std::filesystem::path(path).parent_path() / name).lexically_normal().string();
}

std::vector<std::string> CaseFile::inputs() const {
  std::vector<std::string> texts, files{path};
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
