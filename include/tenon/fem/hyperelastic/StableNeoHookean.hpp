#pragma once
#include "tenon/base/Parameters.hpp"
#include "tenon/fem/laws/Jet.hpp"
#include "tenon/fem/Tensor.hpp"

namespace tenon::fem {

/// A neo-Hookean material that stays defined, and pushes back, where an element is turned inside out (Smith, de Goes
/// and Kim, Stable Neo-Hookean Flesh Simulation, ACM Transactions on Graphics 37, 2018, eq. 14):
///   W = m / 2 (I_1 - 3) + l / 2 (J - a)^2 - m / 2 ln(I_1 + 1) + constant,  a = 1 + 3/4 m / l
///   P = m (1 - 1 / (I_1 + 1)) F + l (J - a) dJ/dF
/// with m = 4/3 mu and l = lambda + 5/6 mu (their section 3.4; positive for every nu > -1), which makes it Hooke's law
/// at small strain; W = 0 at rest.
struct StableNeoHookean {
  double young = 0;    ///< E > 0, force / length^2
  double poisson = 0;  ///< -1 < nu < 1/2

  static constexpr bool is_linear = false;
  static constexpr bool allows_inversion = true;
  static void declare(base::Parameters<StableNeoHookean>& p);

  double mu() const { return young / (2 * (1 + poisson)); }
  double m() const { return 4.0 / 3 * mu(); }
  double l() const { return young * poisson / ((1 + poisson) * (1 - 2 * poisson)) + 5.0 / 6 * mu(); }
  double a() const { return 1 + 0.75 * m() / l(); }

  template <class T>
  T energy(const Tensor<T>& H) const {
    const T J = determinant(deformation(H)), S = stretching(H);
    return 0.5 * m() * (S - log(0.25 * S + 1.0)) + 0.5 * l() * ((J - 1.0) * (J + (1 - 2 * a())));
  }

  template <class T>
  Tensor<T> stress(const Tensor<T>& H) const {
    const Tensor<T> F = deformation(H);
    const T shear = m() - m() / (stretching(H) + 4.0), volume = l() * (determinant(F) - a());
    return shear * F + volume * cofactor(F);
  }
};

}  // namespace tenon::fem
