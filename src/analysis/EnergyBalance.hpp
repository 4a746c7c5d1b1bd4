// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include "Solution.hpp"
#include "tenon/system/MechanicalSystem.hpp"

namespace tenon::analysis {

/// Energies of the current state and energies transferred since the start, summed over all ranks.
struct Energies {
  double kinetic = 0.0;  ///< kinetic energy v . M v / 2
  double elastic = 0.0;  ///< sum of energy() of all forces that provide it
  /// Minus the work of the velocity-dependent part of forces, including Rayleigh damping and
  /// contacts.
  double dissipated = 0.0;
  double loads = 0.0;        ///< work of forces that store no energy
  double constraints = 0.0;  ///< work of G^T lambda: 0 for ideal constraints; driven and compliant rows do work
  double supports = 0.0;     ///< work of reactions at prescribed degrees of freedom that move
  double unknown = 0.0;      ///< work absorbed by forces without energy(), whose stored part is unknown
  double at_start = 0.0;     ///< kinetic + elastic energy at the start
  double largest = 0.0;      ///< largest magnitude of all these energies so far, the reference value of gap()

  /// Returns the energy that is not accounted for: the error of the time integration and numerical
  /// damping.
  double gap() const { return kinetic + elastic - at_start + dissipated + unknown - loads - constraints - supports; }
};

/// Energy balance from step to step. A force f does the work
///   W = h (v_n + v_{n+1}) / 2 . (f_n + f_{n+1}) / 2
/// over a step of length h. This formula is second-order accurate in h, like the time integrators,
/// and is exact for the trapezoidal rule with linear systems, where the gap is round-off. Numerical
/// damping of other time integrators appears as a gap.
///
/// Forces are classified by energy(): a force stores energy if its energy() has ever been nonzero,
/// and is a load otherwise. f(x, v) - f(x, 0) is damping.
class EnergyBalance {
 public:
  /// Creates an energy balance before the start; `mechanics` must outlive this object.
  explicit EnergyBalance(system::MechanicalSystem& mechanics);

  /// Updates the energies after a step to `time`, with the forces in `solution`. The first call
  /// defines the start.
  /// @note Collective.
  const Energies& update(double time, const Solution& solution);

  /// Returns the energies at the last call of follow().
  const Energies& energies() const { return energies_; }

  /// State of the balance that a restart needs.
  struct RestartData {
    Energies energies;         ///< sums of all energies
    std::vector<char> stores;  ///< [force fields] 1 if the force stores energy
  };
  /// Returns the state of the balance for a checkpoint.
  RestartData restartData() const { return {energies_, stores_}; }
  /// Continues another balance: the next call of follow() takes the sums of `before` and is neither
  /// a start nor a step.
  void restartFrom(const RestartData& before);

 private:
  using Arrays = std::vector<std::vector<double>>;  // by object
  /// Velocities and forces at one time.
  struct TimeSample {
    double time = 0.0;
    Arrays velocity, loads, damping, unknown, constraints, reactions;  // empty if zero
    Arrays contacts;  // complete contact forces of the step that ends at `time`: impulses over the step size
  };

  bool isDamped() const;
  void subtractInertia(Arrays& forces) const;
  TimeSample takeSample(double time, const Solution& solution);
  void setVelocities(const Arrays& velocities);
  void assignForces(TimeSample& sample);
  double workOf(const TimeSample& now, Arrays TimeSample::*force) const;

  system::MechanicalSystem& mechanics_;
  Energies energies_;
  bool has_started_ = false,
       is_restarted_ = false;  // is_restarted_: the next call of follow() is the end of another run
  std::vector<char> stores_;   // by force field
  TimeSample last_;
};

}  // namespace tenon::analysis
