// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>

#include "tenon/base/Parameters.hpp"
#include "tenon/force/SolidForce.hpp"

namespace tenon::force {

/// Factory of the internal force of a solid of the material that the case names (`tenon list
/// material`):
///   f_a = - integral of sigma grad N_a dV,  sigma = C : (eps - alpha (T - T_0)),
/// where the thermal strain is present only if a temperature is given.
/// Creates the solid that the material registers, with its damping, time dependence and preparation
/// of derivatives.
struct Elastic {
  /// Indicates that the type is accepted on axisymmetric meshes, whose nodes represent rings.
  static constexpr bool acts_on_axisymmetric = true;

  /// Parameters of a case.
  struct Data {
    base::CaseNode material;                   ///< material and its parameters
    std::string group;                         ///< group of cells; empty for the whole object
    std::string plane = "strain";              ///< `strain` or `stress`, in plane problems
    double thickness = 0;                      ///< thickness in plane problems; 0: thickness of the object
    fem::ScalarSource temperature{};           ///< temperature T
    double reference_temperature = 0;          ///< T_0, temperature without thermal strain
    std::string formulation = "displacement";  ///< name of a Formulation
  };
  /// Declares the parameters of a case.
  static void declare(base::Parameters<Data>& p);
  /// Creates the solid. @note Collective.
  static std::unique_ptr<Solid> make(const Data& data, const fem::Domain& domain);
};

}  // namespace tenon::force
