// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "constraintRates.hpp"

#include "la/arrays.hpp"
#include "la/vectors.hpp"

namespace tenon::analysis {

std::vector<double> computeConstraintRates(const Equations& equations, Vec v) {
  const system::ConstraintJacobian& G = *equations.constraints();
  const la::Vector product = G.makeVector();
  TENON_PETSC(MatMult(G.full(), v, product.get()));
  std::vector<double> rates = la::entriesOf(product.get());
  std::size_t first = 0;
  for (const auto& constraint : equations.mechanics().constraints()) {
    const auto count = static_cast<std::size_t>(constraint->numRows());
    const bool on_velocities = constraint->level() == constraint::Constraint::Level::velocity;
    std::vector<double> in_time(count, 0.0);
    if (constraint->active && on_velocities) constraint->addResidual(in_time);
    if (constraint->active && !on_velocities) constraint->addRate(in_time);
    for (std::size_t row = first; row < first + count; ++row) {
      const double by_time = G.scales()[row] * in_time[row - first];
      rates[row] = on_velocities ? by_time : rates[row] + by_time;
    }
    first += count;
  }
  return rates;
}

la::Vector computeMissingRates(const Equations& equations, Vec v) {
  const system::ConstraintJacobian& G = *equations.constraints();
  std::vector<double> rows = computeConstraintRates(equations, v);
  const std::vector<double> compliance = la::entriesOf(G.compliance());
  const std::vector<char> closed = equations.rows().closedRowFlags();
  for (std::size_t row = 0; row < rows.size(); ++row) {
    const bool counts =
        equations.mechanics().dropped()[row] == 0 && closed[row] != 0 && (compliance.empty() || compliance[row] == 0.0);
    rows[row] = counts ? -rows[row] : 0.0;
  }
  la::Vector rates = G.makeVector();
  la::setEntries(rates.get(), rows);
  return rates;
}

}  // namespace tenon::analysis
