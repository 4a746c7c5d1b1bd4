// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <cstdint>
#include <string>

#include "tenon/solver/FactorCounts.hpp"

namespace tenon::solver {

/// Size of a linear system, from which the cost of a factorisation by MUMPS is estimated.
struct SystemSize {
  /// Degrees of freedom by the dimension of the cells that couple them: rigid bodies and particles
  /// (0), beams (1), plane problems, membranes and shells (2), solids (3). Multipliers count with
  /// the highest dimension.
  std::array<std::int64_t, 4> unknowns{};
  bool has_second_order = false;  ///< True if any cell of the highest dimension is a second-order cell.
  /// Number of ranks.
  int ranks = 1;
  /// Counts of a symbolic factorisation; without them the cost is estimated from the degrees of
  /// freedom.
  FactorCounts counts = {};

  /// Number of degrees of freedom and multipliers.
  std::int64_t total() const { return unknowns[0] + unknowns[1] + unknowns[2] + unknowns[3]; }
};

/// Returns the estimated wall-clock time of one factorisation by MUMPS [s], from the counts of a
/// symbolic factorisation, or from the degrees of freedom alone, as if each body were a cube, a
/// square or a line.
/// @see docs/concepts/direct-solver.md, "Time estimate"
double estimateFactorisationSeconds(const SystemSize& size);

/// Returns the estimated memory of the factors, summed over all ranks [MiB], from the same data as
/// estimateFactorisationSeconds().
double estimateFactorMemory(const SystemSize& size);

/// Default of the longest estimated factorisation time for which `direct` is chosen automatically
/// [s].
inline constexpr double default_direct_seconds = 2.0;

/// Returns true if the size is given and the estimated factorisation takes at most `seconds`;
/// `direct` is then the default.
/// @param size     size of the system; the result is false if total() is 0
/// @param seconds  longest admissible wall-clock time [s]
bool isFactoredQuickly(const SystemSize& size, double seconds = default_direct_seconds);

/// Returns true if the factors fit into half of the available memory of this machine.
/// @note Not collective; the result may differ between machines.
bool fitsIntoMemory(const SystemSize& size);

/// Returns the estimated time of a factorisation in words, such as "about 40 s" or "about 2 h".
std::string describeFactorisationTime(const SystemSize& size);

/// Returns the size in words: "1910 unknowns of solids and 12 unknowns of lines".
std::string describe(const SystemSize& size);

}  // namespace tenon::solver
