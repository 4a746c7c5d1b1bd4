// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <unistd.h>

#include <cstdio>
#include <fstream>

#include "materialPoints.hpp"
#include "tenon/base/Error.hpp"

namespace tenon::fem {
namespace {

constexpr double bulk_of_networks = 700;

Network linearNetwork(double c1, double c2) {
  InvariantNetwork weights;
  weights.linear = {c1, c2};
  return {weights, bulk_of_networks};
}
Network deepNetwork() {
  InvariantNetwork weights;
  weights.linear = {8, 3};
  weights.layers = {{{{1.2, 0.1}, {0, 0.6}}, {-0.4, 0.5}}, {{{0.9, 0.2}, {0.3, 1.4}, {0, 0.1}}, {0.3, -2, -900}}};
  weights.output = {20, 6, 1};
  return {weights, bulk_of_networks};
}

TEST(NetworkMaterial, equalsTheNeoHookeanMaterialIfItIsLinear) {
  const Law network = lawOf(linearNetwork(40, 0)), neo_hookean = lawOf(MooneyRivlin{40, 0, bulk_of_networks});
  const Point one{*network}, other{*neo_hookean};
  const Tensor<Lane> H = gradient(31);
  EXPECT_LT(largest(one.energy(H) - other.energy(H)), 1e-12 * largest(other.energy(H)));
  EXPECT_LT(largest(one.stress(H) - other.stress(H)), 1e-12 * largest(other.stress(H)));
  EXPECT_LT(difference(one.tangent(H), other.tangent(H)), 1e-12 * largest(other.tangent(H)));
}

/// Verifies that a softplus with a large bias is linear, so that the network is neo-Hookean.
TEST(NetworkMaterial, equalsTheNeoHookeanMaterialForLargeBiases) {
  InvariantNetwork weights;
  weights.layers = {{{{0.5, 0}}, {60}}, {{{4}}, {1}}};
  weights.output = {20};
  const Law network = lawOf(Network{weights, bulk_of_networks});
  const Law neo_hookean = lawOf(MooneyRivlin{40, 0, bulk_of_networks});
  const Point one{*network}, other{*neo_hookean};
  const Tensor<Lane> H = gradient(32);
  const double size_of_output = 20 * (4 * (60 + 1) + 1);  // the energy is a difference of two such numbers
  EXPECT_LT(largest(one.energy(H) - other.energy(H)), 1e-14 * size_of_output);
  EXPECT_LT(difference(one.tangent(H), other.tangent(H)), 1e-12 * largest(other.tangent(H)));
}

/// Verifies the second invariant: at small strain, c2 (I2^(3/2) - 3^(3/2)) is Mooney-Rivlin with
/// c01 = 3/2 sqrt(3) c2.
TEST(NetworkMaterial, hasTheShearModulusOfTheMooneyRivlinMaterial) {
  const Network network = linearNetwork(10, 4);
  EXPECT_DOUBLE_EQ(network.shearModulus(), 2 * (10 + 6 * std::sqrt(3.0)));
  const Law law = lawOf(network), rivlin = lawOf(MooneyRivlin{10, 6 * std::sqrt(3.0), bulk_of_networks});
  EXPECT_LT(difference(Point{*law}.tangent({}), Point{*rivlin}.tangent({})), 1e-12 * bulk_of_networks);
}

/// Verifies that N is convex and does not decrease, also for arguments whose exponentials overflow.
TEST(NetworkMaterial, isConvexAndIncreasingInTheInvariants) {
  const Network network = deepNetwork();
  for (const double x1 : {0.0, 0.3, 5.0, 800.0, 4000.0})
    for (const double x2 : {0.0, 1.1, 40.0, 9000.0}) {
      const auto at = network.weights.evaluate(base::allLanes(x1), base::allLanes(x2));
      const double a = at.curvature[0][1], b = at.curvature[1][1], c = at.curvature[2][1];
      EXPECT_TRUE(std::isfinite(at.value[0]));
      EXPECT_GE(at.slope[0][0], 8.0);
      EXPECT_GE(at.slope[1][0], 3.0);
      EXPECT_GE(a, 0.0);
      EXPECT_GE(c, 0.0);
      EXPECT_GE(a * c - b * b, -1e-14 * (a * c + b * b));
    }
}

/// Verifies rank-one convexity, which follows from polyconvexity: (a b^T) : C : (a b^T) >= 0.
TEST(NetworkMaterial, isEllipticAtLargeDeformation) {
  const Law law = lawOf(deepNetwork());
  const Point point{*law};
  for (int sample = 0; sample < 40; ++sample) {
    const Tensor<Lane> H = gradient(100 + 11 * sample, 0.3);
    const Tangent<Lane, 3> C = point.tangent(H);
    const Tensor<Lane> vectors = gradient(700 + 13 * sample, 1.0);
    Lane work{};
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j)
        for (int k = 0; k < 3; ++k)
          for (int l = 0; l < 3; ++l)
            work += C.entry[i][j][k][l] * vectors(0, i) * vectors(1, j) * vectors(0, k) * vectors(1, l);
    const Lane J = determinant(deformationGradient(H));
    for (int lane = 0; lane < base::num_lanes; ++lane)
      if (J[lane] > 0.05) {
        EXPECT_GT(work[lane], 0.0) << sample;
      }
  }
}

/// Returns the error of a network that is given by text; empty if it is valid.
std::string errorOf(const std::string& text) {
  try {
    InvariantNetwork network;
    readValue(base::CaseNode::parse("weights: " + text, "case.yaml")["weights"], network);
  } catch (const base::InputError& error) {
    return error.what();
  }
  return "";
}
void expectError(const std::string& text, const std::string& part) {
  EXPECT_NE(errorOf(text).find(part), std::string::npos) << errorOf(text);
}

TEST(NetworkMaterial, rejectsInvalidWeights) {
  EXPECT_EQ(errorOf("{linear: [1, 0], layers: [{weights: [[1, 2]], biases: [-3]}], output: [4]}"), "");
  expectError("{linear: [1]}", "case.yaml:1: weights.linear: the length of the list is 1, but it must be 2");
  expectError("{linear: [1, -2]}", "weights.linear[1]: the weight must be at least 0");
  expectError("{linear: [1, .nan]}", "weights.linear[1]");
  expectError("{layers: [{weights: [[1, 2, 3]], biases: [0]}], output: [1]}", "weights.layers[0].weights[0]");
  expectError("{layers: [{weights: [[1, 2]], biases: [0, 1]}], output: [1]}", "weights.layers[0].biases");
  expectError("{layers: [{weights: [], biases: []}], output: [1]}", "number of neurons must be between 1 and 64");
  expectError("{layers: [{weights: [[1, 2]], biases: [0]}], output: [1, 2]}", "weights.output");
  expectError("{layers: [{weights: [[1, 2]], biases: [0]}]}", "output");
  expectError("{layers: [{weights: [[1, 2]], bias: [0]}], output: [1]}", "biases");
  expectError("{linear: [1, 0], output: [1]}", "the network has no layers");
  EXPECT_THROW(linearNetwork(0, 0).check(), base::InputError);
}

TEST(NetworkMaterial, isReadFromFiles) {
  const std::string path = ::testing::TempDir() + "network_" + std::to_string(::getpid()) + ".json";
  const auto read = [&] {
    InvariantNetwork network;
    readValue(base::CaseNode::parse("weights: " + path, "case.yaml")["weights"], network);
    return network;
  };
  EXPECT_THROW(read(), base::FileError);
  std::ofstream(path) << R"({"layers": [{"weights": [[1, 0.5]], "biases": [-2]}], "output": [3]})";
  EXPECT_EQ(read().layers.at(0).weights.at(0).at(1), 0.5);
  EXPECT_EQ(read().output.at(0), 3.0);
  std::ofstream(path) << R"({"layers": [{"weights": [[1, -0.5]], "biases": [-2]}], "output": [3]})";
  try {
    read();
    ADD_FAILURE();
  } catch (const base::InputError& error) {
    EXPECT_EQ(std::string(error.what()).find(path + ":1: layers[0].weights[0][1]: the weight must"), 0u)
        << error.what();
  }
  std::remove(path.c_str());
}

}  // namespace
}  // namespace tenon::fem
