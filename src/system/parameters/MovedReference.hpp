// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "tenon/system/Body.hpp"

namespace tenon::system {

/// Change of the reference positions of the nodes of an object.
struct NodeMoves {
  Body* body;                      ///< object whose nodes are points
  std::vector<double> increments;  ///< [nodes of the mesh x 3] changes, including those of ghosts [length]
};

/// Scope in which the reference positions of nodes are changed, in the meshes and in the states.
/// Displacements keep their values. At its end, the previous positions are restored exactly.
class MovedReference {
 public:
  /// Moves the nodes; the bodies must outlive the scope. @note Collective.
  explicit MovedReference(const std::vector<NodeMoves>& moves);
  ~MovedReference();
  MovedReference(const MovedReference&) = delete;
  MovedReference& operator=(const MovedReference&) = delete;

 private:
  /// Positions before the change.
  struct Positions {
    Body* body;
    std::vector<double> of_mesh, of_state;
  };
  std::vector<Positions> before_;
};

}  // namespace tenon::system
