// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "BlockResidual.hpp"

#include <algorithm>
#include <cmath>

#include "la/arrays.hpp"
#include "la/commOf.hpp"
#include "la/vectors.hpp"
#include "tenon/base/Communicator.hpp"

namespace tenon::solver {
namespace {

// An object with a smaller share of the whole displacement counts as immobile.
constexpr double at_rest = 1e-10;

/// Norms of several quantities in every field, evaluated by one reduction.
class Norms {
 public:
  explicit Norms(const Fields& fields) : fields_(fields) {}
  void add(Vec entries, Vec weight) { add(fields_.squares(entries, weight)); }
  void add(const std::vector<double>& squares) { squares_.insert(squares_.end(), squares.begin(), squares.end()); }
  void reduce(const base::Communicator& comm) { comm.sumInPlace(gsl::span<double>(squares_)); }
  double of(std::size_t quantity, std::size_t field) const {
    return std::sqrt(squares_[quantity * fields_.size() + field]);
  }
  double ofAll(std::size_t quantity) const {
    double sum = 0.0;
    for (std::size_t field = 0; field < fields_.size(); ++field) sum += squares_[quantity * fields_.size() + field];
    return std::sqrt(sum);
  }

 private:
  const Fields& fields_;
  std::vector<double> squares_;
};

double over(double residual, double measure) {
  return residual == 0.0 ? 0.0 : residual / measure;  // A NaN is preserved.
}

bool isWorse(double a, double b) {
  return a > b || std::isnan(a);
}

void updateWorst(BlockResidual::Ratio& worst, double residual, double terms, double least, const std::string& where) {
  const double value = over(residual, std::max(terms, least)), of_terms = over(residual, terms);
  if (isWorse(value, worst.value)) worst.value = value, worst.where = where;
  if (isWorse(of_terms, worst.of_terms)) worst.of_terms = of_terms;
}

// Returns the largest diagonal entry of each node, so that the orientation of axes does not matter;
// the largest of all nodes for a node without a positive entry.
la::Vector stiffnesses(Mat A) {
  la::Vector diagonal = la::makeColumnVector(A);
  TENON_PETSC(MatGetDiagonal(A, diagonal.get()));
  TENON_PETSC(VecAbs(diagonal.get()));
  const double most = la::norm(diagonal.get(), NORM_INFINITY);
  PetscInt block = 1;
  TENON_PETSC(MatGetBlockSize(A, &block));
  la::WriteArray d(diagonal.get());
  for (PetscInt node = 0; node < d.size(); node += block) {
    const double largest = *std::max_element(d.begin() + node, d.begin() + node + block);
    std::fill_n(d.begin() + node, block, largest > 0.0 ? largest : most > 0.0 ? most : 1.0);
  }
  return diagonal;
}

la::Vector power(Vec entries, double exponent) {
  la::Vector result = la::makeZeroLike(entries);
  TENON_PETSC(VecCopy(entries, result.get()));
  TENON_PETSC(VecPow(result.get(), exponent));
  return result;
}

}  // namespace

BlockResidual::BlockResidual(const SaddleSystem& system) : A_(la::Matrix::share(system.A)) {
  PetscInt block = 1;
  TENON_PETSC(MatGetBlockSize(system.A, &block));
  TENON_PETSC(MatCreateVecs(system.A, work_u_.out(), r_u_.out()));
  computeDisplacementWeights();
  objects_.emplace(system.objects, block, r_u_.get());
  forces_.resize(objects_->size());
  if (system.G == nullptr) return;
  G_ = la::Matrix::share(system.G);
  r_g_ = la::makeRowVector(system.G);
  work_g_ = la::makeRowVector(system.G);
  squares_.emplace(system.G, la::EntryFunction::square);
  takeCompliance(system);
  computeMultiplierWeights();
  groups_.emplace(system.groups, 1, r_g_.get());
}

void BlockResidual::takeCompliance(const SaddleSystem& system) {
  compliance_ = system.compliance != nullptr ? la::Vector::share(system.compliance) : la::Vector();
}

void BlockResidual::update(const SaddleSystem& system) {
  computeDisplacementWeights();
  if (!G_) return;
  takeCompliance(system);
  computeMultiplierWeights();
}

void BlockResidual::computeDisplacementWeights() {
  const la::Vector D = stiffnesses(A_.get());
  force_weights_ = power(D.get(), -0.5);
  displacement_weights_ = power(D.get(), 0.5);
}

// Computes the weights of constraint residuals. A row without entries has no W; it is measured like
// a row that restrains the stiffest degree of freedom.
void BlockResidual::computeMultiplierWeights() {
  TENON_PETSC(VecPointwiseMult(work_u_.get(), force_weights_.get(), force_weights_.get()));
  squares_->multiply(work_u_.get(), work_g_.get());
  const double stiffest = la::norm(displacement_weights_.get(), NORM_INFINITY);
  {
    la::WriteArray sums(work_g_.get());
    for (double& sum : sums)
      if (sum == 0.0) sum = 1.0 / (stiffest * stiffest);
  }
  residual_weights_ = power(work_g_.get(), -0.5);
  multiplier_weights_ = power(work_g_.get(), 0.5);
}

void BlockResidual::compute(Vec f, Vec g, Vec delta, Vec mu) {
  computeForces(f, delta, mu);
  if (G_) computeConstraintResiduals(g, delta, mu);
}

void BlockResidual::computeForces(Vec f, Vec delta, Vec mu) {
  enum : std::size_t { residual, given, stiff, constrained, motion, of_rows };
  Norms norms(*objects_);
  TENON_PETSC(MatMult(A_.get(), delta, work_u_.get()));
  TENON_PETSC(VecWAXPY(r_u_.get(), -1.0, work_u_.get(), f));
  const std::vector<double> of_stiffness = objects_->squares(work_u_.get(), force_weights_.get());
  std::vector<double> of_constraints(objects_->size(), 0.0), of_each_row(objects_->size(), 0.0);
  if (G_) {
    TENON_PETSC(MatMultTranspose(G_.get(), mu, work_u_.get()));
    TENON_PETSC(VecAXPY(r_u_.get(), -1.0, work_u_.get()));
    of_constraints = objects_->squares(work_u_.get(), force_weights_.get());
    // The terms of G^T mu cancel where one row transmits the force of another: sqrt(sum (G_ji
    // mu_j)^2).
    TENON_PETSC(VecPointwiseMult(work_g_.get(), mu, mu));
    squares_->multiplyTransposed(work_g_.get(), work_u_.get());
    TENON_PETSC(VecSqrtAbs(work_u_.get()));
    of_each_row = objects_->squares(work_u_.get(), force_weights_.get());
  }
  norms.add(r_u_.get(), force_weights_.get());
  norms.add(f, force_weights_.get());
  norms.add(of_stiffness);
  norms.add(of_constraints);
  norms.add(delta, displacement_weights_.get());
  norms.add(of_each_row);
  norms.reduce(la::commOf(f));

  cancelling_ = norms.ofAll(motion) + norms.ofAll(given);
  if (G_) {
    TENON_PETSC(VecPointwiseMult(work_g_.get(), multiplier_weights_.get(), mu));
    cancelling_ += la::norm(work_g_.get());
  }
  of_u_ = {};
  for (std::size_t o = 0; o < objects_->size(); ++o) {
    const double terms = std::max({norms.of(given, o), norms.of(stiff, o), norms.of(constrained, o)});
    forces_[o] = std::max(terms, norms.of(of_rows, o));
    updateWorst(of_u_, norms.of(residual, o), terms, round_off_share * cancelling_, objects_->label(o));
  }
}

void BlockResidual::computeConstraintResiduals(Vec g, Vec delta, Vec mu) {
  enum : std::size_t { residual, given, soft, multipliers, moved };
  Norms norms(*groups_);
  TENON_PETSC(MatMult(G_.get(), delta, work_g_.get()));
  TENON_PETSC(VecWAXPY(r_g_.get(), -1.0, work_g_.get(), g));
  std::vector<double> of_compliance(groups_->size(), 0.0);
  if (compliance_) {
    TENON_PETSC(VecPointwiseMult(work_g_.get(), compliance_.get(), mu));
    TENON_PETSC(VecAXPY(r_g_.get(), 1.0, work_g_.get()));
    of_compliance = groups_->squares(work_g_.get(), residual_weights_.get());
  }
  norms.add(r_g_.get(), residual_weights_.get());
  norms.add(g, residual_weights_.get());
  norms.add(of_compliance);
  norms.add(mu, multiplier_weights_.get());
  // The terms of a row may cancel: sqrt(sum (G_ij delta_j)^2).
  TENON_PETSC(VecPointwiseMult(work_u_.get(), delta, delta));
  squares_->multiply(work_u_.get(), work_g_.get());
  TENON_PETSC(VecSqrtAbs(work_g_.get()));
  norms.add(work_g_.get(), residual_weights_.get());
  norms.reduce(la::commOf(g));

  of_g_ = {};
  for (std::size_t c = 0; c < groups_->size(); ++c)
    updateWorst(of_g_, norms.of(residual, c),
                std::max({norms.of(given, c), norms.of(soft, c), norms.of(multipliers, c), norms.of(moved, c)}),
                round_off_share * cancelling_, groups_->label(c));
}

double BlockResidual::worst() const {
  return isWorse(of_u_.value, of_g_.value) ? of_u_.value : of_g_.value;
}

BlockResidual::Ratio BlockResidual::change(Vec step, Vec delta) const {
  enum : std::size_t { stepped, moved };
  Norms norms(*objects_);
  norms.add(step, displacement_weights_.get());
  norms.add(delta, displacement_weights_.get());
  norms.reduce(la::commOf(delta));
  Ratio most;
  for (std::size_t o = 0; o < objects_->size(); ++o)
    updateWorst(most, norms.of(stepped, o), norms.of(moved, o),
                std::max(at_rest * cancelling_, constrained_share * forces_[o]), objects_->label(o));
  return most;
}

}  // namespace tenon::solver
