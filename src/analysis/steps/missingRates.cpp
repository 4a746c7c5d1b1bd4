#include "missingRates.hpp"

#include "tenon/la/arrays.hpp"
#include "tenon/la/vectors.hpp"

namespace tenon::analysis {

la::Vector missingRates(const Equations& equations, Vec v) {
  const system::ConstraintJacobian& G = *equations.constraints();
  const system::MechanicalSystem& mechanics = equations.mechanics();
  la::Vector rates = G.makeVector();
  TENON_PETSC(MatMult(G.full(), v, rates.get()));
  std::vector<double> rows = la::entriesOf(rates.get());
  const std::vector<double> compliance = la::entriesOf(G.compliance());
  const std::vector<char> closed = equations.closedRows();
  std::size_t first = 0;
  for (const auto& constraint : mechanics.constraints()) {
    const auto count = static_cast<std::size_t>(constraint->numRows());
    const bool on_velocities = constraint->level() == constraint::Constraint::Level::velocity;
    std::vector<double> in_time(count, 0.0);
    if (constraint->active && on_velocities) constraint->addViolation(in_time);
    if (constraint->active && !on_velocities) constraint->addRate(in_time);
    for (std::size_t row = first; row < first + count; ++row) {
      const double by_time = G.scales()[row] * in_time[row - first];
      const bool counts =
          mechanics.dropped()[row] == 0 && closed[row] != 0 && (compliance.empty() || compliance[row] == 0.0);
      rows[row] = counts ? -(on_velocities ? by_time : rows[row] + by_time) : 0.0;
    }
    first += count;
  }
  la::setEntries(rates.get(), rows);
  return rates;
}

}  // namespace tenon::analysis
