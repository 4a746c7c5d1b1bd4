// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <pybind11/numpy.h>

#include <string>
#include <vector>

#include "python/callbacks.hpp"

// Validation of the arrays that methods of contributors in Python return.
namespace tenon::python {

/// Array of floating-point numbers in C order.
using Array = pybind11::array_t<double, pybind11::array::c_style | pybind11::array::forcecast>;

/// Method of a contributor in Python.
struct Method {
  const base::Communicator& comm;  ///< communicator, whose rank messages name
  std::string name;                ///< name for messages, such as "Bands.force"
};

/// Shape that the result of a method may have.
using Shape = std::vector<pybind11::ssize_t>;

/// Converts the result of a method into an array and validates it.
/// @param result  object that the method returned
/// @param shapes  admissible shapes, the usual one first
/// @param method  method for messages
/// @param meaning  description of the usual shape, such as "[tuples, nodes, components]"
/// @throws InputError if the result is no array of real numbers, if its shape is not admissible, or
///   if a number is not finite
/// @note Not collective.
Array checkedResult(const pybind11::object& result, const std::vector<Shape>& shapes, const Method& method,
                    const std::string& meaning);

/// Returns a new array of the given shape. Its values are not initialised.
Array newArray(const Shape& shape);

}  // namespace tenon::python
