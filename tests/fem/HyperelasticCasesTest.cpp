// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "fem/laws/PlaneStressLaw.hpp"
#include "materialPoints.hpp"

namespace tenon::fem {
namespace {

constexpr double young = 1000, poisson = 0.3;

/// Material reduced to its energy. Stress and tangent are obtained by automatic differentiation.
template <class Material>
struct FromEnergy {
  Material material;
  static constexpr bool is_linear = false;
  template <class T>
  T energy(const Tensor<T>& H) const {
    if constexpr (has_fibres<Material>)
      return material.energy(H, fibres());
    else
      return material.energy(H);
  }
};
template <class Material>
struct FromStress {
  Material material;
  static constexpr bool is_linear = false;
  template <class T>
  Tensor<T> stress(const Tensor<T>& H) const {
    if constexpr (has_fibres<Material>)
      return material.stress(H, fibres());
    else
      return material.stress(H);
  }
};

/// Compares the stress and the tangent of a material with single
/// and double automatic differentiation.
template <class Material>
void expectDerivativesOfItsEnergy(const Material& material) {
  const DifferentiatedLaw<Material> by_hand(material);
  const DifferentiatedLaw<FromStress<Material>> once({material});
  const DifferentiatedLaw<FromEnergy<Material>> twice({material});
  const Tensor<Lane> H = gradient(15), dH = gradient(16), P = Point{by_hand}.stress(H);
  const Tangent<Lane, 3> C = Point{by_hand}.tangent(H);
  EXPECT_LT(difference(Point{once}.tangent(H), C), 1e-13 * largest(C));
  EXPECT_LT(difference(Point{twice}.tangent(H), C), 1e-13 * largest(C));
  EXPECT_LT(largest(Point{twice}.stress(H) - P), 1e-13 * largest(P));
  EXPECT_LT(largest(Point{twice}.stressChange(H, dH) - Point{by_hand}.stressChange(H, dH)), 1e-12 * largest(C));
  EXPECT_FALSE(once.hasEnergy());
}
TEST(HyperelasticByHand, matchesAutomaticDifferentiation) {
  expectDerivativesOfItsEnergy(SaintVenantKirchhoff{young, poisson});
  expectDerivativesOfItsEnergy(NeoHookean{young, poisson});
  expectDerivativesOfItsEnergy(IsochoricNeoHookean{young, poisson});
  expectDerivativesOfItsEnergy(StableNeoHookean{young, poisson});
  expectDerivativesOfItsEnergy(MooneyRivlin{30, 12, 700});
  expectDerivativesOfItsEnergy(ArrudaBoyce{80, 2.5, 900});
  expectDerivativesOfItsEnergy(VerondaWestmann{20, 1.5, 500});
  expectDerivativesOfItsEnergy(Guccione{20, 3, 1.2, 2, 400, {}});
  expectDerivativesOfItsEnergy(Costa{20, 3, 1.2, 0.7, 2, 1.4, 0.9, 400, {}, {}});
}

/// Energies for the detection of functions of S and J: one of det H instead of J = det F, one of a
/// single entry of H, and one that is linear neither in S nor in J.
struct OfDisplacement {
  static constexpr bool is_linear = false;
  template <class T>
  T energy(const Tensor<T>& H) const {
    return firstInvariantMinus3(H) + 5.0 * exp(determinant(H));
  }
};
struct OfEntries {
  static constexpr bool is_linear = false;
  template <class T>
  T energy(const Tensor<T>& H) const {
    return firstInvariantMinus3(H) * determinant(deformationGradient(H)) + H(0, 1) * H(0, 1);
  }
};
struct Mixed {
  static constexpr bool is_linear = false;
  template <class T>
  T energy(const Tensor<T>& H) const {
    const T S = firstInvariantMinus3(H), J = determinant(deformationGradient(H));
    return sqrt(S + 4.0) * log(J) + S * J - 0.5 * (1.0 / J) + S * S;
  }
};
template <class Material>
void expectDerivatives(bool has_dyads) {
  const DifferentiatedLaw<Material> law(Material{});
  EXPECT_EQ(law.hasDyads(), has_dyads);
  const Tensor<Lane> H = gradient(15);
  const Tensor<Lane> P = derivativesOf(Material{}.energy(seeded<LinearJet<Lane>>(H)));
  const Tangent<Lane, 3> C = secondDerivativesOf(Material{}.energy(seeded<QuadraticJet<Lane>>(H)));
  EXPECT_LT(largest(Point{law}.stress(H) - P), 1e-13 * largest(P));
  EXPECT_LT(difference(Point{law}.tangent(H), C), 1e-13 * largest(C));
}
TEST(HyperelasticEnergies, areDifferentiatedWithRespectToTheirArguments) {
  expectDerivatives<OfDisplacement>(false);
  expectDerivatives<OfEntries>(false);
  expectDerivatives<Mixed>(false);
  const DifferentiatedLaw<FromEnergy<NeoHookean>> linear(FromEnergy<NeoHookean>{{young, poisson}});
  EXPECT_TRUE(linear.hasDyads());
  const DifferentiatedLaw<FromEnergy<StableNeoHookean>> curved(FromEnergy<StableNeoHookean>{{young, poisson}});
  EXPECT_FALSE(curved.hasDyads());
}

/// Stretches a bar by l in uniaxial tension or compression, free of stress at its sides.
/// @return lateral stretch and nominal stress
std::array<double, 2> pull(const MaterialLaw& law, double l) {
  const Point point{law};
  double lateral = 1 / std::sqrt(l);
  for (int iteration = 0; iteration < 30; ++iteration) {
    const Tensor<Lane> H = constant(Vec3(l - 1, lateral - 1, lateral - 1).asDiagonal());
    const Tangent<Lane, 3> C = point.tangent(H);
    lateral -= point.stress(H)(1, 1)[0] / (C.entry[1][1][1][1][0] + C.entry[1][1][2][2][0]);
  }
  return {lateral, point.stress(constant(Vec3(l - 1, lateral - 1, lateral - 1).asDiagonal()))(0, 0)[0]};
}

// Compares with closed-form solutions. Two independent programs agree on the values to these
// digits.
TEST(HyperelasticTension, uniaxial) {
  const auto expect = [](const Law& law, double l, double lateral, double stress) {
    const auto [stretch, P] = pull(*law, l);
    EXPECT_NEAR(stretch, lateral, 1e-9);
    EXPECT_NEAR(P, stress, 1e-9 * std::abs(stress));
  };
  expect(lawOf(NeoHookean{1000, 0.3}), 0.5, 1.2107673905, -935.35205689);
  expect(lawOf(NeoHookean{1000, 0.3}), 1.5, 0.8801745918, 378.28017639);
  expect(lawOf(IsochoricNeoHookean{1000, 0.3}), 1.5, 0.8843382454, 338.39716624);
  expect(lawOf(SaintVenantKirchhoff{1000, 0.3}), 1.5, 0.7905694150, 937.5);
  // Nearly incompressible rubber. The nominal stress of the incompressible material is
  // 2 (l - 1/l^2) (c10 + c01 / l).
  const double incompressible = 2 * (1.5 - 1 / 2.25) * (30 + 12 / 1.5);
  EXPECT_NEAR(pull(*lawOf(MooneyRivlin{30, 12, 1e8}), 1.5)[1], incompressible, 1e-5 * incompressible);
}

/// Compares the stretch across the sheet, found by Newton's method, with that of pull().
TEST(HyperelasticTension, planeStress) {
  const PlaneStressLaw plane(lawOf(NeoHookean{1000, 0.3}));
  const Tensor<Lane> H = constant(Vec3(0.5, 0.8801745918 - 1, 0).asDiagonal());
  Tensor<Lane> full;
  plane.completeGradients({1, &H, nullptr}, &full);
  EXPECT_NEAR(full(2, 2)[base::num_lanes - 1], 0.8801745918 - 1, 1e-9);
}

void expectSame(const Law& a, const Law& b, double tolerance, const Tensor<Lane>& H) {
  const Point one{*a}, other{*b};
  EXPECT_LT(largest(one.energy(H) - other.energy(H)), tolerance * (largest(one.energy(H)) + 1));
  EXPECT_LT(largest(one.stress(H) - other.stress(H)), tolerance * (largest(one.stress(H)) + 1));
  EXPECT_LT(difference(one.tangent(H), other.tangent(H)), tolerance * largest(one.tangent(H)));
}

/// Verifies that Ogden's energy with the powers 2 and -2 of the stretches equals the Mooney-Rivlin
/// energy. The stretches are distinct, equal, or nearly equal.
TEST(HyperelasticOgden, equalsMooneyRivlinForExponentsOfTwo) {
  for (const Mat3& H :
       {Mat3(gradient(17)(0, 0)[0] * Mat3::Ones() + 0.1 * Mat3(Vec3(1, 2, 3).asDiagonal())), Mat3(Mat3::Zero()),
        Mat3(0.3 * Mat3::Identity()), Mat3(Vec3(0.2, 0.2, -0.1).asDiagonal()),
        Mat3(Vec3(0.2, 0.2 + 1e-9, -0.1).asDiagonal()), Mat3(Vec3(0.2, 0.2 + 1e-5, 0.2 - 1e-5).asDiagonal())})
    expectSame(lawOf(Ogden{{{60, 2}, {-24, -2}}, 700}), lawOf(MooneyRivlin{30, 12, 700}), 1e-11, constant(H));
  expectSame(lawOf(Ogden{{{60, 2}, {-24, -2}}, 700}), lawOf(MooneyRivlin{30, 12, 700}), 1e-11, gradient(18, 0.3));
}

TEST(HyperelasticLimits, reduceToSimplerMaterials) {
  const Tensor<Lane> H = gradient(19);
  const Law neo_hookean = lawOf(MooneyRivlin{40, 0, 700});
  expectSame(lawOf(ArrudaBoyce{80, 1e5, 700}), neo_hookean, 1e-8, H);
  expectSame(lawOf(VerondaWestmann{40e9, 1e-9, 700}), lawOf(MooneyRivlin{40, -20, 700}), 1e-5, H);
  expectSame(lawOf(IsochoricNeoHookean{9 * 700 * 80 / (3 * 700 + 80.), (3 * 700 - 160) / (2 * (3 * 700 + 80.))}),
             neo_hookean, 1e-12, H);
  expectSame(lawOf(FibreReinforced{80, 0, 1, 700, {}}), neo_hookean, 1e-12, H);
  expectSame(lawOf(Guccione{20, 3, 1.2, 2, 400, {}}), lawOf(Costa{20, 3, 1.2, 1.2, 2, 2, 1.2, 400, {}, {}}), 1e-12, H);
}

/// Compares the energies with and without fibres. The fibres are stretched by 1.2,
/// or rotated about z and not stretched.
TEST(HyperelasticFibres, carryOnlyTension) {
  const Law with = lawOf(FibreReinforced{80, 25, 0.8, 700, {}}), without = lawOf(FibreReinforced{80, 0, 0.8, 700, {}});
  const Tensor<Lane> along = constant(Vec3(0.2, -0.1, -0.05).asDiagonal());
  for (const auto& [turned, elongation] : {std::pair{false, 1.44 - 1}, {true, 0.0}}) {
    const Fibres at =
        fibres(turned ? Mat3(Eigen::AngleAxisd(M_PI / 2, Vec3::UnitZ()).toRotationMatrix()) : Mat3(Mat3::Identity()));
    const Lane stored = Point{*with, at}.energy(along) - Point{*without, at}.energy(along);
    EXPECT_NEAR(stored[2], 25 / 1.6 * (std::exp(0.8 * elongation * elongation) - 1), 1e-12);
  }
}

/// Verifies the exponents of the Costa energy by a single component of the strain.
TEST(HyperelasticFibres, haveTheirOwnExponents) {
  const Law law = lawOf(Costa{20, 3, 1.2, 0.7, 2, 1.4, 0.9, 1e-300, {}, {}});
  const auto Q = [&](const Mat3& E) {  // F = U with U^2 = I + 2 E, in the axes of the fibres
    const Mat3 R = Eigen::AngleAxisd(0.7, Vec3(1, 2, 3).normalized()).toRotationMatrix();
    const Mat3 U = Eigen::SelfAdjointEigenSolver<Mat3>(Mat3::Identity() + 2 * E).operatorSqrt();
    return std::log(1 + Point{*law}.energy(constant(R * (U - Mat3::Identity()) * R.transpose()))[1] / 10);
  };
  const double b[3][3] = {{3, 2, 1.4}, {2, 1.2, 0.9}, {1.4, 0.9, 0.7}};
  for (int i = 0; i < 3; ++i)
    for (int j = i; j < 3; ++j) {
      Mat3 E = Mat3::Zero();
      E(i, j) = E(j, i) = 0.2;
      EXPECT_NEAR(Q(E), b[i][j] * (i == j ? 1 : 2) * 0.04, 1e-12) << i << j;
    }
}

TEST(StableNeoHookean, isDefinedForInvertedElements) {
  const Law law = lawOf(StableNeoHookean{1000, 0.45});
  EXPECT_TRUE(law->allowsInversion());
  EXPECT_FALSE(lawOf(NeoHookean{1000, 0.45})->allowsInversion());
  const Tensor<Lane> inside_out = constant(Vec3(-2.1, 0, 0).asDiagonal()), flat = constant(Vec3(-1, 0, 0).asDiagonal());
  EXPECT_LT(Point{*law}.stress(inside_out)(0, 0)[0], -100) << "pushes back";
  EXPECT_GT(Point{*law}.energy(inside_out)[0], Point{*law}.energy(flat)[0]);
}

// ---- invalid constants: one sentence for each

template <class Material>
void expectRefused(const std::string& constants, const std::string& parameter) {
  base::Parameters<Material> parameters;
  Material::declare(parameters);
  try {
    parameters.read(base::CaseNode::parse("{" + constants + "}", "a.yaml"));
    ADD_FAILURE() << constants << " were taken";
  } catch (const base::InputError& error) {
    const std::string sentence = error.what();
    EXPECT_NE(sentence.find(parameter), std::string::npos) << sentence;
    EXPECT_EQ(sentence.find('\n'), std::string::npos) << sentence;
  }
}

TEST(HyperelasticConstants, areRejectedOutOfRange) {
  expectRefused<NeoHookean>("young: 0, poisson: 0.3", "'young' must be positive");
  expectRefused<IsochoricNeoHookean>("young: 1, poisson: 0.5", "'poisson' must lie strictly between -1 and 0.5");
  expectRefused<StableNeoHookean>("young: 1, poisson: -1", "'poisson'");
  expectRefused<SaintVenantKirchhoff>("young: 1", "'poisson' is missing");
  expectRefused<MooneyRivlin>("c10: -1, c01: 2, bulk: 3", "'c10' must not be negative");
  expectRefused<MooneyRivlin>("c10: 1, c01: 2, bulk: 0", "'bulk' must be positive");
  expectRefused<ArrudaBoyce>("mu: 1, locking: 1, bulk: 3", "'locking' must lie strictly between 1");
  expectRefused<VerondaWestmann>("c1: 1, c2: 0, bulk: 3", "'c2'");
  expectRefused<FibreReinforced>("mu: 1, k1: -1, k2: 3, bulk: 3", "'k1'");
  expectRefused<Guccione>("c: 1, bf: 1, bt: 0, bfs: 1, bulk: 3", "'bt'");
  expectRefused<Costa>("a: 1, bff: 1, bss: 1, bnn: 1, bfs: 1, bfn: 1, bsn: -1, bulk: 3", "'bsn'");
  expectRefused<Ogden>("terms: [], bulk: 1", "empty");
  expectRefused<Ogden>("terms: [[1, 2, 3]], bulk: 1", "[mu, alpha], but the length of the list is 3");
  expectRefused<Ogden>("terms: [[1, -2]], bulk: 1", "product of mu and alpha must be positive");
  EXPECT_THROW((MooneyRivlin{0, 0, 1}.check()), base::InputError);
}

}  // namespace
}  // namespace tenon::fem
