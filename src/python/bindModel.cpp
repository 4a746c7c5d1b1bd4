// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "Session.hpp"
#include "bindings.hpp"
#include "caseTree.hpp"
#include "contributors/factories.hpp"
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
using mesh::MeshData;
using simulation::Additions;

/// Returns the values of an array of any shape.
template <class T>
std::vector<T> valuesOf(const py::handle& object) {
  const auto array = py::array_t<T, py::array::c_style | py::array::forcecast>::ensure(object);
  if (!array) throw py::error_already_set();
  return std::vector<T>(array.data(), array.data() + array.size());
}

/// Returns the part of a mesh that an instance of tenon.mesh.Mesh represents.
MeshData meshDataOf(const py::handle& mesh) {
  MeshData data;
  data.points = valuesOf<double>(mesh.attr("points"));
  for (const py::handle& entry : mesh.attr("cells")) {
    const auto [type, nodes] = entry.cast<std::pair<std::string, py::object>>();
    data.cells.push_back({type, valuesOf<std::int64_t>(nodes)});
  }
  for (const py::handle& entry : mesh.attr("groups")) {
    const auto [name, type, members] = entry.cast<std::tuple<std::string, std::string, py::array>>();
    MeshData::Group group{name, type};
    (members.ndim() == 2 ? group.nodes : group.indices) = valuesOf<std::int64_t>(members);
    data.groups.push_back(std::move(group));
  }
  return data;
}

/// Returns the functions and meshes that Model._additions() and Model._meshes() return.
Additions additionsOf(const base::Communicator& comm, const std::map<std::string, py::object>& meshes,
                      const py::dict& factories) {
  Additions additions;
  for (const auto& [name, mesh] : meshes) additions.meshes[name] = meshDataOf(mesh);
  for (const py::handle& make : factories["interactions"])
    additions.interactions.push_back(interactionFromPython(py::reinterpret_borrow<py::object>(make), comm));
  for (const py::handle& make : factories["constraints"])
    additions.constraints.push_back(constraintFromPython(py::reinterpret_borrow<py::object>(make), comm));
  for (const auto& [object, makers] : factories["forces"].cast<std::map<std::string, std::vector<py::object>>>())
    for (const py::object& make : makers) additions.forces[object].push_back(forceFromPython(make));
  for (const auto& [object, make] : factories["mappings"].cast<std::map<std::string, py::object>>())
    additions.mappings[object] = mappingFromPython(make);
  return additions;
}

/// Arguments of Model.build() and Model.check().
struct ModelArguments {
  std::string text, name, folder;
  std::vector<std::string> petsc, settings;
  bool allow_unused;
  std::map<std::string, py::object> meshes;
  py::dict factories;

  /// Reads the arguments from a tuple in this order.
  explicit ModelArguments(const py::tuple& values)
      : text(values[0].cast<std::string>()),
        name(values[1].cast<std::string>()),
        folder(values[2].cast<std::string>()),
        petsc(values[3].cast<std::vector<std::string>>()),
        settings(values[4].cast<std::vector<std::string>>()),
        allow_unused(values[5].cast<bool>()),
        meshes(values[6].cast<std::map<std::string, py::object>>()),
        factories(values[7]) {}

  /// Returns the case of the root. @note Collective.
  simulation::CaseFile read(const base::Communicator& comm) const {
    return simulation::CaseFile::fromText(comm, text, name, folder, settings);
  }
};

std::shared_ptr<Session> openModel(const py::tuple& values, const py::object& comm) {
  const ModelArguments model(values);
  simulation::SimulationOptions options;
  options.petsc_words = model.petsc;
  options.settings = model.settings;
  options.allow_unused = model.allow_unused;
  const base::Communicator ranks = communicatorOf(comm);
  const Additions additions = additionsOf(ranks, model.meshes, model.factories);
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
  const Additions additions = additionsOf(ranks, model.meshes, model.factories);
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
