// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include "constraint/PressureField.hpp"

namespace tenon::constraint {

/// Parameters of the constraint `incompressible`.
struct IncompressibleParameters {
  /// Names of the constraint, of the object and of the group; no group: the whole object.
  std::string name, object, group{};
  std::string pressure = "linear";    ///< pressure field: linear or constant
  double bulk = 0.0;                  ///< bulk modulus, force/area; 0: incompressible
  double young = 0.0, poisson = 0.0;  ///< E (force/area) and nu, instead of `bulk`
  double thickness = 0.0;             ///< thickness of a plane problem; 0: the thickness of the object
  std::string strain = "small";       ///< small: div u = 0; finite: J = 1

  /// Returns the name, or a default name.
  std::string nameOrDefault() const;
  /// Returns the parameters of the pressure field.
  PressureField::Data pressureData() const { return {object, group, pressure == "linear", thickness}; }
  /// Returns `bulk`, or Lame's lambda = E nu / ((1 + nu)(1 - 2 nu)) if E and nu are given; 0 for
  /// nu = 1/2 (incompressible).
  /// @throws InputError if both are given, or only one of E and nu
  double bulkModulus() const;
};

/// Returns the compliances `rows` with int psi / bulk dV added. Nothing is added without a bulk
/// modulus, `bulk` = 0.
std::vector<double> addBulkCompliances(std::vector<double> rows, const PressureField& pressure, double bulk);

}  // namespace tenon::constraint
