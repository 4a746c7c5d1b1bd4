// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <memory>

#include "fem/hyperelastic/materials.hpp"

// Evaluation of material models at single points.
namespace tenon::fem {

using base::Mat3;
using base::Vec3;
using Law = std::unique_ptr<MaterialLaw>;

template <class Material>
Law lawOf(const Material& material) {
  return std::make_unique<DifferentiatedLaw<Material>>(material);
}

inline Fibres fibres(const Mat3& R = Eigen::AngleAxisd(0.7, Vec3(1, 2, 3).normalized()).toRotationMatrix()) {
  Fibres at;
  for (int i = 0; i < 3; ++i) at.fibre[i] = base::allLanes(R(i, 0)), at.sheet[i] = base::allLanes(R(i, 1));
  return at;
}

inline double pseudoRandom(int i) {
  return std::sin(1.0 + 12.9898 * i + 0.37 * (i % 7));
}

/// Returns displacement gradients with det F > 0 that differ between lanes.
inline Tensor<Lane> gradient(int seed, double size = 0.25) {
  Tensor<Lane> H;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      for (int lane = 0; lane < base::num_lanes; ++lane)
        H(i, j)[lane] = size * pseudoRandom(seed + 9 * lane + 3 * i + j);
  return H;
}

inline Tensor<Lane> constant(const Mat3& a) {
  Tensor<Lane> tensor;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) tensor(i, j) = base::allLanes(a(i, j));
  return tensor;
}

/// Material point with fibre directions. Materials without fibres ignore them.
struct Point {
  const MaterialLaw& law;
  Fibres directions = fibres();

  Tensor<Lane> stress(const Tensor<Lane>& H) const {
    Tensor<Lane> P;
    law.stress({1, &H, &directions}, &P);
    return P;
  }
  Tangent<Lane, 3> tangent(const Tensor<Lane>& H) const {
    Tangent<Lane, 3> C;
    law.tangent({1, &H, &directions}, &C);
    return C;
  }
  Tensor<Lane> stressChange(const Tensor<Lane>& H, const Tensor<Lane>& dH) const {
    Tensor<Lane> dP;
    law.stressChange({1, &H, &directions}, &dH, &dP);
    return dP;
  }
  Lane energy(const Tensor<Lane>& H) const {
    Lane W;
    law.energy({1, &H, &directions}, &W);
    return W;
  }
};

inline double largest(const Lane& a) {
  double most = 0;
  for (int lane = 0; lane < base::num_lanes; ++lane)
    most = std::isnan(a[lane]) ? a[lane] : std::max(most, std::abs(a[lane]));
  return most;
}
inline double largest(const Tensor<Lane>& a) {
  double most = 0;
  for (const auto& row : a.entry)
    for (const Lane& entry : row) most = std::isnan(largest(entry)) ? largest(entry) : std::max(most, largest(entry));
  return most;
}
inline Tensor<Lane> column(const Tangent<Lane, 3>& C, int k, int l) {
  Tensor<Lane> result;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) result(i, j) = C.entry[i][j][k][l];
  return result;
}
inline double difference(const Tangent<Lane, 3>& a, const Tangent<Lane, 3>& b) {
  double most = 0;
  for (int k = 0; k < 3; ++k)
    for (int l = 0; l < 3; ++l) most = std::max(most, largest(column(a, k, l) - column(b, k, l)));
  return most;
}
inline double largest(const Tangent<Lane, 3>& C) {
  double most = 0;
  for (int k = 0; k < 3; ++k)
    for (int l = 0; l < 3; ++l) most = std::max(most, largest(column(C, k, l)));
  return most;
}

}  // namespace tenon::fem
