// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <algorithm>

#include "ObjectiveStep.hpp"
#include "python/bindings.hpp"
#include "python/contributors/ObjectView.hpp"

namespace tenon::python {
namespace {

namespace py = pybind11;
using Values = gsl::span<const double> (la::State::*)() const;

void bindObject(py::module_& module) {
  py::class_<ObjectiveObject>(module, "ObjectiveObject",
                              "Object at the end of a step. The arrays are copies for the nodes that this rank owns, "
                              "[owned nodes, components].")
      .def_property_readonly("name", [](const ObjectiveObject& self) { return self.body().name(); })
      .def_property_readonly(
          "num_owned", [](const ObjectiveObject& self) { return self.body().state().layout().numOwned(); },
          "Number of nodes that this rank owns.")
      .def_property_readonly(
          "num_nodes", [](const ObjectiveObject& self) { return self.body().state().layout().numGlobal(); },
          "Number of nodes on all ranks.")
      .def_property_readonly(
          "reference", [](const ObjectiveObject& self) { return self.copyOf(&la::State::reference); },
          "Reference configuration.")
      .def_property_readonly(
          "displacement",
          [](const ObjectiveObject& self) { return self.copyOf(static_cast<Values>(&la::State::displacement)); },
          "Displacements.")
      .def_property_readonly(
          "velocity",
          [](const ObjectiveObject& self) { return self.copyOf(static_cast<Values>(&la::State::velocity)); },
          "Velocities.")
      .def_property_readonly(
          "acceleration",
          [](const ObjectiveObject& self) { return self.copyOf(static_cast<Values>(&la::State::acceleration)); },
          "Accelerations.")
      .def_property_readonly("position", &ObjectiveObject::positions, "Current positions of points.")
      .def_property_readonly("tags", &ObjectiveObject::tags, "Numbers of the nodes in the mesh file.")
      .def("nodes", &ObjectiveObject::nodes, py::arg("group"), "Returns the rows of the nodes of a group.");
}

}  // namespace

void bindObjectives(py::module_& module) {
  bindObject(module);
  py::class_<ObjectiveStep, std::shared_ptr<ObjectiveStep>>(
      module, "ObjectiveStep", "Solution at the end of a step, which methods of objectives receive.")
      .def_property_readonly(
          "number", [](const ObjectiveStep& self) { return self.sample().step(); }, "Number of the step, from 1.")
      .def_property_readonly(
          "time", [](const ObjectiveStep& self) { return self.sample().time(); }, "Time of the solution.")
      .def_property_readonly(
          "is_last", [](const ObjectiveStep& self) { return self.sample().isLast(); },
          "True if no further step follows.")
      .def_property_readonly(
          "has_velocities", [](const ObjectiveStep& self) { return self.sample().hasVelocities(); },
          "False in static analyses.")
      .def_property_readonly("objects", &ObjectiveStep::objectNames, "Names of all objects.")
      .def(
          "__getitem__",
          [](const std::shared_ptr<ObjectiveStep>& self, const std::string& name) {
            return ObjectiveObject(self, name);
          },
          py::arg("object"), "Returns an object.")
      .def(
          "multipliers",
          [](const ObjectiveStep& self, const std::string& name) {
            const std::vector<double> values = self.sample().multipliers(self.constraint(name));
            return readOnlyCopy(values, {static_cast<py::ssize_t>(values.size())});
          },
          py::arg("constraint"), "Returns the Lagrange multipliers of the rows of this rank of a constraint.")
      .def("sum", &ObjectiveStep::sum, py::arg("values"),
           "Returns the sum of a number or an array over all ranks. Collective.");
}

}  // namespace tenon::python
