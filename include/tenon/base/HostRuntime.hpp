// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <functional>

namespace tenon::base {

/// Prepares tenon in a host program that has initialised MPI and PETSc itself, such as a Python
/// interpreter with mpi4py and petsc4py. This function neither initialises nor finalises MPI and
/// PETSc, and it installs no signal handler. It suppresses the error messages that HDF5 prints,
/// because tenon reports these errors itself. Repeated calls have no effect. Ranks that fail notify
/// each other by messages in MPI_COMM_WORLD with the tag 32767.
/// @throws InputError if MPI or PETSc is not initialised or is already finalised
/// @throws InternalError if an MPI call fails
/// @note Not collective: ranks that do not use tenon need not call this function.
void attachToHost();

/// Ends the program on all ranks if only some of them have failed. Each failed rank calls this
/// function and waits up to two seconds for the others to fail as well. If all ranks fail, the
/// function returns; otherwise MPI_Abort() ends all ranks.
/// @param code         exit code of the program if it is aborted
/// @param knows_cause  whether the error of this rank contains more than those of the others
/// @param report       function that one failed rank calls before it returns or aborts: the lowest
///                     of those that know the cause, or of all if none does
void abortUnlessAllFail(int code, bool knows_cause = false, const std::function<void()>& report = {});

}  // namespace tenon::base
