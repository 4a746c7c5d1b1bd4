// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace tenon::la {

/// Numbers of objects created and symbolic operations performed on this rank. The numbers should
/// not grow during the steps of an analysis once the sparsity patterns are known.
struct SetupCounts {
  long solvers = 0;            ///< KSP and SNES objects
  long patterns = 0;           ///< matrices of any type
  long symbolic_products = 0;  ///< symbolic phases of matrix products and factorisations
};

/// Returns the differences of two counts.
inline SetupCounts operator-(const SetupCounts& after, const SetupCounts& before) {
  return {after.solvers - before.solvers, after.patterns - before.patterns,
          after.symbolic_products - before.symbolic_products};
}

/// Returns the counts from PETSc's log, which includes all objects. The first call starts the log;
/// counts refer to this call.
/// @note Not collective.
SetupCounts countSetups();

}  // namespace tenon::la
