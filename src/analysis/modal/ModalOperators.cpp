// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "ModalOperators.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/text.hpp"
#include "la/MatrixRow.hpp"
#include "la/arrays.hpp"
#include "la/matrices/Projection.hpp"
#include "la/vectors.hpp"
#include "nodalVectors.hpp"
#include "tenon/base/Log.hpp"
#include "tenon/base/runCollectively.hpp"

namespace tenon::analysis {
namespace {

system::SystemOptions constrainedOptions() {
  system::SystemOptions options;
  options.contents.projective_conditions = false;
  return options;
}

/// Round-off of a sum, relative to the square root of the sum of the squares of its terms.
constexpr double unit_of_round_off = std::numeric_limits<double>::epsilon();

void alternateSigns(Vec x) {
  PetscInt first = 0;
  TENON_PETSC(VecGetOwnershipRange(x, &first, nullptr));
  la::WriteArray values(x);
  for (PetscInt i = 0; i < values.size(); ++i)
    if (std::sin(1.0 + 1.7 * static_cast<double>(first + i)) < 0.0) values[i] = -values[i];
}

/// Returns B x for x with arbitrary signs, whose terms do not cancel: about the square root of the
/// sum of their squares in each row.
la::Vector termsOf(const Equations& equations, const ModalOperators::Product& product, Vec x) {
  const la::Vector any = arbitraryVector(equations, 200);
  {
    la::WriteArray values(any.get());
    const la::ReadArray of_x(x);
    for (PetscInt i = 0; i < values.size(); ++i) values[i] = std::copysign(of_x[i], values[i]);
  }
  la::Vector terms = la::makeZeroLike(x);
  product(any.get(), terms.get());
  return terms;
}

/// Returns the round-off of x . y, where y has the magnitude of the terms of its entries.
double roundOffOf(Vec x, Vec y) {
  const la::Vector products = la::makeZeroLike(x);
  TENON_PETSC(VecPointwiseMult(products.get(), x, y));
  return unit_of_round_off * la::norm(products.get());
}

double traceOf(const system::MatrixFreeSystem& system) {
  const la::Vector diagonal = system.layout().makeVector();
  system.getDiagonal(diagonal.get());
  return la::norm(diagonal.get(), NORM_1);  // entries of constrained directions may be negative
}

}  // namespace

IndefiniteStiffnessError::IndefiniteStiffnessError(double shift)
    : NotConvergedError(fmt::format(
          "The stiffness K{} is not positive definite: the structure is unstable in the state under consideration.",
          shift > 0.0 ? fmt::format(" + {:.3g} M", shift) : "")) {
  markOnAllRanks();
}

ModalOperators::ModalOperators(Equations& equations, TangentSolver& solver, base::Phases& phases, Product inertia)
    : equations_(equations),
      solver_(solver),
      phases_(phases),
      stiffness_(equations.mechanics(), constrainedOptions()),
      mass_(equations.mechanics(), constrainedOptions()),
      inertia_(std::move(inertia)) {
  stiffness_.assemble(system::statics);
  mass_.assemble({1.0, 0.0, 0.0});
  if (!inertia_) inertia_ = [this](Vec x, Vec y) { mass_.multiply(x, y); };
}

void ModalOperators::followCompliance() {
  soft_ = la::Vector();
  if (equations_.rows().compliance() == nullptr) return;
  std::vector<double> inverse = la::entriesOf(equations_.rows().compliance());
  for (double& c : inverse) c = c > 0.0 ? 1.0 / c : 0.0;
  soft_ = equations_.rows().makeVector();
  la::setEntries(soft_.get(), inverse);
}

// A change of the shift makes a new matrix for preconditioners, too.
void ModalOperators::setShift(double s) {
  s_ = s;
  const Kinematics kinematics{1.0, 0.0, s};
  if (kinematics != equations_.unknowns().kinematics()) solver_.resetSolver();
  equations_.unknowns().setKinematics(kinematics);
  solver_.linearise(phases_);
  followCompliance();
  space_.reset();
  smooth_.reset();
  mean_diagonal_ = 0.0;
}

PetscInt numUnconstrained(const Equations& equations) {
  const auto& system = equations.linearSystem();
  const auto owned =
      static_cast<std::size_t>(system.layout().layout().numOwned()) * static_cast<std::size_t>(system.layout().block());
  std::int64_t taken = std::count(system.constrainedFlags().begin(),
                                  system.constrainedFlags().begin() + static_cast<std::ptrdiff_t>(owned), 1);
  if (Mat directions = equations.mechanics().projection().directions()) {
    PetscInt rows = 0;
    TENON_PETSC(MatGetLocalSize(directions, &rows, nullptr));
    taken += rows;
  }
  return static_cast<PetscInt>(equations.comm().sum(static_cast<std::int64_t>(owned) - taken));
}

PetscInt ModalOperators::dimension() const {
  std::int64_t taken = 0;
  if (Mat G = solver_.independentRows()) {
    const std::vector<double> compliance = equations_.rows().compliance() != nullptr
                                               ? la::entriesOf(equations_.rows().compliance())
                                               : std::vector<double>();
    PetscInt first = 0, end = 0;
    TENON_PETSC(MatGetOwnershipRange(G, &first, &end));
    for (PetscInt row = first; row < end; ++row) {
      const bool is_soft = !compliance.empty() && compliance[static_cast<std::size_t>(row - first)] > 0.0;
      if (!is_soft && la::MatrixRow(G, row).largest > 0.0) ++taken;
    }
  }
  return numUnconstrained(equations_) - static_cast<PetscInt>(equations_.comm().sum(taken));
}

double ModalOperators::meanEigenvalue() const {
  const double mass = traceOf(mass_), stiffness = traceOf(stiffness_);
  base::runCollectively(equations_.comm(), [&] {
    if (!(mass > 0.0)) throw base::InputError("A modal analysis needs masses, but all masses of this case are zero.");
    if (!(stiffness > 0.0))
      throw base::InputError("A modal analysis needs forces with a stiffness, but this case contains no such force.");
  });
  return stiffness / mass;
}

void ModalOperators::multiplyMass(Vec x, Vec y) const {
  inertia_(x, y);
  equations_.mechanics().projection().project(y);
}

void ModalOperators::multiplyShifted(Vec x, Vec y) const {
  TENON_PETSC(MatMult(equations_.linearSystem().get(), x, y));
  if (!soft_) return;
  const Mat G = equations_.rows().activeRows(equations_.constraints()->free());
  const la::Vector rows = equations_.rows().makeVector(), force = makeVector();
  TENON_PETSC(MatMult(G, x, rows.get()));
  TENON_PETSC(VecPointwiseMult(rows.get(), rows.get(), soft_.get()));
  TENON_PETSC(MatMultTranspose(G, rows.get(), force.get()));
  TENON_PETSC(VecAXPY(y, 1.0, force.get()));
}

void ModalOperators::solve(Vec f, Vec x, Vec lambda) {
  const la::Vector free = la::copyOf(f), rows = equations_.rows().makeVector();
  equations_.mechanics().projection().project(free.get());
  const solver::SolveStatistics one = solver_.solveFor(free.get(), rows.get(), x, lambda);
  statistics_ = solver::combine(statistics_, one);
  base::log().info("  linear solve {}: {} in {:.2f} s{}", statistics_.solves,
                   base::formatCount(one.iterations, "iteration"), one.solve_seconds,
                   one.setups > 0 ? fmt::format(", set-up {:.2f} s", one.setup_seconds) : "");
}

// Springs of rows with compliance are not part of a preconditioner of A, so that a solve replaces
// it.
void ModalOperators::precondition(Vec f, Vec x) {
  if (soft_) {
    const la::Vector lambda = equations_.rows().makeVector();
    return solve(f, x, lambda.get());
  }
  const la::Vector free = la::copyOf(f);
  equations_.mechanics().projection().project(free.get());
  solver_.precondition(free.get(), x);
  equations_.mechanics().projection().project(x);
  project(x);
}

void ModalOperators::project(Vec x) {
  if (solver_.independentRows() == nullptr) return;
  if (!space_) findSpace();
  space_->project(x);
}

void ModalOperators::multiplyOnSpace(Vec x, Vec y) {
  if (solver_.independentRows() == nullptr) return multiplyShifted(x, y);
  if (mean_diagonal_ == 0.0) findMeanDiagonal();
  const la::Vector inside = la::copyOf(x), outside = la::makeZeroLike(x);
  project(inside.get());
  TENON_PETSC(VecWAXPY(outside.get(), -1.0, inside.get(), x));
  multiplyShifted(inside.get(), y);
  project(y);
  TENON_PETSC(VecAXPY(y, mean_diagonal_, outside.get()));
}

void ModalOperators::multiplyMassOnSpace(Vec x, Vec y) {
  if (solver_.independentRows() == nullptr) return multiplyMass(x, y);
  const la::Vector inside = la::copyOf(x);
  project(inside.get());
  multiplyMass(inside.get(), y);
}

void ModalOperators::findMeanDiagonal() {
  const la::Vector diagonal = makeVector();
  PetscInt size = 0;
  TENON_PETSC(MatGetDiagonal(equations_.linearSystem().get(), diagonal.get()));
  TENON_PETSC(VecGetSize(diagonal.get(), &size));
  mean_diagonal_ = la::norm(diagonal.get(), NORM_1) / static_cast<double>(size);
}

// Creates the space of the rows without compliance.
void ModalOperators::findSpace() {
  const la::Vector holds = equations_.rows().makeVector();
  TENON_PETSC(VecSet(holds.get(), 1.0));
  if (soft_) {
    const la::ReadArray soft(soft_.get());
    la::WriteArray of_rows(holds.get());
    for (PetscInt row = 0; row < of_rows.size(); ++row)
      if (soft[row] > 0.0) of_rows[row] = 0.0;
  }
  space_.emplace(solver_.independentRows(), holds.get());
}

// Compares |x . B y - y . B x| with the products themselves and their round-off.
bool ModalOperators::isSymmetric(const Product& product, Vec x, Vec y, double tolerance) {
  const la::Vector Bx = makeVector(), By = makeVector();
  product(x, Bx.get()), product(y, By.get());
  project(Bx.get()), project(By.get());
  const double xBy = dot(x, By.get()), yBx = dot(y, Bx.get());
  const double size = std::abs(xBy) + std::abs(yBx) + std::abs(dot(x, Bx.get())) + std::abs(dot(y, By.get()));
  const double round_off =
      roundOffOf(x, termsOf(equations_, product, y).get()) + roundOffOf(y, termsOf(equations_, product, x).get());
  return std::abs(xBy - yBx) <= tolerance * size + round_off;
}

bool ModalOperators::isSymmetric(const Product& product) {
  constexpr double tolerance = 1e-6;
  la::Vector vectors[2], products[2];
  for (std::uint64_t i = 0; i < 2; ++i) {
    vectors[i] = arbitraryVector(equations_, 100 + i);
    equations_.mechanics().projection().project(vectors[i].get());
    project(vectors[i].get());
    products[i] = makeVector();
    product(vectors[i].get(), products[i].get());
    project(products[i].get());
  }
  const double difference = dot(vectors[0].get(), products[1].get()) - dot(vectors[1].get(), products[0].get());
  const double size = la::norm(products[0].get()) * la::norm(vectors[1].get());
  return std::abs(difference) <= tolerance * size;
}

bool ModalOperators::isSymmetricAmong(const std::vector<Vec>& vectors, const Product& product) {
  std::vector<Vec> all;
  for (const la::Vector& smooth : smoothVectors()) all.push_back(smooth.get());
  std::vector<la::Vector> scaled;
  const la::Vector Kx = makeVector();
  for (Vec x : vectors) {
    scaled.push_back(la::copyOf(x));
    multiplyShifted(x, Kx.get());
    TENON_PETSC(VecScale(scaled.back().get(), 1.0 / std::sqrt(std::abs(dot(x, Kx.get())))));
    all.push_back(scaled.back().get());
  }
  constexpr double tolerance = 1e-4;  // an asymmetric part changes eigenvalues by its square
  for (std::size_t i = 0; i < all.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (!isSymmetric(product, all[i], all[j], tolerance)) return false;
  return true;
}

double ModalOperators::largestTheta() {
  double largest = 0.0;
  const la::Vector Mx = makeVector();
  for (const la::Vector& x : smoothVectors()) {
    multiplyMass(x.get(), Mx.get());
    largest = std::max(largest, std::abs(dot(x.get(), Mx.get())));
  }
  return largest;
}

/// Returns some vectors close to the lowest modes, orthonormal with respect to K + s M, each from
/// two inverse iterations.
const std::vector<la::Vector>& ModalOperators::smoothVectors() {
  constexpr PetscInt most = 4;
  constexpr double least = 1e-6;  // part of a vector that orthogonalisation must leave
  if (smooth_) return *smooth_;
  std::vector<la::Vector> smooth;
  for (PetscInt i = 0; i < std::min(most, dimension()); ++i) {
    la::Vector x = arbitraryVector(equations_, 100 + static_cast<std::uint64_t>(i));
    double left = 1.0;
    for (int times = 0; times < 2 && left > least; ++times) {
      multiplyByInverse(x.get());
      const la::Vector Kx = makeVector();
      multiplyShifted(x.get(), Kx.get());
      const double energy = std::abs(dot(x.get(), Kx.get()));
      for (const la::Vector& other : smooth) TENON_PETSC(VecAXPY(x.get(), -dot(other.get(), Kx.get()), other.get()));
      multiplyShifted(x.get(), Kx.get());
      const double rest = std::abs(dot(x.get(), Kx.get()));
      left = energy > 0.0 ? std::sqrt(rest / energy) : 0.0;
      if (left > least) TENON_PETSC(VecScale(x.get(), 1.0 / std::sqrt(rest)));
    }
    if (left > least) smooth.push_back(std::move(x));
  }
  smooth_ = std::move(smooth);
  return *smooth_;
}

/// Computes x <- (K + s M)^-1 M x.
void ModalOperators::multiplyByInverse(Vec x) {
  const la::Vector f = makeVector(), lambda = equations_.rows().makeVector();
  multiplyMass(x, f.get());
  solve(f.get(), x, lambda.get());
}

la::Vector ModalOperators::residual(Vec x, Vec lambda, double mu) const {
  la::Vector left = makeVector();
  const la::Vector part = makeVector();
  TENON_PETSC(MatMult(equations_.linearSystem().get(), x, left.get()));
  multiplyMass(x, part.get());
  TENON_PETSC(VecAXPY(left.get(), -mu, part.get()));
  if (lambda == nullptr) return left;
  TENON_PETSC(MatMultTranspose(equations_.rows().activeRows(equations_.constraints()->free()), lambda, part.get()));
  TENON_PETSC(VecAXPY(left.get(), -1.0, part.get()));
  return left;
}

// The error of a solve is about the round-off of the product. If this error lies in soft
// directions, the residual of the mode shape is larger: a few tens of times, as measured for
// slender solids.
ModalOperators::RoundOff ModalOperators::roundOff(Vec x, Vec lambda) const {
  constexpr double amplification = 100.0;
  const la::Vector terms = termsOf(
      equations_, [this](Vec v, Vec w) { multiplyShifted(v, w); }, x);
  const la::Vector product = makeVector();
  multiplyShifted(x, product.get());
  RoundOff round_off;
  round_off.energy = roundOffOf(x, terms.get()) / std::abs(dot(x, product.get()));
  if (lambda != nullptr) {
    const la::Vector any = la::copyOf(lambda);
    alternateSigns(any.get());
    TENON_PETSC(
        MatMultTranspose(equations_.rows().activeRows(equations_.constraints()->free()), any.get(), product.get()));
    TENON_PETSC(VecAXPY(terms.get(), 1.0, product.get()));
  }
  round_off.force = amplification * unit_of_round_off * la::norm(terms.get());
  return round_off;
}

la::Vector ModalOperators::force(Vec x, double eigenvalue) const {
  la::Vector force = makeVector(), inertia = makeVector();
  stiffness_.multiply(x, force.get());
  inertia_(x, inertia.get());
  TENON_PETSC(VecAXPBY(force.get(), eigenvalue, -1.0, inertia.get()));
  return force;
}

la::Vector ModalOperators::translation(int axis) const {
  return vectorByNodes(equations_, [&](const system::Body&, base::LocalIndex, int c) { return c == axis ? 1.0 : 0.0; });
}

}  // namespace tenon::analysis
