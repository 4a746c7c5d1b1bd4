// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "PyTupleMapping.hpp"

#include <fmt/format.h>

#include "tenon/base/runCollectively.hpp"

namespace py = pybind11;

namespace tenon::python {
namespace {

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

}  // namespace

PyTupleMapping::PyTupleMapping(py::object object, base::Communicator comm, std::shared_ptr<bool> life, la::State& child,
                               std::shared_ptr<TupleSelection> parents)
    : self_(std::move(object), comm, std::move(life)),
      child_(child),
      tuples_(std::move(parents)),
      is_linear_(self_.attribute<bool>("is_linear")),
      has_jacobian_(self_.overrides("jacobian")),
      apply_(self_, "apply"),
      jacobian_(self_, "jacobian") {
  geometric_stiffness = self_.attribute<std::string>("geometric_stiffness");
  base::runCollectively(comm, [&] {
    if (geometric_stiffness != "exact" && geometric_stiffness != "stabilised" && geometric_stiffness != "none")
      throw base::InputError(
          fmt::format("{}: geometric_stiffness is '{}', but must be \"exact\", \"stabilised\" or "
                      "\"none\".",
                      name(), geometric_stiffness));
    if (child_.kind() == la::NodeKind::frames)
      throw base::InputError(
          fmt::format("{}: the mapped object '{}' consists of rigid bodies, but this mapping supports only nodes "
                      "without rotational degrees of freedom.",
                      name(), child_.name()));
    for (const char* argument : {"v", "t"})
      if (apply_.has(argument))
        throw base::InputError(
            fmt::format("{} depends on the argument {}, but a mapping is a function of positions only.",
                        apply_.method().name, argument));
    if (static_cast<LocalIndex>(tuples_->size()) != child_.layout().numOwned())
      throw base::InputError(fmt::format(
          "{}: the tuples of parent nodes do not correspond to the nodes of the mapped object '{}': select the "
          "parent nodes with find.parents() or find.nearest_parents().",
          name(), child_.name()));
    for (const la::State* parent : tuples_->states())
      if (parent == &child_)
        throw base::InputError(fmt::format(
            "{}: the mapped object '{}' is its own parent, but a mapping needs another object as the parent.", name(),
            child_.name()));
  });
}

std::vector<const la::State*> PyTupleMapping::parents() const {
  const std::vector<la::State*> states = tuples_->states();
  return {states.begin(), states.end()};
}

void PyTupleMapping::updateChild() {
  if (tuples_->size() == 0) return;
  self_.call([&] {
    const auto m = static_cast<py::ssize_t>(tuples_->size());
    const Array values =
        checkedResult(apply_(tuples_, 0.0), {{m, child_.block()}}, apply_.method(), "[child nodes, components]");
    for (py::ssize_t i = 0; i < values.size(); ++i) {
      const auto at = static_cast<std::size_t>(i);
      child_.displacement()[at] = values.data()[i] - child_.reference()[at];
    }
  });
}

void PyTupleMapping::addJacobian(mapping::Jacobian& J) const {
  if (tuples_->size() == 0) return;
  const auto m = static_cast<py::ssize_t>(tuples_->size()), n = static_cast<py::ssize_t>(tuples_->numPlaces()),
             d = static_cast<py::ssize_t>(tuples_->block()), c = static_cast<py::ssize_t>(child_.block());
  const Array values = self_.call([&] {
    const py::object result =
        has_jacobian_ ? jacobian_(tuples_, 0.0) : self_.object().attr("_jacobian")(apply_.arguments(tuples_, 0.0));
    return checkedResult(result, {{m, c, n, d}, {c, n, d}}, differentiated().method(),
                         "[child nodes, components, parents, components]");
  });
  const py::ssize_t stride = values.ndim() == 3 ? 0 : c * n * d;
  for (py::ssize_t i = 0; i < m; ++i) {
    const Eigen::Map<const RowMajor> row(values.data() + i * stride, c, n * d);
    for (py::ssize_t p = 0; p < n; ++p)
      J.add(static_cast<LocalIndex>(i), tuples_->objects()[static_cast<std::size_t>(p)]->state,
            tuples_->nodes()[static_cast<std::size_t>(i * n + p)], row.middleCols(p * d, d));
  }
}

void PyTupleMapping::addBiasAcceleration(gsl::span<double> a) const {
  if (is_linear_ || tuples_->size() == 0) return;
  self_.call([&] {
    const auto m = static_cast<py::ssize_t>(tuples_->size());
    Array velocities =
        newArray({m, static_cast<py::ssize_t>(tuples_->numPlaces()), static_cast<py::ssize_t>(tuples_->block())});
    tuples_->gather(Quantity::velocity, velocities.mutable_data());
    const Array values =
        checkedResult(self_.object().attr("_bias")(differentiated().arguments(tuples_, 0.0), velocities),
                      {{m, child_.block()}}, differentiated().method(), "[child nodes, components]");
    for (py::ssize_t i = 0; i < values.size(); ++i) a[static_cast<std::size_t>(i)] += values.data()[i];
  });
}

void PyTupleMapping::addGeometricStiffness(gsl::span<const double> child_force, mapping::GeometricStiffness& K) const {
  if (is_linear_ || tuples_->size() == 0) return;
  const auto m = static_cast<py::ssize_t>(tuples_->size()), n = static_cast<py::ssize_t>(tuples_->numPlaces()),
             d = static_cast<py::ssize_t>(tuples_->block()), c = static_cast<py::ssize_t>(child_.block());
  const Array values = self_.call([&] {
    Array force = newArray({m, c});
    std::copy_n(child_force.data(), m * c, force.mutable_data());
    return checkedResult(self_.object().attr("_hessian")(differentiated().arguments(tuples_, 0.0), force),
                         {{m, n, n, d, d}, {n, n, d, d}}, differentiated().method(),
                         "[child nodes, parents, parents, components, components]");
  });
  const py::ssize_t stride = values.ndim() == 4 ? 0 : n * n * d * d;
  for (py::ssize_t i = 0; i < m; ++i)
    for (py::ssize_t p = 0; p < n; ++p)
      for (py::ssize_t q = 0; q < n; ++q) {
        const auto at = [&](py::ssize_t place) { return tuples_->nodes()[static_cast<std::size_t>(i * n + place)]; };
        const auto state = [&](py::ssize_t place) -> const la::State& {
          return tuples_->objects()[static_cast<std::size_t>(place)]->state;
        };
        const Eigen::Map<const RowMajor> block(values.data() + i * stride + (p * n + q) * d * d, d, d);
        K.add(static_cast<LocalIndex>(i), state(p), at(p), state(q), at(q), block);
      }
}

}  // namespace tenon::python
