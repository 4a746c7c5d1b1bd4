// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "PythonForce.hpp"

namespace py = pybind11;

namespace tenon::python {

PythonForce::PythonForce(py::object object, base::Communicator comm, std::shared_ptr<bool> life)
    : self_(std::move(object), comm, std::move(life)),
      flags_{self_.attribute<bool>("supports_large_rotations"),
             self_.attribute<bool>("depends_on_rate"),
             self_.attribute<bool>("is_load"),
             self_.attribute<bool>("is_support"),
             self_.attribute<bool>("is_symmetric"),
             self_.attribute<bool>("is_linear"),
             self_.attribute<bool>("depends_on_velocity")},
      has_energy_(self_.overrides("energy")),
      has_set_time_(self_.overrides("set_time")),
      has_commit_(self_.overrides("commit")) {
  rayleigh_stiffness = self_.attribute<double>("rayleigh_stiffness");
}

void PythonForce::setTime(double time) {
  time_ = time;
  if (has_set_time_) self_.callCollectively([&] { self_.object().attr("set_time")(time); });
}

void PythonForce::commit() {
  if (has_commit_) self_.callCollectively([&] { self_.object().attr("commit")(); });
}

double PythonForce::energy() const {
  double energy = 0.0;
  if (has_energy_) self_.callCollectively([&] { energy = evaluateEnergy(); });
  return energy;
}

void PythonForce::prepareDerivatives() const {
  stamp_.clear();
  self_.callCollectively([&] { evaluateDerivatives(); });
  stamp_.set(states_, time_);
}

void PythonForce::requireDerivatives() const {
  if (stamp_.isCurrent(states_, time_)) return;
  stamp_.clear();
  self_.call([&] { evaluateDerivatives(); });
  stamp_.set(states_, time_);
}

}  // namespace tenon::python
