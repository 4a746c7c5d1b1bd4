// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "fem/LinearElastic.hpp"
#include "fem/OrthotropicElastic.hpp"
#include "fem/laws/constantLaws.hpp"
#include "tenon/base/Error.hpp"

namespace tenon::fem {
namespace {

const LinearElastic steel{210, 0.3};
const OrthotropicElastic wood{10, 4, 3, 0.3, 0.25, 0.2, 2, 1.5, 1};

Tensor<double> gradient() {
  Tensor<double> H;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) H(i, j) = 0.01 * (1 + i) - 0.003 * j * (i + 2);
  return H;
}

TEST(LinearElastic, uniaxialStress) {
  Tensor<double> H;
  H(0, 0) = 0.01;
  H(1, 1) = H(2, 2) = -0.3 * 0.01;
  const auto sigma = steel.stress(H);
  EXPECT_NEAR(sigma(0, 0), 2.1, 1e-14);
  EXPECT_NEAR(sigma(1, 1), 0, 1e-14);
  EXPECT_NEAR(sigma(0, 1), 0, 1e-14);
}

TEST(LinearElastic, tangentOfAutomaticDifferentiationIsTheClosedForm) {
  const auto C = differentiate<double>(steel, gradient());
  const double lambda = steel.lambda(), mu = steel.mu();
  const auto delta = [](int i, int j) { return i == j ? 1.0 : 0.0; };
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      for (int k = 0; k < 3; ++k)
        for (int l = 0; l < 3; ++l)
          EXPECT_NEAR(C.entry[i][j][k][l],
                      lambda * delta(i, j) * delta(k, l) + mu * (delta(i, k) * delta(j, l) + delta(i, l) * delta(j, k)),
                      1e-13 * lambda);
}

/// Compares with the closed-form solutions: E / (1 - nu^2) in plane stress and
/// E (1 - nu) / ((1 + nu)(1 - 2 nu)) in plane strain.
TEST(LinearElastic, planeTangents) {
  const auto C = differentiate<double>(steel, gradient());
  EXPECT_NEAR(inPlane(C, Plane::stress).entry[0][0][0][0], 210 / (1 - 0.09), 1e-11);
  EXPECT_NEAR(inPlane(C, Plane::stress).entry[0][0][1][1], 0.3 * 210 / (1 - 0.09), 1e-11);
  EXPECT_NEAR(inPlane(C, Plane::strain).entry[0][0][0][0], 210 * 0.7 / (1.3 * 0.4), 1e-11);
  EXPECT_NEAR(inPlane(C, Plane::stress).entry[0][1][0][1], 210 / 2.6, 1e-11);
  const IsotropicLaw<2> law(steel, Plane::stress);
  EXPECT_NEAR(law.lambda + 2 * law.mu, 210 / (1 - 0.09), 1e-11);
}

TEST(OrthotropicElastic, stressIsConsistentWithTheCompliance) {
  const auto H = gradient();
  const auto sigma = wood.stress(H);
  const auto eps = strain(H);
  EXPECT_NEAR(sigma(0, 0) / 10 - 0.3 / 10 * sigma(1, 1) - 0.2 / 10 * sigma(2, 2), eps(0, 0), 1e-16);
  EXPECT_NEAR(-0.3 / 10 * sigma(0, 0) + sigma(1, 1) / 4 - 0.25 / 4 * sigma(2, 2), eps(1, 1), 1e-16);
  EXPECT_NEAR(-0.2 / 10 * sigma(0, 0) - 0.25 / 4 * sigma(1, 1) + sigma(2, 2) / 3, eps(2, 2), 1e-16);
  EXPECT_NEAR(sigma(0, 1), 2 * 2 * eps(0, 1), 1e-16);
  EXPECT_NEAR(sigma(1, 2), 2 * 1.5 * eps(1, 2), 1e-16);
  EXPECT_NEAR(sigma(0, 2), 2 * 1 * eps(0, 2), 1e-16);
}

TEST(OrthotropicElastic, withEqualConstantsIsIsotropic) {
  const double G = steel.mu();
  const OrthotropicElastic same{210, 210, 210, 0.3, 0.3, 0.3, G, G, G};
  const auto a = same.stress(gradient()), b = steel.stress(gradient());
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) EXPECT_NEAR(a(i, j), b(i, j), 1e-13);
}

TEST(OrthotropicElastic, rejectsIndefiniteStiffness) {
  OrthotropicElastic wrong = wood;
  EXPECT_NO_THROW(wrong.check());
  wrong.poisson_xy = 1.6;  // above sqrt(10 / 4)
  EXPECT_THROW(wrong.check(), base::InputError);
}

TEST(Dual, differentiatesFunctions) {
  const Dual<double> x(0.7, 1.0);
  EXPECT_NEAR(sqrt(x).slope, 0.5 / std::sqrt(0.7), 1e-15);
  EXPECT_NEAR(exp(x).slope, std::exp(0.7), 1e-15);
  EXPECT_NEAR(log(x).slope, 1 / 0.7, 1e-15);
  EXPECT_NEAR((x * x / (1 + x)).slope, (2 * 0.7 * 1.7 - 0.49) / (1.7 * 1.7), 1e-15);
  const Dual<Lane> lanes(base::allLanes(0.7), base::allLanes(1.0));
  EXPECT_NEAR(log(exp(lanes) - 1).slope[base::num_lanes - 1], std::exp(0.7) / (std::exp(0.7) - 1), 1e-14);
}

void expectRefused(const std::string& young, const std::string& poisson) {
  base::Parameters<LinearElastic> parameters;
  LinearElastic::declare(parameters);
  const auto node =
      base::CaseNode::parse("{type: linear-elastic, young: " + young + ", poisson: " + poisson + "}", "a");
  EXPECT_THROW(parameters.read(node), base::InputError) << young << " " << poisson;
}

TEST(LinearElastic, rejectsConstantsOutOfRange) {
  expectRefused("-1", "0.3");
  expectRefused("0", "0.3");
  expectRefused("1", "0.5");
  expectRefused("1", "-1");
  expectRefused("1", "soft");
}

}  // namespace
}  // namespace tenon::fem
