#include "CentralDifference.hpp"

#include <fmt/format.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "byBody.hpp"
#include "tenon/base/collectively.hpp"
#include "tenon/la/arrays.hpp"
#include "tenon/la/vectors.hpp"
#include "tenon/system/MatrixFreeSystem.hpp"

namespace tenon::analysis {
namespace {

constexpr double diagonal = 1e-12;  // what a product may differ from that with the diagonal
constexpr int most_vectors = 60;    // of Lanczos
constexpr double converged = 1e-4;  // of the largest eigenvalue, from one vector to the next
constexpr double a_hair = 1e-9;     // longer than the longest step is no longer
constexpr int looks_every = 20;     // steps, for numbers that are none

/// Entries without order, the same for any partition: of numbers of nodes.
void fillWithoutOrder(Vec vector) {
  PetscInt first = 0;
  TENON_PETSC(VecGetOwnershipRange(vector, &first, nullptr));
  la::WriteArray entries(vector);
  for (PetscInt i = 0; i < entries.size(); ++i) entries[i] = std::sin(1.0 + 7.3 * static_cast<double>(first + i));
}

double dot(Vec a, Vec b) {
  PetscScalar product = 0.0;
  TENON_PETSC(VecDot(a, b, &product));
  return product;
}

/// Largest eigenvalue of W A W, W = diag(weights), A symmetric: Lanczos' method without reorthogonalisation, which
/// finds the ends of the spectrum first (Golub and Van Loan, Matrix Computations, 4th ed., section 10.1). Collective.
double largestEigenvalue(Mat A, Vec weights) {
  la::Vector v = la::like(weights), before = la::like(weights), w = la::like(weights), product = la::like(weights);
  fillWithoutOrder(v.get());
  TENON_PETSC(VecPointwiseMult(v.get(), v.get(), weights));
  const double size = la::norm(v.get());
  if (size == 0.0) return 0.0;
  TENON_PETSC(VecScale(v.get(), 1.0 / size));
  std::vector<double> diagonals, beside;
  double largest = 0.0;
  for (int k = 0; k < most_vectors; ++k) {
    TENON_PETSC(VecPointwiseMult(w.get(), weights, v.get()));
    TENON_PETSC(MatMult(A, w.get(), product.get()));
    TENON_PETSC(VecPointwiseMult(w.get(), weights, product.get()));
    diagonals.push_back(dot(v.get(), w.get()));
    TENON_PETSC(VecAXPY(w.get(), -diagonals.back(), v.get()));
    if (k > 0) TENON_PETSC(VecAXPY(w.get(), -beside.back(), before.get()));
    const auto rows = static_cast<Eigen::Index>(diagonals.size());
    Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver;
    solver.computeFromTridiagonal(Eigen::Map<const Eigen::VectorXd>(diagonals.data(), rows),
                                  Eigen::Map<const Eigen::VectorXd>(beside.data(), rows - 1), Eigen::EigenvaluesOnly);
    const double last = std::exchange(largest, solver.eigenvalues()[rows - 1]);
    beside.push_back(la::norm(w.get()));
    if (beside.back() <= 1e-12 * largest || (k > 10 && largest - last <= converged * converged * largest)) break;
    std::swap(before, v);
    std::swap(v, w);
    TENON_PETSC(VecScale(v.get(), 1.0 / beside.back()));
  }
  return largest;
}

}  // namespace

CentralDifference::CentralDifference(Equations& equations, double h, base::Phases& phases)
    : equations_(equations), h_(h), longest_step_(std::numeric_limits<double>::infinity()) {
  requireNoConstraints();
  invertMasses(phases);
  findLongestStep();
  base::collectively(equations_.comm(), [&] {
    if (h_ > (1 + a_hair) * longest_step_)
      throw base::InputError(fmt::format(
          "The step {:.6g} is too long for the stepper 'central-difference': the highest frequency of masses and "
          "stiffnesses allows {:.6g} at most, and less where the motion stiffens something.",
          h_, longest_step_));
  });
}

void CentralDifference::requireNoConstraints() const {
  for (const auto& constraint : equations_.mechanics().constraints())
    if (constraint->active)
      throw base::InputError(fmt::format(
          "The stepper 'central-difference' knows no multipliers, but there is the constraint '{}': take another "
          "stepper, or hold with `conditions`.",
          constraint->name()));
}

void CentralDifference::invertMasses(base::Phases& phases) {
  equations_.setKinematics(kinematics(h_));
  equations_.assemble(phases);
  const system::LinearSystem& system = equations_.linearSystem();
  const la::Vector masses = system.layout().makeVector();
  TENON_PETSC(MatGetDiagonal(system.get(), masses.get()));
  requireDiagonal(masses.get());
  inverse_ = byBody(equations_.mechanics(), system.layout(), masses.get());
  for (std::size_t b = 0; b < inverse_.size(); ++b) {
    const la::State& state = std::as_const(*equations_.mechanics().bodies()[b]).state();
    inverse_[b].resize(static_cast<std::size_t>(state.layout().numOwned() * state.block()));
    for (std::size_t i = 0; i < inverse_[b].size(); ++i) {
      const auto node = static_cast<la::LocalIndex>(i) / state.block();
      const bool held = equations_.mechanics().held()[b].isHeld(node, static_cast<int>(i) % state.block());
      inverse_[b][i] = held ? 0.0 : 1.0 / inverse_[b][i];
    }
  }
}

// A diagonal matrix is one whatever form it has.
void CentralDifference::requireDiagonal(Vec masses) const {
  const la::Vector x = la::like(masses), y = la::like(masses), z = la::like(masses);
  fillWithoutOrder(x.get());
  TENON_PETSC(MatMult(equations_.linearSystem().get(), x.get(), y.get()));
  TENON_PETSC(VecPointwiseMult(z.get(), masses, x.get()));
  TENON_PETSC(VecAXPY(z.get(), -1.0, y.get()));
  const bool is_diagonal = la::norm(z.get()) <= diagonal * la::norm(y.get());
  const bool is_oblique = equations_.mechanics().projection().isOblique();
  base::collectively(equations_.comm(), [&] {
    for (const auto& body : equations_.mechanics().bodies())
      if (!body->state().isAdditive())
        throw base::InputError(fmt::format(
            "The stepper 'central-difference' does not turn rigid bodies, but '{}' is one: take another stepper.",
            body->name()));
    if (is_oblique)
      throw base::InputError(
          "The stepper 'central-difference' holds components of nodes only, but there are conditions on oblique "
          "directions or several nodes: take another stepper.");
    if (!is_diagonal)
      throw base::InputError(
          "The stepper 'central-difference' needs a diagonal mass: `masses` of type lumped, and damping by masses "
          "(`rayleigh_mass`) only.");
  });
}

void CentralDifference::findLongestStep() {
  const system::LinearSystem& system = equations_.linearSystem();
  system::MatrixFreeSystem stiffness(equations_.mechanics());
  stiffness.assemble(system::statics);
  const la::Vector weights = system.layout().makeVector();
  system.layout().gather({inverse_.begin(), inverse_.end()}, weights.get());
  TENON_PETSC(VecSqrtAbs(weights.get()));
  const double square = largestEigenvalue(stiffness.get(), weights.get());
  if (square > 0.0) longest_step_ = 2.0 / std::sqrt(square);
}

void CentralDifference::step(double time) {
  system::MechanicalSystem& mechanics = equations_.mechanics();
  for (std::size_t b = 0; b < inverse_.size(); ++b) {
    la::State& state = mechanics.bodies()[b]->state();
    const auto q = state.displacement(), v = state.velocity();
    const auto a = std::as_const(state).acceleration();
    for (std::size_t i = 0; i < inverse_[b].size(); ++i) {
      v[i] += 0.5 * h_ * a[i];
      q[i] += h_ * v[i];
    }
  }
  mechanics.setTime(time);
  mechanics.imposeHeld();
  const auto forces = mechanics.forces();
  for (std::size_t b = 0; b < inverse_.size(); ++b) {
    la::State& state = mechanics.bodies()[b]->state();
    const auto v = state.velocity(), a = state.acceleration();
    for (std::size_t i = 0; i < inverse_[b].size(); ++i) {
      a[i] = inverse_[b][i] * forces[b][i];
      v[i] += 0.5 * h_ * a[i];
    }
  }
  if (++steps_ % looks_every == 0) requireNumbers(time);
}

void CentralDifference::requireNumbers(double time) const {
  bool finite = true;
  for (const auto& body : equations_.mechanics().bodies()) {
    const auto a = std::as_const(*body).state().acceleration();
    finite = finite && std::all_of(a.begin(), a.end(), [](double value) { return std::isfinite(value); });
  }
  finite = equations_.comm().all(finite);
  base::collectively(equations_.comm(), [&] {
    if (!finite)
      throw base::NotConvergedError(
          fmt::format("The motion has no finite accelerations at t = {:.6g} any more: a `step` shorter than {:.6g}, as "
                      "was stable at "
                      "the start, may keep it.",
                      time, longest_step_));
  });
}

}  // namespace tenon::analysis
