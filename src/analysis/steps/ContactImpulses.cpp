// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "ContactImpulses.hpp"

#include <algorithm>

#include "analysis/steppers/consistentStart.hpp"
#include "constraintRates.hpp"
#include "la/arrays.hpp"
#include "la/vectors.hpp"

namespace tenon::analysis {
namespace {

// Divisor k of the rows, relative to the step size or its square: so small that a compliance,
// C / k, resists no impulse.
constexpr double hardly_divides = 1e-10;

// Returns the entries of rows with a flag; 0 for other rows.
la::Vector selectRows(Vec multipliers, const std::vector<char>& flags) {
  std::vector<double> rows = la::entriesOf(multipliers);
  for (std::size_t row = 0; row < rows.size(); ++row)
    if (flags[row] == 0) rows[row] = 0.0;
  la::Vector only = la::makeZeroLike(multipliers);
  la::setEntries(only.get(), rows);
  return only;
}

la::Vector sum(double a, Vec x, Vec y) {
  la::Vector sum = la::makeZeroLike(x);
  TENON_PETSC(VecWAXPY(sum.get(), a, x, y));
  return sum;
}

// Returns the products a . b of the slips of each block, at the index of its gap.
std::vector<double> byBlock(const std::vector<std::optional<std::size_t>>& gaps, const std::vector<double>& a,
                            const std::vector<double>& b) {
  std::vector<double> products(a.size(), 0.0);
  for (std::size_t row = 0; row < a.size(); ++row)
    if (gaps[row] && *gaps[row] != row) products[*gaps[row]] += a[row] * b[row];
  return products;
}

// Limits the friction of blocks that have just come into contact to what stops the slip. The slips
// have the rates `before`, and `after` with that friction. Returns true if any friction was
// reduced.
bool limit(std::vector<double>& friction, const std::vector<std::optional<std::size_t>>& gaps,
           const PersistentContacts& lasting, const std::vector<double>& before, const std::vector<double>& after) {
  const std::vector<double> first = byBlock(gaps, friction, before), last = byBlock(gaps, friction, after);
  bool is_more = false;
  for (std::size_t row = 0; row < friction.size(); ++row) {
    if (friction[row] == 0.0 || lasting.wasActive(row) || first[*gaps[row]] >= 0.0 || last[*gaps[row]] <= 0.0) continue;
    friction[row] *= first[*gaps[row]] / (first[*gaps[row]] - last[*gaps[row]]);
    is_more = true;
  }
  return is_more;
}

}  // namespace

// Prepares the equations of M and G in the current state.
void ContactImpulses::place(double h, const StateVectors& now, Vec multipliers) {
  equations_.unknowns().setKinematics({0.0, 0.0, 1.0, hardly_divides * h * h, hardly_divides * h}, now.q.get(), nullptr,
                                      now.v.get(), now.a.get());
  equations_.setUnknowns(now.a.get(), multipliers);
}

// Solves for given rates, which are not scaled by k.
ContactImpulses::ImpulseResponse ContactImpulses::solve(Vec force, Vec rates) {
  ImpulseResponse part{la::makeZeroLike(force), la::makeZeroLike(rates)};
  const la::Vector scaled = la::copyOf(rates);
  equations_.rows().multiplyByFactors(scaled.get());
  statistics_ =
      solver::combine(statistics_, solver_.solveFor(force, scaled.get(), part.x.get(), part.multipliers.get()));
  return part;
}

// Returns w x_c, with the multipliers w lambda_b and w mu.
ContactImpulses::ImpulseResponse ContactImpulses::responseToContacts(double h, const StateVectors& now, Vec of_bounds,
                                                                     base::Phases& phases) {
  TENON_PETSC(VecScale(of_bounds, equations_.unknowns().kinematics().velocity));
  place(h, now, of_bounds);
  equations_.rows().releaseBounds();
  solver_.linearise(phases);
  const auto phase = phases.begin("solve");
  const la::Vector force = equations_.linearSystem().layout().makeVector(), no_rates = la::makeZeroLike(of_bounds);
  TENON_PETSC(MatMultTranspose(equations_.constraints()->free(), of_bounds, force.get()));
  ImpulseResponse part = solve(force.get(), no_rates.get());
  TENON_PETSC(VecAXPY(part.multipliers.get(), 1.0, of_bounds));
  return part;
}

// Returns dv and pi and updates v. The impulses of lasting contacts are rotated. A second pass is
// made if the residual of the first one exceeds round-off, for example with redundant rows
// (ActiveSet::soften).
ContactImpulses::ImpulseResponse ContactImpulses::jump(double h, StateVectors& now, Vec multipliers,
                                                       const ImpulseResponse& contacts, base::Phases& phases) {
  place(h, now, multipliers);
  equations_.updateActiveSet();
  solver_.linearise(phases);
  const auto phase = phases.begin("solve");
  has_impact_ = persistent_.hasNewContacts();
  ImpulseResponse jump{la::makeZeroLike(contacts.x.get()), la::makeZeroLike(contacts.multipliers.get())};
  const la::Vector no_force = la::makeZeroLike(now.v.get());
  const double least = 1e-12 * rateOf(contacts.x.get());
  for (int pass = 0; pass < 2; ++pass) {
    const la::Vector rates = computeMissingRates(equations_, now.v.get());
    if (la::norm(rates.get()) <= least) break;
    const ImpulseResponse more = solve(no_force.get(), rates.get());
    TENON_PETSC(VecAXPY(jump.x.get(), 1.0, more.x.get()));
    TENON_PETSC(VecAXPY(jump.multipliers.get(), 1.0, more.multipliers.get()));
    const la::Vector with_turned = pass == 0 ? addRotationCorrection(contacts, more, rates.get()) : la::Vector();
    TENON_PETSC(VecAXPY(now.v.get(), 1.0, with_turned ? with_turned.get() : more.x.get()));
  }
  jump.multipliers = selectRows(jump.multipliers.get(), equations_.rows().closedRowFlags());
  slip(h, multipliers, jump, now.v.get());
  return jump;
}

// Adds the friction of slipping contacts, which is that of the complete normal impulse. Friction of
// lambda_n alone would depend on the time integrator, because w lambda_n is not the impulse that
// supports a body. In an impact, friction stops a slip, also a slip that lambda_t has already
// reversed. For contacts that were active before, this limit would be an error of first order,
// because the positions of both adjacent steps contain half of each impulse.
void ContactImpulses::slip(double h, Vec multipliers, ImpulseResponse& jump, Vec v) {
  const auto gaps = gapRows(equations_.mechanics());
  const std::vector<char> closed = equations_.rows().closedRowFlags();
  const std::vector<double> lambda = la::entriesOf(multipliers), pi = la::entriesOf(jump.multipliers.get());
  const std::vector<double> before = computeConstraintRates(equations_, v), along = byBlock(gaps, lambda, before);
  std::vector<double> friction(pi.size(), 0.0);
  for (std::size_t row = 0; row < pi.size(); ++row) {
    if (!gaps[row] || *gaps[row] == row || closed[row] != 0) continue;
    const std::size_t gap = *gaps[row];
    if (closed[gap] != 0 && lambda[gap] != 0.0)
      friction[row] = lambda[row] * (along[gap] > 0.0 && !persistent_.wasActive(row) ? -h : pi[gap] / lambda[gap]);
  }

  const la::Vector impulses = la::makeZeroLike(multipliers), no_rates = la::makeZeroLike(multipliers);
  const la::Vector force = equations_.linearSystem().layout().makeVector();
  const auto change = [&] {
    la::setEntries(impulses.get(), friction);
    TENON_PETSC(MatMultTranspose(equations_.constraints()->free(), impulses.get(), force.get()));
    return solve(force.get(), no_rates.get());
  };
  const auto isThere = [](double entry) { return entry != 0.0; };
  if (!equations_.comm().any(std::any_of(friction.begin(), friction.end(), isThere))) return;
  ImpulseResponse part = change();
  const std::vector<double> after = computeConstraintRates(equations_, sum(1.0, v, part.x.get()).get());
  if (equations_.comm().any(limit(friction, gaps, persistent_, before, after))) part = change();
  TENON_PETSC(VecAXPY(v, 1.0, part.x.get()));
  TENON_PETSC(VecAXPY(jump.multipliers.get(), 1.0, selectRows(part.multipliers.get(), closed).get()));
  TENON_PETSC(VecAXPY(jump.multipliers.get(), 1.0, impulses.get()));
}

// Returns dv including the effect of the rotation of the impulses of lasting contacts; empty
// without rotation. Both effects are computed by one solve, because either alone may be negligible
// relative to the effect of its force on free bodies.
la::Vector ContactImpulses::addRotationCorrection(const ImpulseResponse& contacts, const ImpulseResponse& jump,
                                                  Vec rates) {
  const la::Vector impulses = sum(1.0, contacts.multipliers.get(), jump.multipliers.get());
  const la::Vector force = has_impact_ ? la::Vector() : persistent_.rotationCorrection(impulses.get());
  return force ? solve(force.get(), rates).x : la::Vector();
}

// Returns |G v|.
double ContactImpulses::rateOf(Vec v) const {
  const la::Vector rates = equations_.rows().makeVector();
  TENON_PETSC(MatMult(equations_.constraints()->full(), v, rates.get()));
  return la::norm(rates.get());
}

// Returns x_s and lambda_s.
ContactImpulses::ImpulseResponse ContactImpulses::responseWithoutContacts(double time, double h,
                                                                          const StateVectors& now,
                                                                          base::Phases& phases) {
  equations_.rows().releaseBounds();
  statistics_ = solver::combine(statistics_, computeConsistentAccelerations(equations_, solver_, time, h, now, phases));
  return {equations_.unknowns().get(), equations_.rows().copyMultipliers()};
}

la::Vector ContactImpulses::endStep(double time, double h, base::Phases& phases) {
  statistics_ = {}, has_impact_ = false;
  StateVectors now = equations_.unknowns().states();
  now.a = equations_.unknowns().get();
  const la::Vector multipliers = equations_.rows().copyMultipliers();
  const la::Vector of_bounds = equations_.rows().multipliersOfBounds();
  if (la::norm(of_bounds.get()) == 0.0) return std::move(now.a);

  const ImpulseResponse contacts = responseToContacts(h, now, of_bounds.get(), phases);
  const ImpulseResponse jump = this->jump(h, now, multipliers.get(), contacts, phases);
  ImpulseResponse smooth = responseWithoutContacts(time, h, now, phases);

  const auto meanOf = [&](const la::Vector ImpulseResponse::*of) {
    const la::Vector impulses = sum(1.0, (contacts.*of).get(), (jump.*of).get());
    return sum(1.0 / h, impulses.get(), (smooth.*of).get());
  };
  now.a = meanOf(&ImpulseResponse::x);
  equations_.setState(time, now, meanOf(&ImpulseResponse::multipliers).get());
  equations_.updateActiveSet();
  return std::move(smooth.x);
}

}  // namespace tenon::analysis
