// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "MeanDisplacement.hpp"

namespace tenon::analysis {

double MeanDisplacement::value(const ObjectiveSample&) const {
  return component_.sum(component_.state().displacement()) / component_.numNodes();
}

void MeanDisplacement::addDerivatives(const ObjectiveSample&, ObjectiveDerivatives& derivatives) const {
  const auto by_u = derivatives.byDisplacementOf(component_.state());
  component_.forEach([&](std::size_t entry) { by_u[entry] += 1.0 / component_.numNodes(); });
}

}  // namespace tenon::analysis
