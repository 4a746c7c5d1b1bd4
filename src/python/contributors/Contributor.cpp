// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Contributor.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include <pybind11/stl.h>

#include "ObjectView.hpp"
#include "tenon/base/runCollectively.hpp"

namespace py = pybind11;

namespace tenon::python {

Contributor::Contributor(py::object object, base::Communicator comm, std::shared_ptr<bool> life)
    : object_(std::move(object)), comm_(comm), life_(std::move(life)) {
  const py::gil_scoped_acquire lock;
  class_ = py::type::of(object_.get()).attr("__name__").cast<std::string>();
  name_ = attribute<std::string>("name");
}

bool Contributor::overrides(const char* method) const {
  return call([&] { return object().attr("_overrides")(method).cast<bool>(); });
}

void Contributor::callCollectively(const std::function<void()>& work) const {
  base::runCollectively(comm_, [&] { call(work); });
}

void Contributor::refuseAttribute(const char* name) const {
  throw base::InputError(fmt::format("{}.{} has the value {}, which has the wrong type.", class_, name,
                                     py::repr(object().attr(name)).cast<std::string>()));
}

TupleFunction::TupleFunction(const Contributor& contributor, const char* method)
    : contributor_(contributor), method_(method) {
  arguments_ = contributor.call(
      [&] { return contributor.object().attr("_arguments_of")(method).cast<std::vector<std::string>>(); });
}

bool TupleFunction::has(const char* argument) const {
  return std::find(arguments_.begin(), arguments_.end(), argument) != arguments_.end();
}

py::tuple TupleFunction::arguments(const std::shared_ptr<TupleSelection>& tuples, double time) const {
  static const std::map<std::string, Quantity> quantities{
      {"x", Quantity::position}, {"u", Quantity::displacement}, {"X", Quantity::reference}, {"v", Quantity::velocity}};
  py::tuple values(arguments_.size());
  for (std::size_t i = 0; i < arguments_.size(); ++i) {
    const auto quantity = quantities.find(arguments_[i]);
    if (quantity != quantities.end())
      values[i] = gathered(*tuples, quantity->second);
    else if (arguments_[i] == "t")
      values[i] = py::float_(time);
    else
      values[i] = py::cast(tuples);
  }
  return values;
}

py::object TupleFunction::operator()(const std::shared_ptr<TupleSelection>& tuples, double time) const {
  return contributor_.object().attr(method_)(*arguments(tuples, time));
}

Array gathered(const TupleSelection& tuples, Quantity quantity) {
  Array array = newArray({static_cast<py::ssize_t>(tuples.size()), static_cast<py::ssize_t>(tuples.numPlaces()),
                          static_cast<py::ssize_t>(tuples.block())});
  tuples.gather(quantity, array.mutable_data());
  makeReadOnly(array);
  return array;
}

void ConfigurationStamp::set(const std::vector<la::State*>& states, double time) {
  values_.resize(2 * states.size());
  for (std::size_t s = 0; s < states.size(); ++s) {
    const la::State& state = *states[s];
    values_[2 * s].assign(state.displacement().begin(), state.displacement().end());
    values_[2 * s + 1].assign(state.velocity().begin(), state.velocity().end());
  }
  time_ = time;
  is_set_ = true;
}

bool ConfigurationStamp::isCurrent(const std::vector<la::State*>& states, double time) const {
  if (!is_set_ || time != time_ || values_.size() != 2 * states.size()) return false;
  const auto equal = [](gsl::span<const double> a, const std::vector<double>& b) {
    return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin());
  };
  for (std::size_t s = 0; s < states.size(); ++s) {
    const la::State& state = *states[s];
    if (!equal(state.displacement(), values_[2 * s]) || !equal(state.velocity(), values_[2 * s + 1])) return false;
  }
  return true;
}

}  // namespace tenon::python
