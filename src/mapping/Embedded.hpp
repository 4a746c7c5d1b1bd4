// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "tenon/base/Parameters.hpp"
#include "tenon/fem/ObjectGroup.hpp"
#include "tenon/mapping/NodalWeights.hpp"

namespace tenon::mapping {

/// Mapping of a mesh that is embedded in another object, its parent. Each node follows the element
/// of the parent that contains it in the reference configuration:
///
///   u_s = sum_a N_a(xi_s) u_a,   J_sa = N_a(xi_s) 1.
///
/// Here xi_s are the reference coordinates of child node s in this element, and N_a is the shape
/// function of the parent node a. This is the barycentric mapping, generalised to elements of any
/// type and order. All contributors on the child, including its elastic forces, act on the parent.
/// Typical applications are fibres in a matrix, a skin that carries loads, and attachment points.
///
/// With `outside: nearest`, nodes outside the parent follow the nearest element, whose shape
/// functions are extrapolated. Affine displacements are therefore reproduced exactly. Nodes farther
/// away than `max_outside` element sizes follow the nearest node.
class Embedded : public NodalWeights {
 public:
  static constexpr double max_outside = 2.0;  ///< maximum extrapolation distance, in element sizes
  /// Parameters of the mapping.
  struct Data {
    std::string parent;             ///< parent object
    double tolerance = 1e-6;        ///< distance, in element sizes, within which nodes count as inside the parent
    std::string outside = "error";  ///< treatment of nodes outside the parent: error or nearest
  };
  /// Declares the parameters that a case file can set.
  static void declare(base::Parameters<Data>& p);

  /// Finds the element that contains each node.
  /// @throws InputError if the parent does not exist, is the child itself or has a different
  ///   dimension, if one of the two objects does not consist of points, or if `outside` is `error`
  ///   and nodes lie outside the parent by more than `tolerance` times the size of the nearest
  ///   element, measured in its reference coordinates
  /// @note Collective.
  Embedded(const Data& data, const fem::Domain& child, const fem::FindDomain& find);
};

}  // namespace tenon::mapping
