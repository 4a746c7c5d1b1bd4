// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "Contributor.hpp"
#include "tenon/force/ForceField.hpp"

namespace tenon::python {

/// Base class of force fields in Python. It forwards declarations, the time and the end of a step
/// to the Python object.
///
/// Derivatives are evaluated in prepareDerivatives(), which is collective, so that an exception on
/// one rank becomes an error of all ranks. addStiffness() and addDamping() reuse them as long as
/// the configuration does not change.
class PythonForce : public force::ForceField {
 public:
  std::string name() const final { return self_.name(); }
  /// Calls set_time(t), if it is implemented. @note Collective if set_time() is implemented.
  void setTime(double time) final;
  /// Calls commit(), if it is implemented. @note Collective if commit() is implemented.
  void commit() final;
  bool supportsLargeRotations() const final { return flags_.supports_large_rotations; }
  bool dependsOnRate() const final { return flags_.depends_on_rate; }
  bool isLoad() const final { return flags_.is_load; }
  bool isSupport() const final { return flags_.is_support; }
  bool isSymmetric() const final { return flags_.is_symmetric; }
  bool isLinear() const final { return flags_.is_linear; }
  bool dependsOnVelocity() const override { return flags_.depends_on_velocity; }
  bool hasEnergy() const final { return has_energy_; }
  /// Returns the energy of this rank. @note Collective if energy() is implemented.
  double energy() const final;
  std::vector<const la::State*> states() const override { return {states_.begin(), states_.end()}; }
  void prepareDerivatives() const final;

 protected:
  /// Creates the force field.
  /// @param object  instance of tenon.ForceField
  /// @param comm    communicator of the simulation
  /// @param life    flag that becomes false when this object is destroyed
  PythonForce(pybind11::object object, base::Communicator comm, std::shared_ptr<bool> life);

  /// Returns the Python object.
  const Contributor& self() const { return self_; }
  /// Returns the time of the last setTime().
  double time() const { return time_; }
  /// Sets the states on which the force acts or depends.
  void setStates(std::vector<la::State*> states) { states_ = std::move(states); }
  /// Evaluates the derivatives unless they belong to the current configuration. @note Not
  /// collective.
  void requireDerivatives() const;

  /// Evaluates K, and B if the force depends on velocities, in the current configuration. Called
  /// with the global interpreter lock. @note Not collective.
  virtual void evaluateDerivatives() const = 0;
  /// Returns the energy of the tuples that this rank owns. Called with the global interpreter lock.
  virtual double evaluateEnergy() const = 0;

 private:
  struct Flags {
    bool supports_large_rotations, depends_on_rate, is_load, is_support, is_symmetric, is_linear, depends_on_velocity;
  };
  Contributor self_;
  Flags flags_;
  bool has_energy_, has_set_time_, has_commit_;
  double time_ = 0.0;
  std::vector<la::State*> states_;
  mutable ConfigurationStamp stamp_;
};

}  // namespace tenon::python
