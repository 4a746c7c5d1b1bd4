// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Phases.hpp"

#include "Runtime.hpp"
#include "tenon/base/Log.hpp"

namespace tenon::base {

Phases::Scope::Scope(Phases& phases, std::size_t index) : phases_(phases), index_(index), start_(MPI_Wtime()) {
  TENON_PETSC(PetscLogStagePush(phases_.phases_[index_].stage));
}

Phases::Scope::~Scope() {
  const double seconds = MPI_Wtime() - start_;
  Phase& phase = phases_.phases_[index_];
  phase.seconds += seconds;
  PetscLogStagePop();  // a destructor must not throw
  phases_.report();    // logs a phase nested in this one
  phases_.ended_ = index_;
}

void Phases::report() {
  if (!ended_) return;
  const Phase& phase = phases_[*ended_];
  const auto level = phase.count == 1 ? LogLevel::info : LogLevel::debug;
  log().write(level, fmt::format("{:<10} {:>8.2f} s   {:>7.0f} MiB", phase.name, phase.seconds, peakMemoryMiB()));
  ended_.reset();
}

Phases::Scope Phases::begin(const std::string& name) {
  std::size_t index = 0;
  while (index < phases_.size() && phases_[index].name != name) ++index;
  if (index == phases_.size()) {
    PetscLogStage stage = 0;
    TENON_PETSC(PetscLogStageGetId(name.c_str(), &stage));
    if (stage < 0) TENON_PETSC(PetscLogStageRegister(name.c_str(), &stage));
    phases_.push_back({name, stage});
  }
  if (ended_ != index) {
    report();
    ++phases_[index].count;
  }
  ended_.reset();
  return Scope(*this, index);
}

std::vector<Phases::Summary> Phases::summary() {
  report();
  std::vector<Summary> all;
  for (const auto& phase : phases_)
    all.push_back({phase.name, comm_.min(phase.seconds), comm_.sum(phase.seconds) / comm_.size(),
                   comm_.max(phase.seconds), phase.count});
  return all;
}

}  // namespace tenon::base
