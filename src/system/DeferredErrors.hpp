// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <exception>

#include "tenon/base/Error.hpp"
#include "tenon/base/runCollectively.hpp"

namespace tenon::system {

/// Errors of contributors on this rank. Evaluation continues, because other ranks communicate,
/// until all ranks are informed.
class DeferredErrors {
 public:
  /// Runs `work` and keeps its error, unless all ranks throw the same error.
  /// @throws Error if `work` throws an error that all ranks throw
  template <class Work>
  void run(Work&& work) {
    try {
      work();
    } catch (const base::Error& error) {
      if (error.isOnAllRanks()) throw;
      keep();
    } catch (...) {
      keep();
    }
  }
  /// Throws the first error on all ranks. @note Collective.
  void throwOnAllRanks(const base::Communicator& comm) const {
    base::runCollectively(comm, [&] {
      if (first_) std::rethrow_exception(first_);
    });
  }

 private:
  void keep() {
    if (!first_) first_ = std::current_exception();
  }
  std::exception_ptr first_;
};

}  // namespace tenon::system
