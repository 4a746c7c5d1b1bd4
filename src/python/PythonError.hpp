// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>

#include "tenon/base/Error.hpp"

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

}  // namespace tenon::python
