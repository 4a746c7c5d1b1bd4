// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "HistoryMisfit.hpp"

#include "nodalFields.hpp"

namespace tenon::analysis {

void HistoryMisfit::declare(base::Parameters<Data>& p) {
  GroupComponent::declare(p, "compared");
  p.optional("field", &Data::field, "", "compared field").oneOf(nodalFields());
  p.required("data", &Data::data, "", "times and values, between which the data are interpolated");
  p.optional("noise", &Data::noise, "", "standard deviation of the data, by which differences are divided").positive();
}

HistoryMisfit::HistoryMisfit(const Data& data, const ObjectiveContext& context)
    : component_(data, context), field_(data.field), data_(data.data), noise_(data.noise) {}

// Returns (m - d(t)) / s.
double HistoryMisfit::difference(const ObjectiveSample& sample) const {
  const double mean = component_.sum(valuesOf(sample, name(), field_, component_.state())) / component_.numNodes();
  return (mean - data_(sample.time())) / noise_;
}

double HistoryMisfit::value(const ObjectiveSample& sample) const {
  const double one = difference(sample);
  return 0.5 * one * one;
}

void HistoryMisfit::addDerivatives(const ObjectiveSample& sample, ObjectiveDerivatives& derivatives) const {
  const double factor = difference(sample) / (noise_ * component_.numNodes());
  const auto by_field = derivativesOf(derivatives, field_, component_.state());
  component_.forEach([&](std::size_t entry) { by_field[entry] += factor; });
}

}  // namespace tenon::analysis
