#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "tenon/base/CaseNode.hpp"

// How a case says which nodes of a child follow what.
namespace tenon::mapping {

/// Numbers of nodes in a mesh file: [12, 40, 41].
struct NodeNumbers {
  std::vector<std::int64_t> list;
};

/// A group of the child, and the rigid body that carries it, by its name or number.
struct CarriedGroup {
  std::string group, body;
};

/// A group of the child, and the object that it follows.
struct FollowingGroup {
  std::string group, parent;
};

void readValue(const base::CaseNode& node, NodeNumbers& numbers);
void readValue(const base::CaseNode& node, std::vector<CarriedGroup>& parts);
void readValue(const base::CaseNode& node, std::vector<FollowingGroup>& parts);
std::string printValue(const NodeNumbers& numbers);
std::string printValue(const std::vector<CarriedGroup>& parts);
std::string printValue(const std::vector<FollowingGroup>& parts);
inline const char* typeName(const NodeNumbers*) {
  return "[number, ..]";
}
inline const char* typeName(const std::vector<CarriedGroup>*) {
  return "[{group: .., body: ..}, ..]";
}
inline const char* typeName(const std::vector<FollowingGroup>*) {
  return "[{group: .., parent: ..}, ..]";
}

}  // namespace tenon::mapping
