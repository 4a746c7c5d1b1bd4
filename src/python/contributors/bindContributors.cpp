// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "BlockMatrix.hpp"
#include "Find.hpp"
#include "PyConstraint.hpp"
#include "PyForceField.hpp"
#include "python/bindings.hpp"

namespace py = pybind11;

namespace tenon::python {
namespace {

using Selection = std::shared_ptr<TupleSelection>;

/// Reads an object and its group: "object" or ("object", "group").
Find::Place placeOf(const py::handle& place) {
  if (py::isinstance<py::str>(place)) return {place.cast<std::string>(), ""};
  if (py::isinstance<py::sequence>(place) && py::len(place) == 2) {
    const auto pair = py::reinterpret_borrow<py::sequence>(place);
    if (py::isinstance<py::str>(pair[0]) && py::isinstance<py::str>(pair[1]))
      return {pair[0].cast<std::string>(), pair[1].cast<std::string>()};
  }
  throw base::InputError("A selection needs the name of an object, or an object and a group: (\"bracket\", \"load\").");
}

std::vector<Find::Place> placesOf(const py::args& places) {
  std::vector<Find::Place> all;
  for (const py::handle& place : places) all.push_back(placeOf(place));
  if (all.empty()) throw base::InputError("find.nearest_parents() needs at least one group.");
  return all;
}

/// Returns one object name for each node of a tuple: a single name stands for all of them.
std::vector<std::string> namesOf(const py::object& names, py::ssize_t count) {
  if (py::isinstance<py::str>(names))
    return std::vector<std::string>(static_cast<std::size_t>(std::max<py::ssize_t>(count, 0)),
                                    names.cast<std::string>());
  return names.cast<std::vector<std::string>>();
}

py::ssize_t columns(const Find::Numbers& numbers) {
  return numbers.ndim() == 2 ? numbers.shape(1) : 0;
}

template <class T>
py::array_t<T> tupleArray(const TupleSelection& tuples, const std::vector<T>& values) {
  return readOnlyCopy(values, {static_cast<py::ssize_t>(tuples.size()), static_cast<py::ssize_t>(tuples.numPlaces())});
}

py::array_t<double> currentPositions(const ObjectView& object) {
  const la::State& state = object.state();
  std::vector<double> x(state.reference().begin(), state.reference().end());
  for (std::size_t i = 0; i < x.size(); ++i) x[i] += std::as_const(state).displacement()[i];
  return readOnlyCopy(x, {state.layout().numLocal(), state.block()});
}

Selection pairs(Find& find, const py::object& first, const py::object& second, const std::string& match,
                const py::object& numbers) {
  if (numbers.is_none()) return find.pairs(placeOf(first), placeOf(second), match);
  return find.tuples({placeOf(first).object, placeOf(second).object}, numbers.cast<Find::Numbers>());
}

Selection tuples(Find& find, const py::object& objects, const Find::Numbers& numbers) {
  return find.tuples(namesOf(objects, columns(numbers)), numbers);
}

py::array_t<LocalIndex> localNodes(Find& find, const py::object& place) {
  const std::vector<LocalIndex> nodes = find.localNodes(placeOf(place));
  return py::array_t<LocalIndex>(static_cast<py::ssize_t>(nodes.size()), nodes.data());
}

void bindTuples(py::module_& module) {
  py::class_<TupleSelection, Selection>(module, "Tuples", py::dynamic_attr(),
                                        "Tuples of nodes, or cells, on which a contributor acts. The arrays contain "
                                        "the tuples that are stored on this rank.")
      .def_property_readonly("size", &TupleSelection::size, "Number of tuples stored on this rank.")
      .def("__len__", &TupleSelection::size)
      .def_property_readonly("num_owned", &TupleSelection::numOwned, "Number of tuples that this rank owns.")
      .def_property_readonly("num_global", &TupleSelection::numGlobal, "Number of tuples on all ranks.")
      .def_property_readonly("num_nodes", &TupleSelection::numPlaces, "Number of nodes of a tuple.")
      .def_property_readonly("num_components", &TupleSelection::block, "Number of components of a node.")
      .def_property_readonly("spacing", &TupleSelection::spacing, "Mean distance between neighbouring nodes [length].")
      .def_property_readonly("cell_type", &TupleSelection::cellType, "Cell type, or an empty string.")
      .def_property_readonly(
          "is_owned",
          [](const TupleSelection& self) {
            py::array_t<bool> flags(static_cast<py::ssize_t>(self.size()));
            std::copy(self.isOwned().begin(), self.isOwned().end(), flags.mutable_data());
            return flags;
          },
          "Flags of the tuples that this rank owns, [tuples].")
      .def_property_readonly(
          "numbers", [](const TupleSelection& self) { return tupleArray(self, self.numbers()); },
          "Node numbers in the mesh files, [tuples, nodes].")
      .def_property_readonly(
          "local_nodes", [](const TupleSelection& self) { return tupleArray(self, self.nodes()); },
          "Local nodes, [tuples, nodes].")
      .def_property_readonly(
          "X", [](const TupleSelection& self) { return gathered(self, Quantity::reference); },
          "Reference positions, [tuples, nodes, components].")
      .def("__repr__", [](const TupleSelection& self) {
        return "<" + std::to_string(self.size()) + " of " + std::to_string(self.numGlobal()) + " tuples of " +
               self.description() + ">";
      });
}

void bindObjects(py::module_& module) {
  py::class_<ObjectView>(module, "ObjectView",
                         "Object of a case. The arrays are copies of those of this rank, [local nodes, components]: "
                         "owned nodes, followed by ghosts.")
      .def_property_readonly("name", [](const ObjectView& self) { return self.domain().object; })
      .def_property_readonly(
          "num_owned", [](const ObjectView& self) { return self.state().layout().numOwned(); },
          "Number of nodes that this rank owns.")
      .def_property_readonly(
          "num_local", [](const ObjectView& self) { return self.state().layout().numLocal(); },
          "Number of nodes that this rank stores, including ghosts.")
      .def_property_readonly(
          "num_components", [](const ObjectView& self) { return self.state().block(); },
          "Number of components of a node.")
      .def_property_readonly("numbers", &ObjectView::numbers, "Node numbers in the mesh file, [nodes of the mesh].")
      .def_property_readonly(
          "X", [](const ObjectView& self) { return self.copyOf(&la::State::reference); }, "Reference positions.")
      .def_property_readonly(
          "u",
          [](const ObjectView& self) {
            return self.copyOf(static_cast<gsl::span<const double> (la::State::*)() const>(&la::State::displacement));
          },
          "Displacements.")
      .def_property_readonly(
          "v",
          [](const ObjectView& self) {
            return self.copyOf(static_cast<gsl::span<const double> (la::State::*)() const>(&la::State::velocity));
          },
          "Velocities.")
      .def_property_readonly("x", currentPositions,
                             "Current positions of points; for rigid bodies, the sum of `X` and `u`.");
}

void bindFind(py::module_& module) {
  py::class_<Find, std::shared_ptr<Find>>(module, "Find",
                                          "Selects the nodes on which a contributor acts. All methods are collective.")
      .def("pairs", pairs, py::arg("first"), py::arg("second"), py::arg("match") = "nearest",
           py::arg("numbers") = py::none(),
           "Returns pairs of nodes: each node of the first group with the nearest node of the second "
           "(match=\"nearest\"), "
           "nodes at the same position in the mesh files (match=\"order\"), or pairs of node numbers.")
      .def(
          "nodes", [](Find& self, const py::object& place) { return self.nodes(placeOf(place)); }, py::arg("place"),
          "Returns the nodes of a group, or of an object, as tuples of one node.")
      .def("tuples", tuples, py::arg("objects"), py::arg("numbers"),
           "Returns tuples of nodes, given by node numbers [tuples, nodes] that are the same on all ranks.")
      .def(
          "cells",
          [](Find& self, const std::string& object, const std::string& group, int dimension) {
            return self.cells({object, group}, dimension);
          },
          py::arg("object"), py::arg("group") = "", py::arg("dimension") = -1,
          "Returns the cells of a group, or of an object: one selection for each cell type.")
      .def("object", &Find::object, py::arg("name"), "Returns an object, for general force fields and constraints.")
      .def("local_nodes", localNodes, py::arg("place"), "Returns the local nodes of a group, including ghosts.")
      .def(
          "parents",
          [](Find& self, const py::object& objects, const Find::Numbers& numbers) {
            return self.parents(namesOf(objects, columns(numbers) - 1), numbers);
          },
          py::arg("objects"), py::arg("numbers"),
          "Returns the parent nodes of a mapped object, [nodes of the object, 1 + parents]: the number of each node, "
          "followed by those of its parent nodes.")
      .def(
          "nearest_parents",
          [](Find& self, const py::args& places, int count) { return self.nearestParents(placesOf(places), count); },
          py::arg("count") = 1, "Returns the nearest nodes of groups for each node of the mapped object.")
      .def_property_readonly(
          "own", [](const Find& self) { return ObjectView(self.own(), self.life()); }, "Mapped object.");
}

/// Result of `K.force_on(row)` and, with the column, of `K.force_on(row).by_position_of(column)`.
struct MatrixRow {
  std::shared_ptr<BlockMatrix> matrix;
  ObjectView row;
};
struct MatrixPair {
  MatrixRow of;
  ObjectView column;
};

void bindBlockMatrix(py::module_& module) {
  const auto pair = [](const MatrixRow& row, const ObjectView& column) { return MatrixPair{row, column}; };
  py::class_<MatrixPair>(module, "BlockMatrixPair")
      .def(
          "add",
          [](MatrixPair& self, const BlockMatrix::Nodes& i, const BlockMatrix::Nodes& j, const py::object& blocks) {
            self.of.matrix->add(self.of.row, self.column, i, j, blocks);
          },
          py::arg("i"), py::arg("j"), py::arg("blocks"));
  py::class_<MatrixRow>(module, "BlockMatrixRow").def("by_position_of", pair).def("by_velocity_of", pair);
  py::class_<BlockMatrix, std::shared_ptr<BlockMatrix>>(module, "BlockMatrix",
                                                        "Matrix of derivatives to which methods add blocks.")
      .def("force_on", [](const std::shared_ptr<BlockMatrix>& self, const ObjectView& row) {
        return MatrixRow{self, row};
      });
}

void bindAccumulators(py::module_& module) {
  py::class_<PyForceVector, std::shared_ptr<PyForceVector>>(module, "ForceVector",
                                                            "Force vector: `f[object]` is an array of nodal forces.")
      .def("__getitem__", &PyForceVector::on, py::arg("object"))
      .def("__setitem__", [](PyForceVector& self, const ObjectView& object, const py::object& values) {
        // f[object] += values assigns the array that it has changed in place.
        if (!values.is(self.on(object))) self.on(object)[py::ellipsis()] = values;
      });
  bindBlockMatrix(module);
  py::class_<PyJacobianRows, std::shared_ptr<PyJacobianRows>>(module, "JacobianRows",
                                                              "Constraint Jacobian to which methods add entries.")
      .def("add", &PyJacobianRows::add, py::arg("rows"), py::arg("object"), py::arg("nodes"), py::arg("values"));
}

}  // namespace

void bindContributors(py::module_& module) {
  bindTuples(module);
  bindObjects(module);
  bindFind(module);
  bindAccumulators(module);
}

}  // namespace tenon::python
