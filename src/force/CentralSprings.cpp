// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "CentralSprings.hpp"

#include <fmt/format.h>

#include <Eigen/Geometry>

#include "inDimension.hpp"
#include "tenon/base/runCollectively.hpp"
#include "tupleBlocks.hpp"

namespace tenon::force {

using base::LocalIndex;

namespace {

/// Completes the blocks of a pair whose forces are opposite and depend on x_b - x_a only.
template <int dim>
void completePair(TupleBlocks<2, dim>& blocks) {
  blocks[1][0] = blocks[0][1];
  blocks[0][0] = blocks[1][1] = -blocks[0][1];
}

}  // namespace

CentralSprings::CentralSprings(const std::string& type, const fem::Pairing& pairing, const fem::FindDomain& find,
                               fem::ReferenceValue rest_length, std::vector<double> coefficients, double damping)
    : name_(pairing.nameOf(type)),
      first_(find(pairing.first.object)),
      second_(find(pairing.second.object)),
      coefficients_(std::move(coefficients)),
      damping_(damping),
      pairs_(pairing.find(find, name_)) {
  measure(rest_length);
  bool all_zero = true;
  for (const double length : rest_lengths_) all_zero = all_zero && length == 0.0;
  is_linear_ = first_.mesh.comm().all(all_zero) && coefficients_.size() == 1 && damping_ == 0.0;
}

void CentralSprings::measure(const fem::ReferenceValue& rest_length) {
  const int dim = first_.state.block();
  base::runCollectively(first_.mesh.comm(), [&] {
    for (LocalIndex i = 0; i < pairs_.size(); ++i) {
      const auto a = first_.state.reference().subspan(static_cast<std::size_t>(pairs_[i][0] * dim), std::size_t(dim));
      const auto b = second_.state.reference().subspan(static_cast<std::size_t>(pairs_[i][1] * dim), std::size_t(dim));
      double square = 0;
      for (std::size_t c = 0; c < a.size(); ++c) square += (b[c] - a[c]) * (b[c] - a[c]);
      rest_lengths_.push_back(rest_length.given.value_or(std::sqrt(square)));
      if (square == 0.0 && rest_lengths_.back() > 0.0 && pairs_.isOwned(i))
        throw base::InputError(
            fmt::format("{}: node {} of '{}' coincides with the node to which it is connected, so the spring of rest "
                        "length {} has no direction.",
                        name_, first_.mesh.nodeTags()[static_cast<std::size_t>(pairs_[i][0])], first_.object,
                        rest_lengths_.back()));
    }
  });
}

/// Kinematics and tension of one spring in the current configuration.
template <int dim>
struct CentralSprings::Stretch {
  using Vector = Eigen::Matrix<double, dim, 1>;
  using Matrix = Eigen::Matrix<double, dim, dim>;
  LocalIndex a, b;
  Vector d, n, w;  // x_b - x_a, its direction (0 for length 0), v_b - v_a
  double length, elongation;
  double secant, tangent;  // T / l and dT/dl

