// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "ritzValues.hpp"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>

#include "base/dense.hpp"
#include "la/vectors.hpp"
#include "nodalVectors.hpp"
#include "slepc.hpp"

namespace tenon::analysis {
namespace {

constexpr double exhausted = 1e-10;  // remaining part of a new vector, relative to the vector

/// Lanczos method with full orthogonalisation in the inner product of
/// ModalOperators::multiplyOnSpace().
class Lanczos {
 public:
  explicit Lanczos(ModalOperators& operators) : operators_(operators), callbacks_{operators, nullptr, 0.0} {}

  std::vector<RitzValue> run(int steps) {
    const la::Vector start = arbitraryVector(operators_.equations(), 0);
    la::Vector next = inverseOfMass(start.get());
    double length = lengthOf(next.get()), left = length;
    while (static_cast<int>(basis_.size()) < steps && left > exhausted * length) {
      append(std::move(next), left);
      next = inverseOfMass(basis_.back().get());
      length = lengthOf(next.get());
      diagonal_.push_back(orthogonalise(next.get()));
      left = lengthOf(next.get());
      beside_.push_back(left);
    }
    return values();
  }

 private:
  la::Vector inverseOfMass(Vec x) {
    const la::Vector f = operators_.makeVector(), lambda = operators_.equations().rows().makeVector();
    la::Vector y = operators_.makeVector();
    operators_.multiplyMassOnSpace(x, f.get());
    operators_.solve(f.get(), y.get(), lambda.get());
    operators_.project(y.get());
    callbacks_.requirePositive(f.get(), y.get());
    return y;
  }

  double lengthOf(Vec x) {
    const la::Vector y = operators_.makeVector();
    operators_.multiplyOnSpace(x, y.get());
    return std::sqrt(std::max(0.0, dot(x, y.get())));
  }

  void append(la::Vector x, double length) {
    TENON_PETSC(VecScale(x.get(), 1.0 / length));
    products_.push_back(operators_.makeVector());
    operators_.multiplyOnSpace(x.get(), products_.back().get());
    basis_.push_back(std::move(x));
  }

  /// Returns the component along the last basis vector. Orthogonalises twice, to recover the digits
  /// that the first pass loses.
  double orthogonalise(Vec x) const {
    double along_last = 0.0;
    for (int pass = 0; pass < 2; ++pass)
      for (std::size_t k = 0; k < basis_.size(); ++k) {
        const double component = dot(x, products_[k].get());
        TENON_PETSC(VecAXPY(x, -component, basis_[k].get()));
        if (k + 1 == basis_.size()) along_last += component;
      }
    return along_last;
  }

  std::vector<RitzValue> values() const {
    const auto size = static_cast<Eigen::Index>(diagonal_.size());
    if (size == 0) return {};
    const base::Eigenpairs modes =
        base::computeTridiagonalEigenpairs(Eigen::Map<const Eigen::VectorXd>(diagonal_.data(), size),
                                           Eigen::Map<const Eigen::VectorXd>(beside_.data(), size - 1));
    std::vector<RitzValue> all;
    for (Eigen::Index k = size; k-- > 0;)
      all.push_back({modes.values[k], beside_.back() * std::abs(modes.vectors(size - 1, k))});
    return all;
  }

  ModalOperators& operators_;
  SlepcCallbacks callbacks_;
  std::vector<la::Vector> basis_, products_;  // v and (Q (K + s M) Q + c (1 - Q)) v
  std::vector<double> diagonal_, beside_;
};

}  // namespace

std::vector<RitzValue> ritzValues(ModalOperators& operators, int steps) {
  return Lanczos(operators).run(steps);
}

}  // namespace tenon::analysis
