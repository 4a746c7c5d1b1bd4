// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "InvariantNetwork.hpp"

#include <fmt/format.h>

#include <utility>

#include "base/FileName.hpp"
#include "base/InputFile.hpp"

namespace tenon::fem {
namespace {

using Value = InvariantNetwork::Value;

void addMultiple(double factor, const Value& a, Value& sum) {
  sum.value += factor * a.value;
  for (int i = 0; i < 2; ++i) sum.slope[i] += factor * a.slope[i];
  for (int k = 0; k < 3; ++k) sum.curvature[k] += factor * a.curvature[k];
}

/// Returns softplus(z) and its derivatives, without overflow for any z.
Value softplus(const Value& z) {
  const Lane zero{}, size = z.value > 0.0 ? z.value : zero - z.value;
  const Lane decay = exp(zero - size), inverse = 1.0 / (1.0 + decay);
  const Lane slope = z.value > 0.0 ? inverse : decay * inverse, curvature = decay * inverse * inverse;
  Value result;
  result.value = (z.value > 0.0 ? z.value : zero) + log(1.0 + decay);
  for (int i = 0, k = 0; i < 2; ++i) {
    result.slope[i] = slope * z.slope[i];
    for (int j = i; j < 2; ++j, ++k) result.curvature[k] = curvature * z.slope[i] * z.slope[j] + slope * z.curvature[k];
  }
  return result;
}

std::vector<double> readNumbers(const base::CaseNode& node, std::size_t size, const std::string& meaning) {
  const std::vector<base::CaseNode> items = node.items();
  if (items.size() != size)
    node.fail(fmt::format("the length of the list is {}, but it must be {}, {}.", items.size(), size, meaning));
  std::vector<double> numbers;
  for (const base::CaseNode& item : items) numbers.push_back(item.number());
  return numbers;
}

std::vector<double> readWeights(const base::CaseNode& node, std::size_t size, const std::string& meaning) {
  std::vector<double> weights = readNumbers(node, size, meaning);
  for (std::size_t i = 0; i < size; ++i)
    if (weights[i] < 0.0)
      node.items()[i].fail(fmt::format(
          "the weight must be at least 0, so that the energy is polyconvex, but it is {}. Only biases may be negative.",
          weights[i]));
  return weights;
}

InvariantNetwork::Layer readLayer(const base::CaseNode& node, std::size_t num_inputs) {
  node.requireKnownKeys({"weights", "biases"});
  const std::vector<base::CaseNode> rows = node["weights"].items();
  if (rows.empty() || rows.size() > InvariantNetwork::max_neurons)
    node["weights"].fail(fmt::format("the number of neurons must be between 1 and {}, but it is {}.",
                                     InvariantNetwork::max_neurons, rows.size()));
  InvariantNetwork::Layer layer;
  for (const base::CaseNode& row : rows)
    layer.weights.push_back(readWeights(row, num_inputs, "the number of inputs of the layer"));
  layer.biases = readNumbers(node["biases"], rows.size(), "the number of neurons");
  return layer;
}

void readBlock(const base::CaseNode& node, InvariantNetwork& network) {
  network = {};
  node.requireKnownKeys({"linear", "layers", "output"});
  if (node.has("linear")) {
    const std::vector<double> linear = readWeights(node["linear"], 2, "the number of invariants");
    network.linear = {linear[0], linear[1]};
  }
  std::size_t num_inputs = 2;
  if (node.has("layers"))
    for (const base::CaseNode& layer : node["layers"].items()) {
      network.layers.push_back(readLayer(layer, num_inputs));
      num_inputs = network.layers.back().biases.size();
    }
  if (network.layers.empty() && node.has("output"))
    node["output"].fail("the network has no layers: add 'layers', or use 'linear' instead of 'output'.");
  if (!network.layers.empty())
    network.output = readWeights(node["output"], num_inputs, "the number of neurons of the last layer");
}

}  // namespace

Value InvariantNetwork::evaluate(const Lane& x1, const Lane& x2) const {
  Value values[2][max_neurons];  // [present layer, next layer][neurons]
  Value *inputs = values[0], *outputs = values[1], result{};
  for (int i = 0; i < 2; ++i) {
    inputs[i] = Value{};
    inputs[i].value = i == 0 ? x1 : x2;
    inputs[i].slope[i] = base::allLanes(1.0);
    addMultiple(linear[static_cast<std::size_t>(i)], inputs[i], result);
  }
  for (const Layer& layer : layers) {
    for (std::size_t n = 0; n < layer.biases.size(); ++n) {
      Value sum{};
      sum.value = base::allLanes(layer.biases[n]);
      for (std::size_t i = 0; i < layer.weights[n].size(); ++i) addMultiple(layer.weights[n][i], inputs[i], sum);
      outputs[n] = softplus(sum);
    }
    std::swap(inputs, outputs);
  }
  for (std::size_t n = 0; n < output.size(); ++n) addMultiple(output[n], inputs[n], result);
  return result;
}

void readValue(const base::CaseNode& node, InvariantNetwork& network) {
  if (!node.isScalar()) return readBlock(node, network);
  base::FileName file;
  readValue(node, file);
  readBlock(base::CaseNode::parse(base::InputFile("the network", file.path).contents(), file.path), network);
}

std::string printValue(const InvariantNetwork& network) {
  return fmt::format("{} layers", network.layers.size());
}

}  // namespace tenon::fem
