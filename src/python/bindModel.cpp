// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "ModelArguments.hpp"
#include "Session.hpp"
#include "bindings.hpp"
#include "caseTree.hpp"
#include "io/textFile.hpp"
#include "mesh/reading/NamedCellType.hpp"
#include "mesh/reading/memoryMesh.hpp"
#include "python/casters.hpp"
#include "simulation/commands.hpp"
#include "solver/options/OptionsDatabase.hpp"
#include "tenon/base/runCollectively.hpp"
#include "tenon/simulation/reading/Additions.hpp"
#include "tenon/simulation/reading/CaseFile.hpp"

namespace tenon::python {
namespace {

namespace py = pybind11;
using simulation::Additions;

std::shared_ptr<Session> openModel(const py::tuple& values, const py::object& comm) {
  const ModelArguments model(values);
  simulation::SimulationOptions options;
  options.petsc_words = model.petsc;
  options.settings = model.settings;
  options.allow_unused = model.allow_unused;
  const base::Communicator ranks = communicatorOf(comm);
  const Additions additions = model.additions(ranks);
  return Session::create(ranks, comm, [&] {
    return std::make_unique<simulation::Simulation>(ranks, model.read(ranks), additions, options);
  });
}

void checkModel(const py::tuple& values, const py::object& comm) {
  const ModelArguments model(values);
  simulation::CheckOptions options;
  options.petsc_words = model.petsc;
  options.allow_unused = model.allow_unused;
  const base::Communicator ranks = communicatorOf(comm);
  const Additions additions = model.additions(ranks);
  solver::OptionsDatabase database;
  const solver::OptionsDatabase::Scope scope(database);
  simulation::check(ranks, model.read(ranks), additions, options);
}

}  // namespace

void bindModel(py::module_& module) {
  module.def("open_model", &openModel, py::arg("arguments"), py::arg("comm"),
             "Opens a case that is given as text on the root. Collective.");
  module.def("check_model", &checkModel, py::arg("arguments"), py::arg("comm"),
             "Checks a case that is given as text on the root. Collective.");
  module.def(
      "write_mesh",
      [](const py::object& mesh, const std::string& name, const std::string& path, const py::object& comm) {
        mesh::writeMemoryMesh(communicatorOf(comm), meshDataOf(mesh), name, path);
      },
      py::arg("mesh"), py::arg("name"), py::arg("path"), py::arg("comm"), "Writes a mesh as a Gmsh file. Collective.");
  module.def(
      "write_text",
      [](const std::string& path, const std::string& text, const py::object& comm) {
        io::writeTextAtomically(communicatorOf(comm), path, text);
      },
      py::arg("path"), py::arg("text"), py::arg("comm"), "Writes the text of the root to a file. Collective.");
  module.def(
      "read_case",
      [](const std::string& path, const py::object& comm) {
        const simulation::CaseFile file = simulation::CaseFile::read(communicatorOf(comm), path);
        return objectOf(base::CaseNode::parse(file.text, path));  // without the values of its parameters
      },
      py::arg("path"), py::arg("comm"), "Returns the tree of a case file as dictionaries and lists. Collective.");
  module.def(
      "standard_cell_type",
      [](const std::string& name) {
        const auto found = mesh::findCellType(name);
        return std::string(found ? mesh::info(found->type).name : "");
      },
      py::arg("name"), "Returns tenon's name of a cell type of tenon or of meshio; empty for an unknown name.");
}

}  // namespace tenon::python
