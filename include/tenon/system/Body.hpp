#pragma once
#include <memory>
#include <string>
#include <vector>

#include "tenon/constraint/Condition.hpp"
#include "tenon/contact/BodyShape.hpp"
#include "tenon/fem/Domain.hpp"
#include "tenon/fem/NodalInertia.hpp"
#include "tenon/force/ForceField.hpp"
#include "tenon/mass/Mass.hpp"

namespace tenon::system {

/// One object of a case: its mesh, its motion, and what acts on it. Stays where it is made: contributors refer to it.
class Body {
 public:
  /// Collective. The state has as many unknowns per node as the space of the mesh has dimensions.
  Body(std::string name, mesh::Mesh mesh);
  /// Collective. Particles or rigid bodies, each a node of the mesh. `rotations`: of frames' axes at rest, [local
  /// nodes].
  Body(std::string name, mesh::Mesh mesh, la::Kind kind, std::shared_ptr<const fem::NodalInertia> inertia,
       const std::vector<base::Vec3>& rotations);
  /// Collective. Scalars, each shown at a node of the mesh. `values`: at rest, [local nodes].
  Body(std::string name, mesh::Mesh mesh, std::vector<double> values);
  Body(const Body&) = delete;
  Body& operator=(const Body&) = delete;

  const std::string& name() const { return state_.name(); }
  const mesh::Mesh& mesh() const { return mesh_; }
  const la::State& state() const { return state_; }
  la::State& state() { return state_; }
  const fem::Domain& domain() const { return domain_; }

  std::vector<std::unique_ptr<force::ForceField>> forces;
  std::vector<std::unique_ptr<mass::Mass>> masses;
  std::vector<std::unique_ptr<constraint::Condition>> conditions;
  std::vector<std::unique_ptr<contact::BodyShape>> shapes;  ///< of rigid bodies

 private:
  mesh::Mesh mesh_;
  la::State state_;
  fem::Domain domain_;
};

}  // namespace tenon::system
