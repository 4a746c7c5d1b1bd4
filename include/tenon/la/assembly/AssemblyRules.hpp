// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Choices that determine how a matrix is assembled.
namespace tenon::la {

/// Method by which values are inserted into a matrix.
enum class Insertion {
  slots,   ///< directly into the stored values, at recorded positions
  blocked  ///< by PETSc's MatSetValuesBlocked()
};

/// Rule for the diagonal value of a constrained degree of freedom.
enum class DirichletDiagonal {
  one,            ///< the value 1
  meanOfDiagonal  ///< mean |a_ii| of the free degrees of freedom on all ranks; 1 if it is zero
};

/// Response of an assembly to a change of the pattern.
enum class PatternPolicy {
  rebuild,  ///< The pattern is recorded again, and the assembly is repeated.
  reject    ///< An InternalError is thrown.
};

/// Extent of the checks of entries before they are added to a matrix.
enum class IndexChecking {
  off,    ///< no checks
  on,     ///< All indices and shapes are checked; this takes 1 % of the assembly time.
  values  ///< In addition, all values are checked for infinity and NaN; this takes another 5 %.
};

/// Rules of a matrix assembly for pattern changes and checks.
struct AssemblyRules {
  /// Response to a change of the pattern.
  PatternPolicy on_change = PatternPolicy::rebuild;
  /// Extent of the checks.
  IndexChecking checking = IndexChecking::off;
};

}  // namespace tenon::la
