// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <pybind11/pybind11.h>

#include <string>
#include <utility>

#include "tenon/base/Communicator.hpp"
#include "tenon/python/PythonError.hpp"

// Calls from C++ to Python functions of the user.
namespace tenon::python {

/// Reference to a Python object that C++ objects may hold and destroy without holding the global
/// interpreter lock, even after the interpreter has been finalised.
class PythonReference {
 public:
  /// Creates an empty reference.
  PythonReference() = default;
  /// Creates a reference to an object.
  explicit PythonReference(pybind11::object object) : object_(std::move(object)) {}
  PythonReference(const PythonReference&) = delete;
  PythonReference& operator=(const PythonReference&) = delete;
  /// Takes over the reference of another instance.
  /// Takes over the reference of another instance.
  PythonReference(PythonReference&&) noexcept = default;
  /// Exchanges the references of two instances.
  PythonReference& operator=(PythonReference&& other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }
  ~PythonReference();

  /// Returns the object.
  const pybind11::object& get() const { return object_; }

 private:
  pybind11::object object_;
};

/// Converts a Python exception into a PythonError and stores the exception as the pending one of
/// this rank.
/// @param error  exception that a Python function has raised
/// @param comm   communicator, whose rank the message names
/// @throws PythonError always.
/// @note Not collective. Requires the global interpreter lock.
[[noreturn]] void throwPythonError(pybind11::error_already_set& error, const base::Communicator& comm);

/// Calls `work`, which calls Python functions, with the global interpreter lock.
/// @param comm  communicator, whose rank error messages name
/// @param work  function that is called once
/// @return The result of `work`.
/// @throws PythonError if a Python function raises an exception; see throwPythonError()
/// @note Not collective.
template <class Work>
auto callPython(const base::Communicator& comm, Work&& work) -> decltype(work()) {
  const pybind11::gil_scoped_acquire lock;
  try {
    return work();
  } catch (pybind11::error_already_set& error) {
    throwPythonError(error, comm);
  }
}

/// Returns the exception that a Python function raised on this rank in a call by callPython(), and
/// forgets it. The result is None if there is none. Whoever raises the C++ error in Python makes
/// this exception its cause, and raises the exception itself if isInterrupt() is true.
/// @note Not collective. Requires the global interpreter lock.
pybind11::object takePendingException();

/// Returns true if the exception must reach the caller unchanged: KeyboardInterrupt, SystemExit and
/// all other exceptions that do not derive from Exception.
/// @note Not collective. Requires the global interpreter lock.
bool isInterrupt(const pybind11::object& exception);

}  // namespace tenon::python
