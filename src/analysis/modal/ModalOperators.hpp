#pragma once
#include <array>
#include <functional>
#include <optional>

#include "AdmissibleSpace.hpp"
#include "tenon/analysis/TangentSolver.hpp"
#include "tenon/system/MatrixFreeSystem.hpp"

namespace tenon::analysis {

/// Thrown by searches for eigenvalues if K + s M is not positive definite on the admissible space.
class IndefiniteStiffness : public base::NotConvergedError {
 public:
  explicit IndefiniteStiffness(double shift);
};

/// What modes of vibration are made of, at the present motion: K, M, and the inverse of K + s M on the admissible space
///   V = { x : P x = x, G x = 0 },
/// where rows with compliance hold nothing, but are springs G^T C^-1 G beside K. All members are collective.
///
/// Another symmetric matrix may stand for M, as that of stresses does where structures buckle.
class ModalOperators {
 public:
  /// y = M x. Collective.
  using Product = std::function<void(Vec x, Vec y)>;
  /// All have to outlive this. `inertia`: in place of the masses'.
  ModalOperators(Equations& equations, TangentSolver& solver, base::Phases& phases, Product inertia = {});

  /// K + s M from now on, before the next inverse.
  void setShift(double s);
  double shift() const { return s_; }

  /// Unknowns less what conditions and constraints take: the dimension of V, after setShift().
  PetscInt dimension() const;
  /// Mean |omega^2| of single degrees of freedom, of the diagonals of K and M. InputError where there is no mass, or
  /// nothing is stiff.
  double meanEigenvalue() const;

  la::Vector makeVector() const { return equations_.linearSystem().layout().makeVector(); }
  la::Vector makeMultipliers() const;
  /// y = P M x
  void multiplyMass(Vec x, Vec y) const;
  /// y = (P (K + s M) P + G^T C^-1 G) x
  void multiplyShifted(Vec x, Vec y) const;
  /// x in V with (K + s M) x - G^T lambda = P f. NotConvergedError when the solver fails. Writes a line of the log.
  void solve(Vec f, Vec x, Vec lambda);
  /// x in V, near to (K + s M)^-1 P f: the preset's preconditioner, once, and the projection on V.
  void precondition(Vec f, Vec x);
  /// y = (Q (K + s M) Q + c (1 - Q)) x with c the mean diagonal entry of K + s M: the inner product of a search by
  /// solves, positive definite if K + s M is so on V. The inverse of K + s M on V is self-adjoint in it for all
  /// vectors, those outside of V included, which round-off makes. @note Collective.
  void multiplyOnSpace(Vec x, Vec y);
  /// y = M Q x
  void multiplyMassOnSpace(Vec x, Vec y);
  /// x <- Q x, in V; of a force, what multipliers do not carry.
  void project(Vec x);
  /// True if a matrix, given by its product, is symmetric on V, to what linear solves leave: among arbitrary vectors.
  bool isSymmetric(const Product& product);
  /// True if it is symmetric among smooth vectors, near to the lowest modes: a part that is small beside the stiffness
  /// of single elements may be large beside theirs.
  bool isSymmetricAmongModes(const Product& product);
  /// True if it is symmetric among these vectors, and between them and such smooth ones.
  bool isSymmetricAmong(const std::vector<Vec>& vectors, const Product& product);
  /// Returns the largest |theta| of M x = theta (K + s M) x, as some inverse iterations estimate it from below.
  double largestTheta();
  /// P ((K + s M) x - G^T lambda - mu M x)
  la::Vector residual(Vec x, Vec lambda, double mu) const;
  /// Round-off where stiffnesses differ by many orders of magnitude: no solver leaves less.
  struct RoundOff {
    double force = 0.0;   ///< norm of residual() that may be round-off
    double energy = 0.0;  ///< round-off of x . (K + s M) x, over that energy
  };
  /// Estimated from products with entries of arbitrary signs, whose terms do not cancel.
  RoundOff roundOff(Vec x, Vec lambda) const;
  /// f = -K x + omega^2 M x, on held unknowns too.
  la::Vector force(Vec x, double eigenvalue) const;

  /// Unit motion along an axis.
  la::Vector translation(int axis) const;
  int dimensionOfSpace() const { return equations_.mechanics().dimension(); }

  const solver::SolveStatistics& statistics() const { return statistics_; }
  const Equations& equations() const { return equations_; }
  const solver::SolverOptions& options() const { return solver_.options(); }
  base::Phases& phases() { return phases_; }

 private:
  bool isSymmetric(const Product& product, Vec x, Vec y, double tolerance);
  bool isSymmetricAmongAll(const std::vector<Vec>& vectors, const Product& product);
  const std::vector<la::Vector>& smoothVectors();
  void multiplyByInverse(Vec x);
  void followCompliance();
  void findSpace();
  void findMeanDiagonal();

  Equations& equations_;
  TangentSolver& solver_;
  base::Phases& phases_;
  system::MatrixFreeSystem stiffness_, mass_;  // held unknowns included
  Product inertia_;
  la::Vector soft_;  // 1 / C of rows with compliance, else 0; nullptr where there is none
  double s_ = 0.0;
  double mean_diagonal_ = 0.0;  // of |K + s M|; 0: not known
  solver::SolveStatistics statistics_;
  std::optional<AdmissibleSpace> space_;           // V, where somebody projects on it
  std::optional<std::vector<la::Vector>> smooth_;  // of this shift, once somebody has asked for them
};

/// Any values by node and component as a vector: value(body, owned node, component).
template <class Value>
la::Vector vectorByNodes(const Equations& equations, Value&& value) {
  std::vector<std::vector<double>> arrays;
  for (const auto& body : equations.mechanics().bodies()) {
    const int block = body->state().block();
    arrays.emplace_back();
    for (base::LocalIndex node = 0; node < body->state().layout().numOwned(); ++node)
      for (int c = 0; c < block; ++c) arrays.back().push_back(value(*body, node, c));
  }
  la::Vector vector = equations.linearSystem().layout().makeVector();
  equations.linearSystem().layout().gather({arrays.begin(), arrays.end()}, vector.get());
  return vector;
}

/// Returns the number of unknowns that no condition holds. @note Collective.
PetscInt numUnheld(const Equations& equations);

double dot(Vec x, Vec y);

}  // namespace tenon::analysis
