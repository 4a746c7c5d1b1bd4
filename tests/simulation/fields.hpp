// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "tenon/constraint/dirichlet/GroupCondition.hpp"
#include "tenon/fem/CellIntegrator.hpp"
#include "tenon/force/ForceField.hpp"

// A condition and a load that vary in space according to a function. Cases offer constant and
// affine fields; a program needs only these two classes to add its own.
namespace tenon::simulation::testing {

using base::LocalIndex;
using base::Vec3;

/// Vector field: a vector at each position.
using Field = std::function<Vec3(const Vec3&)>;

/// Condition u_c = field(X)_c at the nodes of a group, in some components.
class DirichletField : public constraint::GroupCondition {
 public:
  struct Data {
    std::string group;
    std::vector<int> components;
    Field field = [](const Vec3&) { return Vec3(0, 0, 0); };
    std::function<bool(const Vec3&)> where = [](const Vec3&) { return true; };  ///< selects nodes of the group
  };
  DirichletField(Data data, const fem::Domain& domain);
  void constrain(constraint::ConstrainedDofs& dofs) const override;

 private:
  Data data_;
};

/// Load f_a = integral of field N_a over the cells of a group of any dimension, with a quadrature
/// rule of given degree.
class LoadField : public force::Load {
 public:
  struct Data {
    std::string group;
    int dimension;
    Field field;
    std::function<int(mesh::CellType)> degree = fem::massDegree;
  };
  LoadField(Data data, const fem::Domain& domain);
  std::string name() const override { return name_; }
  void addForce(la::ForceVector& f) const override;

 private:
  Data data_;
  std::string name_;
  const la::State& state_;
  fem::Region region_;
};

}  // namespace tenon::simulation::testing
