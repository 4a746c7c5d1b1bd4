#pragma once
#include <string>
#include <vector>

#include "tenon/base/Directory.hpp"
#include "tenon/fem/Side.hpp"

namespace tenon::force {

/// An unknown of one of several objects: node by its global number in the object's layout.
struct Unknown {
  std::int32_t object = 0, component = 0;
  base::GlobalIndex node{-1};
};

/// Which unknown each row of a matrix is.
struct NamedUnknowns {
  std::vector<const fem::Domain*> objects;
  std::vector<base::Directory<Unknown>::Pair> rows;  ///< by number from 0; of this rank, each row on one of them
};

/// Collective. All unknowns of one object: its nodes in the order of the mesh file, the components of each.
NamedUnknowns unknownsOf(const fem::Domain& domain);

/// Collective. As a CSV file with the columns row, object, node, component says (x, y or z). FileError; InputError that
/// names file and line for rows, objects, nodes and components that are not there, and for an unknown in two rows.
NamedUnknowns unknownsOf(const std::string& csv, const fem::FindDomain& find);

}  // namespace tenon::force
