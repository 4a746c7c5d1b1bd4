// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "bindings.hpp"
#include "simulation/catalogue.hpp"
#include "simulation/reading/keys/keyLocations.hpp"
#include "tenon/base/CaseNode.hpp"
#include "tenon/base/suggest.hpp"
#include "tenon/mesh/CellType.hpp"

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

/// Returns a scalar of a case as a number or a Boolean if it represents one, otherwise as a string.
py::object scalarOf(const base::CaseNode& node) {
  const std::string text = node.scalar();
  if (text == "true" || text == "false") return py::bool_(text == "true");
  try {
    if (!node.isNumber()) return py::str(text);
  } catch (const base::InputError&) {
    return py::str(text);  // a leading zero, which is reported where the value is read
  }
  const bool is_integer = text.find_first_not_of("+-0123456789") == std::string::npos;
  return is_integer ? py::object(py::int_(py::str(text))) : py::object(py::float_(py::str(text)));
}

/// Returns the tree of a case as dictionaries, lists and scalars.
py::object objectOf(const base::CaseNode& node) {
  if (!node.isDefined()) return py::none();
  if (node.isMap()) {
    py::dict block;
    for (const std::string& key : node.keys()) block[py::str(key)] = objectOf(node[key]);
    return std::move(block);
  }
  if (!node.isList()) return scalarOf(node);
  py::list list;
  for (const base::CaseNode& item : node.items()) list.append(objectOf(item));
  return std::move(list);
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
  module.def("nearest_name", &base::nearestName, py::arg("name"), py::arg("candidates"),
             "Returns the candidate that is most similar to a misspelt name; empty if none is similar.");
  module.def(
      "parse_case",
      [](const std::string& text, const std::string& file) { return objectOf(base::CaseNode::parse(text, file)); },
      py::arg("text"), py::arg("file"), "Returns the tree of a case in YAML as dictionaries, lists and scalars.");
}

}  // namespace tenon::python
