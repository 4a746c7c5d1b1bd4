// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <cstdint>

#include "bindings.hpp"
#include "simulation/catalogue.hpp"
#include "simulation/reading/keys/keyLocations.hpp"
#include "tenon/base/suggest.hpp"
#include "tenon/mesh/CellType.hpp"
#include "tenon/simulation/reading/registries.hpp"

namespace tenon::python {
namespace {

namespace py = pybind11;

py::dict dictOf(const base::ParameterInfo& parameter) {
  py::dict data;
  data["name"] = parameter.name;
  data["type"] = parameter.type;
  data["default"] = parameter.default_value;
  data["unit"] = parameter.unit;
  data["help"] = parameter.help;
  data["required"] = parameter.required;
  data["former_names"] = parameter.former_names;
  data["former_values"] = parameter.former_values;
  return data;
}

py::dict dictOf(const base::TypeInfo& type) {
  py::list parameters;
  for (const base::ParameterInfo& parameter : type.parameters) parameters.append(dictOf(parameter));
  py::dict data;
  data["name"] = type.name;
  data["help"] = type.help;
  data["text"] = simulation::typeText(type);
  data["former_names"] = type.former_names;
  data["parameters"] = parameters;
  return data;
}

/// Returns the catalogue of all registered types as lists and dictionaries.
py::list catalogue() {
  py::list sections;
  for (const simulation::CatalogueSection& section : simulation::catalogue()) {
    py::list types;
    for (const base::TypeInfo& type : section.types) types.append(dictOf(type));
    py::dict data;
    data["name"] = section.name;
    data["help"] = section.help;
    data["types"] = types;
    sections.append(data);
  }
  return sections;
}

/// Returns the properties of all cell types.
py::list cellTypes() {
  py::list types;
  for (int t = 0; t < mesh::num_cell_types; ++t) {
    const mesh::CellTypeInfo& cell = mesh::info(static_cast<mesh::CellType>(t));
    py::dict data;
    data["name"] = cell.name;
    data["dimension"] = cell.dimension;
    data["num_nodes"] = cell.num_nodes;
    data["gmsh_type"] = cell.gmsh_type;
    data["vtk_order"] = std::vector<int>(cell.vtk_order.begin(), cell.vtk_order.end());
    types.append(data);
  }
  return types;
}

}  // namespace

void bindRegistries(py::module_& module) {
  module.def("catalogue", &catalogue, "Returns the registered types of all kinds, with their parameters.");
  module.def("cell_types", &cellTypes, "Returns the properties of all cell types.");
  module.def("top_keys", &simulation::topKeys, "Returns the keys of the top level of a case.");
  module.def("object_keys", &simulation::objectKeys, "Returns the keys of an object of a case.");
  module.def(
      "registries_address", [] { return reinterpret_cast<std::uintptr_t>(&simulation::registries()); },
      "Returns the address of the registries, by which a module with custom types verifies that it shares them.");
  module.def("nearest_name", &base::nearestName, py::arg("name"), py::arg("candidates"),
             "Returns the candidate that is most similar to a misspelt name; empty if none is similar.");
}

}  // namespace tenon::python
