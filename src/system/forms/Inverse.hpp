// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include "tenon/system/forms/LinearSystem.hpp"

namespace tenon::system {

/// Inverse of a system matrix A, for products x = A^-1 b.
///
/// If A is diagonal or block-diagonal, A^-1 is stored as a matrix of the same structure, and no
/// linear systems are solved. Otherwise, a KSP solves a linear system with the matrix A for each
/// right-hand side. The PETSc options of the KSP have the prefix that is passed to the constructor.
/// By default, an assembled A is factorised by MUMPS. If A is matrix-free, the linear systems are
/// solved by GMRES with the preconditioner pbjacobi and a relative tolerance of 1e-13.
class Inverse {
 public:
  /// Representation of the inverse.
  enum class Kind {
    diagonal,  ///< A^-1 is stored as a diagonal matrix.
    blocks,    ///< A^-1 is stored as a block-diagonal matrix.
    solver     ///< A linear system is solved for each right-hand side.
  };

  /// Creates the inverse and factorises A if required.
  /// @param system  matrix A and its description; A must exist as long as the inverse is used
  /// @param prefix  prefix of the PETSc options of the solver
  /// @throws InputError if A is singular because a node has neither mass nor stiffness or because
  ///   objects can move freely; the message names the objects
  /// @throws NotConvergedError if A cannot be factorised for any other reason
  /// @note Collective.
  explicit Inverse(SystemMatrix system, std::string prefix = "schur_");

  /// Returns the representation of the inverse.
  Kind kind() const { return kind_; }
  /// Returns the stored A^-1; nullptr if linear systems are solved.
  Mat stored() const { return stored_.get(); }

  /// Computes x = A^-1 b.
  /// @throws NotConvergedError if the norm of the residual exceeds 1e-8 times that of b
  /// @throws InputError if the residual is that large because objects can move freely
  /// @note Collective.
  void apply(Vec b, Vec x) const;
  /// Computes X = A^-1 B with dense matrices X and B. All right-hand sides are solved
  /// simultaneously, by MatMatSolve if A is factorised.
  /// @throws InternalError if A^-1 is stored
  /// @throws NotConvergedError or InputError under the same conditions as for a single right-hand
  ///   side
  /// @note Collective.
  void apply(Mat B, Mat X) const;

 private:
  void store();
  void prepareSolver(const std::string& prefix);
  void requireRegular() const;
  void requireSolution(Vec b, Vec x) const;
  [[noreturn]] void refuse(double residual) const;

  SystemMatrix system_;
  Kind kind_;
  la::Matrix stored_;
  la::LinearSolver solver_;
  la::Vector residual_;
};

/// Returns the names of the objects that can move freely because A does not resist one of their
/// rigid-body modes. If no single object can move freely, but all objects together can, the names
/// of all objects are returned. The result is empty if there are no such objects or if the
/// rigid-body modes are unknown.
/// @note Collective.
std::vector<std::string> unconstrainedObjects(const SystemMatrix& system);

}  // namespace tenon::system
