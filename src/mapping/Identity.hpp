// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "tenon/base/Parameters.hpp"
#include "tenon/fem/ObjectGroup.hpp"
#include "tenon/mapping/NodalWeights.hpp"

namespace tenon::mapping {

/// Second object with the same nodes, u = u_parent, J = 1, node by node in the order of the mesh
/// files. A rigid body is rigidly attached to the body with the same number (see RelativeFrames).
/// @see SOFA's IdentityMapping
class Identity : public NodalWeights {
 public:
  /// Indicates that the type also acts on rigid bodies.
  static constexpr bool acts_on_frames = true;
  /// Parameters of the mapping.
  struct Data {
    std::string parent;  ///< parent object
  };
  /// Declares the parameters of a case.
  static void declare(base::Parameters<Data>& p);

  /// Creates the mapping.
  /// @throws InputError if the numbers of nodes differ
  /// @note Collective.
  Identity(const Data& data, const fem::Domain& child, const fem::FindDomain& find);
};

}  // namespace tenon::mapping
