#pragma once
#include <cmath>

#include "tenon/base/Tabulated.hpp"
#include "tenon/base/slopeBefore.hpp"
#include "tenon/constraint/DifferentiatedConstraint.hpp"
#include "tenon/fem/search/pairing.hpp"

namespace tenon::constraint {

/// Keeps the angle at b between the arms b-a and b-c at theta0 history(t), for triples of nodes a, b, c of one object
/// or of several. A multiplier is the moment that opens the arms.
///
/// In the plane the angle is counted in the direction in which it opens in the mesh, with all revolutions that theta0
/// history(t) has: any angle may be prescribed. In space, and for bounds, it lies between 0 and pi; straight and folded
/// arms, where it has a kink, are refused.
class Angle : public DifferentiatedConstraint<Angle, 3, 1>, public base::Tabulated {
 public:
  struct Data {
    std::string name;
    std::vector<std::string> objects;
    fem::TagTuples<3> triples;
    fem::Measured angle;
    base::History history;
  };
  static void declare(base::Parameters<Data>& p);

  /// Collective.
  Angle(const Data& data, const fem::FindDomain& find);
  const base::History& history() const final { return history_; }
  void setTime(double time) override { factor_ = history_(time), slope_ = base::slopeBefore(history_, time); }
  void addRate(gsl::span<double> rate) const override { addToOwned(rate, -slope_, angles_); }

  template <class T, int dimension>
  Rows<T> violation(LocalIndex triple, const Points<T, 3, dimension>& x) const {
    const double target = factor_ * angles_[static_cast<std::size_t>(triple)];
    if constexpr (dimension == 2)
      if (!isBound()) return Rows<T>(nearestTo(target, turned<T>(x, senses_[static_cast<std::size_t>(triple)])));
    return Rows<T>(between<T, dimension>(x) - target);
  }

 private:
  bool takesDifferences() const override { return true; }

  /// Collective.
  Angle(const Data& data, const std::array<const fem::Domain*, 3>& objects);

  /// atan2 of sine and cosine keeps its digits at every angle, acos does not near 0 and pi.
  template <class T, int dimension>
  static T between(const Points<T, 3, dimension>& x) {
    using std::atan2;
    const Eigen::Matrix<T, dimension, 1> u = x[0] - x[1], v = x[2] - x[1];
    const T cosine = u.dot(v);
    const Eigen::Matrix<T, dimension, 1> across = u * v.squaredNorm() - v * cosine;  // of length |v| |u x v|
    const T sine = across.norm() / v.norm();
    return atan2(sine, cosine);
  }

  /// The angle from b-a to b-c in the plane, counter-clockwise where `sense` is 1, clockwise where it is -1.
  template <class T>
  static T turned(const Points<T, 3, 2>& x, double sense) {
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
  /// theta - target by less than half a revolution.
  template <class T>
  static T nearestTo(double target, const T& theta) {
    const double difference = numberOf(theta) - target;
    return theta - (target + difference - std::remainder(difference, 2.0 * M_PI));
  }
  void requireReachable() const;

  base::History history_;
  double factor_, slope_ = 0.0;  // of the history, now
  std::vector<double> angles_;   // [triples]
  std::vector<double> senses_;   // [triples], in the plane
};

}  // namespace tenon::constraint
