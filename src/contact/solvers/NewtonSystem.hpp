#pragma once
#include <vector>

#include "solvers/NaturalMap.hpp"

namespace tenon::contact {

/// Linear systems (1 - D + shift D + D A N) d = f of Newton's method. Few unknowns, of all ranks together, make a dense
/// matrix that each rank factors; more are left to GMRES (Saad and Schultz 1986) with products and the blocks of
/// contacts and rows as preconditioner, which are made anew for each system, as D changes.
class NewtonSystem {
 public:
  static constexpr Eigen::Index most_dense = 600;

  /// Collective. All have to outlive this.
  NewtonSystem(const ConeProblem& problem, const ScaledProblem& scaled, const NaturalMap& map);
  NewtonSystem(const NewtonSystem&) = delete;
  NewtonSystem& operator=(const NewtonSystem&) = delete;

  /// Collective. By the map's last linearisation; `accuracy`: what is left of |f| at most, of GMRES. 0 where there is
  /// no solution in numbers.
  void solve(const Impulses& f, double shift, double accuracy, Impulses& d);
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
  Eigen::Index size_, first_, total_;  // impulses of this rank, of those before it, of all
  using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  Rows rows_;                               // of N, [size, total], where it is dense
  std::vector<Eigen::MatrixXd> of_blocks_;  // N of each block
  std::vector<Eigen::MatrixXd> inverses_;   // of each block's part of the matrix
};

}  // namespace tenon::contact
