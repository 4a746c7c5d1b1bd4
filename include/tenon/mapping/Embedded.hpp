// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "tenon/base/Parameters.hpp"
#include "tenon/fem/ObjectGroup.hpp"
#include "tenon/mapping/NodalWeights.hpp"

namespace tenon::mapping {

/// Mesh embedded in another object. Each node moves with the element that contains it in the
/// reference configuration:
///
///   u_s = sum_a N_a(xi_s) u_a,   J_sa = N_a(xi_s) 1,
///
/// the barycentric mapping, for elements of any type and order. All contributors on the child, its
/// own elasticity included, act on the parent: fibres in a matrix, a skin that carries loads,
/// attachment points.
///
/// Nodes outside the parent follow the nearest element, whose shape functions are extrapolated, so
/// that affine displacements remain exact. Nodes farther away than `max_outside` element sizes
/// follow the nearest node.
class Embedded : public NodalWeights {
 public:
  static constexpr double max_outside = 2.0;  ///< Largest distance of extrapolation in element sizes.
  /// Parameters of the mapping.
  struct Data {
    std::string parent;             ///< Parent object.
    double tolerance = 1e-6;        ///< Tolerance in element sizes for nodes outside.
    std::string outside = "error";  ///< Treatment of nodes outside the parent: error or nearest.
  };
  /// Declares the parameters of a case.
  static void declare(base::Parameters<Data>& p);

  /// Finds the element of each node.
  /// @throws InputError if `outside` is `error` and nodes lie outside the parent by more than
  ///   `tolerance` times the size of the nearest element, measured in its reference coordinates
  /// @note Collective.
  Embedded(const Data& data, const fem::Domain& child, const fem::FindDomain& find);
};

}  // namespace tenon::mapping
