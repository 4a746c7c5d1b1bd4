// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "tenon/mapping/TupleMapping.hpp"
#include "tuples.hpp"

namespace tenon::mapping {

/// Lengths of segments between nodes. There is one scalar per segment, the change of its length:
///
///   d = |x_b - x_a| - |X_b - X_a|,   n = (x_b - x_a) / |x_b - x_a|,   J = [-n^T, n^T],
///   dJ/dt v = |(1 - n n^T)(v_b - v_a)|^2 / |x_b - x_a|,
///   dJ^T/dq f = f / |x_b - x_a| [ 1 - n n^T, -(1 - n n^T); ... ].
///
/// Any scalar force law on the child becomes a spring. Segments between rigid bodies connect their
/// origins.
/// @see SOFA's DistanceMapping (Faure et al., Soft Tissue Biomechanical Modeling, 2012, sec. 3)
class Distance : public TupleMapping {
 public:
  /// Indicates that the type also acts on rigid bodies.
  static constexpr bool acts_on_frames = true;
  /// Parameters of a case.
  using Data = TupleSource;
  /// Declares the parameters of a case.
  static void declare(base::Parameters<Data>& p);

  /// Creates the lengths from the parameters of a case.
  /// @throws InputError if a segment has zero length
  /// @note Collective.
  Distance(const Data& data, const fem::FindDomain& find);
  /// Creates the lengths with a child of their own.
  /// @param child_name  name of the child
  /// @param segments  [2 per segment] global node numbers in the layout of the object; each segment
  ///   is given by one rank
  /// @throws InputError if a segment has zero length
  /// @note Collective.
  Distance(const std::string& child_name, const fem::Domain& parent, const std::vector<base::GlobalIndex>& segments);

  int block() const override { return 1; }
  std::vector<double> rest() const override;

 private:
  Distance(std::string name, const Tuples& tuples);
  base::Vec3 referenceVector(LocalIndex i) const;
  /// Returns the displacement of the second node relative to the first.
  base::Vec3 relativeDisplacement(LocalIndex i) const;
  base::Vec3 currentVector(LocalIndex i) const { return referenceVector(i) + relativeDisplacement(i); }

  void evaluate(LocalIndex i, double* displacement) const override;
  void computeJacobian(LocalIndex i, double* J) const override;
  void computeBiasAcceleration(LocalIndex i, double* a) const override;
  void computeHessian(LocalIndex i, const double* f, double* H) const override;
};

}  // namespace tenon::mapping
