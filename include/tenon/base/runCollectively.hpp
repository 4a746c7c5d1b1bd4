// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <exception>
#include <functional>

#include "tenon/base/Communicator.hpp"
#include "tenon/base/Error.hpp"

namespace tenon::base {

/// Runs `work`, which must not communicate, on every rank. If `work` throws on any rank, all ranks
/// throw the error of the lowest failing rank. The message names the failing ranks if several
/// ranks, but not all, have failed.
///
/// This function terminates all ranks with one message if one rank finds an error in its input. The
/// checks of a phase belong in `work`, before the first collective call that depends on them.
/// @param comm  communicator of the ranks that call this function
/// @param work  function that is called once on each rank
/// @throws Error on all ranks if `work` throws on any rank: an InputError, NotConvergedError,
///   FileError or InternalError, as on the lowest failing rank. A std::filesystem::filesystem_error
///   becomes a FileError, any other std::exception an InternalError.
/// @note Collective.
/// @see Error::isOnAllRanks()
void runCollectively(const Communicator& comm, const std::function<void()>& work);

/// Runs `work`, such as reading a text file, on the root only; if it throws, all ranks throw its
/// error as runCollectively() does.
/// @note Collective.
inline void runOnRoot(const Communicator& comm, const std::function<void()>& work) {
  runCollectively(comm, [&] {
    if (comm.isRoot()) work();
  });
}

}  // namespace tenon::base
