// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "CaseFile.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "base/InputFile.hpp"
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

CaseFile CaseFile::read(const base::Communicator& comm, const std::string& path) {
  CaseFile file;
  file.path = path;
  base::runOnRoot(comm, [&] { file.text = contentsOf(path); });
  file.text = comm.broadcast(std::move(file.text));
  base::runCollectively(comm, [&] {
    file.root = base::CaseNode::parse(file.text, path);
    if (!file.root.isDefined() || !file.root.isMap())
      throw base::InputError(
          fmt::format("{}: a case must be a block of 'key: value' lines with the key 'objects'.", path));
  });
  return file;
}

CaseFile CaseFile::fromText(const base::Communicator& comm, std::string text, const std::string& name,
                            const std::string& folder) {
  CaseFile file;
  file.is_text = true;
  file.text = comm.broadcast(std::move(text));
  const std::string name_of_root = comm.broadcast(name), folder_of_root = comm.broadcast(folder);
  file.path = (std::filesystem::path(folder_of_root) / name_of_root).string();
  base::runCollectively(comm, [&] {
    file.root = base::CaseNode::parseTree(file.text, name_of_root, folder_of_root);
    if (!file.root.isDefined() || !file.root.isMap())
      throw base::InputError(fmt::format("{}: a case must be a block with the key 'objects'.", name_of_root));
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
