// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Misfit.hpp"

#include <fmt/format.h>

#include "groupNodes.hpp"

namespace tenon::analysis {

void Misfit::declare(base::Parameters<Data>& p) {
  p.required("object", &Data::object, "", "object whose displacements are compared");
  p.optional("group", &Data::group, "", "group of the compared nodes; default: all nodes of the object");
  p.optional("field", &Data::field, "", "compared field").oneOf({"displacement"});
  p.required("data", &Data::data, "length",
             "values at the nodes: numbers, expressions in terms of x, y, z and t, or a file; components that are not "
             "given are not compared");
  p.optional("noise", &Data::noise, "length", "standard deviation of the data, by which differences are divided")
      .positive();
}

Misfit::Misfit(const Data& data, const ObjectiveContext& context)
    : domain_(context.find(data.object)),
      name_(domain_.nameOf(fmt::format("misfit of {}", data.field), data.group)),
      nodes_(ownedNodesOf(domain_, data.group)),
      data_(data.data, domain_, nodes_, name_),
      noise_(data.noise) {}

template <class Visit>
void Misfit::forEachDifference(double time, Visit&& visit) const {
  const la::State& state = domain_.state;
  const int components = std::max(domain_.dimension(), 1);
  for (const base::LocalIndex node : nodes_)
    for (int c = 0; c < components; ++c) {
      if (!data_.has(c)) continue;
      const auto entry = static_cast<std::size_t>(node * state.block() + c);
      visit(entry, (state.displacement()[entry] - data_.atNode(c, node, time)) / noise_);
    }
}

double Misfit::value(const Equations& equations, double time) const {
  equations.mechanics().updateMappedStates();
  double sum = 0.0;
  forEachDifference(time, [&](std::size_t, double difference) { sum += 0.5 * difference * difference; });
  return equations.comm().sum(sum);
}

void Misfit::addDerivatives(const Equations& equations, double time, Cotangents& cotangents) const {
  equations.mechanics().updateMappedStates();
  const la::State& state = domain_.state;
  std::vector<double> values(static_cast<std::size_t>(state.layout().numLocal() * state.block()), 0.0);
  forEachDifference(time, [&](std::size_t entry, double difference) { values[entry] = difference / noise_; });
  addNodalDerivatives(equations, state, std::move(values), cotangents.q.get());
}

}  // namespace tenon::analysis
