// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "tenon/mapping/DifferentiatedMapping.hpp"
#include "tuples.hpp"

namespace tenon::mapping {

/// Squared lengths of segments:
///
///   s = |x_b - x_a|^2 - |X_b - X_a|^2,   J = 2 [-d^T, d^T],   d = x_b - x_a,
///   dJ/dt v = 2 |v_b - v_a|^2,   dJ^T/dq f = 2 f [1, -1; -1, 1].
///
/// @see SOFA's SquareDistanceMapping
class SquareDistance : public DifferentiatedMapping<SquareDistance, 1> {
 public:
  /// Indicates that the type also acts on rigid bodies.
  static constexpr bool acts_on_frames = true;
  /// Parameters of a case.
  using Data = TupleSource;
  /// Declares the parameters of a case.
  static void declare(base::Parameters<Data>& p);

  /// Creates the squared lengths.
  /// @throws InputError under the same conditions as findTuples()
  /// @note Collective.
  SquareDistance(const Data& data, const fem::FindDomain& find);

  int block() const override { return 1; }
  std::vector<double> rest() const override;

  /// Computes the change of one squared length without loss of digits.
  template <class T>
  Eigen::Matrix<T, 1, 1> displacementOf(LocalIndex, const std::vector<CurrentNode<T>>& nodes) const {
    const base::Vec3 twice = 2.0 * (nodes[1].rest - nodes[0].rest);
    const Vector<T> parted = nodes[1].displacement - nodes[0].displacement;
    const Vector<T> sum = twice.template cast<T>() + parted;
    return Eigen::Matrix<T, 1, 1>(T(parted.dot(sum)));
  }
};

/// Squares of scalars: s = d^2 - D^2 with the current value d and the reference value D of a
/// scalar, J = 2 d, dJ/dt v = 2 v^2, dJ^T/dq f = 2 f. The square of a distance is a squared
/// distance.
/// @see SOFA's SquareMapping
class Square : public DifferentiatedMapping<Square, 1> {
 public:
  /// Parameters of the mapping.
  struct Data {
    std::string parent;  ///< parent object with scalars
  };
  /// Declares the parameters of a case.
  static void declare(base::Parameters<Data>& p);

  /// Creates the squares from the parameters of a case.
  /// @throws InputError if the parent has no scalars
  /// @note Collective.
  Square(const Data& data, const fem::FindDomain& find);
  /// Creates the squares of a state of scalars. @note Collective.
  Square(const std::string& name, la::State& parent);

  int block() const override { return 1; }
  std::vector<double> rest() const override;

  /// Computes the change of one square.
  template <class T>
  Eigen::Matrix<T, 1, 1> displacementOf(LocalIndex, const std::vector<CurrentNode<T>>& nodes) const {
    const T d = nodes[0].displacement[0];
    return Eigen::Matrix<T, 1, 1>(T(d * (d + 2.0 * nodes[0].rest[0])));
  }
};

}  // namespace tenon::mapping
