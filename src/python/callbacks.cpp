// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "callbacks.hpp"

#include <fmt/format.h>

#include "errors.hpp"

namespace py = pybind11;

namespace tenon::python {
namespace {

std::string textOf(const py::handle& object) {
  PyObject* text = PyObject_Str(object.ptr());
  if (text == nullptr) {
    PyErr_Clear();
    return "(no text)";
  }
  return py::reinterpret_steal<py::str>(text);
}

std::string baseName(const std::string& path) {
  return path.substr(path.find_last_of('/') + 1);
}

/// Returns the function of the user in which the exception was raised, as "Bands.force
/// (springs.py:14)": the first function in the traceback that does not belong to the package.
std::string placeOf(const py::handle& traceback) {
  std::string place;
  for (py::object next = py::reinterpret_borrow<py::object>(traceback); next && !next.is_none();
       next = next.attr("tb_next")) {
    const py::object frame = next.attr("tb_frame"), code = frame.attr("f_code");
    const auto file = code.attr("co_filename").cast<std::string>();
    const py::object module = frame.attr("f_globals").attr("get")("__name__", "");
    const std::string module_name = textOf(module);
    const bool is_own = module_name == "tenon" || module_name.rfind("tenon.", 0) == 0;
    const auto function = py::getattr(code, "co_qualname", code.attr("co_name")).cast<std::string>();
    place = fmt::format("{} ({}:{})", function, baseName(file), next.attr("tb_lineno").cast<long>());
    if (!is_own) break;
  }
  return place;
}

std::string describe(const py::error_already_set& error) {
  try {
    const std::string type = textOf(error.type().attr("__name__")), text = textOf(error.value());
    const std::string place = error.trace() ? placeOf(error.trace()) : "";
    return fmt::format("{}{}{}", type, place.empty() ? "" : " in " + place, text.empty() ? "" : ": " + text);
  } catch (py::error_already_set& second) {
    return fmt::format("an exception whose description failed ({})", second.what());
  }
}

}  // namespace

PythonReference::~PythonReference() {
  if (!object_) return;
  if (Py_IsInitialized() == 0) {
    object_.release();
    return;
  }
  const py::gil_scoped_acquire lock;
  object_ = py::object();
}

void throwPythonError(py::error_already_set& error, const base::Communicator& comm) {
  const std::string what = describe(error);
  rememberPythonException(std::current_exception());
  throw PythonError(comm.size() > 1 ? fmt::format("Rank {}: {}", comm.rank(), what) : what);
}

}  // namespace tenon::python
