// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "DensityLoad.hpp"
#include "tenon/base/Parameters.hpp"

namespace tenon::force {

/// Surface traction: force per area t on the faces of a group, f_a = integral of t N_a dA. The
/// traction t is a constant or a field in space and time. In plane problems the group consists of
/// lines, and dA is length times thickness.
class Traction : public DensityLoad {
 public:
  /// Indicates that the type is accepted on axisymmetric meshes, whose nodes represent rings.
  static constexpr bool acts_on_axisymmetric = true;

  /// Parameters of a case.
  struct Data {
    std::string group;           ///< group of faces
    fem::VectorSource traction;  ///< t, force per area
    double thickness = 0;        ///< thickness in plane problems; 0: thickness of the object
    base::History history{};     ///< factor of the load in time
  };
  /// Declares the parameters of a case.
  static void declare(base::Parameters<Data>& p);

  Traction(Data data, const fem::Domain& domain);
};

}  // namespace tenon::force
