#pragma once
#include <petscksp.h>

#include <functional>
#include <memory>

#include "SaddleOptions.hpp"

namespace tenon::solver {

/// What a KSP gets in place of a SaddleSystem: its matrices, and the way between the system's vectors and the KSP's.
class Formulation {
 public:
  virtual ~Formulation() = default;

  virtual Mat solved() const = 0;
  /// What the preconditioner is made from.
  virtual Mat preconditioned() const = 0;
  /// Rows of G that act on held unknowns only.
  virtual PetscInt numEmptyRows() const = 0;

  /// Collective. The right-hand side for (f, g).
  virtual void scale(Vec f, Vec g, Vec rhs) = 0;
  /// Collective. delta += , mu += what `solution`, of the right-hand side made last, means.
  virtual void addUnscaled(Vec solution, Vec delta, Vec mu) = 0;

  /// Collective. Follows other values of the system's matrices in place; false where that cannot be. `rescales`: the
  /// preconditioner will be made anew, so that scales may change.
  virtual bool update(const SaddleSystem& /*system*/, bool /*rescales*/) { return false; }

  /// Collective. Takes out of the matrices, and not of their patterns, what joins bodies across rows that may let go.
  /// Whether there is anything like that; join() puts it back.
  virtual bool separate() { return false; }
  virtual void join() {}

  /// Gives the splits of a KSP their names, before it reads its options.
  virtual void nameSplits(KSP) const {}
  /// Collective. Gives them what has to be made of matrices, after it has read its options.
  virtual void prepareSplits(KSP) {}
  /// Gives the parts inside of each split their names: objects, groups of constraints. After the set-up of the KSP,
  /// before that of its splits.
  virtual void nameParts(KSP) const {}
  /// Collective. After that: gives preconditioners what the matrix that they are made from lacks. `set_up` sets one up.
  virtual void completeSplits(KSP, const std::function<void(PC)>& /*set_up*/) const {}
};

/// Collective. InputError where the system cannot be put into that form.
std::unique_ptr<Formulation> formulate(const SaddleSystem& system, const SaddleOptions& options);

}  // namespace tenon::solver
