// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "parts.hpp"
#include "tenon/base/Parameters.hpp"
#include "tenon/fem/ObjectGroup.hpp"
#include "tenon/mapping/NodalWeights.hpp"

namespace tenon::mapping {

/// Points rigidly attached to rigid bodies, each to one body with the origin o, the rotation R and
/// the angular velocity omega, at the end of the arm r = R r_0 from the origin:
///
///   x = o + R r_0,   J = [1, -[r]x],   dJ/dt v = omega x (omega x r),
///   dJ^T/dq f = r f^T - (f . r) 1  for the rotation with itself.
///
/// A frame may have any number of points on all ranks. The frame is a ghost on each of these ranks,
/// and nothing is gathered.
/// @see SOFA's RigidMapping
class Rigid : public NodalWeights {
 public:
  /// Indicates that the type also acts on rigid bodies.
  static constexpr bool acts_on_frames = true;
  /// Parameters of the mapping.
  struct Data {
    /// Parent object; body by name or number, empty for the nearest one.
    std::string parent, body;
    std::vector<BodyGroup> parts;  ///< groups of the child, each with its body
  };
  /// Declares the parameters of a case.
  static void declare(base::Parameters<Data>& p);

  /// Creates the mapping.
  /// @throws InputError if the parent has no rigid bodies or not the named one, and if `parts` omit
  ///   a node or contain it twice
  /// @note Collective.
  Rigid(const Data& data, const fem::Domain& child, const fem::FindDomain& find);
};

/// Rigid bodies rigidly attached to others, each to one, with fixed relative position and rotation:
///
///   o = o_p + R_p r_0,   R = R_p R_0,   J = [1, -[r]x; 0, 1],   other derivatives as for Rigid.
///
/// @see SOFA's RigidRigidMapping
class RelativeFrames : public NodalWeights {
 public:
  /// Indicates that the type also acts on rigid bodies.
  static constexpr bool acts_on_frames = true;
  /// Parameters of a case.
  using Data = Rigid::Data;
  /// Declares the parameters of a case.
  static void declare(base::Parameters<Data>& p);

  /// Creates the mapping.
  /// @throws InputError under the same conditions as Rigid, or if the child has no rigid bodies
  /// @note Collective.
  RelativeFrames(const Data& data, const fem::Domain& child, const fem::FindDomain& find);
};

}  // namespace tenon::mapping
