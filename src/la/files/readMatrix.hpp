// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>

#include "tenon/base/Communicator.hpp"
#include "tenon/la/handles.hpp"

namespace tenon::la {

/// Returns the matrix of a file as an AIJ matrix with evenly distributed rows. @see readEntries()
/// @note Collective.
Matrix readMatrix(const base::Communicator& comm, const std::string& path);

}  // namespace tenon::la
