// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>

#include "tenon/base/CaseNode.hpp"

namespace tenon::base {

/// Name of a file in a case. A relative path refers to the folder of the case file.
struct FileName {
  std::string path;  ///< path, resolved against the folder of the case file
};
/// Reads a file name and resolves its path.
void readValue(const CaseNode& node, FileName& file);
/// Returns the path as a string.
std::string printValue(const FileName& file);
/// Returns the name of the parameter type.
inline const char* typeName(const FileName*) {
  return "path";
}

}  // namespace tenon::base
