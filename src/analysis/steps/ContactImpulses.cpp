#include "ContactImpulses.hpp"

#include "missingRates.hpp"
#include "steppers/consistentStart.hpp"
#include "tenon/la/arrays.hpp"
#include "tenon/la/vectors.hpp"

namespace tenon::analysis {
namespace {

// k of the rows, over a step or its square: so little that compliance, C / k, resists no impulse.
constexpr double hardly_divides = 1e-10;

// Entries of rows that have a flag; 0 of others.
la::Vector onlyOf(Vec multipliers, const std::vector<char>& flags) {
  std::vector<double> rows = la::entriesOf(multipliers);
  for (std::size_t row = 0; row < rows.size(); ++row)
    if (flags[row] == 0) rows[row] = 0.0;
  la::Vector only = la::like(multipliers);
  la::setEntries(only.get(), rows);
  return only;
}

la::Vector sum(double a, Vec x, Vec y) {
  la::Vector sum = la::like(x);
  TENON_PETSC(VecWAXPY(sum.get(), a, x, y));
  return sum;
}

// All rows with bounds are free for as long as this lives.
class WithoutBounds {
 public:
  explicit WithoutBounds(Equations& equations) : equations_(equations) { equations_.ignoreBounds(true); }
  ~WithoutBounds() { equations_.ignoreBounds(false); }
  WithoutBounds(const WithoutBounds&) = delete;
  WithoutBounds& operator=(const WithoutBounds&) = delete;

 private:
  Equations& equations_;
};

}  // namespace

// Of this rank; slips are rows of constraints with bounds too.
std::vector<char> ContactImpulses::boundRows() const {
  std::vector<char> rows;
  for (const auto& constraint : equations_.mechanics().constraints())
    rows.insert(rows.end(), static_cast<std::size_t>(constraint->numRows()),
                constraint->active && constraint->isBound() ? 1 : 0);
  return rows;
}

// M and G at the present motion, with the rows that hold.
void ContactImpulses::linearise(double h, const MotionVectors& now, Vec multipliers, base::Phases& phases) {
  const la::Vector none = la::like(now.q.get());
  equations_.setKinematics({0.0, 0.0, 1.0, hardly_divides * h * h, hardly_divides * h}, now.q.get(), none.get(),
                           now.v.get(), now.a.get());
  equations_.setUnknowns(now.a.get(), multipliers);
  solver_.linearise(phases);
}

ContactImpulses::Part ContactImpulses::solve(Vec force, Vec rates) {
  Part part{la::like(force), la::like(rates)};
  statistics_ = solver::joined(statistics_, solver_.solveFor(force, rates, part.x.get(), part.multipliers.get()));
  return part;
}

// x_c, with lambda_b and mu.
ContactImpulses::Part ContactImpulses::byContacts(double h, const MotionVectors& now, Vec of_bounds,
                                                  base::Phases& phases) {
  const WithoutBounds free(equations_);
  linearise(h, now, of_bounds, phases);
  const auto phase = phases.begin("solve");
  const la::Vector force = equations_.linearSystem().layout().makeVector(), no_rates = la::like(of_bounds);
  TENON_PETSC(MatMultTranspose(equations_.constraints()->free(), of_bounds, force.get()));
  Part part = solve(force.get(), no_rates.get());
  TENON_PETSC(VecAXPY(part.multipliers.get(), 1.0, of_bounds));
  return part;
}

// dv, which v gets, and pi; twice where a solve leaves more than round-off, as with rows that repeat others
// (ActiveSet::soften).
ContactImpulses::Part ContactImpulses::jump(double h, MotionVectors& now, Vec multipliers, base::Phases& phases) {
  constexpr double round_off = 1e-12;
  linearise(h, now, multipliers, phases);
  const auto phase = phases.begin("solve");
  const Vec v = now.v.get();
  const la::Vector no_force = la::like(v);
  Part jump{la::like(v), equations_.constraints()->makeVector()};
  double first = 0.0;
  for (int pass = 0; pass < 2; ++pass) {
    const la::Vector rates = missingRates(equations_, v);
    const double missing = la::norm(rates.get());
    if (missing <= round_off * first) break;
    if (pass == 0) first = missing;
    equations_.multiplyByFactors(rates.get());
    const Part more = solve(no_force.get(), rates.get());
    TENON_PETSC(VecAXPY(v, 1.0, more.x.get()));
    TENON_PETSC(VecAXPY(jump.x.get(), 1.0, more.x.get()));
    TENON_PETSC(VecAXPY(jump.multipliers.get(), 1.0, more.multipliers.get()));
  }
  jump.multipliers = onlyOf(jump.multipliers.get(), equations_.closedRows());
  return jump;
}

// Adds to v what the impulses of contacts that last change by being turned.
void ContactImpulses::turn(Vec impulses, Vec v, base::Phases& phases) {
  const auto phase = phases.begin("solve");
  const la::Vector force = lasting_.turned(impulses), no_rates = la::like(impulses);
  if (force) TENON_PETSC(VecAXPY(v, 1.0, solve(force.get(), no_rates.get()).x.get()));
}

// x_s and lambda_s.
ContactImpulses::Part ContactImpulses::withoutContacts(double time, double h, const MotionVectors& now,
                                                       base::Phases& phases) {
  const WithoutBounds free(equations_);
  statistics_ = solver::joined(statistics_, fitAccelerations(equations_, solver_, time, h, now, phases));
  Part smooth{la::like(now.a.get()), equations_.constraints()->makeVector()};
  equations_.getUnknowns(smooth.x.get(), smooth.multipliers.get());
  return smooth;
}

la::Vector ContactImpulses::endStep(double time, double h, base::Phases& phases) {
  statistics_ = {}, is_blow_ = false;
  const double w = equations_.kinematics().velocity;
  MotionVectors now = equations_.motion();
  const la::Vector multipliers = equations_.constraints()->makeVector();
  equations_.getUnknowns(now.a.get(), multipliers.get());
  const la::Vector of_bounds = onlyOf(multipliers.get(), boundRows());
  if (la::norm(of_bounds.get()) == 0.0) return std::move(now.a);

  const Part contacts = byContacts(h, now, of_bounds.get(), phases);
  const Part jump = this->jump(h, now, multipliers.get(), phases);
  const Part impulses{sum(w, contacts.x.get(), jump.x.get()),
                      sum(w, contacts.multipliers.get(), jump.multipliers.get())};
  is_blow_ = lasting_.meets();
  if (!is_blow_) turn(impulses.multipliers.get(), now.v.get(), phases);
  Part smooth = withoutContacts(time, h, now, phases);

  now.a = sum(1.0 / h, impulses.x.get(), smooth.x.get());
  equations_.setMotion(time, now, sum(1.0 / h, impulses.multipliers.get(), smooth.multipliers.get()).get());
  return std::move(smooth.x);
}

}  // namespace tenon::analysis
