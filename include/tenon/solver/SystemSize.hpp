#pragma once
#include <array>
#include <cstdint>
#include <string>

#include "tenon/solver/FactorCounts.hpp"

namespace tenon::solver {

/// Size of a linear system, from which the cost of a factorisation by MUMPS is estimated.
struct SystemSize {
  /// Degrees of freedom by the dimension of the cells that couple them: rigid bodies and particles (0), beams (1),
  /// plane problems, membranes and shells (2), solids (3). Multipliers count with the highest dimension.
  std::array<std::int64_t, 4> unknowns{};
  bool has_second_order = false;  ///< True if any cell of the highest dimension is of second order.
  int ranks = 1;
  FactorCounts counts = {};  ///< of a symbolic factorisation; without one the cost follows from the unknowns

  /// Number of degrees of freedom and multipliers.
  std::int64_t total() const { return unknowns[0] + unknowns[1] + unknowns[2] + unknowns[3]; }
};

/// Returns the estimated wall-clock time of one factorisation by MUMPS [s] (docs/concepts/direct-solver.md, "Direct solver"): from the
/// counts of a symbolic factorisation, or from the unknowns alone, as if each body were a cube, a square or a line.
double factorisationSeconds(const SystemSize& size);

/// Returns the estimated memory of the factors on all ranks together [MiB].
double factorMemory(const SystemSize& size);

/// Longest estimated factorisation for which `direct` is chosen automatically, by default [s].
inline constexpr double default_direct_seconds = 2.0;

/// True if the size is known and a factorisation takes at most `seconds` by the estimate: `direct` is the default then.
bool isFactoredQuickly(const SystemSize& size, double seconds = default_direct_seconds);

/// True if the factors fit into half of the memory that this machine has available. @note Not collective; the result
/// may differ between machines.
bool fitsIntoMemory(const SystemSize& size);

/// Returns the estimated time in words: "less than 0.1 s", "40 s", "more than an hour".
std::string secondsInWords(const SystemSize& size);

/// Returns the size in words: "1,910 unknowns of solids".
std::string describe(const SystemSize& size);

}  // namespace tenon::solver
