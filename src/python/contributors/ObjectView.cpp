// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "ObjectView.hpp"

#include <algorithm>

#include "tenon/base/Error.hpp"

namespace py = pybind11;

namespace tenon::python {

const fem::Domain& ObjectView::domain() const {
  if (!*life_) throw base::InputError("The simulation to which this object belongs has been closed.");
  return *domain_;
}

py::array_t<double> ObjectView::copyOf(gsl::span<const double> (la::State::*values)() const) const {
  const la::State& own = state();
  return readOnlyCopy((own.*values)(), {own.layout().numLocal(), own.block()});
}

py::array_t<std::int64_t> ObjectView::numbers() const {
  const auto tags = domain().mesh.nodeTags();
  py::array_t<std::int64_t> array(static_cast<py::ssize_t>(tags.size()));
  std::copy(tags.begin(), tags.end(), array.mutable_data());
  makeReadOnly(array);
  return array;
}

py::array_t<double> readOnlyCopy(gsl::span<const double> values, std::vector<py::ssize_t> shape) {
  py::array_t<double> array(std::move(shape));
  std::copy(values.begin(), values.end(), array.mutable_data());
  makeReadOnly(array);
  return array;
}

void makeReadOnly(py::array& array) {
  py::detail::array_proxy(array.ptr())->flags &= ~py::detail::npy_api::NPY_ARRAY_WRITEABLE_;
}

}  // namespace tenon::python
