#pragma once
#include <string>
#include <vector>

#include "tenon/la/ConstraintMatrix.hpp"

namespace tenon::system {

/// A matrix to be inverted, borrowed, and what its rows are, for messages.
struct SystemMatrix {
  Mat A = nullptr;
  std::vector<la::NamedRows> objects = {};  ///< of A, in block rows
  MatNullSpace rigid_modes = nullptr;       ///< of all unknowns, la::rigidModes(); nullptr: not known
};

/// x = A^-1 b. Where A is diagonal, or has nothing but the block of each node, A^-1 is a matrix of the same kind and
/// nothing is solved; else A is solved by the KSP whose options begin with a prefix, by default MUMPS' factors of a
/// stored A, and GMRES with pbjacobi to 1e-13 of one that has products only.
class Inverse {
 public:
  enum class Kind { diagonal, blocks, solver };

  /// Collective. Factors where there is something to factor. InputError where A is singular, with the objects that can
  /// move freely: those that nothing but constraints holds.
  explicit Inverse(SystemMatrix system, std::string prefix = "schur_");

  Kind kind() const { return kind_; }
  /// A^-1 stored; nullptr where A is solved.
  Mat stored() const { return stored_.get(); }

  /// Collective. NotConvergedError where the residual exceeds 1e-8 of b, InputError where that is because A is
  /// singular.
  void apply(Vec b, Vec x) const;
  /// Collective. X = A^-1 B, dense: many right-hand sides at once (MatMatSolve where A is factored).
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

/// Names of the objects that A lets move or turn freely, each by itself, or else all of them as one; {} where there are
/// none or rigid motions are not known. Collective.
std::vector<std::string> looseObjects(const SystemMatrix& system);

}  // namespace tenon::system
