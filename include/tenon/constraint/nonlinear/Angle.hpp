#pragma once
#include <cmath>

#include "tenon/base/Tabulated.hpp"
#include "tenon/base/slopeBefore.hpp"
#include "tenon/constraint/DifferentiatedConstraint.hpp"
#include "tenon/fem/search/pairing.hpp"

namespace tenon::constraint {

/// Keeps the angle at b between the arms b-a and b-c at theta0 history(t), for triples of nodes a, b, c of one object
/// or of several. A multiplier is the moment that opens the arms. Straight and folded arms, where the angle has a kink,
/// are refused.
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
    return Rows<T>(between<T, dimension>(x) - factor_ * angles_[static_cast<std::size_t>(triple)]);
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

  base::History history_;
  double factor_, slope_ = 0.0;  // of the history, now
  std::vector<double> angles_;   // [triples]
};

}  // namespace tenon::constraint
