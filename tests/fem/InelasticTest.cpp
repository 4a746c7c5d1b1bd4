// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <functional>
#include <vector>

#include "fem/inelastic/FiniteJ2Plasticity.hpp"
#include "fem/inelastic/J2Plasticity.hpp"
#include "fem/laws/PlaneStressLaw.hpp"
#include "fem/laws/ViscoelasticLaw.hpp"
#include "fem/laws/principalAxes.hpp"
#include "materialPoints.hpp"
#include "tenon/fem/laws/InelasticLaw.hpp"

namespace tenon::fem {
namespace {

/// Material with internal variables and moduli in units of `scale`. At strains of size `size` some
/// lanes yield and others do not.
struct InelasticCase {
  std::string name;
  std::function<Law(double scale)> make;
  double size;
  double stiffness = 1;  ///< remaining fraction of the shear modulus at the end of a first step
};

constexpr double bulk = 500. / 3, mu = 200 / 2.6;

IsotropicHardening metal(double s) {
  return {200 * s, 0.3, 0.4 * s, 5 * s, 0.6 * s, 80};
}

constexpr double step = 0.1;

Law relaxing(Law law) {
  return std::make_unique<ViscoelasticLaw>(std::move(law), std::vector<RelaxationTerm>{{0.3, 0.05}, {0.4, 2}});
}

double relaxed() {
  return 0.3 + 0.3 * 0.5 * (1 - std::exp(-2.0)) + 0.4 * 20 * (1 - std::exp(-0.05));
}

const std::vector<InelasticCase>& inelasticCases() {
  static const std::vector<InelasticCase> all{
      {"J2Plasticity",
       [](double s) -> Law { return std::make_unique<InelasticLaw<J2Plasticity>>(J2Plasticity{metal(s)}); }, 4e-3},
      {"FiniteJ2Plasticity",
       [](double s) -> Law { return std::make_unique<InelasticLaw<FiniteJ2Plasticity>>(FiniteJ2Plasticity{metal(s)}); },
       0.1},
      {"ViscoelasticMooneyRivlin",
       [](double s) {
         return relaxing(lawOf(MooneyRivlin{s * mu / 4, s * mu / 4, s * bulk}));
       },
       0.25, relaxed()},
      {"ViscoelasticNeoHookean",
       [](double s) {
         return relaxing(lawOf(NeoHookean{200 * s, 0.3}));
       },
       0.25, relaxed()}};
  return all;
}

/// Material point with its internal variables.
struct History {
  const MaterialLaw& law;
  std::vector<Lane> z = std::vector<Lane>(static_cast<std::size_t>(law.numInternal()));
  double dt = step;

