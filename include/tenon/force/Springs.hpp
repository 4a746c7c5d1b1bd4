#pragma once
#include "tenon/force/CentralSprings.hpp"

namespace tenon::force {

/// Linear springs and dampers between two nodes: f_a = (k (l - l0) + c l') n; see CentralSprings.
class Springs : public CentralSprings {
 public:
  struct Data : fem::Pairing {
    double stiffness = 0;
    double damping = 0;
    fem::Measured rest_length;
  };
  static void declare(base::Parameters<Data>& p);

  /// Collective.
  Springs(const Data& data, const fem::FindDomain& find)
      : CentralSprings("springs", data, find, data.rest_length, {data.stiffness}, data.damping) {}
};

/// Springs whose tension is a polynomial of the elongation: f_a = (k_1 e + k_2 e^2 + ... + c l') n; see CentralSprings.
class PolynomialSprings : public CentralSprings {
 public:
  struct Data : fem::Pairing {
    fem::Coefficients coefficients;
    double damping = 0;
    fem::Measured rest_length;
  };
  static void declare(base::Parameters<Data>& p);

  /// Collective.
  PolynomialSprings(const Data& data, const fem::FindDomain& find)
      : CentralSprings("polynomial-springs", data, find, data.rest_length, data.coefficients.list, data.damping) {}
};

}  // namespace tenon::force
