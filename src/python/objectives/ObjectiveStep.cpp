// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "ObjectiveStep.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "python/contributors/ObjectView.hpp"
#include "python/contributors/results.hpp"
#include "tenon/base/runCollectively.hpp"
#include "tenon/base/suggest.hpp"

namespace py = pybind11;

namespace tenon::python {

const analysis::ObjectiveSample& ObjectiveStep::sample() const {
  if (sample_ == nullptr)
    throw base::InputError("The step of an objective is available only in the method that receives it: copy its data.");
  return *sample_;
}

std::vector<std::string> ObjectiveStep::objectNames() const {
  std::vector<std::string> names;
  for (const system::Body* body : sample().mechanics().allBodies()) names.push_back(body->name());
  return names;
}

const system::Body& ObjectiveStep::body(const std::string& name) const {
  for (const system::Body* body : sample().mechanics().allBodies())
    if (body->name() == name) return *body;
  throw base::InputError(fmt::format("There is no object '{}'{}", name, base::suggestionFor(name, objectNames())));
}

const constraint::Constraint& ObjectiveStep::constraint(const std::string& name) const {
  std::vector<std::string> names;
  for (const auto& constraint : sample().mechanics().constraints()) {
    if (constraint->name() == name) return *constraint;
    names.push_back(constraint->name());
  }
  throw base::InputError(fmt::format("There is no constraint '{}'{}", name, base::suggestionFor(name, names)));
}

// Verifies that all ranks make the same call, and that no rank has left the method with an
// exception.
void ObjectiveStep::agree(const std::exception_ptr& error, long call) {
  const base::Communicator& comm = sample().comm();
  base::runCollectively(comm, [&] {
    if (error) std::rethrow_exception(error);
  });
  if (comm.min(call) == comm.max(call)) return;
  base::InputError different(
      "A method of an objective in Python calls `step.sum` differently on different ranks: all ranks have to make the "
      "same calls in the same order, with arrays of the same size.");
  different.markOnAllRanks();
  throw different;
}

py::object ObjectiveStep::sum(const py::object& values) {
  if (failure_) std::rethrow_exception(failure_);  // the other ranks have left the method
  Array array = Array::ensure(values);
  if (!array) throw py::type_error("step.sum() needs a number or an array of numbers.");
  array =
      Array(py::array_t<double>(std::vector<py::ssize_t>(array.shape(), array.shape() + array.ndim()), array.data()));
  try {
    agree(nullptr, 1 + static_cast<long>(array.size()));
  } catch (...) {
    failure_ = std::current_exception();
    throw;
  }
  sample().comm().sumInPlace(gsl::span<double>(array.mutable_data(), static_cast<std::size_t>(array.size())));
  if (array.ndim() == 0) return py::float_(*array.data());
  return std::move(array);
}

void ObjectiveStep::finish(const std::exception_ptr& error) {
  if (!failure_) {
    try {
      agree(error, 0);
    } catch (...) {
      failure_ = std::current_exception();
    }
  }
  sample_ = nullptr;
  if (failure_) std::rethrow_exception(failure_);
}

const system::Body& ObjectiveObject::body() const {
  step_->sample();
  return *body_;
}

py::array_t<double> ObjectiveObject::ownedPartOf(gsl::span<const double> values) const {
  const la::State& state = body_->state();
  const auto owned = static_cast<std::size_t>(state.layout().numOwned() * state.block());
  return readOnlyCopy(values.first(owned), {state.layout().numOwned(), state.block()});
}

py::array_t<double> ObjectiveObject::copyOf(gsl::span<const double> (la::State::*values)() const) const {
  return ownedPartOf((body().state().*values)());
}

py::array_t<double> ObjectiveObject::positions() const {
  const la::State& state = body().state();
  std::vector<double> x(state.reference().begin(), state.reference().end());
  for (std::size_t i = 0; i < x.size(); ++i) x[i] += state.displacement()[i];
  return ownedPartOf(x);
}

py::array_t<std::int64_t> ObjectiveObject::tags() const {
  const mesh::Mesh& mesh = body().mesh();
  const auto tags = mesh.nodeTags();
  const auto owned = static_cast<std::size_t>(mesh.layout().numOwned());
  return readOnlyCopy(gsl::span<const std::int64_t>(tags.data(), owned), {static_cast<py::ssize_t>(owned)});
}

// Whether an owned node belongs to a group follows from the cells of its rank, so that methods may
// call this function on some ranks only.
py::array_t<std::int32_t> ObjectiveObject::nodes(const std::string& group) const {
  const mesh::Mesh& mesh = body().mesh();
  const mesh::Group& members = mesh.group(group);
  std::vector<char> belongs(static_cast<std::size_t>(mesh.layout().numLocal()), 0);
  for (const base::LocalIndex node : members.nodes) belongs[static_cast<std::size_t>(node)] = 1;
  for (std::size_t b = 0; b < mesh.blocks().size(); ++b) {
    const mesh::CellBlock& block = mesh.blocks()[b];
    for (const base::LocalIndex cell : members.cells[b])
      for (int i = 0; i < mesh::info(block.type).num_nodes; ++i)
        belongs[static_cast<std::size_t>(block.nodesOf(cell)[i])] = 1;
  }
  std::vector<base::LocalIndex> nodes;
  for (base::LocalIndex node = 0; node < mesh.layout().numOwned(); ++node)
    if (belongs[static_cast<std::size_t>(node)] != 0) nodes.push_back(node);
  return py::array_t<std::int32_t>(static_cast<py::ssize_t>(nodes.size()), nodes.data());
}

}  // namespace tenon::python
