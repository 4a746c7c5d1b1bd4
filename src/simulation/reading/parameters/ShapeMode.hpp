// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include "tenon/base/CaseNode.hpp"
#include "tenon/mesh/Mesh.hpp"

// Parameters that move the nodes of a mesh in the reference configuration.
namespace tenon::simulation {

/// Displacement of the nodes of an object per unit of a parameter, its amplitude.
struct ShapeMode {
  std::string parameter, object;  ///< names of the parameter and of the object
  std::vector<double> field;      ///< [local nodes x 3] displacement for the amplitude 1 [length]
};

/// Checks the objects of all parameters with the key `positions`.
/// @param root  root of the case
/// @throws InputError if an object does not exist or has no mesh of its own
/// @note Not collective.
void checkShapes(const base::CaseNode& root);

/// Moves the nodes of a mesh by the sum of all shape modes of its object, each multiplied by the
/// value of its parameter. The displacements are functions of the positions in the mesh file, after
/// the placement.
/// @param root    root of the case
/// @param object  name of the object
/// @param mesh    mesh with its groups and its dimension of space
/// @return shape modes of the object
/// @throws InputError if a group does not exist, an expression is invalid, a node leaves the axis
///   of a body of revolution, or if elements are inverted; in these cases no node is moved
/// @note Collective.
std::vector<ShapeMode> moveNodes(const base::CaseNode& root, const std::string& object, mesh::Mesh& mesh);

}  // namespace tenon::simulation
