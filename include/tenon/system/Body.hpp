// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "tenon/constraint/DirichletCondition.hpp"
#include "tenon/contact/BodyShape.hpp"
#include "tenon/fem/Domain.hpp"
#include "tenon/force/ForceField.hpp"
#include "tenon/mapping/Mapping.hpp"
#include "tenon/mass/Mass.hpp"

namespace tenon::system {

/// Object of a case, with its mesh, its state and the contributors that act on it. Bodies are not
/// copyable, because contributors refer to them.
class Body {
 public:
  /// Creates a body whose nodes are points. The number of degrees of freedom per node is the space
  /// dimension of the mesh.
  /// @note Collective.
  Body(std::string name, mesh::Mesh mesh);
  /// Creates particles or rigid bodies, one per node of the mesh.
  /// @param name       name of the object
  /// @param mesh       mesh with one node per particle or rigid body
  /// @param kind       points for particles, frames for rigid bodies
  /// @param inertia    inertia of the nodes; nullptr if they have none
  /// @param rotations  [local nodes] rotation vectors of the frames in the reference configuration;
  ///   ignored for points
  /// @note Collective.
  Body(std::string name, mesh::Mesh mesh, la::NodeKind kind, std::shared_ptr<const fem::NodalInertia> inertia,
       const std::vector<base::Vec3>& rotations);
  /// Creates an object that consists of scalars, one per node of the mesh.
  /// @param name    name of the object
  /// @param mesh    mesh with one node per scalar
  /// @param values  [local nodes] values in the reference configuration
  /// @note Collective.
  Body(std::string name, mesh::Mesh mesh, std::vector<double> values);
  Body(const Body&) = delete;
  Body& operator=(const Body&) = delete;

  /// Returns the name of the object.
  const std::string& name() const { return state_.name(); }
  /// Returns the mesh.
  const mesh::Mesh& mesh() const { return mesh_; }
  /// Returns the state: displacements, velocities and accelerations.
  const la::State& state() const { return state_; }
  /// Returns the state for modification.
  la::State& state() { return state_; }
  /// Returns the domain on which contributors act. The domain refers to the mesh, the state and the
  /// name of the object.
  const fem::Domain& domain() const { return domain_; }

  /// Force fields that act on this object only.
  std::vector<std::unique_ptr<force::ForceField>> forces;
  std::vector<std::unique_ptr<mass::Mass>> masses;  ///< masses of this object
  /// Dirichlet boundary conditions of this object.
  std::vector<std::unique_ptr<constraint::DirichletCondition>> conditions;
  std::vector<std::unique_ptr<contact::BodyShape>> shapes;  ///< contact shapes of rigid bodies

 private:
  mesh::Mesh mesh_;
  la::State state_;
  fem::Domain domain_;
};

/// Mapped state with the contributors that act on it.
struct MappedObject {
  std::unique_ptr<mapping::Mapping> mapping;  ///< mapping that determines the state
  /// Object with the mapped state; nullptr if the mapping created the state.
  std::unique_ptr<Body> body;
  /// Forces on the mapped state in addition to those of `body`.
  std::vector<std::unique_ptr<force::ForceField>> forces;

  /// Returns the mapped state.
  const la::State& state() const { return mapping->child(); }
};

}  // namespace tenon::system
