// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "CentralSprings.hpp"

namespace tenon::force {

/// Linear springs and dampers between two nodes: f_a = (k (l - l0) + c l') n; see CentralSprings.
class Springs : public CentralSprings {
 public:
  /// Parameters of a case.
  struct Data : fem::Pairing {
    double stiffness = 0;             ///< stiffness k
    double damping = 0;               ///< damping coefficient c
    fem::ReferenceValue rest_length;  ///< l0, or measured in the reference configuration
  };
  /// Declares the parameters of a case.
  static void declare(base::Parameters<Data>& p);

  /// Creates the springs.
  /// @note Collective.
  Springs(const Data& data, const fem::FindDomain& find)
      : CentralSprings("springs", data, find, data.rest_length, {data.stiffness}, data.damping) {}
};

/// Springs whose tension is a polynomial of the elongation: f_a = (k_1 e + k_2 e^2 + ... + c l') n;
/// see CentralSprings.
class PolynomialSprings : public CentralSprings {
 public:
  /// Parameters of a case.
  struct Data : fem::Pairing {
    fem::Coefficients coefficients;   ///< coefficients k_1, k_2, ...
    double damping = 0;               ///< damping coefficient c
    fem::ReferenceValue rest_length;  ///< l0, or measured in the reference configuration
  };
  /// Declares the parameters of a case.
  static void declare(base::Parameters<Data>& p);

  /// Creates the springs.
  /// @note Collective.
  PolynomialSprings(const Data& data, const fem::FindDomain& find)
      : CentralSprings("polynomial-springs", data, find, data.rest_length, data.coefficients.list, data.damping) {}
};

}  // namespace tenon::force
