// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <pybind11/pybind11.h>

#include "tenon/base/CaseNode.hpp"

namespace tenon::python {

/// Returns the tree of a case as dictionaries, lists, numbers, Booleans and strings.
pybind11::object objectOf(const base::CaseNode& node);

}  // namespace tenon::python
