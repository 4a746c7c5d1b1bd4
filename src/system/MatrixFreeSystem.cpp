#include "tenon/system/MatrixFreeSystem.hpp"

#include <fmt/format.h>
#include <petsc/private/petscimpl.h>  // PetscObjectStateIncrease, documented as public, is declared here

#include <Eigen/LU>
#include <algorithm>
#include <optional>

#include "DiagonalBlocks.hpp"
#include "TermProduct.hpp"
#include "tenon/base/collectively.hpp"

namespace tenon::system {
namespace {

const MatrixFreeSystem& systemOf(Mat shell) {
  void* context = nullptr;
  TENON_PETSC(MatShellGetContext(shell, &context));
  return *static_cast<const MatrixFreeSystem*>(context);
}

// PETSc is C: what is thrown below it has to become one of its errors.
template <class Work>
PetscErrorCode guarded(Mat shell, Work&& work) {
  try {
    work(systemOf(shell));
    return 0;
  } catch (const std::exception& error) {
    return PetscError(PetscObjectComm(reinterpret_cast<PetscObject>(shell)), __LINE__, "multiply", __FILE__,
                      PETSC_ERR_LIB, PETSC_ERROR_INITIAL, "%s", error.what());
  }
}

PetscErrorCode multiplyShell(Mat shell, Vec x, Vec y) {
  return guarded(shell, [&](const MatrixFreeSystem& system) { system.multiply(x, y); });
}

PetscErrorCode diagonalOfShell(Mat shell, Vec diagonal) {
  return guarded(shell, [&](const MatrixFreeSystem& system) { system.getDiagonal(diagonal); });
}

PetscErrorCode invertBlocksOfShell(Mat shell, const PetscScalar** blocks) {
  return guarded(shell, [&](const MatrixFreeSystem& system) { *blocks = system.invertedBlocks().data(); });
}

template <class Function>
void setOperation(Mat shell, MatOperation operation, Function* function) {
  TENON_PETSC(MatShellSetOperation(shell, operation, reinterpret_cast<void (*)()>(function)));
}

}  // namespace

struct MatrixFreeSystem::Parts {
  la::Matrix shell;
  StateArrays x, y;                            // local motions and forces
  std::vector<std::ptrdiff_t> starts;          // [states + 1] in this rank's part of a vector
  std::vector<std::vector<std::size_t>> held;  // of each state, places in x
  Terms terms;                                 // of the last assemble()
  std::unique_ptr<TermProduct> product;
  double held_diagonal = 1.0;
  std::optional<DiagonalBlocks> diagonal;  // of the last assemble(), once asked for
  std::vector<double> inverses;
  bool holds_any = false;  // on any rank
};

MatrixFreeSystem::MatrixFreeSystem(const Data& data, const MechanicalSystem& mechanics)
    : MatrixFreeSystem(mechanics, data.options()) {}

MatrixFreeSystem::MatrixFreeSystem(const MechanicalSystem& mechanics, const SystemOptions& options)
    : LinearSystem(mechanics, options), parts_(std::make_unique<Parts>()) {
  parts_->x = parts_->y = zeroArrays(layout().states());
  parts_->starts.push_back(0);
  for (std::size_t s = 0; s < layout().states().size(); ++s) {
    const la::State& state = *layout().states()[s];
    const auto owned = static_cast<std::ptrdiff_t>(state.layout().numOwned()) * state.block();
    const std::ptrdiff_t start = parts_->starts.back();
    parts_->held.emplace_back();
    for (std::ptrdiff_t i = 0; i < owned; ++i)
      if (held()[static_cast<std::size_t>(start + i)] != 0) parts_->held.back().push_back(static_cast<std::size_t>(i));
    parts_->starts.push_back(start + owned);
  }
  parts_->holds_any =
      layout().comm().any(std::any_of(held().begin(), held().end(), [](char flag) { return flag != 0; }));
  const auto size = static_cast<PetscInt>(parts_->starts.back());
  Mat* const shell = parts_->shell.put();
  TENON_PETSC(MatCreateShell(layout().comm().mpi(), size, size, PETSC_DETERMINE, PETSC_DETERMINE, this, shell));
  TENON_PETSC(MatSetBlockSize(*shell, layout().block()));
  setOperation(*shell, MATOP_MULT, multiplyShell);
  setOperation(*shell, MATOP_GET_DIAGONAL, diagonalOfShell);
  setOperation(*shell, MATOP_INVERT_BLOCK_DIAGONAL, invertBlocksOfShell);
  TENON_PETSC(MatSetUp(*shell));
}

MatrixFreeSystem::~MatrixFreeSystem() = default;

Mat MatrixFreeSystem::get() const {
  return parts_->shell.get();
}

void MatrixFreeSystem::assembleTerms(const Terms& terms, const Factors&) {
  parts_->product = std::make_unique<TermProduct>(mechanics(), terms);
  parts_->terms = terms;
  parts_->diagonal.reset();
  parts_->inverses.clear();
  parts_->held_diagonal = 1.0;
  if (options().held_diagonal == la::HeldDiagonal::meanOfDiagonal && parts_->holds_any)
    parts_->held_diagonal = diagonalBlocks().meanOfFree(held());
  TENON_PETSC(MatSetOption(get(), MAT_SYMMETRIC, isSymmetric() ? PETSC_TRUE : PETSC_FALSE));
  TENON_PETSC(PetscObjectStateIncrease(reinterpret_cast<PetscObject>(get())));
}

// P x with ghosts.
void MatrixFreeSystem::read(Vec x) const {
  const double* values = nullptr;
  TENON_PETSC(VecGetArrayRead(x, &values));
  for (std::size_t s = 0; s < parts_->x.size(); ++s) {
    std::copy(values + parts_->starts[s], values + parts_->starts[s + 1], parts_->x[s].begin());
    for (const std::size_t i : parts_->held[s]) parts_->x[s][i] = 0.0;
  }
  TENON_PETSC(VecRestoreArrayRead(x, &values));
  for (std::size_t s = 0; s < parts_->x.size(); ++s) {
    const la::State& state = *layout().states()[s];
    state.halo().updateGhosts(gsl::span<double>(parts_->x[s]), state.block());
  }
}

// y = P A P x + d (x - P x)
void MatrixFreeSystem::write(Vec x, Vec y) const {
  const double *given = nullptr, scale = parts_->product->scale();
  double* values = nullptr;
  TENON_PETSC(VecGetArrayRead(x, &given));
  TENON_PETSC(VecGetArrayWrite(y, &values));
  for (std::size_t s = 0; s < parts_->y.size(); ++s) {
    const std::ptrdiff_t start = parts_->starts[s], count = parts_->starts[s + 1] - start;
    const double* const sum = parts_->y[s].data();
    for (std::ptrdiff_t i = 0; i < count; ++i) values[start + i] = scale * sum[i];
    for (const std::size_t i : parts_->held[s])
      values[start + static_cast<std::ptrdiff_t>(i)] =
          parts_->held_diagonal * given[start + static_cast<std::ptrdiff_t>(i)];
  }
  TENON_PETSC(VecRestoreArrayWrite(y, &values));
  TENON_PETSC(VecRestoreArrayRead(x, &given));
}

void MatrixFreeSystem::multiply(Vec x, Vec y) const {
  base::ensure(parts_->product != nullptr, "A matrix-free system is multiplied before it was assembled.");
  read(x);
  for (auto& values : parts_->y) std::fill(values.begin(), values.end(), 0.0);
  parts_->product->addTo(parts_->x, parts_->y);
  write(x, y);
}

const DiagonalBlocks& MatrixFreeSystem::diagonalBlocks() const {
  if (!parts_->diagonal) parts_->diagonal.emplace(mechanics(), layout(), parts_->terms);
  return *parts_->diagonal;
}

void MatrixFreeSystem::getDiagonal(Vec diagonal) const {
  diagonalBlocks();
  double* values = nullptr;
  TENON_PETSC(VecGetArrayWrite(diagonal, &values));
  const auto size = static_cast<std::size_t>(parts_->starts.back());
  for (std::size_t i = 0; i < size; ++i)
    values[i] = held()[i] != 0 ? parts_->held_diagonal : parts_->diagonal->entry(i, i);
  TENON_PETSC(VecRestoreArrayWrite(diagonal, &values));
}

const std::vector<double>& MatrixFreeSystem::invertedBlocks() const {
  if (!parts_->inverses.empty()) return parts_->inverses;
  const DiagonalBlocks& diagonal = diagonalBlocks();
  const auto b = static_cast<std::size_t>(layout().block()), size = static_cast<std::size_t>(parts_->starts.back());
  Eigen::MatrixXd block(layout().block(), layout().block());
  base::collectively(layout().comm(), [&] {
    for (std::size_t first = 0; first < size; first += b) {
      for (std::size_t i = 0; i < b; ++i)
        for (std::size_t j = 0; j < b; ++j) {
          const bool is_held = held()[first + i] != 0 || held()[first + j] != 0;
          block(Eigen::Index(i), Eigen::Index(j)) =
              is_held ? (i == j ? parts_->held_diagonal : 0.0) : diagonal.entry(first + i, first + j);
        }
      const Eigen::FullPivLU<Eigen::MatrixXd> lu(block);
      if (!lu.isInvertible())
        throw base::InputError(
            fmt::format("The diagonal block of unknown {} is singular: nothing gives it a stiffness.",
                        layout().layout().firstOwned().value() * layout().block() + PetscInt(first)));
      const Eigen::MatrixXd inverse = lu.inverse();  // by columns, as Eigen and PETSc both keep it
      parts_->inverses.insert(parts_->inverses.end(), inverse.data(), inverse.data() + inverse.size());
    }
  });
  return parts_->inverses;
}

}  // namespace tenon::system
