#pragma once
#include <functional>
#include <string>
#include <vector>

#include "tenon/base/Parameters.hpp"
#include "tenon/fem/Domain.hpp"

namespace tenon::fem {

/// Finds an object by its name; InputError that lists the objects there are. Given by the simulation.
using FindDomain = std::function<const Domain&(const std::string& object)>;

/// A named group of an object, in case files {object: .., group: ..}.
struct Side {
  std::string object, group;

  std::string name() const { return object + "/" + group; }
};

// Sides as parameters.
void readValue(const base::CaseNode& node, Side& side);
void readValue(const base::CaseNode& node, std::vector<Side>& sides);
std::string printValue(const Side& side);
std::string printValue(const std::vector<Side>& sides);
inline const char* typeName(const Side*) {
  return "{object: .., group: ..}";
}
inline const char* typeName(const std::vector<Side>*) {
  return "[{object: .., group: ..}, ..]";
}

/// Local nodes of the side that this rank owns, ascending. Collective. InputError for a group that is not there.
std::vector<base::LocalIndex> ownedNodes(const Domain& domain, const std::string& group);

}  // namespace tenon::fem
