// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "DensityLoad.hpp"
#include "tenon/base/Parameters.hpp"

namespace tenon::force {

/// Pressure on the faces of a group: f_a = - integral of p n N_a dA, with the outward normal n of
/// the reference configuration. On a surface mesh n is the normal of the cells. A positive p
/// pushes. The pressure keeps its direction when the body deforms (dead load). In plane problems
/// the group consists of lines, and dA is length times thickness.
class Pressure : public DensityLoad {
 public:
  /// Indicates that the type is accepted on axisymmetric meshes, whose nodes represent rings.
  static constexpr bool acts_on_axisymmetric = true;

  /// Parameters of a case.
  struct Data {
    std::string group;        ///< group of faces
    double pressure = 0;      ///< pressure p
    double thickness = 0;     ///< thickness in plane problems; 0: thickness of the object
    base::History history{};  ///< factor of the load in time
  };
  /// Declares the parameters of a case.
  static void declare(base::Parameters<Data>& p);

  /// Creates the load.
  /// @throws InputError if a face lies inside the solid or on no cell of it
  /// @note Collective.
  Pressure(Data data, const fem::Domain& domain);
};

}  // namespace tenon::force
