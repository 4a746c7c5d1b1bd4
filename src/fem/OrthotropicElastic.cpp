// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "OrthotropicElastic.hpp"

#include <Eigen/Cholesky>

#include "tenon/base/Error.hpp"

namespace tenon::fem {

void OrthotropicElastic::declare(base::Parameters<OrthotropicElastic>& parameters) {
  using M = OrthotropicElastic;
  const std::string modulus = "force/length^2";
  parameters.required("young_x", &M::young_x, modulus, "Young's modulus along x").positive();
  parameters.required("young_y", &M::young_y, modulus, "Young's modulus along y").positive();
  parameters.required("young_z", &M::young_z, modulus, "Young's modulus along z").positive();
  parameters.required("poisson_xy", &M::poisson_xy, "", "Poisson's ratio: contraction along y under tension along x");
  parameters.required("poisson_yz", &M::poisson_yz, "", "Poisson's ratio: contraction along z under tension along y");
  parameters.required("poisson_xz", &M::poisson_xz, "", "Poisson's ratio: contraction along z under tension along x");
  parameters.required("shear_xy", &M::shear_xy, modulus, "shear modulus in the xy plane").positive();
  parameters.required("shear_yz", &M::shear_yz, modulus, "shear modulus in the yz plane").positive();
  parameters.required("shear_xz", &M::shear_xz, modulus, "shear modulus in the xz plane").positive();
  const std::string expansion = "1/temperature";
  parameters.optional("expansion_x", &M::expansion_x, expansion, "coefficient of thermal expansion along x");
  parameters.optional("expansion_y", &M::expansion_y, expansion, "coefficient of thermal expansion along y");
  parameters.optional("expansion_z", &M::expansion_z, expansion, "coefficient of thermal expansion along z");
}

base::Mat3 OrthotropicElastic::compliance() const {
  base::Mat3 S;
  S(0, 0) = 1 / young_x, S(1, 1) = 1 / young_y, S(2, 2) = 1 / young_z;
  S(0, 1) = S(1, 0) = -poisson_xy / young_x;
  S(1, 2) = S(2, 1) = -poisson_yz / young_y;
  S(0, 2) = S(2, 0) = -poisson_xz / young_x;
  return S;
}

void OrthotropicElastic::check() const {
  if (compliance().llt().info() != Eigen::Success)
    throw base::InputError(
        "The moduli and Poisson's ratios of the orthotropic material are inadmissible: the compliance matrix is not "
        "positive definite. In particular, poisson_ij^2 must be less than young_i / young_j.");
}

}  // namespace tenon::fem
