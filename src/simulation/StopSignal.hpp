#pragma once
#include <csignal>
#include <string>

#include "tenon/base/Communicator.hpp"

namespace tenon::simulation {

/// Catches SIGTERM and SIGUSR1 from begin() on, as long as it lives: they end a run at the end of its step instead of
/// at once.
class StopSignal {
 public:
  StopSignal() = default;
  ~StopSignal();
  StopSignal(const StopSignal&) = delete;
  StopSignal& operator=(const StopSignal&) = delete;

  void begin();

  /// Collective. Its name where any rank has got one since; else empty.
  std::string caught(const base::Communicator& comm) const;

 private:
  bool has_begun_ = false;
  struct sigaction terminate_ {
  }, user_{};  // what there was before
};

}  // namespace tenon::simulation
