// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <optional>

#include "system/parameters/ModelParameter.hpp"
#include "system/parameters/VariedContributors.hpp"

namespace tenon::system {

/// Number of a case as a parameter p. The contributors that depend on p are created again for the
/// values p -+ e and p -+ 2 e, and their equations are differentiated by central differences of
/// fourth order. Contributors need no additional functions. The differences are exact to round-off
/// if the equations are linear in p. The step e is reduced until the differences of second and of
/// fourth order agree.
class NumberParameter : public ModelParameter {
 public:
  /// Creates the parameter; `mechanics` must outlive it.
  /// @param name   name of the parameter
  /// @param value  value p
  /// @param varies_prescribed  true if prescribed displacements depend on p
  /// @param make   function that creates the contributors that depend on p
  /// @param unit   unit of the steps, with a first step of 1e-4; 0: the magnitude of p, or 1 if p
  ///   is zero
  NumberParameter(MechanicalSystem& mechanics, std::string name, double value, bool varies_prescribed,
                  MakeVariedContributors make, double unit = 0.0);
  ~NumberParameter() override;

  const std::string& name() const override { return name_; }
  std::size_t size() const override { return 1; }
  bool needsReactions() const override { return varies_prescribed_; }
  bool includesEnergies() const override { return true; }
  void addProducts(const EquationWeights& weights, gsl::span<double> gradient) override;

  /// Returns the value p.
  double value() const { return value_; }

 private:
  struct Estimate;
  void make(double step);
  Estimate estimate(const EquationWeights& weights);

  MechanicalSystem& mechanics_;
  std::string name_;
  double value_, unit_, step_ = 0.0;  // step_: e; 0 before the first product
  bool varies_prescribed_;
  MakeVariedContributors make_;
  std::array<std::optional<VariedContributors>, 4> varied_;  // at p - 2 e, p - e, p + e, p + 2 e
};

}  // namespace tenon::system
