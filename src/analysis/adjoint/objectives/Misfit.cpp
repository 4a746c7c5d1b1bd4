// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Misfit.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "GroupComponent.hpp"
#include "nodalFields.hpp"

namespace tenon::analysis {

void Misfit::declare(base::Parameters<Data>& p) {
  p.required("object", &Data::object, "", "object whose nodes are compared");
  p.optional("group", &Data::group, "", "group of the compared nodes; default: all nodes of the object");
  p.optional("field", &Data::field, "", "compared field").oneOf(nodalFields());
  p.required("data", &Data::data, "",
             "values at the nodes: numbers, expressions in terms of x, y, z and t, or a file; components that are not "
             "given are not compared");
  p.optional("noise", &Data::noise, "", "standard deviation of the data, by which differences are divided").positive();
}

Misfit::Misfit(const Data& data, const ObjectiveContext& context)
    : domain_(context.find(data.object)),
      name_(domain_.nameOf(fmt::format("misfit of {}", data.field), data.group)),
      field_(data.field),
      nodes_(ownedNodesOf(domain_, data.group)),
      data_(data.data, domain_, nodes_, name_),
      noise_(data.noise) {}

template <class Visit>
void Misfit::forEachDifference(const ObjectiveSample& sample, Visit&& visit) const {
  const la::State& state = domain_.state;
  const auto values = valuesOf(sample, name_, field_, state);
  const int components = std::max(domain_.dimension(), 1);
  for (const base::LocalIndex node : nodes_)
    for (int c = 0; c < components; ++c) {
      if (!data_.has(c)) continue;
      const auto entry = static_cast<std::size_t>(node * state.block() + c);
      visit(entry, (values[entry] - data_.atNode(c, node, sample.time())) / noise_);
    }
}

double Misfit::value(const ObjectiveSample& sample) const {
  double sum = 0.0;
  forEachDifference(sample, [&](std::size_t, double difference) { sum += 0.5 * difference * difference; });
  return sample.comm().sum(sum);
}

void Misfit::addDerivatives(const ObjectiveSample& sample, ObjectiveDerivatives& derivatives) const {
  const auto by_field = derivativesOf(derivatives, field_, domain_.state);
  forEachDifference(sample, [&](std::size_t entry, double difference) { by_field[entry] += difference / noise_; });
}

}  // namespace tenon::analysis
