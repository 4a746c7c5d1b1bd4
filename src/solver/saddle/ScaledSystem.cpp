// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "ScaledSystem.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "la/arrays.hpp"
#include "la/commOf.hpp"
#include "la/vectors.hpp"
#include "solver/preconditioners/PMultigrid.hpp"
#include "solver/preconditioners/isShell.hpp"
#include "solver/preconditioners/sumOfAij.hpp"

namespace tenon::solver {
namespace {

// Factor of (h / L)^2, the ratio of the stiffness of a body's softest mode to that of its nodes.
constexpr double share_of_springs = 0.003;

// Returns for each row the sum over the columns of squared entries times d_j.
la::Vector rowSums(Mat G, const la::EntrywiseProducts& squares, Vec d) {
  la::Vector sums = la::makeRowVector(G);
  squares.multiply(d, sums.get());
  return sums;
}

// Copies values into a matrix of the same pattern, which is created if it is empty.
void copyValues(Mat from, la::Matrix& to) {
  if (to)
    TENON_PETSC(MatCopy(from, to.get(), SAME_NONZERO_PATTERN));
  else
    TENON_PETSC(MatDuplicate(from, MAT_COPY_VALUES, to.out()));
}

void transposeInto(Mat from, la::Matrix& to) {
  Mat transposed = to.get();
  if (to)
    TENON_PETSC(MatTranspose(from, MAT_REUSE_MATRIX, &transposed));
  else
    TENON_PETSC(MatTranspose(from, MAT_INITIAL_MATRIX, to.out()));
}

// Returns 1 / |diag(A)|. Degrees of freedom that are restrained by constraints alone, such as those
// of rigid bodies in statics, get the mean of the others.
la::Vector inverseMagnitudes(Mat A, const std::vector<PetscInt>& constraint_supported_rows) {
  la::Vector magnitudes = la::makeColumnVector(A);
  TENON_PETSC(MatGetDiagonal(A, magnitudes.get()));
  TENON_PETSC(VecAbs(magnitudes.get()));
  const base::Communicator comm = la::commOf(A);
  {
    la::WriteArray d(magnitudes.get());
    for (const PetscInt row : constraint_supported_rows) d[row] = 0.0;
    const long stiff = std::count_if(d.begin(), d.end(), [](double x) { return x > 0.0; });
    const double all = static_cast<double>(comm.sum(stiff)), sum = comm.sum(std::accumulate(d.begin(), d.end(), 0.0));
    const double mean = all > 0.0 ? sum / all : 1.0;
    std::transform(d.begin(), d.end(), d.begin(), [&](double x) { return 1.0 / (x > 0.0 ? x : mean); });
  }
  return magnitudes;
}

// Returns a + b as a shell that provides products only.
la::Matrix composite(Mat a, Mat b) {
  la::Matrix result;
  Mat terms[] = {a, b};
  TENON_PETSC(MatCreateComposite(PetscObjectComm(reinterpret_cast<PetscObject>(a)), 2, terms, result.out()));
  return result;
}

// Computes sum = a + b, or updates its values if it exists. If a provides products only, so does
// the sum.
void addTo(Mat a, Mat b, la::Matrix& sum) {
  if (!sum)
    sum = isShell(a) ? composite(a, b) : sumOfAij(a, b);
  else if (!isShell(a))
    updateSumOfAij(a, b, sum.get());
}

// Returns the share of the constraint rows in the norm, (h / L)^4, from the number of nodes.
//
// Iterations measure one norm over both blocks. If forces are in equilibrium except for a smooth
// residual r, the displacement has an error of about r L^2 / (E h^3). The constraint residuals,
// times stiffnesses E h, are then (L / h)^2 times as large as r. Without this factor the iterations
// would mostly reduce constraint residuals far below the required tolerance, and the more of them
// the finer the mesh.
double shareOfRows(Mat A) {
  PetscInt unknowns = 0, block = 1;
  TENON_PETSC(MatGetSize(A, &unknowns, nullptr));
  TENON_PETSC(MatGetBlockSize(A, &block));
  const double nodes = static_cast<double>(unknowns) / static_cast<double>(block);
  return std::pow(nodes, -4.0 / static_cast<double>(std::max<PetscInt>(block, 2)));
}

}  // namespace

ScaledSystem::ScaledSystem(const SaddleSystem& system, double augmentation) : augmentation_(augmentation) {
  take(system);
  if (system.G == nullptr) return;
  findScales();
  formConstraintBlocks();
  if (augmentation > 0.0) augment();
}

void ScaledSystem::take(const SaddleSystem& system) {
  system_ = system;
  if (system_.P == nullptr) system_.P = system_.A;
}

bool ScaledSystem::update(const SaddleSystem& system, bool rescales) {
  if (has_long_rows_ && isShell(system_.P)) return false;
  take(system);
  if (system.G == nullptr) return true;
  if (rescales) findScales();
  formConstraintBlocks();
  G_->transpose();  // whole() refers to it
  if (augmentation_ > 0.0) augment();
  return true;
}

bool ScaledSystem::separate() {
  if (!isAugmented() || isShell(P()) || !la::commOf(system_.A).any(!system_.bounded_rows.empty())) return false;
  {
    la::WriteArray gamma(gamma_.get());
    for (const PetscInt row : system_.bounded_rows) gamma[row] = 0.0;
  }
  augment();
  return true;
}

void ScaledSystem::join() {
  formWeights();
  augment();
}

// Computes the scales of rows. The stiffness of a row is the mean of its degrees of freedom,
// independent of the unit of the row: |G_i|^2 / sum_j G_ij^2 / d_j. Thus kappa is a stiffness, and
// the entries of G' are as large as those of A, for rows of a mortar (areas) as well as for those
// of a single degree of freedom.
void ScaledSystem::findScales() {
  const la::Vector d = inverseMagnitudes(system_.P, system_.constraint_supported_rows),
                   ones = la::makeZeroLike(d.get());
  TENON_PETSC(VecSet(ones.get(), 1.0));
  if (!squares_) squares_.emplace(system_.G, la::EntryFunction::square);
  const la::Vector sums = rowSums(system_.G, *squares_, d.get()), squares = rowSums(system_.G, *squares_, ones.get());
  if (augmentation_ > 0.0) excludeStiffened(d.get(), sums.get());
  scale_ = la::makeZeroLike(sums.get());
  const base::Communicator comm(PetscObjectComm(reinterpret_cast<PetscObject>(system_.G)));
  const la::ReadArray sum(sums.get()), square(squares.get());
  double logarithms = 0.0;
  PetscInt full = 0;
  for (PetscInt i = 0; i < sum.size(); ++i)
    if (sum[i] > 0.0) {
      logarithms += std::log(square[i] / sum[i]);
      ++full;
    }
  num_empty_rows_ = comm.sum(sum.size() - full);
  full = comm.sum(full);
  logarithms = comm.sum(logarithms);
  if (full > 0) kappa_ = std::exp(logarithms / static_cast<double>(full));
  if (augmentation_ > 0.0) kappa_ *= shareOfRows(system_.P);
  la::WriteArray scale(scale_.get());
  for (PetscInt i = 0; i < sum.size(); ++i) scale[i] = sum[i] > 0.0 ? std::sqrt(kappa_ / sum[i]) : 0.0;
}

// Omits from the row sums the flexibility of degrees of freedom that very many rows share (a base
// node of a rigid group). The augmentation makes them as stiff as these rows, so that their own
// flexibility is not part of W.
void ScaledSystem::excludeStiffened(Vec inverse_diagonal, Vec sums) const {
  constexpr double least_share = 0.01;
  const la::Matrix rest = withoutLongRows(system_.G, system_.P);
  if (rest.get() == system_.G) return;
  const la::EntrywiseProducts squares(rest.get(), la::EntryFunction::square);
  const la::Vector others = rowSums(rest.get(), squares, inverse_diagonal);
  const la::ReadArray other(others.get());
  la::WriteArray sum(sums);
  for (PetscInt i = 0; i < sum.size(); ++i)
    if (other[i] > 0.0) sum[i] = std::max(other[i], least_share * sum[i]);
}

void ScaledSystem::formConstraintBlocks() {
  if (!G_) G_.emplace(system_.G);
  G_->update({la::entriesOf(scale_.get()), {}});
  if (!gamma_) {
    augments_ = augmentations(G(), system_.P);
    has_long_rows_ = la::commOf(G()).any(std::count(augments_.begin(), augments_.end(), Augments::entries) <
                                         static_cast<long>(augments_.size()));
  }
  formWeights();
}

void ScaledSystem::formWeights() {
  gamma_ = la::makeZeroLike(scale_.get());
  multiplier_scale_ = la::makeZeroLike(scale_.get());
  const la::Vector compliance = la::makeZeroLike(scale_.get());
  if (system_.compliance != nullptr) TENON_PETSC(VecCopy(system_.compliance, compliance.get()));
  compliance_.clear();
  const la::ReadArray s(scale_.get()), c(compliance.get());
  la::WriteArray gamma(gamma_.get()), multiplier_scale(multiplier_scale_.get());
  for (PetscInt i = 0; i < s.size(); ++i) {
    const double scaled = s[i] * s[i] * c[i];
    const bool augmented = s[i] > 0.0 && augments_[static_cast<std::size_t>(i)] != Augments::nothing;
    gamma[i] = augmented ? augmentation_ / (kappa_ + augmentation_ * scaled) : 0.0;
    const double T = 1.0 - gamma[i] * scaled;
    multiplier_scale[i] = s[i] / T;
    compliance_.push_back(s[i] > 0.0 ? scaled / T : kappa_);
  }
}

// Forms G'^T Γ G' of the rows that are added to A.
void ScaledSystem::formProduct() {
  // PETSc updates a transpose or a product only for the same matrix objects that it was made from.
  if (has_long_rows_) {
    std::vector<char> of_entries;
    for (const Augments row : augments_) of_entries.push_back(row == Augments::entries ? 1 : 0);
    rows_ = keepRows(G(), of_entries);
    rows_transposed_ = la::Matrix(), weighted_ = la::Matrix(), product_ = la::Matrix();
    transposeInto(rows_.get(), rows_transposed_);
  } else if (!rows_) {
    rows_ = la::Matrix::share(G());
  }
  copyValues(rows_.get(), weighted_);
  TENON_PETSC(MatDiagonalScale(weighted_.get(), gamma_.get(), nullptr));
  const Mat transposed = has_long_rows_ ? rows_transposed_.get() : G_->transpose();
  Mat product = product_.get();
  if (product_)
    TENON_PETSC(MatMatMult(transposed, weighted_.get(), MAT_REUSE_MATRIX, PETSC_DEFAULT, &product));
  else
    TENON_PETSC(MatMatMult(transposed, weighted_.get(), MAT_INITIAL_MATRIX, PETSC_DEFAULT, product_.out()));
}

void ScaledSystem::augment() {
  formProduct();
  if (!has_long_rows_) addTo(system_.A, product_.get(), augmented_);
  if (system_.P != system_.A || has_long_rows_) addTo(system_.P, product_.get(), augmented_P_);
  if (!has_long_rows_) return;
  if (!isShell(augmented_P_.get())) TENON_PETSC(MatDiagonalSet(augmented_P_.get(), weakSprings().get(), ADD_VALUES));
  updateLowRankTerm();
  if (augmented_)
    updateSumWithLowRank(augmented_.get(), product_.get());
  else
    augmented_ = sumWithLowRank(system_.A, product_.get(), low_rank_);
}

// Returns the diagonal of weak springs, a share of |g_i| sum |g_j|. This diagonal is as stiff as g
// g^T of a dense row for all displacements in which the terms of the row do not cancel, and stiffer
// for all others. The share is so small that displacements restrained by A are not affected.
la::Vector ScaledSystem::weakSprings() const {
  la::Vector ones = la::makeColumnVector(G()), lengths = la::makeRowVector(G()), springs = la::makeZeroLike(ones.get());
  const la::EntrywiseProducts magnitudes(G(), la::EntryFunction::magnitude);
  TENON_PETSC(VecSet(ones.get(), 1.0));
  magnitudes.multiply(ones.get(), lengths.get());
  {
    la::WriteArray length(lengths.get());
    for (PetscInt i = 0; i < length.size(); ++i)
      length[i] *= augments_[static_cast<std::size_t>(i)] == Augments::entries ? 0.0 : 1.0 / kappa_;
  }
  magnitudes.multiplyTransposed(lengths.get(), springs.get());
  TENON_PETSC(VecScale(springs.get(), share_of_springs * std::sqrt(shareOfRows(system_.P))));
  return springs;
}

void ScaledSystem::updateLowRankTerm() {
  std::vector<PetscInt> rows;
  std::vector<double> inverse_weights;
  PetscInt first = 0, columns = 0;
  if (!low_rank_) low_rank_ = std::make_shared<LowRankTerm>();
  LowRankTerm& term = *low_rank_;
  TENON_PETSC(MatGetOwnershipRange(G(), &first, nullptr));
  TENON_PETSC(MatGetLocalSize(G(), nullptr, &columns));
  {
    const la::ReadArray gamma(gamma_.get());
    for (PetscInt i = 0; i < gamma.size(); ++i)
      if (augments_[static_cast<std::size_t>(i)] == Augments::product && gamma[i] > 0.0) {
        rows.push_back(first + i);
        inverse_weights.push_back(1.0 / gamma[i]);
      }
  }
  const base::Communicator comm = la::commOf(G());
  rows = comm.gatherAll(rows);
  inverse_weights = comm.gatherAll(inverse_weights);
  const auto rank = static_cast<Eigen::Index>(rows.size());
  term.inverse_weight = Eigen::Map<const Eigen::VectorXd>(inverse_weights.data(), rank);
  term.V.resize(columns, rank);
  const la::Vector column = la::makeColumnVector(G());
  for (Eigen::Index k = 0; k < rank; ++k) {
    TENON_PETSC(MatMult(G_->transpose(), unit(rows[static_cast<std::size_t>(k)]).get(), column.get()));
    const la::ReadArray entries(column.get());
    std::copy(entries.begin(), entries.end(), term.V.col(k).data());
  }
}

la::Vector ScaledSystem::unit(PetscInt row) const {
  la::Vector vector = la::makeZeroLike(scale_.get());
  PetscInt first = 0, last = 0;
  TENON_PETSC(VecGetOwnershipRange(vector.get(), &first, &last));
  if (first <= row && row < last) TENON_PETSC(VecSetValue(vector.get(), row, 1.0, INSERT_VALUES));
  TENON_PETSC(VecAssemblyBegin(vector.get()));
  TENON_PETSC(VecAssemblyEnd(vector.get()));
  return vector;
}

la::SaddleMatrix ScaledSystem::whole(Mat corner) const {
  return la::SaddleMatrix({corner, G(), G_->transpose(), system_.objects, system_.groups}, compliance_);
}

void ScaledSystem::scale(Vec f, Vec g, Vec rhs) const {
  const la::Vector scaled_f = la::makeZeroLike(f);
  TENON_PETSC(VecCopy(f, scaled_f.get()));
  la::Vector scaled_g;
  if (hasMultipliers()) {
    scaled_g = la::makeZeroLike(g);
    TENON_PETSC(VecPointwiseMult(scaled_g.get(), scale_.get(), g));
    const la::Vector weighted = la::makeZeroLike(g);
    TENON_PETSC(VecPointwiseMult(weighted.get(), gamma_.get(), scaled_g.get()));
    TENON_PETSC(MatMultAdd(G_->transpose(), weighted.get(), scaled_f.get(), scaled_f.get()));
  }
  const la::ReadArray first(scaled_f.get());
  la::WriteArray all(rhs);
  for (PetscInt i = 0; i < first.size(); ++i) all[i] = first[i];
  if (!hasMultipliers()) return;
  const la::ReadArray second(scaled_g.get());
  for (PetscInt i = 0; i < second.size(); ++i) all[first.size() + i] = second[i];
}

void ScaledSystem::addUnscaled(Vec solution, Vec delta, Vec mu) const {
  const la::ReadArray all(solution);
  la::WriteArray displacement(delta);
  for (PetscInt i = 0; i < displacement.size(); ++i) displacement[i] += all[i];
  if (!hasMultipliers()) return;
  const la::ReadArray factor(multiplier_scale_.get());
  la::WriteArray multipliers(mu);
  for (PetscInt i = 0; i < multipliers.size(); ++i) multipliers[i] += factor[i] * all[displacement.size() + i];
}

void describeToMultigrid(Mat A, const SaddleSystem& system) {
  if (system.asymmetric_contributors.empty()) TENON_PETSC(MatSetOption(A, MAT_SPD, PETSC_TRUE));
  if (system.rigid_modes != nullptr) TENON_PETSC(MatSetNearNullSpace(A, system.rigid_modes));
  setVertexInterpolation(A, system.vertex_interpolation);
}

}  // namespace tenon::solver
