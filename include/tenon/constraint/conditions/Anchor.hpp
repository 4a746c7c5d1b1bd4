#pragma once
#include <optional>
#include <string>

#include "tenon/base/CaseNode.hpp"

namespace tenon::constraint {

/// A place that a case may give, or leave to each node's own.
struct Anchor {
  std::optional<base::Vec3> given;
};
void readValue(const base::CaseNode& node, Anchor& anchor);
std::string printValue(const Anchor& anchor);
inline const char* typeName(const Anchor*) {
  return "[x, y, z]";
}

}  // namespace tenon::constraint