  /// Returns the damping part of the force on a.
  Vector damped(double c) const { return length > 0.0 ? Vector(c * n.dot(w) * n) : Vector(c * w); }
  /// Returns the derivative of the force on a with respect to x_b.
  Matrix byPosition(double c) const {
    Matrix S = (tangent - secant) * n * n.transpose();
    S.diagonal().array() += secant;
    if (c == 0.0 || length == 0.0) return S;
    const double rate = n.dot(w);
    const Vector across = w - rate * n;
    return S + c / length * (rate * (Matrix::Identity() - n * n.transpose()) + n * across.transpose());
  }
  /// Returns the derivative of the force on a with respect to v_b.
  Matrix byVelocity(double c) const {
    return length > 0.0 ? Matrix(c * n * n.transpose()) : Matrix(c * Matrix::Identity());
  }
};

template <int dim>
CentralSprings::Stretch<dim> CentralSprings::stretch(LocalIndex spring) const {
  Stretch<dim> s;
  using Vector = typename Stretch<dim>::Vector;
  s.a = pairs_[spring][0], s.b = pairs_[spring][1];
  const auto difference = [&](gsl::span<const double> first, gsl::span<const double> second) -> Vector {
    return Eigen::Map<const Vector>(second.data() + std::ptrdiff_t(dim) * s.b) -
           Eigen::Map<const Vector>(first.data() + std::ptrdiff_t(dim) * s.a);
  };
  const la::State &first = first_.state, &second = second_.state;
  const Vector D = difference(first.reference(), second.reference());
  const Vector u = difference(first.displacement(), second.displacement());
  const double at_rest = D.norm(), rest_length = rest_lengths_[static_cast<std::size_t>(spring)];
  s.d = D + u;
  s.w = difference(first.velocity(), second.velocity());
  s.length = s.d.norm();
  s.n = s.length > 0.0 ? Vector(s.d / s.length) : Vector(Vector::Zero());
  // l - |D| = (l^2 - |D|^2) / (l + |D|) avoids cancellation for small u.
  const double sum = s.length + at_rest;
  s.elongation = (sum > 0.0 ? (2 * D + u).dot(u) / sum : 0.0) + (at_rest - rest_length);

  double quotient = 0, slope = 0;  // T / e and its derivative, by Horner's scheme
  for (auto k = coefficients_.rbegin(); k != coefficients_.rend(); ++k) {
    slope = slope * s.elongation + quotient;
    quotient = quotient * s.elongation + *k;
  }
  s.tangent = quotient + s.elongation * slope;
  s.secant = rest_length == 0.0 || s.length == 0.0 ? quotient : quotient * s.elongation / s.length;
  return s;
}

void CentralSprings::addForce(la::ForceVector& f) const {
  double *const on_first = f.on(first_.state).data(), *const on_second = f.on(second_.state).data();
  inDimension(first_.state.block(), [&](auto dimension) {
    constexpr int dim = decltype(dimension)::value;
    using Vector = typename Stretch<dim>::Vector;
    for (LocalIndex i = 0; i < pairs_.size(); ++i) {
      const Stretch<dim> s = stretch<dim>(i);
      Vector force = s.secant * s.d;
      if (damping_ != 0.0) force += s.damped(damping_);
      Eigen::Map<Vector>(on_first + std::ptrdiff_t(dim) * s.a) += force;
      Eigen::Map<Vector>(on_second + std::ptrdiff_t(dim) * s.b) -= force;
    }
  });
}

void CentralSprings::addStiffness(la::StiffnessMatrix& K) const {
  const auto symmetry = isSymmetric() ? la::ElementSymmetry::symmetric : la::ElementSymmetry::general;
  inDimension(first_.state.block(), [&](auto dimension) {
    constexpr int dim = decltype(dimension)::value;
    addTuples<2, dim>(
        pairs_, {&first_.state, &second_.state}, symmetry,
        [&](const la::State& row, const la::State& column) { return K.forceOn(row).byPositionOf(column); },
        [&](LocalIndex i, TupleBlocks<2, dim>& blocks) {
          blocks[0][1] = stretch<dim>(i).byPosition(damping_);
          completePair(blocks);
        });
  });
}

// Adds (dT / l) (1 - n n^T) with dT = dT/dl n . (u_b - u_a); for rest length 0 the change of T / l.
void CentralSprings::addStressStiffness(const la::IncrementVector& u, la::StiffnessMatrix& K) const {
  if (is_linear_) return;
  const gsl::span<const double> of_first = u.of(first_.state), of_second = u.of(second_.state);
  inDimension(first_.state.block(), [&](auto dimension) {
    constexpr int dim = decltype(dimension)::value;
    using Vector = typename Stretch<dim>::Vector;
    using Matrix = typename Stretch<dim>::Matrix;
    addTuples<2, dim>(
        pairs_, {&first_.state, &second_.state}, la::ElementSymmetry::symmetric,
        [&](const la::State& row, const la::State& column) { return K.forceOn(row).byPositionOf(column); },
        [&](LocalIndex i, TupleBlocks<2, dim>& blocks) {
          const Stretch<dim> s = stretch<dim>(i);
          const Vector change = Eigen::Map<const Vector>(of_second.data() + std::ptrdiff_t(dim) * s.b) -
                                Eigen::Map<const Vector>(of_first.data() + std::ptrdiff_t(dim) * s.a);
          const bool has_rest_length = rest_lengths_[static_cast<std::size_t>(i)] > 0.0;
          const double slope = has_rest_length ? s.tangent : s.tangent - s.secant;
          const double tension = s.length > 0.0 ? slope * s.n.dot(change) / s.length : 0.0;
          blocks[0][1] = tension * (Matrix::Identity() - s.n * s.n.transpose());
          completePair(blocks);
        });
  });
}

void CentralSprings::addDamping(la::DampingMatrix& B) const {
  if (damping_ == 0.0) return;
  inDimension(first_.state.block(), [&](auto dimension) {
    constexpr int dim = decltype(dimension)::value;
    addTuples<2, dim>(
        pairs_, {&first_.state, &second_.state}, la::ElementSymmetry::symmetric,
        [&](const la::State& row, const la::State& column) { return B.forceOn(row).byVelocityOf(column); },
        [&](LocalIndex i, TupleBlocks<2, dim>& blocks) {
          blocks[0][1] = stretch<dim>(i).byVelocity(damping_);
          completePair(blocks);
        });
  });
}

double CentralSprings::energy() const {
  double sum = 0;
  inDimension(first_.state.block(), [&](auto dimension) {
    for (LocalIndex i = 0; i < pairs_.size(); ++i) {
      if (!pairs_.isOwned(i)) continue;
      const double e = stretch<decltype(dimension)::value>(i).elongation;
      double power = e;
      for (std::size_t k = 0; k < coefficients_.size(); ++k) {
        power *= e;
        sum += coefficients_[k] * power / static_cast<double>(k + 2);
      }
    }
  });
  return sum;
}

}  // namespace tenon::force
