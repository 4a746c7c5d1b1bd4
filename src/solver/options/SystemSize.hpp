// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <cstdint>
#include <string>

#include "solver/options/countFactors.hpp"

namespace tenon::solver {

/// Size of a linear system, from which the cost of a factorisation by MUMPS is estimated.
struct SystemSize {
  /// Number of degrees of freedom, grouped by the dimension of the cells that couple them: rigid
  /// bodies and particles (0), beams (1), plane problems, membranes and shells (2), solids (3).
  /// Multipliers are included in the highest dimension.
  std::array<std::int64_t, 4> unknowns{};
  bool has_second_order = false;  ///< true if there are second-order cells of the highest dimension
  /// Number of ranks that share the factorisation.
  int ranks = 1;
  /// Counts from a symbolic factorisation. If they are unknown, the cost is estimated from the
  /// numbers of degrees of freedom.
  FactorCounts counts = {};

  /// Total number of degrees of freedom and multipliers.
  std::int64_t total() const { return unknowns[0] + unknowns[1] + unknowns[2] + unknowns[3]; }
};

/// Returns the estimated wall-clock time of one factorisation by MUMPS [s]. The estimate is based
/// on the operation counts of a symbolic factorisation. If these are unknown, it is based on the
/// numbers of degrees of freedom, as if each body were a cube, a square or a line.
/// @see docs/concepts/direct-solver.md, "Time estimate"
double estimateFactorisationSeconds(const SystemSize& size);

/// Returns the estimated memory of the factors, summed over all ranks [MiB], based on the same data
/// as estimateFactorisationSeconds().
double estimateFactorMemory(const SystemSize& size);

/// Default value of the maximum estimated factorisation time for which `direct` is chosen
/// automatically [s].
inline constexpr double default_direct_seconds = 2.0;

/// Returns true if the size is known and the estimated factorisation time does not exceed
/// `seconds`. The preset `direct` is then the default.
/// @param size     size of the system; the result is false if total() is 0
/// @param seconds  maximum wall-clock time [s]
bool isFactoredQuickly(const SystemSize& size, double seconds = default_direct_seconds);

/// Returns true if the estimated memory of all factors does not exceed half of the memory that is
/// available on this machine.
/// @note Not collective; the result may differ between machines.
bool fitsIntoMemory(const SystemSize& size);

/// Returns the estimated time of a factorisation as text, such as "about 40 s" or "about 2 h".
std::string describeFactorisationTime(const SystemSize& size);

/// Returns the size as text, such as "1910 unknowns of solids and 12 unknowns of lines".
std::string describe(const SystemSize& size);

}  // namespace tenon::solver
