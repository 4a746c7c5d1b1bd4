// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include <pybind11/pybind11.h>

#include <filesystem>

#include "bindings.hpp"
#include "errors.hpp"
#include "tenon/base/Error.hpp"

namespace tenon::python {
namespace {

namespace py = pybind11;

/// Python exception that a method of a contributor has raised on this rank; null if there is none.
std::exception_ptr& pendingException() {
  static std::exception_ptr pending;
  return pending;
}

/// Returns the class of the package tenon that corresponds to an error.
py::object classOf(const base::Error& error) {
  const py::module_ errors = py::module_::import("tenon.errors");
  switch (error.code()) {
    case base::ExitCode::input:
      return errors.attr("InputError");
    case base::ExitCode::notConverged:
      return errors.attr("NotConvergedError");
    case base::ExitCode::files:
      return errors.attr("FileError");
    default:
      return errors.attr("InternalError");
  }
}

/// Sets the Python error that corresponds to an error of tenon. If a Python method has caused it on
/// this rank, the original exception becomes its cause, with its traceback.
void raise(const base::Error& error) {
  const py::object kind = classOf(error);
  py::object exception = kind(error.what());
  exception.attr("on_all_ranks") = error.isOnAllRanks();
  if (pendingException()) {
    const std::exception_ptr pending = std::exchange(pendingException(), nullptr);
    try {
      std::rethrow_exception(pending);
    } catch (const py::error_already_set& original) {
      PyException_SetTraceback(original.value().ptr(), original.trace() ? original.trace().ptr() : Py_None);
      // KeyboardInterrupt, SystemExit and similar exceptions reach the caller unchanged.
      if (PyObject_IsInstance(original.value().ptr(), PyExc_Exception) == 0) {
        PyErr_SetObject(original.type().ptr(), original.value().ptr());
        return;
      }
      exception.attr("__cause__") = original.value();
    }
  }
  PyErr_SetObject(kind.ptr(), exception.ptr());
}

}  // namespace

void rememberPythonException(std::exception_ptr exception) {
  if (!pendingException()) pendingException() = std::move(exception);
}

void bindErrors(py::module_&) {
  py::register_exception_translator([](std::exception_ptr thrown) {
    try {
      if (thrown) std::rethrow_exception(thrown);
    } catch (const base::Error& error) {
      raise(error);
    } catch (const std::filesystem::filesystem_error& error) {
      PyErr_SetString(PyExc_OSError, error.what());
    }
  });
}

}  // namespace tenon::python
