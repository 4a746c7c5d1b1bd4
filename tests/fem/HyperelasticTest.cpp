// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <functional>

#include "fem/laws/PlaneStressLaw.hpp"
#include "materialPoints.hpp"

namespace tenon::fem {
namespace {

/// Material with moduli in units of `scale`. `lambda` and `mu` are the Lame constants at small
/// strain, if the material is isotropic there.
struct Named {
  std::string name;
  std::function<Law(double scale)> make;
  double lambda = 0, mu = 0;
};

constexpr double young = 1000, poisson = 0.3;
constexpr double lambda = young * poisson / ((1 + poisson) * (1 - 2 * poisson)), mu = young / (2 * (1 + poisson));

double initialModulus(const ArrudaBoyce& m) {
  const double x = 1 / (m.locking * m.locking);
  return m.mu * (1 + x * (3.0 / 5 + x * (99.0 / 175 + x * (513.0 / 875 + x * 42039.0 / 67375))));
}

/// Returns a network with two layers.
Network network(double scale) {
  InvariantNetwork weights;
  weights.linear = {scale * 8, scale * 3};
  weights.layers = {{{{1.2, 0.1}, {0, 0.6}, {0.7, 0.3}}, {-0.4, 0.5, -1.5}},
                    {{{0.9, 0, 1.1}, {0.2, 1.4, 0}}, {0.3, -2}}};
  weights.output = {scale * 20, scale * 6};
  return {weights, scale * 700};
}

const std::vector<Named>& materials() {
  static const ArrudaBoyce chains{80, 2.5, 900};
  static const std::vector<Named> all{{"SaintVenantKirchhoff",
                                       [](double s) {
                                         return lawOf(SaintVenantKirchhoff{s * young, poisson});
                                       },
                                       lambda, mu},
                                      {"NeoHookean",
                                       [](double s) {
                                         return lawOf(NeoHookean{s * young, poisson});
                                       },
                                       lambda, mu},
                                      {"IsochoricNeoHookean",
                                       [](double s) {
                                         return lawOf(IsochoricNeoHookean{s * young, poisson});
                                       },
                                       lambda, mu},
                                      {"StableNeoHookean",
                                       [](double s) {
                                         return lawOf(StableNeoHookean{s * young, poisson});
                                       },
                                       lambda, mu},
                                      {"MooneyRivlin",
                                       [](double s) {
                                         return lawOf(MooneyRivlin{s * 30, s * 12, s * 700});
                                       },
                                       700 - 2. / 3 * 84, 84},
                                      {"Ogden",
                                       [](double s) {
                                         return lawOf(Ogden{{{s * 40, 1.7}, {s * -9, -2.4}}, s * 800});
                                       },
                                       800 - 2. / 3 * (34 + 10.8), 34 + 10.8},
                                      {"Network", [](double s) { return lawOf(network(s)); },
                                       700 - 2. / 3 * network(1).shearModulus(), network(1).shearModulus()},
                                      {"ArrudaBoyce",
                                       [](double s) {
                                         return lawOf(ArrudaBoyce{s * chains.mu, chains.locking, s * chains.bulk});
                                       },
                                       chains.bulk - 2. / 3 * initialModulus(chains), initialModulus(chains)},
                                      {"VerondaWestmann",
                                       [](double s) {
                                         return lawOf(VerondaWestmann{s * 20, 1.5, s * 500});
                                       },
                                       500 - 20, 30},
                                      {"FibreReinforced",
                                       [](double s) {
                                         return lawOf(FibreReinforced{s * 30, s * 25, 0.8, s * 600, {}});
                                       }},
                                      {"Guccione",
                                       [](double s) {
                                         return lawOf(Guccione{s * 20, 3, 1.2, 2, s * 400, {}});
                                       }},
                                      {"Costa",
                                       [](double s) {
                                         return lawOf(Costa{s * 20, 3, 1.2, 0.7, 2, 1.4, 0.9, s * 400, {}, {}});
                                       }},
                                      // For equal exponents the material is isotropic at small
                                      // strain, W = a b / 2 E : E + ...
                                      {"CostaIsotropic",
                                       [](double s) {
                                         return lawOf(Costa{s * 20, 2, 2, 2, 2, 2, 2, s * 400, {}, {}});
                                       },
                                       400, 20}};
  return all;
}

class Hyperelastic : public ::testing::TestWithParam<int> {
 protected:
  const Named& named = materials()[static_cast<std::size_t>(GetParam())];
  Law law = named.make(1.0);
  Point point{*law};
};

// Returns the central difference of order 4. Its error is far below the tolerance of 1e-8.
template <class Function>
auto slope(const Function& f, double h) {
  return (8.0 / (12 * h)) * (f(h) - f(-h)) - (1.0 / (12 * h)) * (f(2 * h) - f(-2 * h));
}

TEST_P(Hyperelastic, tangentIsTheDerivativeOfTheStress) {
  const Tensor<Lane> H = gradient(3);
  const Tangent<Lane, 3> C = point.tangent(H);
  for (int k = 0; k < 3; ++k)
    for (int l = 0; l < 3; ++l) {
      const auto stress = [&](double h) {
        Tensor<Lane> moved = H;
        moved(k, l) += h;
        return point.stress(moved);
      };
      EXPECT_LT(largest(slope(stress, 1e-4) - column(C, k, l)), 1e-8 * largest(C)) << k << l;
    }
}

TEST_P(Hyperelastic, stressIsTheDerivativeOfTheEnergy) {
  ASSERT_TRUE(law->hasEnergy());
  const Tensor<Lane> H = gradient(5), P = point.stress(H);
  for (int k = 0; k < 3; ++k)
    for (int l = 0; l < 3; ++l) {
      const auto energy = [&](double h) {
        Tensor<Lane> moved = H;
        moved(k, l) += h;
        return point.energy(moved);
      };
      EXPECT_LT(largest(slope(energy, 1e-3) - P(k, l)), 1e-8 * largest(P)) << k << l;
    }
}

TEST_P(Hyperelastic, stressChangeIsTheTangentTimesTheGradientChange) {
  const Tensor<Lane> H = gradient(7), dH = gradient(8);
  const Tangent<Lane, 3> C = point.tangent(H);
  Tensor<Lane> expected;
  for (int k = 0; k < 3; ++k)
    for (int l = 0; l < 3; ++l) expected = expected + dH(k, l) * column(C, k, l);
  EXPECT_LT(largest(point.stressChange(H, dH) - expected), 1e-12 * largest(expected));
}

TEST_P(Hyperelastic, isObjective) {
  const Mat3 R = Eigen::AngleAxisd(2.1, Vec3(2, -1, 1).normalized()).toRotationMatrix();
  EXPECT_LT(largest(point.stress(constant(R - Mat3::Identity()))), 1e-12 * 1000) << "a rotation gives no force";
  EXPECT_LT(largest(point.energy(constant(R - Mat3::Identity()))), 1e-12 * 1000);
  const Tensor<Lane> H = gradient(9),
                     turned = product(constant(R), deformationGradient(H)) - spherical(base::allLanes(1.0));
  const Tensor<Lane> P = point.stress(H);
  EXPECT_LT(largest(point.stress(turned) - product(constant(R), P)), 1e-12 * largest(P));
  EXPECT_LT(largest(point.energy(turned) - point.energy(H)), 1e-12 * largest(point.energy(H)));
}

TEST_P(Hyperelastic, isHookesLawAtSmallStrain) {
  const Tangent<Lane, 3> C = point.tangent({});
  EXPECT_LT(largest(point.stress({})), 1e-13 * largest(C)) << "rest";
  EXPECT_LT(largest(point.energy({})), 1e-13 * largest(C));
  if (named.mu == 0) return;
  const auto delta = [](int i, int j) { return i == j ? 1.0 : 0.0; };
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      for (int k = 0; k < 3; ++k)
        for (int l = 0; l < 3; ++l) {
          const double hooke = named.lambda * delta(i, j) * delta(k, l) +
                               named.mu * (delta(i, k) * delta(j, l) + delta(i, l) * delta(j, k));
          EXPECT_NEAR(C.entry[i][j][k][l][3], hooke, 1e-11 * named.lambda) << i << j << k << l;
        }
}

TEST_P(Hyperelastic, isIndependentOfUnits) {
  const Tensor<Lane> H = gradient(11), P = point.stress(H);
  const Tangent<Lane, 3> C = point.tangent(H);
  for (const double scale : {1e-6, 1e6}) {
    const Law scaled = named.make(scale);
    const Point other{*scaled};
    EXPECT_LT(largest(other.stress(H) - scale * P), 1e-13 * scale * largest(P));
    EXPECT_LT(largest(other.energy(H) - scale * point.energy(H)), 1e-13 * scale * largest(point.energy(H)));
    double error = 0;
    for (int k = 0; k < 3; ++k)
      for (int l = 0; l < 3; ++l)
        error = std::max(error, largest(column(other.tangent(H), k, l) - scale * column(C, k, l)));
    EXPECT_LT(error, 1e-13 * scale * largest(C));
  }
}

TEST_P(Hyperelastic, satisfiesPlaneStress) {
  const PlaneStressLaw plane(named.make(1.0));
  const Mat3 R = Eigen::AngleAxisd(0.7, Vec3::UnitZ()).toRotationMatrix();  // fibres in the xy plane
  const Point sheet{plane, fibres(R)}, solid{*law, fibres(R)};
  Tensor<Lane> H = gradient(13, 0.2), full, dH = gradient(14);
  for (int i = 0; i < 3; ++i) H(i, 2) = H(2, i) = dH(i, 2) = dH(2, i) = Lane{};
  plane.completeGradients({1, &H, &sheet.directions}, &full);
  const Tensor<Lane> P = sheet.stress(H);
  EXPECT_LT(largest(P(2, 2)), 1e-12 * 1000);
  EXPECT_LT(largest(P - solid.stress(full)), 1e-15 * largest(P));
  const auto stress = [&](double h) { return sheet.stress(H + h * dH); };
  Tensor<Lane> change = slope(stress, 1e-4), by_tangent;
  change(2, 2) = Lane{};
  for (int k = 0; k < 2; ++k)
    for (int l = 0; l < 2; ++l)
      for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 2; ++j) by_tangent(i, j) += dH(k, l) * sheet.tangent(H).entry[i][j][k][l];
  EXPECT_LT(largest(by_tangent - change), 1e-8 * largest(change));
  EXPECT_LT(largest(sheet.stressChange(H, dH) - by_tangent), 1e-12 * largest(change));
}

std::string nameOf(const ::testing::TestParamInfo<int>& param) {
  return materials()[static_cast<std::size_t>(param.param)].name;
}
INSTANTIATE_TEST_SUITE_P(all, Hyperelastic, ::testing::Range(0, static_cast<int>(materials().size())), nameOf);

}  // namespace
}  // namespace tenon::fem