  LawPoints at(const Tensor<Lane>& H) const { return {1, &H, nullptr, nullptr, z.data(), dt}; }
  Tensor<Lane> stress(const Tensor<Lane>& H) const {
    Tensor<Lane> P;
    law.stress(at(H), &P);
    return P;
  }
  Tangent<Lane, 3> tangent(const Tensor<Lane>& H) const {
    Tangent<Lane, 3> C;
    law.tangent(at(H), &C);
    return C;
  }
  void evolve(const Tensor<Lane>& H) {
    std::vector<Lane> next(z.size());
    law.evolve(at(H), next.data());
    z = next;
  }
};

class Inelastic : public ::testing::TestWithParam<int> {
 protected:
  const InelasticCase& named = inelasticCases()[static_cast<std::size_t>(GetParam())];
  Law law = named.make(1.0);
  History history{*law};
};

/// Returns displacement gradients of increasing size in the lanes.
Tensor<Lane> growing(int seed, double size) {
  Tensor<Lane> H = gradient(seed, size);
  for (int lane = 0; lane < base::num_lanes; ++lane)
    for (auto& row : H.entry)
      for (Lane& entry : row) entry[lane] *= 0.005 + lane / (base::num_lanes - 1.0);
  return H;
}

TEST_P(Inelastic, tangentIsTheDerivativeOfTheStress) {
  history.evolve(growing(2, named.size));
  const Tensor<Lane> H = growing(3, named.size);
  const Tangent<Lane, 3> C = history.tangent(H);
  const double h = 1e-4 * named.size;
  for (int k = 0; k < 3; ++k)
    for (int l = 0; l < 3; ++l) {
      const auto stress = [&](double by) {
        Tensor<Lane> moved = H;
        moved(k, l) += by;
        return history.stress(moved);
      };
      const Tensor<Lane> slope =
          (8.0 / (12 * h)) * (stress(h) - stress(-h)) - (1.0 / (12 * h)) * (stress(2 * h) - stress(-2 * h));
      EXPECT_LT(largest(slope - column(C, k, l)), 1e-8 * largest(C)) << k << l;
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
          EXPECT_TRUE(!law->isSymmetric() || largest(C.entry[i][j][k][l] - C.entry[k][l][i][j]) < 1e-11 * largest(C));
    }
  Tensor<Lane> dP;
  const Tensor<Lane> dH = gradient(8);
  law->stressChange(history.at(H), &dH, &dP);
  EXPECT_LT(largest(dP - contraction(C, dH)), 1e-13 * largest(dP));
}

TEST_P(Inelastic, stepOfZeroLengthPreservesTheStress) {
  history.evolve(growing(2, named.size));
  const Tensor<Lane> H = growing(3, named.size), P = history.stress(H);
  history.evolve(H);
  history.dt = 0;
  EXPECT_LT(largest(history.stress(H) - P), 1e-11 * largest(P));
  const std::vector<Lane> z = history.z;
  history.evolve(H);
  for (std::size_t k = 0; k < z.size(); ++k) EXPECT_LT(largest(history.z[k] - z[k]), 1e-12 * named.size);
}

TEST_P(Inelastic, isHookesLawInTheReferenceConfiguration) {
  const Tangent<Lane, 3> C = history.tangent({});
  EXPECT_LT(largest(history.stress({})), 1e-15 * bulk);
  const auto delta = [](int i, int j) { return i == j ? 1.0 : 0.0; };
  const double shear = named.stiffness * mu;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      for (int k = 0; k < 3; ++k)
        for (int l = 0; l < 3; ++l)
          EXPECT_NEAR(C.entry[i][j][k][l][3],
                      (bulk - 2 * shear / 3) * delta(i, j) * delta(k, l) +
                          shear * (delta(i, k) * delta(j, l) + delta(i, l) * delta(j, k)),
                      1e-12 * bulk);
}

TEST_P(Inelastic, isIndependentOfUnits) {
  const Tensor<Lane> first = growing(2, named.size), H = growing(3, named.size);
  history.evolve(first);
  for (const double scale : {1e-6, 1e6}) {
    const Law scaled = named.make(scale);
    History other{*scaled};
    other.evolve(first);
    EXPECT_LT(largest(other.stress(H) - scale * history.stress(H)), 1e-12 * scale * largest(history.stress(H)));
  }
}

TEST_P(Inelastic, returnsToTheYieldSurface) {
  if (law->plasticStrainIndex() < 0) return;
  const Tensor<Lane> H = growing(3, named.size), P = history.stress(H);
  history.evolve(H);
  const Tensor<Lane> F = deformationGradient(H);
  const Tensor<Lane> tau = law->isAtSmallStrain() ? P : product(P, transpose(F));
  const Tensor<Lane> s = tau - spherical<Lane>(trace(tau) / 3.0);
  const Lane q = sqrt(1.5 * contraction(s, s)), a = history.z[6], k = metal(1).strength(a);
  int num_yielding = 0;
  for (int lane = 0; lane < base::num_lanes; ++lane) {
    EXPECT_LE(q[lane], k[lane] * (1 + 1e-12));
    EXPECT_TRUE(a[lane] == 0 || q[lane] > k[lane] * (1 - 1e-12)) << lane;
    num_yielding += a[lane] > 0 ? 1 : 0;
  }
  EXPECT_GT(num_yielding, 0);
  EXPECT_LT(num_yielding, base::num_lanes);
  // Plastic flow is isochoric, hence the pressure follows from the total volumetric strain.
  const Lane volume = law->isAtSmallStrain() ? trace(H) : log(determinant(F));
  EXPECT_LT(largest(trace(tau) / 3.0 - bulk * volume), 1e-12 * bulk);
}

TEST_P(Inelastic, satisfiesPlaneStress) {
  const PlaneStressLaw plane(named.make(1.0));
  History sheet{plane};
  Tensor<Lane> H = growing(3, named.size), dH = gradient(14, named.size), full;
  for (int i = 0; i < 3; ++i) H(i, 2) = H(2, i) = dH(i, 2) = dH(2, i) = Lane{};
  sheet.evolve(0.5 * H);
  const Tensor<Lane> P = sheet.stress(H);
  EXPECT_LT(largest(P(2, 2)), 1e-12 * 200);
  plane.completeGradients(sheet.at(H), &full);
  history.z = sheet.z;
  EXPECT_LT(largest(P - history.stress(full)), 1e-15 * largest(P));
  const double h = 1e-4;
  const auto stress = [&](double by) { return sheet.stress(H + by * dH); };
  Tensor<Lane> slope =
      (8.0 / (12 * h)) * (stress(h) - stress(-h)) - (1.0 / (12 * h)) * (stress(2 * h) - stress(-2 * h));
  Tensor<Lane> dP;
  plane.stressChange(sheet.at(H), &dH, &dP);
  slope(2, 2) = dP(2, 2) = Lane{};
  EXPECT_LT(largest(dP - slope), 1e-7 * largest(slope));
}

std::string nameOfCase(const ::testing::TestParamInfo<int>& param) {
  return inelasticCases()[static_cast<std::size_t>(param.param)].name;
}
INSTANTIATE_TEST_SUITE_P(all, Inelastic, ::testing::Range(0, static_cast<int>(inelasticCases().size())), nameOfCase);

TEST(FiniteJ2Plasticity, isObjective) {
  const InelasticLaw<FiniteJ2Plasticity> law(FiniteJ2Plasticity{metal(1)});
  const Mat3 R = Eigen::AngleAxisd(2.1, Vec3(2, -1, 1).normalized()).toRotationMatrix();
  const auto turned = [&](const Tensor<Lane>& H) {
    return product(constant(R), deformationGradient(H)) - spherical(base::allLanes(1.0));
  };
  History one{law}, other{law};
  EXPECT_LT(largest(one.stress(constant(R - Mat3::Identity()))), 1e-12 * 200);
  one.evolve(growing(2, 0.1));
  other.evolve(turned(growing(2, 0.1)));
  for (std::size_t k = 0; k < one.z.size(); ++k) EXPECT_LT(largest(one.z[k] - other.z[k]), 1e-12);
  const Tensor<Lane> H = growing(3, 0.1), P = one.stress(H);
  EXPECT_LT(largest(other.stress(turned(H)) - product(constant(R), P)), 1e-12 * 200);
}

TEST(ViscoelasticLaw, reportsTheSymmetryOfItsTangent) {
  EXPECT_TRUE(relaxing(lawOf(MooneyRivlin{30, 12, 700}))->isSymmetric());
  EXPECT_FALSE(relaxing(lawOf(NeoHookean{200, 0.3}))->isSymmetric()) << "shear and volume are not apart";
}

TEST(ViscoelasticLaw, isObjective) {
  const Law law = relaxing(lawOf(MooneyRivlin{30, 12, 700}));
  const Mat3 R = Eigen::AngleAxisd(2.1, Vec3(2, -1, 1).normalized()).toRotationMatrix();
  const auto turned = [&](const Tensor<Lane>& H) {
    return product(constant(R), deformationGradient(H)) - spherical(base::allLanes(1.0));
  };
  History one{*law}, other{*law};
  one.evolve(gradient(2));
  other.evolve(turned(gradient(2)));
  const Tensor<Lane> H = gradient(3), P = one.stress(H);
  EXPECT_LT(largest(other.stress(turned(H)) - product(constant(R), P)), 1e-12 * largest(P));
}

/// Verifies stress relaxation after a first step: the deviatoric stress follows the Prony series
/// and the pressure is constant.
TEST(ViscoelasticLaw, relaxesExactlyInStepsOfAnyLength) {
  const IsochoricNeoHookean rubber{200, 0.3};
  const Law law = relaxing(lawOf(rubber)), elastic = lawOf(rubber);
  const Tensor<Lane> H = gradient(5), F = deformationGradient(H);
  const Point at_once{*elastic};
  const auto deviator = [&](const Tensor<Lane>& P) {
    const Tensor<Lane> tau = product(P, transpose(F));
    return tau - spherical<Lane>(trace(tau) / 3.0);
  };
  const Tensor<Lane> whole = at_once.stress(H);
  for (const double dt : {0.01, 0.3}) {
    History history{*law};
    history.dt = 1e-9;
    history.evolve(H);
    double time = 0;
    history.dt = dt;
    for (int n = 0; n < 6; ++n) {
      const Tensor<Lane> P = history.stress(H);
      time += dt;
      const double left = 0.3 + 0.3 * std::exp(-time / 0.05) + 0.4 * std::exp(-time / 2);
      EXPECT_LT(largest(deviator(P) - left * deviator(whole)), 1e-7 * largest(whole));
      EXPECT_LT(largest(contraction(P - whole, F)), 1e-11 * largest(whole));
      history.evolve(H);
    }
  }
}

TEST(PrincipalAxes, isTheSpectralDecomposition) {
  Tensor<Lane> a = gradient(4);
  a = a + transpose(a);
  for (int special = 0; special < 3; ++special) {  // zero; three equal values; two equal values
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j)
        a(i, j)[special % base::num_lanes] = special == 0 ? 0 : i == j ? 1.0 : special == 1 ? 0.0 : 0.5;
    const PrincipalAxes principal = principalAxes(a);
    Tensor<Lane> again;
    for (int A = 0; A < 3; ++A)
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) again(i, j) += principal.values[A] * principal.axes(i, A) * principal.axes(j, A);
    EXPECT_LT(largest(again - a), 1e-14);
    EXPECT_LT(largest(product(transpose(principal.axes), principal.axes) - spherical(base::allLanes(1.0))), 1e-14);
  }
}

}  // namespace
}  // namespace tenon::fem
