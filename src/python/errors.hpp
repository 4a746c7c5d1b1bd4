// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <exception>
#include <functional>

#include "tenon/base/Communicator.hpp"

namespace tenon::python {

/// Stores the Python exception that is being handled on this rank as the cause of the next error
/// that a call into tenon raises. Called where a Python method of a contributor has raised an
/// exception, before the exception is converted to an error of tenon.
void rememberPythonException(std::exception_ptr exception);

}  // namespace tenon::python
