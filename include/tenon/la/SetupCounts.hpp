#pragma once

namespace tenon::la {

/// What this rank has made that a step of an analysis should not need once its patterns are known.
struct SetupCounts {
  long solvers = 0;            ///< KSP and SNES
  long patterns = 0;           ///< matrices, of whatever kind
  long symbolic_products = 0;  ///< symbolic phases of products and of factorisations
};

inline SetupCounts operator-(const SetupCounts& after, const SetupCounts& before) {
  return {after.solvers - before.solvers, after.patterns - before.patterns,
          after.symbolic_products - before.symbolic_products};
}

/// Not collective. As PETSc's own log has them, so that nothing is forgotten; from the first call on, which begins it.
SetupCounts countSetups();

}  // namespace tenon::la
