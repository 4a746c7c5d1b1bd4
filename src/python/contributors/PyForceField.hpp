// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <vector>

#include "BlockMatrix.hpp"
#include "PythonForce.hpp"

namespace tenon::python {

/// Force vector to which a method in Python adds: one NumPy array for each object.
class PyForceVector {
 public:
  /// Returns the array of an object, [local nodes × block], initially 0.
  pybind11::array_t<double> on(const ObjectView& object);
  /// Adds all arrays to an accumulator. @throws InputError if a value is not finite
  void addTo(la::ForceVector& f, const Method& method) const;

 private:
  std::vector<std::pair<const la::State*, pybind11::array_t<double>>> arrays_;
};

/// Force field in Python in its most general form, a class derived from tenon.ForceField.
class PyForceField : public PythonForce {
 public:
  /// Creates the force field. @note Collective.
  PyForceField(pybind11::object object, base::Communicator comm, std::shared_ptr<bool> life);

  void addForce(la::ForceVector& f) const override;
  /// Adds the blocks of add_stiffness(). A force without this method that is no load must not
  /// depend on positions.
  void addStiffness(la::StiffnessMatrix& K) const override;
  void addDamping(la::DampingMatrix& B) const override;

 private:
  void evaluateDerivatives() const override;
  double evaluateEnergy() const override;

  bool has_stiffness_, has_damping_;
  mutable std::unique_ptr<BlockMatrix> K_, B_;
};

}  // namespace tenon::python
