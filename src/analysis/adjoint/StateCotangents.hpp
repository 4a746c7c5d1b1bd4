// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstddef>
#include <vector>

#include "la/vectors.hpp"

namespace tenon::analysis {

/// Derivatives of an objective with respect to the state between two time steps, over the layout of
/// the linear system.
struct StateCotangents {
  la::Vector q;  ///< dJ/dq
  la::Vector v;  ///< dJ/dv
  la::Vector a;  ///< dJ/da
  /// Derivatives with respect to the vectors of the time integrator (restartData()), in the same
  /// order.
  std::vector<la::Vector> history;

  /// Returns zero cotangents.
  /// @param like     vector with the layout of all vectors
  /// @param vectors  number of vectors of the time integrator
  /// @note Collective.
  static StateCotangents zero(Vec like, std::size_t vectors) {
    StateCotangents zero{la::makeZeroLike(like), la::makeZeroLike(like), la::makeZeroLike(like), {}};
    for (std::size_t i = 0; i < vectors; ++i) zero.history.push_back(la::makeZeroLike(like));
    return zero;
  }
};

/// Derivatives of an objective with respect to the predictors d0 and v0 of an implicit step.
struct PredictorCotangents {
  la::Vector d0;  ///< derivative with respect to d0
  la::Vector v0;  ///< derivative with respect to v0
};

}  // namespace tenon::analysis
