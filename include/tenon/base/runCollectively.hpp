// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <exception>
#include <functional>

#include "tenon/base/Communicator.hpp"
#include "tenon/base/Error.hpp"

namespace tenon::base {

/// Runs `work`, which must not communicate, on every rank. If `work` throws on any rank, all ranks
/// throw the error of the lowest failing rank. If several ranks, but not all, fail, the message
/// states how many.
///
/// This function ensures that all ranks stop with the same message if one rank detects an error in
/// its input. The checks of a phase belong in `work`; this function must be called before the first
/// collective call that depends on them.
/// @param comm  communicator of the ranks that call this function
/// @param work  function that is called once on each rank
/// @throws Error on all ranks if `work` throws on any rank. InputError, NotConvergedError,
///   FileError and InternalError keep their types. A std::filesystem::filesystem_error becomes a
///   FileError, any other std::exception an InternalError.
/// @note Collective.
/// @see Error::isOnAllRanks()
void runCollectively(const Communicator& comm, const std::function<void()>& work);

/// Runs `work` on the root only, for example to read a text file. If `work` throws, all ranks throw
/// its error, as in runCollectively().
/// @note Collective.
inline void runOnRoot(const Communicator& comm, const std::function<void()>& work) {
  runCollectively(comm, [&] {
    if (comm.isRoot()) work();
  });
}

}  // namespace tenon::base
