// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>

#include "tenon/base/Communicator.hpp"

namespace tenon::base {

/// Begins to monitor the output of PETSc's viewers to files (-ksp_view :file, -log_view :file),
/// because PETSc ignores failed writes.
void monitorViewerWrites();

/// Returns a sentence about the first failed write of this rank; empty if there is none. A write
/// can fail as late as in the destructor of Runtime, which prints the log.
/// @note Not collective.
std::string viewerWriteError();

/// Checks the writes of all ranks so far.
/// @throws FileError if a write has failed on any rank
/// @note Collective.
void requireViewerWrites(const Communicator& comm);

}  // namespace tenon::base
