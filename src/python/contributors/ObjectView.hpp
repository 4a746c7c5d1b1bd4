// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <pybind11/numpy.h>

#include <algorithm>
#include <memory>
#include <string>

#include "tenon/fem/Domain.hpp"

namespace tenon::python {

/// Object of a case as contributors in Python see it. All arrays are copies, so that none refers to
/// memory of a closed simulation.
/// @note Not collective.
class ObjectView {
 public:
  /// True as long as the objects of the simulation exist.
  using Life = std::shared_ptr<const bool>;
  /// Creates a view of an object.
  ObjectView(const fem::Domain& domain, Life life) : domain_(&domain), life_(std::move(life)) {}

  /// Returns the object. @throws InputError if the simulation has been closed
  const fem::Domain& domain() const;
  /// Returns the state of the object. @throws InputError if the simulation has been closed
  la::State& state() const { return domain().state; }

  /// Returns a read-only copy of an array of the state, [local nodes × block].
  pybind11::array_t<double> copyOf(gsl::span<const double> (la::State::*values)() const) const;
  /// Returns the node numbers in the mesh file of the nodes of the mesh on this rank.
  pybind11::array_t<std::int64_t> numbers() const;

 private:
  const fem::Domain* domain_;
  Life life_;
};

/// Declares a NumPy array to be read-only.
void makeReadOnly(pybind11::array& array);
/// Returns a NumPy array that owns a copy of `values`, and that Python code cannot modify.
template <class Values>
auto readOnlyCopy(const Values& values, std::vector<pybind11::ssize_t> shape) {
  pybind11::array_t<typename Values::value_type> array(std::move(shape));
  std::copy(values.begin(), values.end(), array.mutable_data());
  makeReadOnly(array);
  return array;
}

}  // namespace tenon::python
