// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "WeightedNorms.hpp"
#include "la/vectors.hpp"
#include "tenon/analysis/Kinematics.hpp"
#include "tenon/system/forms/LinearSystem.hpp"

namespace tenon::analysis {

/// Unknowns x of a step, and the states that follow from them by Kinematics. In statics x is the
/// displacement itself, which only the states contain. All functions are collective unless noted
/// otherwise.
class StepUnknowns {
 public:
  /// Creates the unknowns of statics, and imposes the Dirichlet boundary conditions. All arguments
  /// must outlive this object.
  StepUnknowns(system::MechanicalSystem& mechanics, const system::LinearSystem& system, const WeightedNorms& norms)
      : mechanics_(mechanics), system_(system), norms_(norms), initial_change_(displacement()) {
    mechanics_.imposeDirichletValues();
    TENON_PETSC(VecAYPX(initial_change_.get(), -1.0, displacement().get()));
  }

  /// Returns the current kinematics. @note Not collective.
  const Kinematics& kinematics() const { return kinematics_; }
  /// Returns true if x is the displacement itself. @note Not collective.
  bool areDisplacements() const { return !q_; }
  /// Sets the dependence of the state on x: q_n, d0 (nullptr: 0), v0 and the initial x, over the
  /// layout. All vectors are copied, and the states are unchanged.
  void setKinematics(const Kinematics& kinematics, Vec q, Vec d0, Vec v0, Vec x);
  /// Sets the coefficients of A alone, for an inspection of A before the first step.
  /// @note Not collective.
  void setKinematics(const Kinematics& kinematics) { kinematics_ = kinematics; }

  /// Sets x and the states that follow from it, including ghosts.
  void set(Vec x);
  /// Returns a copy of x.
  la::Vector get() const { return q_ ? la::copyOf(x_.get()) : displacement(); }
  /// Sets the states. The unknowns are then the accelerations, which do not change positions and
  /// velocities.
  void setStates(const StateVectors& states);
  /// Sets the velocities v = v0 + w x by changing v0; x is unchanged. Not applicable to statics.
  void setVelocities(Vec v);
  /// Sets the displacement of the states to q, including ghosts; x is unchanged.
  void setDisplacement(Vec q);
  /// Imposes the Dirichlet boundary conditions of the current time. The prescribed displacements
  /// change x or, if these do not depend on x, d0.
  void imposeDirichletValues();
  /// Converts incremental rotations in `dx` to increments of x, in place. In statics x contains
  /// rotation vectors theta: the increment becomes log(exp(dx) exp(theta)) - theta.
  /// @note Not collective.
  void composeRotations(Vec dx) const;

  /// Returns the change of the displacements by the Dirichlet values that the constructor imposed.
  /// @note Not collective.
  Vec initialChange() const { return initial_change_.get(); }
  /// Returns copies of displacement, velocity and acceleration.
  StateVectors states() const;
  /// Returns a copy of the displacement.
  la::Vector displacement() const { return vectorOf(&la::State::displacement); }
  /// Returns the increment d since the beginning of the step, q = q_n (+) d. Not applicable to
  /// statics.
  la::Vector increment() const { return incrementFrom(q_.get()); }
  /// Returns the increment d from any displacement `q` to the current one.
  la::Vector incrementFrom(Vec q) const;
  /// Returns the largest component of p x, the change of positions. Rotations of rigid bodies count
  /// as lengths at their lever (WeightedNorms.hpp).
  double positionChange() const;
  /// Returns the largest component of any reference position or displacement, or the lever of
  /// rotations (WeightedNorms.hpp) if larger. The round-off of gaps is proportional to this size.
  double size() const;

 private:
  void setStatesOf(std::size_t body, const double* q, const double* d0, const double* v0, const double* x);
  void updateGhosts();
  la::Vector vectorOf(gsl::span<const double> (la::State::*values)() const) const;
  void scatter(Vec vector, gsl::span<double> (la::State::*values)());

  system::MechanicalSystem& mechanics_;
  const system::LinearSystem& system_;
  const WeightedNorms& norms_;
  Kinematics kinematics_;
  la::Vector q_, d0_, v0_, x_;  // nullptr in statics
  la::Vector initial_change_;
  std::vector<double> increment_;  // work array for one object
};

}  // namespace tenon::analysis
