// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "la/Scatter.hpp"
#include "tenon/la/handles.hpp"

namespace tenon::la {

/// Function that is applied to each entry of a matrix.
enum class EntryFunction { square, magnitude };

/// Products with the squares or the magnitudes of the entries of an AIJ matrix, which are not
/// stored. Changes of the values of the matrix take effect in the next product.
class EntrywiseProducts {
 public:
  /// @param matrix  AIJ matrix, to which a reference is kept
  /// @note Collective.
  EntrywiseProducts(Mat matrix, EntryFunction function);

  /// Computes y_i = sum_j f(a_ij) x_j. @note Collective.
  void multiply(Vec x, Vec y) const;
  /// Computes y_j = sum_i f(a_ij) x_i. @note Collective.
  void multiplyTransposed(Vec x, Vec y) const;

 private:
  double of(double entry) const {
    return function_ == EntryFunction::square ? entry * entry : entry < 0.0 ? -entry : entry;
  }
  void addProduct(Mat part, const double* x, double* y) const;
  void addTransposedProduct(Mat part, const double* x, double* y) const;

  Matrix matrix_;
  EntryFunction function_;
  Vector ghosts_;     // entries of x or y in columns of other ranks; nullptr on one rank
  Scatter exchange_;  // from owned columns to ghosts_
};

}  // namespace tenon::la
