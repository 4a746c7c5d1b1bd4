#pragma once
#include <csignal>
#include <string>

#include "tenon/base/Communicator.hpp"

namespace tenon::simulation {

/// Catches SIGTERM and SIGUSR1 from begin() on: they end a run at the end of its step instead of at once. It stays so
/// when the run is done, because what is left to do is to write down what it has found.
class StopSignal {
 public:
  void begin();

  /// Collective. Its name where any rank has got one since; else empty.
  std::string caught(const base::Communicator& comm) const;
};

}  // namespace tenon::simulation
