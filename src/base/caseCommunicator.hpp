// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "tenon/base/Communicator.hpp"

namespace tenon::base {

/// Returns the communicator of the case that is being set up, for code that communicates before it
/// knows the objects of the case; the communicator of all ranks outside ScopedCaseCommunicator.
/// @note Not collective.
Communicator caseCommunicator();

/// Scope in which a case is set up on a communicator, which may be a part of all ranks.
class ScopedCaseCommunicator {
 public:
  /// Makes caseCommunicator() return `comm`, which must outlive this object.
  explicit ScopedCaseCommunicator(const Communicator& comm);
  ~ScopedCaseCommunicator();
  ScopedCaseCommunicator(const ScopedCaseCommunicator&) = delete;
  ScopedCaseCommunicator& operator=(const ScopedCaseCommunicator&) = delete;

 private:
  MPI_Comm previous_;
};

}  // namespace tenon::base
