#pragma once
#include <array>

#include "tenon/base/Parameters.hpp"
#include "tenon/fem/hyperelastic/isochoric.hpp"

namespace tenon::fem {

/// Mooney-Rivlin material (Rivlin, Large elastic deformations of isotropic materials IV, Phil. Trans. R. Soc. A 241,
/// 1948; nearly incompressible as in Bonet and Wood, section 6.5):
///   W = c10 (I1 - 3) + c01 (I2 - 3) + kappa / 2 (J - 1)^2,  I1, I2 of J^(-1/3) F,  mu = 2 (c10 + c01)
struct MooneyRivlin {
  double c10 = 0, c01 = 0;  ///< force / length^2, c10 >= 0, c01 >= 0, not both 0
  double bulk = 0;          ///< kappa > 0, force / length^2

  static constexpr bool is_linear = false;
  static void declare(base::Parameters<MooneyRivlin>& p);
  /// InputError where both constants are 0.
  void check() const;

  template <class T>
  T energy(const Tensor<T>& H) const {
    const IsochoricInvariants<T> of(H);
    return c10 * (of.I1 - 3.0) + c01 * (of.I2 - 3.0) + volumetricEnergy(bulk, of.J);
  }

  template <class T>
  Tensor<T> stress(const Tensor<T>& H) const {
    return isochoricStress(H, bulk, [this](const T&, const T&) { return std::array<T, 2>{T{} + c10, T{} + c01}; });
  }
};

}  // namespace tenon::fem
