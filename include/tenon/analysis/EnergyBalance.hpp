#pragma once
#include <string>
#include <vector>

#include "tenon/analysis/Solution.hpp"
#include "tenon/system/MechanicalSystem.hpp"

namespace tenon::analysis {

/// Where the energy of a motion is, and what came and went since its start. Of all ranks.
struct Energies {
  double kinetic = 0.0;  ///< v . M v / 2
  double elastic = 0.0;  ///< sum of energy() of all forces that know it
  double dissipated =
      0.0;             ///< minus the work of what velocities add to forces; Rayleigh damping and contacts are in it
  double loads = 0.0;  ///< work of forces that store no energy
  double constraints = 0.0;  ///< work of G^T lambda: 0 of ideal constraints; driven ones and compliant rows do work
  double supports = 0.0;     ///< work of reactions, where held motions are prescribed
  double unknown = 0.0;      ///< taken in by forces that have no energy() to say how much they store
  double at_start = 0.0;     ///< kinetic + elastic at the start
  double largest = 0.0;      ///< the largest of all of these in size so far, by which a gap is large or small

  /// What is not accounted for: the error of the integration, and what the stepper damps.
  double gap() const { return kinetic + elastic - at_start + dissipated + unknown - loads - constraints - supports; }
};

/// Follows the energies from step to step. Over a step of length h a force f does the work
///   W = h (v_n + v_{n+1}) / 2 . (f_n + f_{n+1}) / 2,
/// second order in h as the steppers are, and exact for what the trapezoidal rule makes of linear systems: there the
/// gap is round-off. Other steppers damp, and that is seen as a gap.
///
/// Forces are told apart by what they say of themselves: those whose energy() has ever been other than 0 store it;
/// the others are loads. f(x, v) - f(x, 0) is damping.
class EnergyBalance {
 public:
  /// `mechanics` has to outlive this.
  explicit EnergyBalance(system::MechanicalSystem& mechanics);

  /// Collective. A step has led to `time`; `solution` has its forces. The first call is the start.
  const Energies& follow(double time, const Solution& solution);

  const Energies& now() const { return energies_; }

  /// What has to be kept so that another run goes on: all sums, and which forces store energy, by their number.
  struct Memory {
    Energies energies;
    std::vector<char> stores;
  };
  Memory memory() const { return {energies_, stores_}; }
  /// The next call of follow() is where the sums are those of `before`: no start, and no step.
  void continueFrom(const Memory& before);

 private:
  using Arrays = std::vector<std::vector<double>>;  // by body
  /// What acts at one time.
  struct Moment {
    double time = 0.0;
    Arrays velocity, loads, damping, unknown, constraints, reactions;  // empty: nothing
    Arrays contacts;  // of the step that ends here, all of it: impulses over its length
  };

  bool isDamped() const;
  void takeOutInertia(Arrays& forces) const;
  Moment momentOf(double time, const Solution& solution);
  void setVelocities(const Arrays& velocities);
  void shareForces(Moment& moment);
  double workOf(const Moment& now, Arrays Moment::*force) const;

  system::MechanicalSystem& mechanics_;
  Energies energies_;
  bool has_started_ = false, goes_on_ = false;  // goes_on_: the next moment is where another run has ended
  std::vector<char> stores_;                    // by force
  Moment last_;
};

}  // namespace tenon::analysis
