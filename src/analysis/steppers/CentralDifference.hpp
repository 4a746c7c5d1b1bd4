// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include "tenon/analysis/Stepper.hpp"
#include "tenon/system/MechanicalSystem.hpp"

namespace tenon::analysis {

/// Central difference method with a diagonal mass matrix, with velocities at the ends of steps:
///   q_{n+1} = q_n + h v_n + h^2/2 a_n,
///   (M - h/2 B) a_{n+1} = P f(q_{n+1}, v_n + h/2 a_n, t_{n+1}),
///   v_{n+1} = v_n + h/2 (a_n + a_{n+1}).
/// The method is explicit and second-order accurate, and stable for h <= 2 / omega, with omega the
/// highest natural frequency of M and K. It conserves energy over long times (Hairer, Lubich and
/// Wanner, Acta Numerica 12 (2003), 399-450). K is never assembled. Prescribed displacements u(t)
/// have v = (u(t + h) - u(t - h)) / 2h and a = (u(t + h) - 2 u(t) + u(t - h)) / h^2.
///
/// The method works directly on the states. An instability is detected long after its onset, so
/// that steps are not repeated.
class CentralDifference : public Stepper {
 public:
  struct Data {};
  static void declare(base::Parameters<Data>&) {}
  explicit CentralDifference(const Data&) {}

  /// Returns the coefficients of A, the diagonal matrix.
  Kinematics kinematics(double h) const override { return {0.0, 0.5 * h, 1.0, 1.0, 1.0}; }
  /// @throws InputError for constraints with multipliers, for masses or damping that are not
  /// diagonal, and at the start if `h` exceeds 2 / omega of the current K
  void begin(StepContext& context, double h, bool is_start) override;
  /// @throws NotConvergedError if accelerations are no longer finite
  solver::SolveStatistics advance(StepContext& context, double h, double time) override;
  bool canReduceStep() const override { return false; }

 private:
  using Arrays = std::vector<std::vector<double>>;  // by object

  void invertMasses(StepContext& context, double h);
  Arrays prescribedDisplacements(const system::MechanicalSystem& mechanics) const;
  void movePrescribed(system::MechanicalSystem& mechanics, double h, double time, const Arrays& before) const;
  void requireNumbers(const system::MechanicalSystem& mechanics, double time) const;

  double longest_step_ = 0.0;                   // 2 / omega; infinite without stiffness
  Arrays inverse_;                              // inverse of the diagonal for owned unknowns, 0 for constrained ones
  std::vector<std::vector<std::size_t>> held_;  // constrained degrees of freedom
  int steps_ = 0;
};

}  // namespace tenon::analysis
