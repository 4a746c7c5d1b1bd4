// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <petsclog.h>

#include <optional>
#include <string>
#include <vector>

#include "tenon/base/Communicator.hpp"

namespace tenon::base {

/// Wall-clock time and peak memory of the phases of the program (read, partition, assemble, ...).
/// Each phase is a stage of PETSc's log.
class Phases {
 public:
  explicit Phases(Communicator comm) : comm_(comm) {}
  ~Phases() { report(); }
  Phases(const Phases&) = delete;
  Phases& operator=(const Phases&) = delete;

  /// Scope of a phase, from construction to destruction. @note Not collective.
  class Scope {
   public:
    ~Scope();
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    friend class Phases;
    Scope(Phases& phases, std::size_t index);
    Phases& phases_;
    std::size_t index_;
    double start_;
  };

  /// Begins a phase. A phase of the same name accumulates its times.
  /// The root logs one line when the next phase begins, so that consecutive intervals of one phase
  /// share a line. Later occurrences of a phase are logged at level debug, because steps and
  /// iterations have lines of their own.
  /// @note Not collective.
  Scope begin(const std::string& name);

  /// Logs the line of the phase that ended last, unless it has been logged. @note Not collective.
  void report();

  /// Statistics of one phase over the ranks. The imbalance is max / mean.
  struct Summary {
    /// Name of the phase.
    std::string name;
    /// Minimum, mean and maximum time of a rank, in seconds.
    double min, mean, max;
    /// Number of occurrences of the phase on this rank.
    int count;
  };
  /// Calls report() and returns the statistics of all phases. @note Collective.
  std::vector<Summary> summary();

 private:
  struct Phase {
    std::string name;
    PetscLogStage stage;
    double seconds = 0.0;
    int count = 0;
  };
  Communicator comm_;
  std::vector<Phase> phases_;
  std::optional<std::size_t> ended_;  // phase that ended last and has not been logged
};

/// Runs `work` as a phase, or without one if `phases` is null.
template <class Work>
void runInPhase(Phases* phases, const char* name, Work&& work) {
  if (phases == nullptr) return work();
  const auto scope = phases->begin(name);
  work();
}

}  // namespace tenon::base
