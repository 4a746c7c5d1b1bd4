#pragma once
#include <string>

#include "tenon/base/Communicator.hpp"

namespace tenon::base {

/// Observes from now on what PETSc prints to files (-ksp_view :file, -log_view :file): PETSc ignores failed writes.
void observeViewerWrites();

/// Returns a sentence about the first write of this rank that failed; empty if none did. It may fail as late as in the
/// end of Runtime, which prints the log.
std::string failedViewerWrite();

/// Collective. @throws FileError if a write has failed on any rank so far.
void requireViewersWritten(const Communicator& comm);

}  // namespace tenon::base
