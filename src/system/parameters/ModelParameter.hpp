// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <gsl/span>
#include <string>

#include "system/parameters/EquationWeights.hpp"

namespace tenon::system {

/// Parameter of a mechanical system with respect to which objectives are differentiated. A
/// parameter has one or more values; a field has one value per cell or node.
class ModelParameter {
 public:
  virtual ~ModelParameter() = default;

  /// Returns the name of the parameter in the case.
  virtual const std::string& name() const = 0;
  /// Returns the number of values that this rank owns; 1 on all ranks for a number of the case.
  virtual std::size_t size() const = 0;
  /// Returns true if addProducts() uses the weights of prescribed displacements.
  virtual bool needsReactions() const { return false; }
  /// Returns true if addProducts() includes the weights of energies.
  virtual bool includesEnergies() const { return false; }
  /// Adds the products of the weights with the derivatives of the equations with respect to the
  /// values of this rank, in the current state of the model. The products are complete: they
  /// contain the contributions of all ranks.
  /// @param weights   weights of the equations
  /// @param gradient  [size] derivatives, to which the products are added
  /// @throws InputError if the equations have no derivative with respect to the parameter
  /// @note Collective.
  virtual void addProducts(const EquationWeights& weights, gsl::span<double> gradient) = 0;
  /// Adds the products of derivatives with respect to the initial state of a transient analysis
  /// with the derivatives of this state by the values of this rank. By default the initial state
  /// does not depend on the parameter.
  /// @param displacements  derivatives with respect to the initial displacements by body, complete
  ///   on owned nodes
  /// @param velocities     derivatives with respect to the initial velocities, likewise
  /// @param gradient       [size] derivatives, to which the products are added
  /// @note Collective.
  virtual void addInitialProducts(const StateArrays& /*displacements*/, const StateArrays& /*velocities*/,
                                  gsl::span<double> /*gradient*/) {}
};

}  // namespace tenon::system
