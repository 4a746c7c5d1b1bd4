// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "tenon/fem/Dual.hpp"

// With -fopenmp-simd, which src/fem/CMakeLists.txt sets for this file only, the compiler replaces
// calls of functions with this declaration, in loops with the pragma `simd`, by calls of glibc's
// libmvec. Without the option the pragmas have no effect.
#if defined(__x86_64__) && defined(__GLIBC__)
#pragma omp declare simd notinbranch simdlen(tenon::base::num_lanes)
extern "C" double exp(double) noexcept;
#pragma omp declare simd notinbranch simdlen(tenon::base::num_lanes)
extern "C" double log(double) noexcept;
#endif

namespace tenon::fem {

Lane exp(const Lane& x) {
  Lane y;
  const auto* from = reinterpret_cast<const double*>(&x);
  auto* to = reinterpret_cast<double*>(&y);
#pragma omp simd simdlen(base::num_lanes)
  for (int lane = 0; lane < base::num_lanes; ++lane) to[lane] = ::exp(from[lane]);
  return y;
}

Lane log(const Lane& x) {
  Lane y;
  const auto* from = reinterpret_cast<const double*>(&x);
  auto* to = reinterpret_cast<double*>(&y);
#pragma omp simd simdlen(base::num_lanes)
  for (int lane = 0; lane < base::num_lanes; ++lane) to[lane] = ::log(from[lane]);
  return y;
}

}  // namespace tenon::fem
