// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "tenon/base/History.hpp"
#include "tenon/constraint/DifferentiatedConstraint.hpp"
#include "tenon/fem/search/pairing.hpp"

namespace tenon::constraint {

/// Constraint |x_b - x_a| = L history(t) on pairs of nodes a, b: rigid rods and driven cylinders. A
/// multiplier is the force that pushes the two apart.
class Distance : public DifferentiatedConstraint<Distance, 2, 1>, public base::TabulatedInTime {
 public:
  /// Parameters of the constraint.
  struct Data : fem::Pairing {
    std::string name;              ///< name of the constraint
    fem::ReferenceValue distance;  ///< L, length; default: as in the mesh
    base::History history;         ///< factor of the distance as a function of time
  };
  /// Declares the parameters of a case file.
  static void declare(base::Parameters<Data>& p);

  /// Creates the constraint.
  /// @throws InputError for a distance of 0, whose direction is undefined; point-on-point applies
  ///   to it
  /// @note Collective.
  Distance(const Data& data, const fem::FindDomain& find);
  const base::History& history() const final { return history_; }
  void setTime(double time) override { factor_ = history_(time), slope_ = base::leftDerivative(history_, time); }
  void addRate(gsl::span<double> rate) const override { addToOwned(rate, -slope_, lengths_); }

  /// Returns the constraint residual of a pair.
  template <class T, int dimension>
  Rows<T> residual(LocalIndex pair, const Points<T, 2, dimension>& x) const {
    const Eigen::Matrix<T, dimension, 1> d = x[1] - x[0];
    return Rows<T>(d.norm() - factor_ * lengths_[static_cast<std::size_t>(pair)]);
  }

 private:
  bool isTranslationInvariant() const override { return true; }

  base::History history_;
  double factor_, slope_ = 0.0;  // value and slope of the history at the current time
  std::vector<double> lengths_;  // [pairs]
};

}  // namespace tenon::constraint
