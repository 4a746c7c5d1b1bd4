// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>
#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <algorithm>

#include "Session.hpp"
#include "bindings.hpp"
#include "selections.hpp"
#include "tenon/base/runCollectively.hpp"
#include "tenon/base/suggest.hpp"

namespace tenon::python {
namespace {

namespace py = pybind11;
using la::State;

/// Object of a simulation, as seen by Python.
class ObjectState {
 public:
  ObjectState(std::shared_ptr<Session> session, std::string name)
      : session_(std::move(session)), name_(std::move(name)) {
    body();
  }

  const std::string& name() const { return name_; }

  /// Returns the object. @throws InputError if it does not exist
  system::Body& body() const {
    const system::MechanicalSystem& mechanics = session_->get().mechanics();
    std::vector<std::string> names;
    for (const system::Body* each : mechanics.allBodies()) {
      if (each->name() == name_) return const_cast<system::Body&>(*each);
      names.push_back(each->name());
    }
    failOnAllRanks(fmt::format("There is no object '{}'{}", name_, base::suggestionFor(name_, names)));
  }

  /// Returns a view of an array of the state, [local nodes, block]. The view shares the ownership
  /// of the array.
  py::array view(State::Quantity quantity) const {
    State& state = body().state();
    auto* const shared = new State::SharedArray(state.share(quantity));
    const py::capsule owner(shared, [](void* of) { delete static_cast<State::SharedArray*>(of); });
    const auto block = static_cast<py::ssize_t>(state.block());
    return py::array_t<double>({static_cast<py::ssize_t>((*shared)->size()) / block, block}, (*shared)->data(), owner);
  }

  /// Returns the address of an array, which changes if the array is replaced.
  std::uintptr_t address(State::Quantity quantity) const {
    return reinterpret_cast<std::uintptr_t>(body().state().share(quantity)->data());
  }

  /// Copies the values of owned nodes to the ghosts of other ranks, and updates mapped objects from
  /// their parents. @note Collective.
  void update() const {
    body().state().updateGhosts();
    session_->get().mechanics().updateMappedStates();
  }

  /// Returns the local numbers of the nodes of a group, ascending. @note Collective.
  py::array_t<std::int32_t> nodes(const std::string& group, bool with_ghosts) const {
    const mesh::Mesh& mesh = body().mesh();
    const mesh::Group* found = nullptr;
    base::runCollectively(mesh.comm(), [&] { found = &mesh.group(group); });
    std::vector<base::LocalIndex> nodes = mesh.nodesOf(*found);
    if (!with_ghosts) nodes.erase(std::lower_bound(nodes.begin(), nodes.end(), mesh.layout().numOwned()), nodes.end());
    return py::array_t<std::int32_t>(static_cast<py::ssize_t>(nodes.size()), nodes.data());
  }

  /// Returns the local node numbers of cells of one type, [cells, nodes of a cell].
  py::array_t<std::int32_t> cells(const std::string& type, bool with_ghosts) const {
    std::vector<std::string> names;
    for (const mesh::CellBlock& block : body().mesh().blocks()) {
      names.emplace_back(info(block.type).name);
      if (names.back() != type) continue;
      const auto count = static_cast<py::ssize_t>(with_ghosts ? block.numCells() : block.num_owned);
      return py::array_t<std::int32_t>({count, static_cast<py::ssize_t>(info(block.type).num_nodes)},
                                       block.nodes.data());
    }
    failOnAllRanks(fmt::format("'{}' has no cells of the type '{}'{}", name_, type, base::suggestionFor(type, names)));
  }

  std::vector<std::string> cellTypes() const {
    std::vector<std::string> names;
    for (const mesh::CellBlock& block : body().mesh().blocks()) names.emplace_back(info(block.type).name);
    return names;
  }

  std::vector<std::string> groups() const {
    std::vector<std::string> names;
    for (const mesh::Group& group : body().mesh().groups())
      if (!base::contains(names, group.name)) names.push_back(group.name);
    return names;
  }

  py::array_t<std::int64_t> tags() const {
    const auto tags = body().mesh().nodeTags();
    return py::array_t<std::int64_t>(static_cast<py::ssize_t>(tags.size()), tags.data());
  }

  /// Returns the global number of each local node of the state.
  py::array_t<std::int64_t> globalNumbers() const {
    const la::Layout& layout = body().state().layout();
    py::array_t<std::int64_t> numbers(layout.numLocal());
    for (base::LocalIndex node = 0; node < layout.numLocal(); ++node)
      numbers.mutable_at(node) = layout.global(node).value();
    return numbers;
  }

 private:
  std::shared_ptr<Session> session_;
  std::string name_;
};

}  // namespace

void bindStates(py::module_& module) {
  module.def(
      "object_names",
      [](Session& session) {
        std::vector<std::string> names;
        for (const system::Body* body : session.get().mechanics().allBodies()) names.push_back(body->name());
        return names;
      },
      py::arg("session"), "Returns the names of all objects.");

  py::enum_<State::Quantity>(module, "Quantity", "Arrays of a state.")
      .value("reference", State::Quantity::reference)
      .value("displacement", State::Quantity::displacement)
      .value("velocity", State::Quantity::velocity)
      .value("acceleration", State::Quantity::acceleration);
  py::class_<ObjectState>(module, "ObjectState", "Object in C++; the class Object of the package wraps it.")
      .def(py::init(
               [](Session& session, const std::string& name) { return ObjectState(session.shared_from_this(), name); }),
           py::arg("session"), py::arg("name"))
      .def_property_readonly("name", &ObjectState::name)
      .def_property_readonly("block", [](const ObjectState& self) { return self.body().state().block(); })
      .def_property_readonly("dimension", [](const ObjectState& self) { return self.body().state().dimension(); })
      .def_property_readonly("num_owned",
                             [](const ObjectState& self) { return self.body().state().layout().numOwned(); })
      .def_property_readonly("num_local",
                             [](const ObjectState& self) { return self.body().state().layout().numLocal(); })
      .def_property_readonly("num_global",
                             [](const ObjectState& self) { return self.body().state().layout().numGlobal(); })
      .def("view", &ObjectState::view, py::arg("quantity"))
      .def("address", &ObjectState::address, py::arg("quantity"))
      .def("update", &ObjectState::update)
      .def("nodes", &ObjectState::nodes, py::arg("group"), py::arg("ghosts"))
      .def("cells", &ObjectState::cells, py::arg("type"), py::arg("ghosts"))
      .def_property_readonly("cell_types", &ObjectState::cellTypes)
      .def_property_readonly("groups", &ObjectState::groups)
      .def_property_readonly("tags", &ObjectState::tags)
      .def_property_readonly("global_numbers", &ObjectState::globalNumbers);
}

}  // namespace tenon::python
