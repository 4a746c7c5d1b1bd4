// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "DensityLoad.hpp"
#include "tenon/base/Parameters.hpp"

namespace tenon::force {

/// Body force: force per volume b, consistent with the shape functions: f_a = integral of b N_a dV.
/// The density b is a constant or a field in space and time.
class BodyForce : public DensityLoad {
 public:
  /// Indicates that the type is accepted on axisymmetric meshes, whose nodes represent rings.
  static constexpr bool acts_on_axisymmetric = true;

  /// Parameters of a case.
  struct Data {
    fem::VectorSource density;  ///< force per volume
    std::string group;          ///< group of cells; empty for the whole object
    double thickness = 0;       ///< thickness in plane problems; 0: thickness of the object
    base::History history{};    ///< factor of the load in time
  };
  /// Declares the parameters of a case.
  static void declare(base::Parameters<Data>& p);

  BodyForce(Data data, const fem::Domain& domain);
};

}  // namespace tenon::force
