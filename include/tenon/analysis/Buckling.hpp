#pragma once
#include "tenon/analysis/Analysis.hpp"

namespace tenon::analysis {

/// Linear buckling: the lowest factors mu > 0 of the loads at which a shape phi can grow beside the motion u_0 that the
/// loads bring in one linear solve at rest,
///   (K_0 + mu K_s) phi - G^T lambda = 0,   G phi + C lambda = 0,   K_s = dK/de (e u_0) at e = 0,
/// the stress stiffness by a central difference of the tangents at +-e u_0. Sought as the largest theta = 1 / mu of
/// -K_s phi = theta K_0 phi by SLEPc's Krylov-Schur method, as modes of vibration are (Modal.hpp). Each shape is a
/// step, at the time of its number, of largest component 1. Source: Bathe, Finite Element Procedures, 2nd ed.
/// (2014), 6.8.2.
class Buckling : public Analysis {
 public:
  struct Data {
    int modes = 3;
    double time = 1.0;  ///< of the loads that mu multiplies
    double tolerance = 1e-6;
  };
  static void declare(base::Parameters<Data>& p);

  explicit Buckling(const Data& data) : data_(data) {}

  Kinematics kinematics() const override { return {}; }
  int numSteps() const override { return data_.modes; }
  /// No body may move without any force. InputError for forces whose stiffness at rest is not symmetric.
  void requireHeld(Equations& equations) const override;

  using Analysis::run;
  /// InputError where no force becomes softer under the loads; NotConvergedError where there are fewer shapes than
  /// `last`.
  Solution run(Equations& equations, TangentSolver& solver, base::Phases& phases, int last,
               const AtStep& at_step) override;

 private:
  Data data_;
};

}  // namespace tenon::analysis
