// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "NaturalMap.hpp"

namespace tenon::contact {

/// Linear systems (1 - D + shift D + D A N) d = f of Newton's method.
///
/// Systems with at most `most_dense` unknowns over all ranks are assembled as a dense matrix, which
/// each rank factorises. Larger systems are solved by GMRES with matrix-free products. The
/// preconditioner consists of the inverse blocks of contacts and rows and is recomputed for each
/// system, because D changes.
/// @see Saad and Schultz, SIAM J. Sci. Stat. Comput. 7 (1986), 856-869
class NewtonSystem {
 public:
  static constexpr Eigen::Index most_dense = 600;

  /// Prepares the systems. All arguments must outlive this object. @note Collective.
  NewtonSystem(const ConeProblem& problem, const ScaledProblem& scaled, const NaturalMap& map);
  NewtonSystem(const NewtonSystem&) = delete;
  NewtonSystem& operator=(const NewtonSystem&) = delete;

  /// Solves a system with the last linearisation of the map.
  /// @param f         right-hand side
  /// @param shift     shift of N
  /// @param accuracy  relative residual of GMRES
  /// @param d         solution; zero if the solution is not finite
  /// @note Collective.
  void solve(const Impulses& f, double shift, double accuracy, Impulses& d);
  /// Returns true if the systems are solved by a dense factorisation.
  bool isDense() const { return total_ <= most_dense; }

 private:
  void solveDense(const Impulses& f, double shift, Impulses& d);
  void solveByProducts(const Impulses& f, double shift, double accuracy, Impulses& d);
  void makeRows();
  void factorBlocks(double shift);
  Impulses multiply(double shift, const Impulses& x) const;
  Impulses precondition(const Impulses& x) const;

  const ScaledProblem& scaled_;
  const NaturalMap& map_;
  Eigen::Index size_, first_, total_;  // number of impulses of this rank, of the ranks before it, of all ranks
  using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  Rows rows_;                               // rows of N of this rank, [size x total], if the system is dense
  std::vector<Eigen::MatrixXd> of_blocks_;  // block of N of each contact or row
  std::vector<Eigen::MatrixXd> inverses_;   // inverse diagonal block of each contact or row
};

}  // namespace tenon::contact
