#pragma once
#include "tenon/solver/SolverOptions.hpp"

namespace tenon::simulation {

/// Returns the treatment of unused PETSc options by the option --allow-unused of a command.
template <class Options>
solver::SolverOptions::Unused unusedOf(const Options& options) {
  return options.allow_unused ? solver::SolverOptions::Unused::pass : solver::SolverOptions::Unused::refuse;
}

}  // namespace tenon::simulation
