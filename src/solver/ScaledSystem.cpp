#include "ScaledSystem.hpp"

#include <algorithm>
#include <cmath>

#include "squareEntries.hpp"
#include "sumOfAij.hpp"
#include "tenon/la/arrays.hpp"
#include "tenon/la/rigidModes.hpp"
#include "tenon/la/vectors.hpp"

namespace tenon::solver {
namespace {

// A row that joins very many unknowns (a mean value) would fill A.
constexpr PetscInt longest_augmented_row = 500;

// Sum over columns of G_ij^2 d_j for every row.
la::Vector squaredRowSums(Mat G, Vec d) {
  la::Matrix squares;
  TENON_PETSC(MatDuplicate(G, MAT_COPY_VALUES, squares.put()));
  squareEntries(squares.get());
  la::Vector sums;
  TENON_PETSC(MatCreateVecs(squares.get(), nullptr, sums.put()));
  TENON_PETSC(MatMult(squares.get(), d, sums.get()));
  return sums;
}

la::Vector inverseDiagonal(Mat A) {
  la::Vector d;
  TENON_PETSC(MatCreateVecs(A, d.put(), nullptr));
  TENON_PETSC(MatGetDiagonal(A, d.get()));
  TENON_PETSC(VecAbs(d.get()));
  TENON_PETSC(VecReciprocal(d.get()));
  return d;
}

// a + b; where a has products only, so has the sum.
la::Matrix sum(Mat a, Mat b) {
  la::Matrix result;
  PetscBool is_shell = PETSC_FALSE;
  TENON_PETSC(PetscObjectTypeCompare(reinterpret_cast<PetscObject>(a), MATSHELL, &is_shell));
  if (is_shell == PETSC_TRUE) {
    Mat terms[] = {a, b};
    TENON_PETSC(MatCreateComposite(PetscObjectComm(reinterpret_cast<PetscObject>(a)), 2, terms, result.put()));
    return result;
  }
  return sumOfAij(a, b);
}

std::vector<bool> longRows(Mat G) {
  PetscInt first = 0, last = 0;
  TENON_PETSC(MatGetOwnershipRange(G, &first, &last));
  std::vector<bool> is_long;
  for (PetscInt row = first; row < last; ++row) {
    PetscInt count = 0;
    TENON_PETSC(MatGetRow(G, row, &count, nullptr, nullptr));
    is_long.push_back(count > longest_augmented_row);
    TENON_PETSC(MatRestoreRow(G, row, &count, nullptr, nullptr));
  }
  return is_long;
}

// Iterations measure one norm over both blocks. Where forces are in balance but for a smooth rest r, the displacement
// is wrong by about r L^2 / (E h^3): violations, times stiffnesses E h, are (L / h)^2 times as large as r. With rows of
// that size the iterations would do nothing else than make violations smaller than anybody wants, for the longer the
// finer the mesh. This is the square of (h / L)^2, from the number of nodes.
double shareOfRows(Mat A) {
  PetscInt unknowns = 0, block = 1;
  TENON_PETSC(MatGetSize(A, &unknowns, nullptr));
  TENON_PETSC(MatGetBlockSize(A, &block));
  const double nodes = static_cast<double>(unknowns) / static_cast<double>(block);
  return std::pow(nodes, -4.0 / static_cast<double>(std::max<PetscInt>(block, 2)));
}

}  // namespace

ScaledSystem::ScaledSystem(const SaddleSystem& system, double augmentation)
    : given_(system), augmentation_(augmentation) {
  if (given_.P == nullptr) given_.P = given_.A;
  if (system.G == nullptr) return;
  findScales();
  formConstraintBlocks();
  if (augmentation > 0.0) augment();
}

void ScaledSystem::findScales() {
  const la::Vector sums = squaredRowSums(given_.G, inverseDiagonal(given_.P).get());
  scale_ = la::like(sums.get());
  const base::Communicator comm(PetscObjectComm(reinterpret_cast<PetscObject>(given_.G)));
  const la::ReadArray sum(sums.get());
  double logarithms = 0.0;
  PetscInt full = 0;
  for (PetscInt i = 0; i < sum.size(); ++i)
    if (sum[i] > 0.0) {
      logarithms -= std::log(sum[i]);
      ++full;
    }
  num_empty_rows_ = comm.sum(sum.size() - full);
  full = comm.sum(full);
  logarithms = comm.sum(logarithms);
  if (full > 0) kappa_ = std::exp(logarithms / static_cast<double>(full));
  if (augmentation_ > 0.0) kappa_ *= shareOfRows(given_.P);
  la::WriteArray scale(scale_.get());
  for (PetscInt i = 0; i < sum.size(); ++i) scale[i] = sum[i] > 0.0 ? std::sqrt(kappa_ / sum[i]) : 0.0;
}

void ScaledSystem::formConstraintBlocks() {
  TENON_PETSC(MatDuplicate(given_.G, MAT_COPY_VALUES, G_.put()));
  TENON_PETSC(MatDiagonalScale(G_.get(), scale_.get(), nullptr));
  TENON_PETSC(MatTranspose(G_.get(), MAT_INITIAL_MATRIX, G_transposed_.put()));

  gamma_ = la::like(scale_.get());
  multiplier_scale_ = la::like(scale_.get());
  const la::Vector compliance = la::like(scale_.get());
  if (given_.compliance != nullptr) TENON_PETSC(VecCopy(given_.compliance, compliance.get()));
  const std::vector<bool> is_long = longRows(G_.get());
  const la::ReadArray s(scale_.get()), c(compliance.get());
  la::WriteArray gamma(gamma_.get()), multiplier_scale(multiplier_scale_.get());
  for (PetscInt i = 0; i < s.size(); ++i) {
    const double scaled = s[i] * s[i] * c[i];
    const bool augmented = s[i] > 0.0 && !is_long[static_cast<std::size_t>(i)];
    gamma[i] = augmented ? augmentation_ / (kappa_ + augmentation_ * scaled) : 0.0;
    const double T = 1.0 - gamma[i] * scaled;
    multiplier_scale[i] = s[i] / T;
    compliance_.push_back(s[i] > 0.0 ? scaled / T : kappa_);
  }
}

void ScaledSystem::augment() {
  la::Matrix weighted, product;
  TENON_PETSC(MatDuplicate(G_.get(), MAT_COPY_VALUES, weighted.put()));
  TENON_PETSC(MatDiagonalScale(weighted.get(), gamma_.get(), nullptr));
  TENON_PETSC(MatMatMult(G_transposed_.get(), weighted.get(), MAT_INITIAL_MATRIX, PETSC_DEFAULT, product.put()));
  augmented_ = sum(given_.A, product.get());
  if (given_.P != given_.A) augmented_P_ = sum(given_.P, product.get());
}

la::SaddleMatrix ScaledSystem::whole(Mat corner) const {
  return la::SaddleMatrix({corner, G_.get(), G_transposed_.get(), given_.objects, given_.groups}, compliance_);
}

void ScaledSystem::scale(Vec f, Vec g, Vec rhs) const {
  const la::Vector scaled_f = la::like(f);
  TENON_PETSC(VecCopy(f, scaled_f.get()));
  la::Vector scaled_g;
  if (hasMultipliers()) {
    scaled_g = la::like(g);
    TENON_PETSC(VecPointwiseMult(scaled_g.get(), scale_.get(), g));
    const la::Vector weighted = la::like(g);
    TENON_PETSC(VecPointwiseMult(weighted.get(), gamma_.get(), scaled_g.get()));
    TENON_PETSC(MatMultAdd(G_transposed_.get(), weighted.get(), scaled_f.get(), scaled_f.get()));
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
  if (system.asymmetric.empty()) TENON_PETSC(MatSetOption(A, MAT_SPD, PETSC_TRUE));
  if (system.rest == nullptr) return;
  const la::NullSpace modes = la::rigidModes(system.rest);
  TENON_PETSC(MatSetNearNullSpace(A, modes.get()));
}

}  // namespace tenon::solver
