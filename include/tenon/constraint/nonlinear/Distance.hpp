#pragma once
#include "tenon/base/Tabulated.hpp"
#include "tenon/base/slopeBefore.hpp"
#include "tenon/constraint/DifferentiatedConstraint.hpp"
#include "tenon/fem/search/pairing.hpp"

namespace tenon::constraint {

/// Keeps pairs of nodes a, b at a distance, |x_b - x_a| = L history(t): rods, and cylinders that are driven. A
/// multiplier is the force that presses the two apart.
class Distance : public DifferentiatedConstraint<Distance, 2, 1>, public base::Tabulated {
 public:
  struct Data : fem::Pairing {
    std::string name;
    fem::Measured distance;
    base::History history;
  };
  static void declare(base::Parameters<Data>& p);

  /// Collective. InputError for a distance of 0, which has no direction: point-on-point says that.
  Distance(const Data& data, const fem::FindDomain& find);
  const base::History& history() const final { return history_; }
  void setTime(double time) override { factor_ = history_(time), slope_ = base::slopeBefore(history_, time); }
  void addRate(gsl::span<double> rate) const override { addToOwned(rate, -slope_, lengths_); }

  template <class T, int dimension>
  Rows<T> violation(LocalIndex pair, const Points<T, 2, dimension>& x) const {
    const Eigen::Matrix<T, dimension, 1> d = x[1] - x[0];
    return Rows<T>(d.norm() - factor_ * lengths_[static_cast<std::size_t>(pair)]);
  }

 private:
  bool takesDifferences() const override { return true; }

  base::History history_;
  double factor_, slope_ = 0.0;  // of the history, now
  std::vector<double> lengths_;  // [pairs]
};

}  // namespace tenon::constraint
