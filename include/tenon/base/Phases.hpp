#pragma once
#include <petsclog.h>

#include <string>
#include <vector>

#include "tenon/base/Communicator.hpp"

namespace tenon::base {

/// Wall-clock seconds and peak memory of the program's phases (read, partition, assemble, ...), each a PETSc log stage.
class Phases {
 public:
  explicit Phases(Communicator comm) : comm_(comm) {}

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

  /// Begins a phase; the same name again adds to it. The root logs a line at its end, of later ones at level debug:
  /// steps and iterations have lines of their own.
  Scope begin(const std::string& name);

  /// Over the ranks: least, mean and most seconds of a phase. imbalance = most / mean.
  struct Summary {
    std::string name;
    double least, mean, most;
  };
  /// Collective.
  std::vector<Summary> summary() const;

 private:
  struct Phase {
    std::string name;
    PetscLogStage stage;
    double seconds = 0.0;
    int times = 0;
  };
  Communicator comm_;
  std::vector<Phase> phases_;
};

}  // namespace tenon::base
