// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <pybind11/pybind11.h>

#include <string>
#include <utility>

#include "tenon/base/Communicator.hpp"
#include "tenon/base/Error.hpp"

// Calls from C++ to Python functions of the user.
namespace tenon::python {

/// Exception of a Python function that tenon has called. The message names the rank, the type of
/// the Python exception, its text, and the function with its file and line.
///
/// base::runCollectively() converts it into an InputError with the same message on all ranks. On
/// the rank on which it was raised, the original exception with its traceback becomes the cause of
/// the exception that Python receives.
class PythonError : public base::InputError {
 public:
  /// Creates an error with a message. @see base::Error
  explicit PythonError(const std::string& sentence) : base::InputError(sentence) {}
};

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

/// Converts the Python exception that is being handled into a PythonError. The exception itself
/// becomes the cause of the next error that Python receives; see rememberPythonException().
/// @param error  exception that is being handled
/// @param comm   communicator, whose rank the message names
/// @throws PythonError always
/// @note Not collective. Requires the global interpreter lock.
[[noreturn]] void throwPythonError(pybind11::error_already_set& error, const base::Communicator& comm);

/// Calls `work`, which calls Python functions, with the global interpreter lock.
/// @param comm  communicator, whose rank error messages name
/// @param work  function that is called once
/// @return the result of `work`
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

}  // namespace tenon::python
