// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include "tenon/la/matrices/ConstraintMatrix.hpp"

namespace tenon::system {

/// Matrix to be inverted, not owned, and a description of its rows for messages.
struct SystemMatrix {
  Mat A = nullptr;                          ///< Matrix to be inverted, not owned.
  std::vector<la::NamedRows> objects = {};  ///< Block rows of A by object.
  /// Rigid-body modes of all dofs, la::rigidModes(); nullptr if not given.
  MatNullSpace rigid_modes = nullptr;
};

/// Inverse of a matrix, x = A^-1 b.
///
/// If A is diagonal or block-diagonal over nodes, A^-1 is stored as a matrix of the same kind and
/// no system is solved. Otherwise A is solved by the KSP whose options have a given prefix. The
/// defaults are the MUMPS factors of a stored A, and GMRES with pbjacobi to 1e-13 for a matrix-free
/// A.
class Inverse {
 public:
  /// Representation of the inverse.
  enum class Kind {
    diagonal,  ///< A^-1 is stored as a diagonal matrix.
    blocks,    ///< A^-1 is stored as a block-diagonal matrix.
    solver     ///< A linear system with A is solved for each right-hand side.
  };

  /// Creates the inverse and factors A if required.
  /// @throws InputError if A is singular, naming the objects that can move freely because only
  ///   constraints support them
  /// @note Collective.
  explicit Inverse(SystemMatrix system, std::string prefix = "schur_");

  /// Returns the representation of the inverse.
  Kind kind() const { return kind_; }
  /// Returns the stored A^-1; nullptr if A is solved.
  Mat stored() const { return stored_.get(); }

  /// Computes x = A^-1 b.
  /// @throws NotConvergedError if the norm of the residual exceeds 1e-8 times that of b
  /// @throws InputError if the residual is that large because A is singular
  /// @note Collective.
  void apply(Vec b, Vec x) const;
  /// Computes X = A^-1 B with dense X and B, for many right-hand sides simultaneously (MatMatSolve
  /// if A is factored).
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

/// Returns the names of the objects whose rigid-body modes A does not resist: each object by
/// itself, or else all of them as one. Empty if there are none or if the rigid-body modes are not
/// given.
/// @note Collective.
std::vector<std::string> unconstrainedObjects(const SystemMatrix& system);

}  // namespace tenon::system
