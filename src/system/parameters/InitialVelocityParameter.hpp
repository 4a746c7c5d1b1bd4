// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cmath>
#include <functional>
#include <memory>

#include "system/parameters/ModelParameter.hpp"
#include "tenon/system/MechanicalSystem.hpp"

namespace tenon::system {

/// Number of a case on which the initial velocities depend. Contributors may depend on the same
/// number, whose products another parameter provides.
class InitialVelocityParameter : public ModelParameter {
 public:
  /// Function that returns the initial velocities by body, [numLocal x block], for a value of the
  /// parameter.
  /// @note Collective.
  using MakeVelocities = std::function<StateArrays(double value)>;

  /// Creates the parameter; `mechanics` must outlive it.
  /// @param value            value of the parameter
  /// @param contributors     parameter of the contributors that depend on the same number
  /// @param make_velocities  function that returns the initial velocities
  /// @param unit             unit of the steps of differences; 0: the magnitude of the value, or 1
  InitialVelocityParameter(const MechanicalSystem& mechanics, double value,
                           std::unique_ptr<ModelParameter> contributors, MakeVelocities make_velocities,
                           double unit = 0.0)
      : mechanics_(mechanics),
        value_(value),
        unit_(unit > 0.0     ? unit
              : value != 0.0 ? std::abs(value)
                             : 1.0),
        contributors_(std::move(contributors)),
        make_velocities_(std::move(make_velocities)) {}

  const std::string& name() const override { return contributors_->name(); }
  std::size_t size() const override { return 1; }
  bool needsReactions() const override { return contributors_->needsReactions(); }
  bool includesEnergies() const override { return contributors_->includesEnergies(); }
  void addProducts(const EquationWeights& weights, gsl::span<double> gradient) override {
    contributors_->addProducts(weights, gradient);
  }
  void addInitialProducts(const StateArrays& displacements, const StateArrays& velocities,
                          gsl::span<double> gradient) override;

 private:
  const MechanicalSystem& mechanics_;
  double value_, unit_;
  std::unique_ptr<ModelParameter> contributors_;
  MakeVelocities make_velocities_;
};

}  // namespace tenon::system
