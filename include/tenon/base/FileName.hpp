#pragma once
#include <string>

#include "tenon/base/CaseNode.hpp"

namespace tenon::base {

/// A file that a case names; relative paths start at the case file's folder.
struct FileName {
  std::string path;
};
void readValue(const CaseNode& node, FileName& file);
std::string printValue(const FileName& file);
inline const char* typeName(const FileName*) {
  return "path";
}

}  // namespace tenon::base
