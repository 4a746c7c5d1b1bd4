// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cmath>

#include "tenon/base/History.hpp"
#include "tenon/constraint/DifferentiatedConstraint.hpp"
#include "tenon/fem/search/pairing.hpp"

namespace tenon::constraint {

/// Constraint that keeps the angle at b between the arms b-a and b-c equal to theta0 history(t),
/// for triples of nodes a, b, c of one object or of several. A multiplier is the moment that opens
/// the angle.
///
/// In the plane the angle is measured in the direction in which it opens in the mesh, and includes
/// the revolutions of theta0 history(t): any angle may be prescribed. In space, and for rows with a
/// bound, the angle lies between 0 and pi; straight and folded arms, where it is not
/// differentiable, are rejected.
class Angle : public DifferentiatedConstraint<Angle, 3, 1>, public base::TabulatedInTime {
 public:
  /// Parameters of the constraint.
  struct Data {
    std::string name;                  ///< name of the constraint
    std::vector<std::string> objects;  ///< objects of a, b and c
    fem::TagTuples<3> triples;         ///< numbers of the nodes a, b, c in the mesh files
    fem::ReferenceValue angle;         ///< theta0 in radians; default: as in the mesh
    base::History history;             ///< factor of the angle as a function of time
  };
  /// Declares the parameters of a case file.
  static void declare(base::Parameters<Data>& p);

  /// Creates the constraint. @note Collective.
  Angle(const Data& data, const fem::FindDomain& find);
  const base::History& history() const final { return history_; }
  void setTime(double time) override { factor_ = history_(time), slope_ = base::leftDerivative(history_, time); }
  void addRate(gsl::span<double> rate) const override { addToOwned(rate, -slope_, angles_); }

  /// Returns the constraint residual of a triple.
  template <class T, int dimension>
  Rows<T> residual(LocalIndex triple, const Points<T, 3, dimension>& x) const {
    const double target = factor_ * angles_[static_cast<std::size_t>(triple)];
    if constexpr (dimension == 2)
      if (!isUnilateral())
        return Rows<T>(nearestTo(target, signedAngle<T>(x, senses_[static_cast<std::size_t>(triple)])));
    return Rows<T>(angleBetween<T, dimension>(x) - target);
  }

 private:
  bool isTranslationInvariant() const override { return true; }

  /// Creates the constraint for three objects. @note Collective.
  Angle(const Data& data, const std::array<const fem::Domain*, 3>& objects);

  /// Returns the angle between 0 and pi. atan2 of sine and cosine is accurate at every angle; acos
  /// is not near 0 and pi.
  template <class T, int dimension>
  static T angleBetween(const Points<T, 3, dimension>& x) {
    using std::atan2;
    const Eigen::Matrix<T, dimension, 1> u = x[0] - x[1], v = x[2] - x[1];
    const T cosine = u.dot(v);
    const Eigen::Matrix<T, dimension, 1> across = u * v.squaredNorm() - v * cosine;  // vector of length |v| |u x v|
    const T sine = across.norm() / v.norm();
    return atan2(sine, cosine);
  }

  /// Returns the angle from b-a to b-c in 2D, counter-clockwise if `sense` is 1, clockwise if it is
  /// -1.
  template <class T>
  static T signedAngle(const Points<T, 3, 2>& x, double sense) {
    using std::atan2;
    const Eigen::Matrix<T, 2, 1> u = x[0] - x[1], v = x[2] - x[1];
    const T cosine = u.dot(v);
    const T sine = sense * (u[0] * v[1] - u[1] * v[0]);
    return atan2(sine, cosine);
  }
  static double numberOf(double value) { return value; }
  template <class T>
  static double numberOf(const T& value) {
    return numberOf(value.value());
  }
  /// Returns theta - target, modulo 2 pi, with an absolute value of at most pi.
  template <class T>
  static T nearestTo(double target, const T& theta) {
    const double difference = numberOf(theta) - target;
    return theta - (target + difference - std::remainder(difference, 2.0 * M_PI));
  }
  void requireReachable() const;

  base::History history_;
  double factor_, slope_ = 0.0;  // value and slope of the history at the current time
  std::vector<double> angles_;   // [triples]
  std::vector<double> senses_;   // [triples], in 2D only
};

}  // namespace tenon::constraint
