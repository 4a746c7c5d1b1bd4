#pragma once
#include <petsclog.h>

#include <optional>
#include <string>
#include <vector>

#include "tenon/base/Communicator.hpp"

namespace tenon::base {

/// Wall-clock seconds and peak memory of the program's phases (read, partition, assemble, ...), each a PETSc log stage.
class Phases {
 public:
  explicit Phases(Communicator comm) : comm_(comm) {}
  ~Phases() { report(); }
  Phases(const Phases&) = delete;
  Phases& operator=(const Phases&) = delete;

  /// A phase from construction to end of scope. Neither start nor end communicates.
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

  /// Begins a phase; the same name again adds to it. The root logs a line when the next one begins, so that a phase
  /// which is interrupted by nothing has one line with all its seconds; when it comes back later, at level debug: steps
  /// and iterations have lines of their own.
  Scope begin(const std::string& name);

  /// Logs the line of the phase that ended last, where that is still to be done. Not collective.
  void report();

  /// Over the ranks: least, mean and most seconds of a phase. imbalance = most / mean. `times`: how often it came back,
  /// on this rank.
  struct Summary {
    std::string name;
    double least, mean, most;
    int times;
  };
  /// Collective. report()s first.
  std::vector<Summary> summary();

 private:
  struct Phase {
    std::string name;
    PetscLogStage stage;
    double seconds = 0.0;
    int times = 0;
  };
  Communicator comm_;
  std::vector<Phase> phases_;
  std::optional<std::size_t> ended_;  // last, and has no line yet
};

/// Work as a phase of its own where phases are asked for.
template <class Work>
void inPhase(Phases* phases, const char* name, Work&& work) {
  if (phases == nullptr) return work();
  const auto scope = phases->begin(name);
  work();
}

}  // namespace tenon::base
