// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "FileName.hpp"

#include <filesystem>

namespace tenon::base {

void readValue(const CaseNode& node, FileName& file) {
  const std::filesystem::path folder = node.folder();
  file.path = (folder / node.text()).lexically_normal().string();
}

std::string printValue(const FileName& file) {
  return file.path.empty() ? "(none)" : file.path;
}

}  // namespace tenon::base
