#pragma once
#include "LastingContacts.hpp"
#include "tenon/analysis/TangentSolver.hpp"

namespace tenon::analysis {

/// What touches in steps of second order, where neither energy is to grow nor anything to chatter.
///
/// In such a step forces of contacts are impulses at its end, and no part of the accelerations that the next one begins
/// with: with x the unknowns, which move q by p and v by w, and lambda_b the multipliers of rows with bounds,
///   [M G_e^T; G_e 0] [x_c; -mu] = [G_b^T lambda_b; 0]
/// is what contacts have done (Kane, Repetto, Ortiz and Marsden, Comput. Methods Appl. Mech. Eng. 180 (1999), 1-26).
/// Where the step ends with p = h w / 2, their work is lambda_b . (g_n - g_n+1) <= 0. Then velocities obey all rows
/// that hold, those of joints and those that are closed,
///   [M G^T; G 0] [dv; -pi] = [0; -(G v + dPhi/dt)],   v <- v + dv,
/// the nearest in the norm of the mass, so that kinetic energy falls: what it does to the displacements of the next
/// step is the prediction of Deuflhard, Krause and Ertel, A contact-stabilized Newmark method for dynamical contact
/// problems, Int. J. Numer. Meth. Engng 73 (2008), 1274-1290. What slips feels
/// friction of pi, too: pi_t = lambda_t / lambda_n pi_n; in a blow no more than stops it. The next step begins with the
/// accelerations that fit these velocities and joints alone,
///   [M G_e^T; G_e 0] [x_s; -lambda_s] = [f(q, v); -d^2 Phi_e/dt^2|a=0]:
/// those of the step itself belong to what turned before the blow. Multipliers become the mean forces over the step,
/// (w lambda_b + pi) / h and lambda_s + (w mu + pi) / h, and accelerations those that belong to them.
class ContactImpulses {
 public:
  /// Both have to outlive this.
  ContactImpulses(Equations& equations, TangentSolver& solver)
      : equations_(equations), solver_(solver), lasting_(equations) {}

  /// Collective. Before a step.
  void beginStep() { lasting_.beginStep(); }
  /// Collective. Ends a step of length h to `time`, whose unknowns were solved for: gives x_s. Three to seven
  /// solves with M where anything touches. NotConvergedError where the solver fails.
  la::Vector endStep(double time, double h, base::Phases& phases);
  /// Whether something met in the step of the last endStep(), which did not touch before.
  bool isBlow() const { return is_blow_; }
  /// Of the solves of the last endStep().
  const solver::SolveStatistics& statistics() const { return statistics_; }

 private:
  /// Changes of accelerations or velocities, and the multipliers that belong to them.
  struct Part {
    la::Vector x, multipliers;
  };

  std::vector<char> boundRows() const;
  void linearise(double h, const MotionVectors& now, Vec multipliers, base::Phases& phases);
  Part solve(Vec force, Vec rates);
  Part byContacts(double h, const MotionVectors& now, Vec of_bounds, base::Phases& phases);
  Part jump(double h, MotionVectors& now, Vec multipliers, const Part& contacts, base::Phases& phases);
  void slip(double h, Vec multipliers, Part& jump, Vec v);
  la::Vector withTurned(const Part& contacts, const Part& jump, Vec rates);
  double rateOf(Vec v) const;
  Part withoutContacts(double time, double h, const MotionVectors& now, base::Phases& phases);

  Equations& equations_;
  TangentSolver& solver_;
  LastingContacts lasting_;
  solver::SolveStatistics statistics_;
  bool is_blow_ = false;
};

}  // namespace tenon::analysis
