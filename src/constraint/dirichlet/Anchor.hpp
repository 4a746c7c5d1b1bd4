// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <optional>
#include <string>

#include "tenon/base/CaseNode.hpp"

namespace tenon::constraint {

/// Optional point of a case; if it is not given, each node has a point of its own.
struct Anchor {
  std::optional<base::Vec3> given;  ///< coordinates, length; empty if not given
};
/// Reads the point from a case file.
void readValue(const base::CaseNode& node, Anchor& anchor);
/// Prints the point for listings of parameters.
std::string printValue(const Anchor& anchor);
/// Returns the name of the type in listings of parameters.
inline const char* typeName(const Anchor*) {
  return "[x, y, z]";
}

}  // namespace tenon::constraint
