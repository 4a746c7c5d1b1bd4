// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <petscksp.h>

#include <functional>
#include <memory>

#include "SaddleOptions.hpp"
#include "tenon/la/matrices/SaddleMatrix.hpp"
#include "tenon/solver/saddle/SaddleSystem.hpp"

namespace tenon::solver {

/// Form in which a SaddleSystem is passed to a KSP: its matrices, and the conversion between
/// vectors of the system and of the KSP.
class Formulation {
 public:
  virtual ~Formulation() = default;

  /// Returns the operator.
  virtual Mat systemMatrix() const = 0;
  /// Returns the matrix that the preconditioner is built from.
  virtual Mat preconditionerMatrix() const = 0;
  /// Returns the number of rows of G that act on constrained degrees of freedom only.
  virtual PetscInt numEmptyRows() const = 0;

  /// Computes the right-hand side of the KSP from (f, g). @note Collective.
  virtual void scale(Vec f, Vec g, Vec rhs) = 0;
  /// Adds the values of `solution`, which belongs to the last computed right-hand side, to delta
  /// and mu.
  /// @note Collective.
  virtual void addUnscaled(Vec solution, Vec delta, Vec mu) = 0;

  /// Updates the matrices in place after the values of the system's matrices have changed. Returns
  /// false if this is impossible.
  /// @param rescales  true if the preconditioner is renewed as well, so that the scales may change
  /// @note Collective.
  virtual bool update(const SaddleSystem& /*system*/, bool /*rescales*/) { return false; }

  /// Removes the couplings of bodies across rows that may become inactive from the matrices, but
  /// not from their patterns; join() restores them. Returns true if there are such couplings.
  /// @note Collective.
  virtual bool separate() { return false; }
  virtual void join() {}

  /// Names the splits of a KSP before it reads its options.
  virtual void nameSplits(KSP) const {}
  /// Provides the splits with data derived from matrices, after the KSP has read its options.
  /// @note Collective.
  virtual void prepareSplits(KSP) {}
  /// Names the parts within each split, i.e. objects or groups of constraints, after the set-up of
  /// the KSP and before that of its splits.
  virtual void nameParts(KSP) const {}
  /// Adds to the preconditioners of the splits the terms that their matrices lack, after
  /// nameParts().
  /// @param set_up  sets up a preconditioner
  /// @note Collective.
  virtual void completeSplits(KSP, const std::function<void(PC)>& /*set_up*/) const {}
};

/// Creates the formulation that the options select.
/// @throws InputError if the system cannot be brought into this form
/// @note Collective.
std::unique_ptr<Formulation> formulate(const SaddleSystem& system, const SaddleOptions& options);

}  // namespace tenon::solver
