#pragma once
#include <exception>
#include <functional>

#include "tenon/base/Communicator.hpp"
#include "tenon/base/Error.hpp"

namespace tenon::base {

/// Runs `work`, which must not communicate, on every rank; if it throws on any of them, every rank throws the same
/// error (the one of the lowest failing rank, with the ranks named when more than one but not all failed).
///
/// Collective. This is how bad input that one rank finds ends all of them with one message: put the checks of a phase
/// into `work`, before the first collective call that depends on them.
void collectively(const Communicator& comm, const std::function<void()>& work);

/// The same for work that only the root does, such as reading a text file.
inline void onRoot(const Communicator& comm, const std::function<void()>& work) {
  collectively(comm, [&] {
    if (comm.isRoot()) work();
  });
}

}  // namespace tenon::base
