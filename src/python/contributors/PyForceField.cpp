// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "PyForceField.hpp"

#include <fmt/format.h>
#include <pybind11/stl.h>

#include "tenon/base/runCollectively.hpp"

namespace py = pybind11;

namespace tenon::python {

py::array_t<double> PyForceVector::on(const ObjectView& object) {
  const la::State& state = object.state();
  for (const auto& [known, array] : arrays_)
    if (known == &state) return array;
  py::array_t<double> array(
      {static_cast<py::ssize_t>(state.layout().numLocal()), static_cast<py::ssize_t>(state.block())});
  std::fill_n(array.mutable_data(), array.size(), 0.0);
  arrays_.emplace_back(&state, array);
  return array;
}

void PyForceVector::addTo(la::ForceVector& f, const Method& method) const {
  for (const auto& [state, array] : arrays_) {
    const Array values = checkedResult(array, {{array.shape(0), array.shape(1)}}, method, "[local nodes, components]");
    const gsl::span<double> force = f.on(*state);
    for (std::size_t i = 0; i < force.size(); ++i) force[i] += values.data()[i];
  }
}

PyForceField::PyForceField(py::object object, base::Communicator comm, std::shared_ptr<bool> life)
    : PythonForce(std::move(object), comm, std::move(life)),
      has_stiffness_(self().overrides("add_stiffness")),
      has_damping_(self().overrides("add_damping")) {
  std::vector<la::State*> states;
  self().call([&] {
    for (const py::handle& one : self().object().attr("objects")) states.push_back(&one.cast<ObjectView&>().state());
  });
  base::runCollectively(comm, [&] {
    if (states.empty())
      throw base::InputError(
          fmt::format("The force '{}' acts on no objects: pass the objects to ForceField.__init__().", name()));
    if (dependsOnVelocity() && !has_damping_)
      throw base::InputError(
          fmt::format("{} declares depends_on_velocity, but does not implement add_damping().", name()));
  });
  setStates(std::move(states));
}

void PyForceField::addForce(la::ForceVector& f) const {
  self().call([&] {
    const auto forces = std::make_shared<PyForceVector>();
    self().object().attr("add_force")(forces);
    forces->addTo(f, self().method("add_force"));
  });
}

void PyForceField::addStiffness(la::StiffnessMatrix& K) const {
  if (!has_stiffness_) return;
  requireDerivatives();
  K_->addTo([&](const la::State& row, const la::State& column) { return K.forceOn(row).byPositionOf(column); });
}

void PyForceField::addDamping(la::DampingMatrix& B) const {
  if (!has_damping_) return;
  requireDerivatives();
  B_->addTo([&](const la::State& row, const la::State& column) { return B.forceOn(row).byVelocityOf(column); });
}

void PyForceField::evaluateDerivatives() const {
  const auto evaluate = [&](const char* method) {
    const auto matrix = std::make_shared<BlockMatrix>(self().method(method));
    self().object().attr(method)(matrix);
    return std::make_unique<BlockMatrix>(*matrix);
  };
  if (has_stiffness_) K_ = evaluate("add_stiffness");
  if (has_damping_) B_ = evaluate("add_damping");
}

double PyForceField::evaluateEnergy() const {
  return *checkedResult(self().object().attr("energy")(), {{}}, self().method("energy"), "(a number)").data();
}

}  // namespace tenon::python
