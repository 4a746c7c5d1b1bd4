#pragma once
#include "tenon/solver/SolverOptions.hpp"

namespace tenon::simulation {

/// What a command's --allow-unused says of PETSc's options.
template <class Options>
solver::SolverOptions::Unused unusedOf(const Options& options) {
  return options.allow_unused ? solver::SolverOptions::Unused::pass : solver::SolverOptions::Unused::refuse;
}

}  // namespace tenon::simulation
