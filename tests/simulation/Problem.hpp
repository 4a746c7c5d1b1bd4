// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "analysis/Statics.hpp"
#include "constraint/dirichlet/Fixed.hpp"
#include "constraint/dirichlet/Prescribed.hpp"
#include "fem/LinearElastic.hpp"
#include "fields.hpp"
#include "mesh/reading/RawMesh.hpp"
#include "tenon/fem/ObjectGroup.hpp"
#include "tenon/fem/Recovery.hpp"
#include "tenon/force/SolidForce.hpp"
#include "tenon/mesh/generation/generate.hpp"
#include "tenon/system/MechanicalSystem.hpp"
#include "testing/Setting.hpp"

namespace tenon::simulation::testing {

using mesh::CellType;
using mesh::Point;
using system::Body;
using tenon::testing::Setting;

inline base::Communicator world() {
  return base::Communicator::world();
}

/// A problem of linear statics assembled in C++, as simulation::build() does it from a case.
/// @note All functions are collective.
class Problem {
 public:
  /// Adds a body of linear elastic material; young = 0 leaves the material to the caller.
  Body& add(const std::string& name, mesh::Mesh mesh, const fem::LinearElastic& material,
            const force::SolidOptions& options = {});

  template <class Force, class Data = typename Force::Data>
  void load(Body& body, Data data) {
    body.forces.push_back(std::make_unique<Force>(std::move(data), body.domain()));
  }
  template <class Condition, class Data = typename Condition::Data>
  void hold(Body& body, Data data) {
    body.conditions.push_back(std::make_unique<Condition>(std::move(data), body.domain()));
  }
  /// Adds a condition of several bodies.
  template <class Condition, class Data = typename Condition::Data>
  void join(Data data) {
    joint_conditions_.push_back(std::make_unique<Condition>(std::move(data), finder()));
  }
  template <class Constraint, class Data = typename Constraint::Data>
  constraint::Constraint& constrain(Data data) {
    constraints_.push_back(std::make_unique<Constraint>(std::move(data), finder()));
    return *constraints_.back();
  }

  /// Creates the system of the added parts; solve() calls it if necessary.
  system::MechanicalSystem& makeSystem();
  /// Solves the system once, with a preset and further PETSc options ("-ksp_rtol 1e-10").
  const analysis::Solution& solve(const std::string& preset, const std::vector<std::string>& petsc = {});
  /// Solves the system in load steps, by Newton's method if it is nonlinear.
  const analysis::Solution& solveBySteps(const std::string& preset, const analysis::Statics::Data& analysis);

  const system::MechanicalSystem& mechanics() const { return *mechanics_; }
  const Body& body(std::size_t b) const { return *mechanics_->bodies()[b]; }
  const analysis::Solution& solution() const { return solution_; }

  /// Returns the strain energy over all ranks.
  double energy() const;
  /// Returns the sum of the reactions over the nodes of a group of body `b`.
  Vec3 reaction(std::size_t b, const std::string& group) const;
  /// Returns the sum over the nodes of a group of the forces of constraint `c` on body `b`.
  Vec3 constraintForce(std::size_t c, std::size_t b, const std::string& group) const;

 private:
  fem::FindDomain finder() const;
  template <class Work>
  const analysis::Solution& solveWith(const std::string& preset, const std::vector<std::string>& petsc, Work&& work);

  std::vector<std::unique_ptr<Body>> bodies_;
  std::vector<std::unique_ptr<constraint::DirichletCondition>> joint_conditions_;
  std::vector<std::unique_ptr<constraint::Constraint>> constraints_;
  std::unique_ptr<system::MechanicalSystem> mechanics_;
  analysis::Solution solution_;
};

/// Returns the displacement of the node at `place`, on every rank. Fails if there is no such node
/// or more than one.
Vec3 displacementAt(const Body& body, const Vec3& place);

/// Returns the stress of the node at `place`, XX YY ZZ XY YZ XZ, as in results.
std::vector<double> stressAt(const Body& body, const Vec3& place);

/// Returns the largest |u - exact| over the nodes and components, relative to the largest |exact|.
double largestError(const Body& body, const Field& exact);

/// Returns the largest |displacement| of a node.
double largestDisplacement(const Body& body);

/// Returns the mesh that `make` creates on the root, partitioned by METIS and distributed.
mesh::Mesh distributeMesh(const std::function<mesh::RawMesh()>& make, const Setting& setting = {});

/// A mesh of hex8 with named groups of faces (quad4) or points (point1). Node numbers start from 0.
struct SmallMesh {
  struct NamedCells {
    std::string name;
    CellType type;
    std::vector<std::int32_t> nodes;
  };
  std::vector<Point> points;
  std::vector<std::int32_t> hexes;
  std::vector<NamedCells> groups;
  mesh::RawMesh raw() const;
};

}  // namespace tenon::simulation::testing
