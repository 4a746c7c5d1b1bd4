// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "isochoric.hpp"
#include "tenon/fem/Dual.hpp"
#include "tenon/fem/Tensor.hpp"
#include "tenon/fem/laws/Jet.hpp"

namespace tenon::fem {

/// Returns the right Cauchy-Green tensor C = F^T F, exactly symmetric.
template <class T>
Tensor<T> rightCauchyGreen(const Tensor<T>& H) {
  return deformationGradient(2.0 * greenStrain(H));
}

/// Power C^p of a symmetric positive definite tensor C = sum_i c_i n_i n_i^T and its derivative:
///   d(C^p) = sum_ij D_ij (n_i . dC n_j) n_i n_j^T
///   D_ij = (c_i^p - c_j^p) / (c_i - c_j), or p c_i^(p-1) for equal c_i and c_j
/// D is as smooth in c_i and c_j as the power itself and is computed without cancellation for close
/// values. The directions n_i are not differentiated.
/// @see Daletskii and Krein, 1965; Higham, Functions of Matrices, theorem 3.11
class TensorPower {
 public:
  /// Computes the spectral decomposition and the power C^p.
  TensorPower(const Tensor<Lane>& C, double p);
  /// Returns C^p.
  const Tensor<Lane>& value() const { return value_; }
  /// Returns d(C^p) for the change dC.
  Tensor<Lane> change(const Tensor<Lane>& dC) const;

 private:
  Tensor<Lane> directions_, differences_, value_;  // n_i in columns, D, and C^p
};

/// Returns C^p.
inline Tensor<Lane> power(const Tensor<Lane>& C, double p) {
  return TensorPower(C, p).value();
}
/// Returns C^p with its derivative in one direction.
Tensor<Dual<Lane>> power(const Tensor<Dual<Lane>>& C, double p);
/// Returns C^p with its derivatives with respect to the entries of H.
Tensor<LinearJet<Lane>> power(const Tensor<LinearJet<Lane>>& C, double p);

}  // namespace tenon::fem
