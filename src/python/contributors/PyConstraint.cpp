// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "PyConstraint.hpp"

#include <fmt/format.h>

#include "PyTupleConstraint.hpp"
#include "tenon/base/runCollectively.hpp"

namespace py = pybind11;

namespace tenon::python {
namespace {

std::vector<LocalIndex> checkedIndices(const BlockMatrix::Nodes& indices, LocalIndex end, const Method& method,
                                       const char* what) {
  if (indices.ndim() != 1)
    throw base::InputError(fmt::format("{}: the array of {} does not have exactly one axis.", method.name, what));
  std::vector<LocalIndex> checked;
  for (py::ssize_t k = 0; k < indices.size(); ++k) {
    const long long index = indices.data()[k];
    if (index < 0 || index >= end)
      throw base::InputError(fmt::format("{} adds entries for {} with the invalid index {}: rank {} has {} {}.",
                                         method.name, what, index, method.comm.rank(), end, what));
    checked.push_back(static_cast<LocalIndex>(index));
  }
  return checked;
}

}  // namespace

void PyJacobianRows::add(const BlockMatrix::Nodes& rows, const ObjectView& object, const BlockMatrix::Nodes& nodes,
                         const py::object& values) {
  const la::State& state = object.state();
  Batch batch{&state,
              checkedIndices(rows, num_rows_, method_, "rows"),
              checkedIndices(nodes, state.layout().numLocal(), method_, "nodes"),
              {}};
  if (batch.rows.size() != batch.nodes.size())
    throw base::InputError(fmt::format("{} adds entries for {} rows, but for {} nodes: these numbers must be equal.",
                                       method_.name, batch.rows.size(), batch.nodes.size()));
  const Array checked = checkedResult(values, {{static_cast<py::ssize_t>(batch.rows.size()), state.block()}}, method_,
                                      "[rows, components]");
  batch.values.assign(checked.data(), checked.data() + checked.size());
  batches_.push_back(std::move(batch));
}

void PyJacobianRows::addTo(constraint::JacobianRows& G) const {
  for (const Batch& batch : batches_) {
    const auto block = static_cast<std::size_t>(batch.state->block());
    for (std::size_t k = 0; k < batch.rows.size(); ++k)
      G.addNode(batch.rows[k], *batch.state, batch.state->layout().global(batch.nodes[k]), 0,
                {batch.values.data() + k * block, block});
  }
}

PyConstraint::PyConstraint(py::object object, base::Communicator comm, std::shared_ptr<bool> life)
    : self_(std::move(object), comm, std::move(life)),
      num_rows_(self_.attribute<LocalIndex>("num_rows")),
      is_linear_(self_.attribute<bool>("is_linear")),
      depends_on_time_(self_.attribute<bool>("depends_on_time")),
      has_set_time_(self_.overrides("set_time")),
      has_commit_(self_.overrides("commit")),
      has_stiffness_(self_.overrides("add_geometric_stiffness")),
      has_set_multipliers_(self_.overrides("set_multipliers")) {
  readSettings(self_, *this);
  const bool any = comm.any(num_rows_ > 0);
  base::runCollectively(comm, [&] {
    if (!any) throw base::InputError(fmt::format("The constraint '{}' has no rows on any rank.", name()));
    if (num_rows_ < 0)
      throw base::InputError(
          fmt::format("The number of rows of the constraint '{}' is {}, but must not be negative.", name(), num_rows_));
  });
}

void PyConstraint::setTime(double time) {
  if (has_set_time_) self_.callCollectively([&] { self_.object().attr("set_time")(time); });
}

void PyConstraint::commit() {
  if (has_commit_) self_.callCollectively([&] { self_.object().attr("commit")(); });
}

void PyConstraint::addRows(const char* method, gsl::span<double> rows) const {
  self_.callCollectively([&] {
    const Array values = checkedResult(self_.object().attr(method)(), {{num_rows_}}, self_.method(method), "[rows]");
    for (std::size_t i = 0; i < rows.size(); ++i) rows[i] += values.data()[i];
  });
}

void PyConstraint::addResidual(gsl::span<double> phi) const {
  addRows("residual", phi);
}

void PyConstraint::addRate(gsl::span<double> rate) const {
  if (depends_on_time_) addRows("rate", rate);
}

void PyConstraint::addJacobian(constraint::JacobianRows& G) const {
  self_.callCollectively([&] {
    const auto rows = std::make_shared<PyJacobianRows>(self_.method("add_jacobian"), num_rows_);
    self_.object().attr("add_jacobian")(rows);
    rows->addTo(G);
  });
}

void PyConstraint::setMultipliers(gsl::span<const double> lambda) {
  if (!has_set_multipliers_) return;
  self_.callCollectively([&] { self_.object().attr("set_multipliers")(readOnlyCopy(lambda, {num_rows_})); });
}

void PyConstraint::addGeometricStiffness(la::StiffnessMatrix& K) const {
  if (!has_stiffness_) return;
  self_.call([&] {
    const auto blocks = std::make_shared<BlockMatrix>(self_.method("add_geometric_stiffness"));
    self_.object().attr("add_geometric_stiffness")(blocks);
    blocks->addTo([&](const la::State& row, const la::State& column) { return K.forceOn(row).byPositionOf(column); });
  });
}

}  // namespace tenon::python
