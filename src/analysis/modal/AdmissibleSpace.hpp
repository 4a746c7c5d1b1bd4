// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "tenon/la/handles.hpp"

namespace tenon::analysis {

/// Space { x : G x = 0 } of the active rows, and the orthogonal projection onto it,
///   Q = 1 - G^T (G G^T)^-1 G.
class AdmissibleSpace {
 public:
  /// Creates the projection.
  /// @param G independent rows, or empty rows
  /// @param holds 1 for active rows, 0 for others
  /// @note Collective.
  AdmissibleSpace(Mat G, Vec holds);

  /// Projects x onto the space, in place: x <- Q x. @note Collective.
  void project(Vec x) const;

 private:
  la::Matrix rows_, transposed_, product_;
  la::LinearSolver inverse_;  // inverse of G G^T
};

}  // namespace tenon::analysis
