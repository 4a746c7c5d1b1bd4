// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <string>
#include <vector>

#include "tenon/base/Parameters.hpp"
#include "tenon/fem/Dual.hpp"

namespace tenon::fem {

/// Input-convex neural network N(x_1, x_2) = c . x + a . h_L with the layers
///   h_k = softplus(A_k h_(k-1) + b_k),  h_0 = x,  softplus(z) = ln(1 + e^z)
/// All weights are non-negative, so that N is convex and does not decrease with x. The biases b_k
/// have any sign.
/// @see Amos, Xu and Kolter, Input convex neural networks, Proc. 34th Int. Conf. Machine Learning,
/// 2017
class InvariantNetwork {
 public:
  /// Largest number of neurons of a layer.
  static constexpr int max_neurons = 64;

  /// Layer of neurons.
  struct Layer {
    std::vector<std::vector<double>> weights;  ///< [neurons][inputs] weights A >= 0
    std::vector<double> biases;                ///< [neurons] biases b
  };
  /// Value of a function of x_1 and x_2 and its first and second derivatives, not initialised.
  struct Value {
    Lane value;         ///< value
    Lane slope[2];      ///< derivatives with respect to x_1 and x_2
    Lane curvature[3];  ///< second derivatives with respect to x_1 x_1, x_1 x_2 and x_2 x_2
  };

  std::array<double, 2> linear{};  ///< coefficients c >= 0 of the linear part [force/length²]
  std::vector<Layer> layers;       ///< layers, from the inputs to the output; may be empty
  std::vector<double> output;      ///< weights a >= 0 of the neurons of the last layer [force/length²]

  /// Returns N and its derivatives.
  Value evaluate(const Lane& x1, const Lane& x2) const;
};

/// Reads a network from a block with the keys `linear`, `layers` and `output`, or from a JSON or
/// YAML file with these keys. Relative file names refer to the folder of the case.
/// @throws InputError if a size is wrong, if a weight is negative or not finite, or if a layer has
///   more than InvariantNetwork::max_neurons neurons; the message names file, line and key
/// @throws FileError if the file cannot be read
void readValue(const base::CaseNode& node, InvariantNetwork& network);
/// Returns a summary of the network for help texts.
std::string printValue(const InvariantNetwork& network);
/// Returns the type name of networks, for help texts.
inline const char* typeName(const InvariantNetwork*) {
  return "block or path";
}

}  // namespace tenon::fem
