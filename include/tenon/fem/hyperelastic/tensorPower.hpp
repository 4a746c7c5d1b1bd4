#pragma once
#include "tenon/fem/Dual.hpp"
#include "tenon/fem/laws/Jet.hpp"
#include "tenon/fem/Tensor.hpp"
#include "tenon/fem/hyperelastic/isochoric.hpp"

namespace tenon::fem {

/// C = F^T F, exactly symmetric.
template <class T>
Tensor<T> rightCauchyGreen(const Tensor<T>& H) {
  return deformation(2.0 * greenStrain(H));
}

/// A symmetric positive definite tensor C = sum_i c_i n_i n_i^T, its power C^p and the derivative of that:
///   d(C^p) = sum_ij D_ij (n_i . dC n_j) n_i n_j^T,  D_ij = (c_i^p - c_j^p) / (c_i - c_j), p c_i^(p-1) where they meet
/// (Daletskii and Krein, 1965; Higham, Functions of Matrices, theorem 3.11). D is as smooth in c_i, c_j as the power
/// itself, and calculated without loss of digits where they are close: no direction n_i is ever differentiated.
class TensorPower {
 public:
  TensorPower(const Tensor<Lane>& C, double p);
  const Tensor<Lane>& value() const { return value_; }
  Tensor<Lane> change(const Tensor<Lane>& dC) const;

 private:
  Tensor<Lane> directions_, differences_, value_;  // columns n_i; D
};

inline Tensor<Lane> power(const Tensor<Lane>& C, double p) {
  return TensorPower(C, p).value();
}
Tensor<Dual<Lane>> power(const Tensor<Dual<Lane>>& C, double p);
Tensor<LinearJet<Lane>> power(const Tensor<LinearJet<Lane>>& C, double p);

}  // namespace tenon::fem
