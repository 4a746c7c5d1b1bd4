// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "SingleMatrix.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

#include "la/AijParts.hpp"
#include "la/SequentialRows.hpp"
#include "la/arrays.hpp"
#include "preconditioners.hpp"
#include "tenon/base/Communicator.hpp"

namespace tenon::solver {
namespace {

// Range of values, far from the limits of floats and of their precision.
constexpr double least = 1e-25, most = 1e25;

bool isType(Mat matrix, const char* type) {
  PetscBool same = PETSC_FALSE;
  TENON_PETSC(PetscObjectTypeCompare(reinterpret_cast<PetscObject>(matrix), type, &same));
  return same == PETSC_TRUE;
}

// Adds products of blocks. A column of a block is read as `width` floats, the next power of two, by
// one load of the processor. Values beyond the column enter sums that are not used.
template <int block, int width>
void multiplyAddBlocks(const SingleBlocks& rows, const double* x, double* y) {
  const std::size_t num_rows = rows.starts.size() - 1;
  const float* values = rows.values.data();
  for (std::size_t row = 0; row < num_rows; ++row, y += block) {
    double sum[width] = {};
    for (PetscInt k = rows.starts[row]; k < rows.starts[row + 1]; ++k, values += block * block) {
      const double* const from = x + rows.columns[static_cast<std::size_t>(k)] * block;
      for (int j = 0; j < block; ++j)
        for (int i = 0; i < width; ++i) sum[i] += static_cast<double>(values[j * block + i]) * from[j];
    }
    for (int i = 0; i < block; ++i) y[i] += sum[i];
  }
}

PetscErrorCode multiplyShell(Mat shell, Vec x, Vec y) {
  void* context = nullptr;
  PetscCall(MatShellGetContext(shell, &context));
  try {
    static_cast<const SingleMatrix*>(context)->multiply(x, y);
  } catch (const std::exception& error) {
    SETERRQ(PetscObjectComm(reinterpret_cast<PetscObject>(shell)), PETSC_ERR_LIB, "%s", error.what());
  }
  return 0;
}

PetscErrorCode destroyShell(Mat shell) {
  void* context = nullptr;
  PetscCall(MatShellGetContext(shell, &context));
  delete static_cast<SingleMatrix*>(context);
  return 0;
}

// Name by which a matrix refers to its copy.
constexpr const char* shell_name = "tenon_single_precision";

bool isWithinRange(Mat sequential) {
  const la::SequentialRows rows(sequential);
  double largest = 0.0;
  for (PetscInt k = 0; k < rows.starts[rows.count]; ++k) {
    if (!std::isfinite(rows.values[k])) return false;
    largest = std::max(largest, std::abs(rows.values[k]));
  }
  return largest == 0.0 || (least < largest && largest < most);
}

}  // namespace

void SingleBlocks::copy(Mat matrix, int block, const std::vector<PetscInt>& places) {
  const la::SequentialRows rows(matrix);
  const auto b = static_cast<std::size_t>(block);
  const auto placeOf = [&](PetscInt k) {
    return static_cast<std::size_t>(places[static_cast<std::size_t>(rows.columns[k])]);
  };
  const PetscInt last = places.empty() ? -1 : *std::max_element(places.begin(), places.end());
  // Last position of each block column.
  std::vector<std::ptrdiff_t> seen(static_cast<std::size_t>(last / block + 1), -1);
  for (PetscInt row = 0; row < rows.count; row += block) {
    const auto first = static_cast<std::ptrdiff_t>(columns.size());
    for (PetscInt k = rows.starts[row]; k < rows.starts[row + block]; ++k) {
      auto& at = seen[placeOf(k) / b];
      if (at >= first) continue;
      at = static_cast<std::ptrdiff_t>(columns.size());
      columns.push_back(static_cast<PetscInt>(placeOf(k) / b));
    }
    values.resize(columns.size() * b * b, 0.0F);
    for (PetscInt i = 0; i < block; ++i)
      for (PetscInt k = rows.starts[row + i]; k < rows.starts[row + i + 1]; ++k) {
        const auto at = static_cast<std::size_t>(seen[placeOf(k) / b]);
        values[(at * b + placeOf(k) % b) * b + static_cast<std::size_t>(i)] = static_cast<float>(rows.values[k]);
      }
    starts.push_back(static_cast<PetscInt>(columns.size()));
  }
  values.resize(values.size() + 8, 0.0F);
}

void SingleBlocks::multiplyAdd(int block, const double* x, double* y) const {
  switch (block) {
    case 1:
      return multiplyAddBlocks<1, 1>(*this, x, y);
    case 2:
      return multiplyAddBlocks<2, 2>(*this, x, y);
    case 3:
      return multiplyAddBlocks<3, 4>(*this, x, y);
    default:
      return multiplyAddBlocks<6, 8>(*this, x, y);
  }
}

bool SingleMatrix::suits(Mat matrix) {
  PetscInt rows = 0, columns = 0;
  TENON_PETSC(MatGetBlockSizes(matrix, &rows, &columns));
  if (rows != columns || (rows != 1 && rows != 2 && rows != 3 && rows != 6)) return false;
  const base::Communicator comm(PetscObjectComm(reinterpret_cast<PetscObject>(matrix)));
  if (isType(matrix, MATSEQAIJ)) return isWithinRange(matrix);
  if (!isType(matrix, MATMPIAIJ)) return false;
  const la::AijParts parts(matrix);
  return !comm.any(!isWithinRange(parts.inner) || !isWithinRange(parts.outer));
}

SingleMatrix::SingleMatrix(Mat matrix) {
  PetscInt block = 1, num_owned = 0;
  TENON_PETSC(MatGetBlockSize(matrix, &block));
  TENON_PETSC(MatGetLocalSize(matrix, nullptr, &num_owned));
  block_ = static_cast<int>(block);
  std::vector<PetscInt> owned(static_cast<std::size_t>(num_owned));
  std::iota(owned.begin(), owned.end(), 0);
  const la::AijParts parts(matrix);
  diagonal_.copy(parts.inner, block_, owned);
  if (parts.outer == nullptr) return;
  off_diagonal_.copy(parts.outer, block_, findGhosts(matrix, {parts.names.begin(), parts.names.end()}));
}

std::vector<PetscInt> SingleMatrix::findGhosts(Mat matrix, const std::vector<PetscInt>& columns) {
  std::vector<PetscInt> blocks, places;  // Ascending, like PETSc's columns.
  for (const PetscInt column : columns) {
    if (blocks.empty() || blocks.back() != column / block_) blocks.push_back(column / block_);
    places.push_back(static_cast<PetscInt>(blocks.size() - 1) * block_ + column % block_);
  }
  const auto num_blocks = static_cast<PetscInt>(blocks.size());
  la::IndexSet ghosts;
  la::Vector x;
  TENON_PETSC(VecCreateSeq(PETSC_COMM_SELF, num_blocks * block_, ghosts_.out()));
  TENON_PETSC(ISCreateBlock(PETSC_COMM_SELF, block_, num_blocks, blocks.data(), PETSC_COPY_VALUES, ghosts.out()));
  TENON_PETSC(MatCreateVecs(matrix, x.out(), nullptr));
  VecScatter scatter = nullptr;
  TENON_PETSC(VecScatterCreate(x.get(), ghosts.get(), ghosts_.get(), nullptr, &scatter));
  scatter_.reset(scatter);
  return places;
}

void SingleMatrix::multiply(Vec x, Vec y) const {
  if (scatter_) TENON_PETSC(VecScatterBegin(scatter_.get(), x, ghosts_.get(), INSERT_VALUES, SCATTER_FORWARD));
  TENON_PETSC(VecSet(y, 0.0));
  const la::ReadArray from(x);
  la::WriteArray to(y);
  diagonal_.multiplyAdd(block_, from.begin(), to.begin());
  if (!scatter_) return;
  TENON_PETSC(VecScatterEnd(scatter_.get(), x, ghosts_.get(), INSERT_VALUES, SCATTER_FORWARD));
  const la::ReadArray ghosts(ghosts_.get());
  off_diagonal_.multiplyAdd(block_, ghosts.begin(), to.begin());
}

la::Matrix SingleMatrix::makeShell(std::unique_ptr<SingleMatrix> copy, Mat like) {
  PetscInt rows = 0, columns = 0;
  la::Matrix shell;
  TENON_PETSC(MatGetLocalSize(like, &rows, &columns));
  TENON_PETSC(MatCreateShell(PetscObjectComm(reinterpret_cast<PetscObject>(like)), rows, columns, PETSC_DETERMINE,
                             PETSC_DETERMINE, copy.get(), shell.out()));
  TENON_PETSC(MatShellSetOperation(shell.get(), MATOP_MULT, reinterpret_cast<void (*)()>(multiplyShell)));
  TENON_PETSC(MatShellSetOperation(shell.get(), MATOP_DESTROY, reinterpret_cast<void (*)()>(destroyShell)));
  static_cast<void>(copy.release());  // now owned by the shell
  return shell;
}

namespace {

// Returns the copy that is kept with a matrix for further values; nullptr: none yet.
Mat copyKeptIn(Mat matrix) {
  PetscObject shell = nullptr;
  TENON_PETSC(PetscObjectQuery(reinterpret_cast<PetscObject>(matrix), shell_name, &shell));
  return reinterpret_cast<Mat>(shell);
}

la::Matrix presentCopy(Mat matrix) {
  if (Mat shell = copyKeptIn(matrix)) {
    void* context = nullptr;
    TENON_PETSC(MatShellGetContext(shell, &context));
    *static_cast<SingleMatrix*>(context) = SingleMatrix(matrix);
    return la::Matrix::share(shell);
  }
  la::Matrix shell = SingleMatrix::makeShell(std::make_unique<SingleMatrix>(matrix), matrix);
  TENON_PETSC(PetscObjectCompose(reinterpret_cast<PetscObject>(matrix), shell_name,
                                 reinterpret_cast<PetscObject>(shell.get())));
  return shell;
}

}  // namespace

void smoothInSinglePrecision(PC multigrid) {
  if (PC levels = levelsOfPMultigrid(multigrid)) return smoothInSinglePrecision(levels);
  PetscBool is_multigrid = PETSC_FALSE;
  PetscInt num_levels = 0;
  KSP coarsest = nullptr;
  PC of_coarsest = nullptr;
  TENON_PETSC(PetscObjectTypeCompareAny(reinterpret_cast<PetscObject>(multigrid), &is_multigrid, PCGAMG, PCMG, ""));
  if (is_multigrid == PETSC_FALSE) return;
  TENON_PETSC(PCMGGetLevels(multigrid, &num_levels));
  for (PetscInt level = 1; level < num_levels; ++level) {
    KSP smoother = nullptr;
    Mat matrix = nullptr, stored = nullptr;
    TENON_PETSC(PCMGGetSmoother(multigrid, level, &smoother));
    TENON_PETSC(KSPGetOperators(smoother, &matrix, &stored));
    if ((matrix != stored && matrix != copyKeptIn(stored)) || !SingleMatrix::suits(stored)) continue;
    const la::Matrix single = presentCopy(stored);
    TENON_PETSC(KSPSetOperators(smoother, single.get(), stored));
    TENON_PETSC(PCMGSetResidual(multigrid, level, PCMGResidualDefault, single.get()));
  }
  // In p-multigrid the coarsest level of the order is solved by algebraic multigrid.
  TENON_PETSC(PCMGGetCoarseSolve(multigrid, &coarsest));
  TENON_PETSC(KSPGetPC(coarsest, &of_coarsest));
  smoothInSinglePrecision(of_coarsest);
}

}  // namespace tenon::solver
