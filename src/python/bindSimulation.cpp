// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "Session.hpp"
#include "analysis/Snapshot.hpp"
#include "bindings.hpp"
#include "python/casters.hpp"

namespace tenon::python {
namespace {

namespace py = pybind11;
using simulation::Simulation;

/// Snapshot of a simulation, which Python can only pass back to it.
struct SnapshotHandle {
  std::shared_ptr<const analysis::Snapshot> snapshot;
  std::weak_ptr<void> owner;
};

void bindSteps(py::class_<Session, std::shared_ptr<Session>>& session) {
  session
      .def(
          "begin", [](Session& self) { self.get().begin(); }, "Begins the analysis. Collective.")
      .def(
          "advance", [](Session& self) { self.get().advance(); }, "Computes the next step. Collective.")
      .def(
          "run", [](Session& self) { self.get().run(); }, "Computes all remaining steps. Collective.")
      .def_property_readonly("has_begun", [](Session& self) { return self.get().hasBegun(); })
      .def_property_readonly("is_done", [](Session& self) { return self.get().isDone(); })
      .def_property_readonly("num_completed_steps", [](Session& self) { return self.get().numCompletedSteps(); })
      .def_property_readonly("num_steps", [](Session& self) { return self.get().numSteps(); })
      .def_property_readonly("time", [](Session& self) { return self.get().time(); })
      .def(
          "snapshot",
          [](Session& self) {
            return SnapshotHandle{self.get().snapshot(), self.shared_from_this()};
          },
          "Returns the complete state of the analysis. Collective.")
      .def(
          "restore",
          [](Session& self, const SnapshotHandle& from) {
            if (from.owner.lock() != self.shared_from_this())
              throw py::value_error("The snapshot belongs to another simulation.");
            self.get().restore(*from.snapshot);
          },
          py::arg("snapshot"), "Restores a state of this simulation. Collective.");
}

void bindOutput(py::class_<Session, std::shared_ptr<Session>>& session) {
  session
      .def(
          "record",
          [](Session& self, const std::string& output, const std::string& summary, const std::string& tables,
             bool allow_outside, bool restart) {
            self.get().record({output, summary, tables, allow_outside, restart});
          },
          py::arg("output"), py::arg("summary"), py::arg("tables"), py::arg("allow_outside"), py::arg("restart"),
          "Writes the results of the following steps to files. Collective.")
      .def_property_readonly("is_recording", [](Session& self) { return self.get().isRecording(); })
      .def(
          "finish_recording", [](Session& self) { self.get().finishRecording(); },
          "Writes the remaining data of recorded results. Collective.")
      .def(
          "summary", [](Session& self) { return self.get().summary(); },
          "Returns the summary of the current state as JSON text. Collective.");
}

}  // namespace

void bindSimulation(py::module_& module) {
  py::class_<SnapshotHandle>(module, "Snapshot", "Complete state of a simulation at the end of a step.")
      .def_property_readonly("step", [](const SnapshotHandle& self) { return self.snapshot->step; })
      .def_property_readonly("time", [](const SnapshotHandle& self) { return self.snapshot->time; });

  py::class_<Session, std::shared_ptr<Session>> session(
      module, "Session", "Simulation in C++; the class Simulation of the package wraps it.");
  session
      .def_static(
          "open",
          [](const std::string& path, const py::object& comm, const std::vector<std::string>& petsc,
             const std::vector<std::string>& settings, bool allow_unused) {
            simulation::SimulationOptions options;
            options.petsc_words = petsc;
            options.allow_unused = allow_unused;
            options.settings = settings;
            const base::Communicator ranks = communicatorOf(comm);
            return Session::create(ranks, comm, [&] { return std::make_unique<Simulation>(ranks, path, options); });
          },
          py::arg("path"), py::arg("comm"), py::arg("petsc"), py::arg("settings"), py::arg("allow_unused"),
          "Opens a case. Collective.")
      .def("close", &Session::close, "Destroys the simulation. Collective.")
      .def_property_readonly("is_open", &Session::isOpen)
      .def_property_readonly("comm", &Session::comm)
      .def_property_readonly("title", [](Session& self) { return self.get().title(); })
      .def("describe_size", [](Session& self) { return self.get().describeSize(); })
      .def(
          "multipliers", [](Session& self) { return self.get().multipliers(); },
          "Returns the Lagrange multipliers of the rows of this rank by constraint. Collective.");
  bindSteps(session);
  bindOutput(session);
  module.def("close_all", &Session::closeAll, "Closes all simulations, in the order of their creation. Collective.");
}

}  // namespace tenon::python
