// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "PyTupleConstraint.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "tenon/base/runCollectively.hpp"

namespace py = pybind11;

namespace tenon::python {

void readSettings(const Contributor& self, constraint::ConstraintSettings& settings) {
  settings.compliance = self.attribute<double>("compliance");
  settings.relaxation = self.attribute<double>("relaxation");
  settings.scale = self.attribute<double>("scale");
  settings.active = self.attribute<bool>("active");
  settings.bound = self.attribute<std::string>("bound");
  settings.on_held = self.attribute<std::string>("on_prescribed");
  base::runCollectively(self.comm(), [&] {
    if (settings.bound != "none" && settings.bound != "lower" && settings.bound != "upper")
      throw base::InputError(
          fmt::format("The bound of the constraint '{}' is '{}', but must be \"none\", \"lower\" or "
                      "\"upper\".",
                      self.name(), settings.bound));
    if (!(settings.compliance >= 0.0))
      throw base::InputError(fmt::format("The compliance of the constraint '{}' is {}, but must not be negative.",
                                         self.name(), settings.compliance));
  });
}

PyTupleConstraint::PyTupleConstraint(py::object object, base::Communicator comm, std::shared_ptr<bool> life,
                                     std::shared_ptr<TupleSelection> tuples)
    : self_(std::move(object), comm, std::move(life)),
      tuples_(std::move(tuples)),
      rows_(self_.attribute<std::size_t>("rows")),
      is_linear_(self_.attribute<bool>("is_linear")),
      depends_on_time_(self_.attribute<bool>("depends_on_time")),
      has_jacobian_(self_.overrides("jacobian")),
      has_rate_(self_.overrides("rate")),
      has_set_time_(self_.overrides("set_time")),
      has_commit_(self_.overrides("commit")),
      violation_(self_, "violation"),
      jacobian_(self_, "jacobian"),
      rate_(self_, "rate") {
  readSettings(self_, *this);
  multipliers_.assign(tuples_->size() * rows_, 0.0);
  base::runCollectively(comm, [&] {
    if (tuples_->numGlobal() == 0) throw base::InputError(fmt::format("The constraint '{}' acts on no nodes.", name()));
    if (rows_ == 0) throw base::InputError(fmt::format("The constraint '{}' has no rows.", name()));
    if (depends_on_time_ && !has_rate_ && !violation_.has("t"))
      throw base::InputError(fmt::format(
          "The constraint '{}' declares depends_on_time: add the argument t to violation(), or implement rate().",
          name()));
  });
}

void PyTupleConstraint::setTime(double time) {
  time_ = time;
  if (has_set_time_) self_.callCollectively([&] { self_.object().attr("set_time")(time); });
}

void PyTupleConstraint::commit() {
  if (has_commit_) self_.callCollectively([&] { self_.object().attr("commit")(); });
}

// Converts the result of violation() or rate() to an array [tuples × rows].
Array PyTupleConstraint::perRow(const py::object& result, const Method& method) const {
  const auto m = static_cast<py::ssize_t>(tuples_->size()), rows = static_cast<py::ssize_t>(rows_);
  std::vector<Shape> shapes{{m, rows}};
  if (rows == 1) shapes.push_back({m});
  return checkedResult(result, shapes, method, "[tuples, rows]");
}

void PyTupleConstraint::addResidual(gsl::span<double> phi) const {
  self_.callCollectively([&] {
    if (tuples_->size() == 0) return;
    const Array values = perRow(violation_(tuples_, time_), violation_.method());
    std::size_t next = 0;
    for (const LocalIndex tuple : tuples_->owned())
      for (std::size_t r = 0; r < rows_; ++r) phi[next++] += values.data()[static_cast<std::size_t>(tuple) * rows_ + r];
  });
}

void PyTupleConstraint::addRate(gsl::span<double> rate) const {
  if (!depends_on_time_) return;
  self_.callCollectively([&] {
    if (tuples_->size() == 0) return;
    const Array values =
        has_rate_ ? perRow(rate_(tuples_, time_), rate_.method())
                  : perRow(self_.object().attr("_rate")(violation_.arguments(tuples_, time_)), violation_.method());
    std::size_t next = 0;
    for (const LocalIndex tuple : tuples_->owned())
      for (std::size_t r = 0; r < rows_; ++r)
        rate[next++] += values.data()[static_cast<std::size_t>(tuple) * rows_ + r];
  });
}

void PyTupleConstraint::addJacobian(constraint::JacobianRows& G) const {
  Array values;
  std::size_t stride = 0;
  const std::size_t n = tuples_->numPlaces(), d = tuples_->block(), per_tuple = rows_ * n * d;
  self_.callCollectively([&] {
    if (tuples_->size() == 0) return;
    const auto m = static_cast<py::ssize_t>(tuples_->size()), rows = static_cast<py::ssize_t>(rows_);
    const auto places = static_cast<py::ssize_t>(n), components = static_cast<py::ssize_t>(d);
    const py::object result = has_jacobian_ ? jacobian_(tuples_, time_)
                                            : self_.object().attr("_jacobian")(violation_.arguments(tuples_, time_));
    values =
        checkedResult(result, {{m, rows, places, components}, {rows, places, components}},
                      has_jacobian_ ? jacobian_.method() : violation_.method(), "[tuples, rows, nodes, components]");
    stride = values.ndim() == 3 ? 0 : per_tuple;
  });
  LocalIndex row = 0;
  for (const LocalIndex tuple : tuples_->owned()) {
    const double* slope = values.data() + static_cast<std::size_t>(tuple) * stride;
    for (std::size_t r = 0; r < rows_; ++r, ++row)
      for (std::size_t p = 0; p < n; ++p, slope += d) {
        const la::State& state = tuples_->objects()[p]->state;
        const LocalIndex node = tuples_->nodes()[static_cast<std::size_t>(tuple) * n + p];
        G.addNode(row, state, state.layout().global(node), 0, {slope, d});
      }
  }
}

void PyTupleConstraint::setMultipliers(gsl::span<const double> lambda) {
  multipliers_ = tuples_->valuesFromOwners(lambda, static_cast<int>(rows_));
  stamp_.clear();
}

// Evaluates d(G^T lambda)/dx unless it belongs to the current configuration and multipliers.
void PyTupleConstraint::evaluateHessian() const {
  if (stamp_.isCurrent(tuples_->states(), time_)) return;
  self_.call([&] {
    const auto m = static_cast<py::ssize_t>(tuples_->size()), n = static_cast<py::ssize_t>(tuples_->numPlaces()),
               d = static_cast<py::ssize_t>(tuples_->block());
    Array multipliers = newArray({m, static_cast<py::ssize_t>(rows_)});
    std::copy(multipliers_.begin(), multipliers_.end(), multipliers.mutable_data());
    const TupleFunction& function = has_jacobian_ ? jacobian_ : violation_;
    hessian_ = checkedResult(self_.object().attr("_hessian")(function.arguments(tuples_, time_), multipliers),
                             {{m, n, n, d, d}, {n, n, d, d}}, function.method(),
                             "[tuples, nodes, nodes, components, components]");
  });
  stamp_.set(tuples_->states(), time_);
}

void PyTupleConstraint::addGeometricStiffness(la::StiffnessMatrix& K) const {
  if (is_linear_) return;
  tuples_->addBlocks(
      [&] {
        evaluateHessian();
        const std::size_t n = tuples_->numPlaces(), d = tuples_->block();
        return TupleSelection::Blocks{hessian_.data(), hessian_.ndim() == 4 ? 0 : n * n * d * d};
      },
      TupleSelection::BlockLayout::full, true,
      [&](const la::State& row, const la::State& column) { return K.forceOn(row).byPositionOf(column); });
}

std::vector<constraint::Constraint::RowKey> PyTupleConstraint::rowKeys() const {
  std::vector<RowKey> keys;
  for (const LocalIndex tuple : tuples_->owned())
    for (std::size_t r = 0; r < rows_; ++r)
      keys.push_back({&tuples_->objects().front()->state,
                      tuples_->nodes()[static_cast<std::size_t>(tuple) * tuples_->numPlaces()],
                      rows_ > 1 ? static_cast<int>(r) : -1});
  return keys;
}

}  // namespace tenon::python
