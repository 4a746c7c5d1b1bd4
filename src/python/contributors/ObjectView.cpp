// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "ObjectView.hpp"

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
  return readOnlyCopy(tags, {static_cast<py::ssize_t>(tags.size())});
}

void makeReadOnly(py::array& array) {
  py::detail::array_proxy(array.ptr())->flags &= ~py::detail::npy_api::NPY_ARRAY_WRITEABLE_;
}

}  // namespace tenon::python
