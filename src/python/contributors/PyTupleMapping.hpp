// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "Contributor.hpp"
#include "tenon/mapping/Mapping.hpp"

namespace tenon::python {

/// Mapping in which each child node is a function of a tuple of parent nodes, implemented in Python
/// by tenon.TupleMapping. Each evaluation calls Python once with all child nodes of this rank.
class PyTupleMapping : public mapping::Mapping {
 public:
  /// Creates the mapping.
  /// @param object  instance of tenon.TupleMapping
  /// @param child   mapped state
  /// @param parents  parent nodes of the owned child nodes
  /// @throws InputError on all ranks if an option has an unknown value
  /// @note Collective.
  PyTupleMapping(pybind11::object object, base::Communicator comm, std::shared_ptr<bool> life, la::State& child,
                 std::shared_ptr<TupleSelection> parents);

  const std::string& name() const override { return self_.name(); }
  const la::State& child() const override { return child_; }
  la::State& child() override { return child_; }
  std::vector<const la::State*> parents() const override;
  bool isLinear() const override { return is_linear_; }

  void updateChild() override;
  void addJacobian(mapping::Jacobian& J) const override;
  void addBiasAcceleration(gsl::span<double> a) const override;
  void addGeometricStiffness(gsl::span<const double> child_force, mapping::GeometricStiffness& K) const override;

 private:
  const TupleFunction& differentiated() const { return has_jacobian_ ? jacobian_ : apply_; }

  Contributor self_;
  la::State& child_;
  std::shared_ptr<TupleSelection> tuples_;
  bool is_linear_, has_jacobian_;
  TupleFunction apply_, jacobian_;
};

}  // namespace tenon::python
