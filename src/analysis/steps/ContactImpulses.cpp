#include "ContactImpulses.hpp"

#include <algorithm>

#include "tenon/la/arrays.hpp"
#include "tenon/la/vectors.hpp"

namespace tenon::analysis {
namespace {

// k of the rows, over a step or its square: so little that compliance, C / k, resists no impulse.
constexpr double hardly_divides = 1e-10;

}  // namespace

// Of this rank; slips are rows of constraints with bounds too.
std::vector<char> ContactImpulses::boundRows() const {
  std::vector<char> rows;
  for (const auto& constraint : equations_.mechanics().constraints())
    rows.insert(rows.end(), static_cast<std::size_t>(constraint->numRows()),
                constraint->active && constraint->isBound() ? 1 : 0);
  return rows;
}

// M and G at the present motion, with the rows that hold or without all rows with bounds.
void ContactImpulses::bodiesAlone(double h, const MotionVectors& now, Vec multipliers, bool with_bounds) {
  const la::Vector none = la::like(now.q.get());
  equations_.setKinematics({0.0, 0.0, 1.0, hardly_divides * h * h, hardly_divides * h}, now.q.get(), none.get(),
                           now.v.get(), now.a.get());
  equations_.ignoreBounds(!with_bounds);
  equations_.setUnknowns(now.a.get(), multipliers);
  equations_.ignoreBounds(false);
}

// -k (G v + dPhi/dt) of what is closed and does not slip, 0 of other rows.
la::Vector ContactImpulses::minusRates(Vec v, const std::vector<char>& bound) const {
  const system::ConstraintJacobian& G = *equations_.constraints();
  la::Vector rates = G.makeVector();
  TENON_PETSC(MatMult(G.full(), v, rates.get()));
  std::vector<double> rows = la::entriesOf(rates.get());
  const std::vector<char> closed = equations_.closedRows();
  std::size_t first = 0;
  for (const auto& constraint : equations_.mechanics().constraints()) {
    const auto count = static_cast<std::size_t>(constraint->numRows());
    std::vector<double> in_time(count, 0.0);
    if (constraint->active && constraint->isBound()) constraint->addRate(in_time);
    for (std::size_t row = first; row < first + count; ++row)
      rows[row] = bound[row] != 0 && closed[row] != 0 ? -(rows[row] + G.scales()[row] * in_time[row - first]) : 0.0;
    first += count;
  }
  la::setEntries(rates.get(), rows);
  equations_.multiplyByFactors(rates.get());
  return rates;
}

la::Vector ContactImpulses::endStep(double time, double h, base::Phases& phases) {
  statistics_ = {};
  const double share = equations_.kinematics().velocity / h;
  MotionVectors now = equations_.motion();
  la::Vector multipliers = equations_.constraints()->makeVector();
  equations_.getUnknowns(now.a.get(), multipliers.get());
  const std::vector<char> bound = boundRows();
  std::vector<double> lambda = la::entriesOf(multipliers.get()), of_contacts = lambda;
  bool touches = false;
  for (std::size_t row = 0; row < lambda.size(); ++row) {
    if (bound[row] == 0) of_contacts[row] = 0.0;
    touches = touches || of_contacts[row] != 0.0;
  }
  if (!equations_.comm().any(touches)) return std::move(now.a);

  const la::Vector by_contacts = la::like(multipliers.get()), mu = la::like(multipliers.get());
  const la::Vector impulses = la::like(multipliers.get());
  const la::Vector force = la::like(now.a.get()), x_c = la::like(now.a.get()), dv = la::like(now.a.get());
  la::setEntries(by_contacts.get(), of_contacts);
  bodiesAlone(h, now, multipliers.get(), false);
  solver_.linearise(phases);
  TENON_PETSC(MatMultTranspose(equations_.constraints()->free(), by_contacts.get(), force.get()));
  const la::Vector none = la::like(multipliers.get());
  statistics_ = solver_.solveFor(force.get(), none.get(), x_c.get(), mu.get());

  bodiesAlone(h, now, multipliers.get(), true);
  const la::Vector rates = minusRates(now.v.get(), bound), no_force = la::like(now.a.get());
  solver_.linearise(phases);
  const auto phase = phases.begin("solve");
  statistics_ = solver::joined(statistics_, solver_.solveFor(no_force.get(), rates.get(), dv.get(), impulses.get()));

  la::Vector x_s = la::like(now.a.get());
  TENON_PETSC(VecWAXPY(x_s.get(), -1.0, x_c.get(), now.a.get()));
  TENON_PETSC(VecAXPY(now.v.get(), 1.0, dv.get()));
  TENON_PETSC(VecCopy(x_s.get(), now.a.get()));
  TENON_PETSC(VecAXPBYPCZ(now.a.get(), share, 1.0 / h, 1.0, x_c.get(), dv.get()));
  const std::vector<double> of_others = la::entriesOf(mu.get()), of_jumps = la::entriesOf(impulses.get());
  const std::vector<char> closed = equations_.closedRows();
  for (std::size_t row = 0; row < lambda.size(); ++row) {
    if (bound[row] != 0)
      lambda[row] = share * lambda[row] + (closed[row] != 0 ? of_jumps[row] / h : 0.0);
    else
      lambda[row] += (share - 1.0) * of_others[row] + of_jumps[row] / h;
  }
  la::setEntries(multipliers.get(), lambda);
  equations_.setMotion(time, now, multipliers.get());
  return x_s;
}

}  // namespace tenon::analysis
