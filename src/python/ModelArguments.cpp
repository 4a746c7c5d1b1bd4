// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "ModelArguments.hpp"

#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include "contributors/factories.hpp"
#include "objectives/PyObjective.hpp"
#include "tenon/base/runCollectively.hpp"

namespace tenon::python {
namespace {

namespace py = pybind11;

/// Returns the values of an array of any shape.
template <class T>
std::vector<T> valuesOf(const py::handle& object) {
  const auto array = py::array_t<T, py::array::c_style | py::array::forcecast>::ensure(object);
  if (!array) throw py::error_already_set();
  return std::vector<T>(array.data(), array.data() + array.size());
}

}  // namespace

mesh::MeshData meshDataOf(const py::handle& mesh) {
  mesh::MeshData data;
  data.points = valuesOf<double>(mesh.attr("points"));
  for (const py::handle& entry : mesh.attr("cells")) {
    const auto [type, nodes] = entry.cast<std::pair<std::string, py::object>>();
    data.cells.push_back({type, valuesOf<std::int64_t>(nodes)});
  }
  for (const py::handle& entry : mesh.attr("groups")) {
    const auto [name, type, members] = entry.cast<std::tuple<std::string, std::string, py::array>>();
    mesh::MeshData::Group group{name, type};
    (members.ndim() == 2 ? group.nodes : group.indices) = valuesOf<std::int64_t>(members);
    data.groups.push_back(std::move(group));
  }
  return data;
}

ModelArguments::ModelArguments(const py::tuple& values)
    : petsc(values[3].cast<std::vector<std::string>>()),
      settings(values[4].cast<std::vector<std::string>>()),
      allow_unused(values[5].cast<bool>()),
      is_file_(values[0].is_none()),
      text_(is_file_ ? std::string() : values[0].cast<std::string>()),
      name_(values[1].cast<std::string>()),
      folder_(values[2].cast<std::string>()),
      meshes_(values[6].cast<std::map<std::string, py::object>>()),
      factories_(values[7]) {}

simulation::CaseFile ModelArguments::read(const base::Communicator& comm) const {
  return is_file_ ? simulation::CaseFile::read(comm, name_, settings)
                  : simulation::CaseFile::fromText(comm, text_, name_, folder_, settings);
}

simulation::Additions ModelArguments::additions(const base::Communicator& comm) const {
  simulation::Additions additions;
  const auto count = static_cast<long>(factories_.contains("objectives") ? py::len(factories_["objectives"]) : 0);
  base::runCollectively(comm, [&] {
    if (comm.min(count) != comm.max(count))
      throw base::InputError(
          "The number of `objectives` differs between ranks: pass the same objectives on all ranks.");
  });
  if (count > 0)
    for (const py::handle& objective : factories_["objectives"])
      additions.objectives.push_back(objectiveFromPython(py::reinterpret_borrow<py::object>(objective), comm));
  if (is_file_) return additions;
  for (const auto& [name, mesh] : meshes_) additions.meshes[name] = meshDataOf(mesh);
  for (const py::handle& make : factories_["interactions"])
    additions.interactions.push_back(interactionFromPython(py::reinterpret_borrow<py::object>(make), comm));
  for (const py::handle& make : factories_["constraints"])
    additions.constraints.push_back(constraintFromPython(py::reinterpret_borrow<py::object>(make), comm));
  for (const auto& [object, makers] : factories_["forces"].cast<std::map<std::string, std::vector<py::object>>>())
    for (const py::object& make : makers) additions.forces[object].push_back(forceFromPython(make));
  for (const auto& [object, make] : factories_["mappings"].cast<std::map<std::string, py::object>>())
    additions.mappings[object] = mappingFromPython(make);
  return additions;
}

std::vector<std::string> ModelArguments::identifiers() const {
  std::vector<std::string> texts = settings;
  if (factories_.contains("objectives"))
    for (const py::handle& objective : factories_["objectives"])
      texts.push_back("objective " + objective.attr("name").cast<std::string>() + " " +
                      objective.attr("_settings")().cast<std::string>());
  return texts;
}

}  // namespace tenon::python
