// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "results.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

namespace py = pybind11;

namespace tenon::python {
namespace {

[[noreturn]] void refuse(const Method& method, const std::string& fact) {
  throw base::InputError((method.comm.size() > 1 ? fmt::format("Rank {}: ", method.comm.rank()) : "") + method.name +
                         " " + fact);
}

std::string textOf(const Shape& shape) {
  return shape.size() == 1 ? fmt::format("({},)", shape[0]) : fmt::format("({})", fmt::join(shape, ", "));
}

std::string textOf(const std::vector<Shape>& shapes) {
  std::string text;
  for (const Shape& shape : shapes) text += (text.empty() ? "" : " or ") + textOf(shape);
  return text;
}

// The sum of x - x is 0, unless a number is infinite or NaN; the loop is vectorised.
bool isFinite(const double* values, std::size_t size) {
  double sum = 0.0;
  for (std::size_t i = 0; i < size; ++i) sum += values[i] - values[i];
  return sum == 0.0;
}

}  // namespace

Array newArray(const Shape& shape) {
  return Array(shape);
}

Array checkedResult(const py::object& result, const std::vector<Shape>& shapes, const Method& method,
                    const std::string& meaning) {
  if (result.is_none())
    refuse(method, fmt::format("returned None, but must return an array of shape {} {}.", textOf(shapes[0]), meaning));
  const py::array any = py::array::ensure(result);
  if (!any) {
    PyErr_Clear();
    refuse(method, fmt::format("returned an object of type '{}' that is not an array of numbers.",
                               py::str(py::type::of(result).attr("__name__")).cast<std::string>()));
  }
  const char kind = any.dtype().kind();
  if (kind == 'c') refuse(method, "returned complex numbers, but must return real numbers for real arguments.");
  if (kind != 'f' && kind != 'i' && kind != 'u' && kind != 'b')
    refuse(method, fmt::format("returned an array of type '{}', but must return floating-point numbers.",
                               py::str(any.dtype()).cast<std::string>()));
  const Shape shape(any.shape(), any.shape() + any.ndim());
  if (std::find(shapes.begin(), shapes.end(), shape) == shapes.end())
    refuse(method, fmt::format("returned an array of shape {}, but the expected shape is {} {}.", textOf(shape),
                               textOf(shapes), meaning));
  Array array = Array::ensure(any);
  if (!isFinite(array.data(), static_cast<std::size_t>(array.size()))) {
    const double* const bad =
        std::find_if(array.data(), array.data() + array.size(), [](double value) { return !std::isfinite(value); });
    const py::ssize_t per_item = shape.empty() || shape[0] == 0 ? 1 : array.size() / shape[0];
    refuse(method, fmt::format("returned a value that is not finite ({}) at index {} of the first axis.", *bad,
                               (bad - array.data()) / std::max<py::ssize_t>(per_item, 1)));
  }
  return array;
}

}  // namespace tenon::python
