#pragma once
#include "tenon/fem/Tensor.hpp"
#include "tenon/fem/laws/lanes.hpp"

namespace tenon::fem {

/// A symmetric tensor by its principal values and axes: a = sum over A of values[A] n_A n_A^T, n_A column A of `axes`.
struct Principal {
  Lane values[3];
  Tensor<Lane> axes;
};

/// By cyclic Jacobi rotations (Golub and Van Loan, Matrix Computations, 4th ed., section 8.5), to round-off, without
/// branches.
Principal principalOf(const Tensor<Lane>& a);

}  // namespace tenon::fem
