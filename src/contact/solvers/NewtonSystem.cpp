#include "solvers/NewtonSystem.hpp"

#include <Eigen/LU>
#include <algorithm>

#include "tenon/la/arrays.hpp"

namespace tenon::contact {
namespace {

constexpr int restart = 60;
constexpr int most_products = 240;
constexpr double least_pivot = 1e-10;  // of a block, N's own being about 1

Eigen::Map<const Impulses> entries(const la::ReadArray& x) {
  return {x.begin(), static_cast<Eigen::Index>(x.size())};
}

/// The block of N of each contact and row, scaled.
std::vector<Eigen::MatrixXd> blocksOf(const ConeProblem& problem, const ScaledProblem& scaled) {
  std::vector<Eigen::MatrixXd> blocks;
  const Impulses scale = scaled.toImpulses(Impulses::Ones(problem.numImpulses()));
  Eigen::Index at = 0;
  const auto add = [&](const Eigen::MatrixXd& block) {
    const auto of = scale.segment(at, block.rows()).asDiagonal();
    blocks.emplace_back(of * block * of);
    at += block.rows();
  };
  for (const Contact& contact : problem.contacts) add(problem.blockOf(contact));
  for (const Row& row : problem.rows) add(Eigen::MatrixXd::Constant(1, 1, problem.blockOf(row)));
  return blocks;
}

}  // namespace

NewtonSystem::NewtonSystem(const ConeProblem& problem, const ScaledProblem& scaled, const NaturalMap& map)
    : scaled_(scaled), map_(map), size_(problem.numImpulses()) {
  first_ = static_cast<Eigen::Index>(scaled.comm().exclusiveSum(static_cast<std::int64_t>(size_)));
  total_ = static_cast<Eigen::Index>(scaled.comm().sum(static_cast<std::int64_t>(size_)));
  if (!isDense()) of_blocks_ = blocksOf(problem, scaled);
}

void NewtonSystem::solve(const Impulses& f, double shift, double accuracy, Impulses& d) {
  if (isDense())
    solveDense(f, shift, d);
  else
    solveByProducts(f, shift, accuracy, d);
  if (scaled_.comm().any(!d.allFinite())) d.setZero();
}

// Products with all unit vectors: once in a solve.
void NewtonSystem::makeRows() {
  rows_.resize(size_, total_);
  Impulses unit = Impulses::Zero(size_), column;
  for (Eigen::Index j = 0; j < total_; ++j) {
    const bool is_mine = first_ <= j && j < first_ + size_;
    if (is_mine) unit[j - first_] = 1.0;
    scaled_.multiply(unit, column);
    rows_.col(j) = column;
    if (is_mine) unit[j - first_] = 0.0;
  }
}

void NewtonSystem::solveDense(const Impulses& f, double shift, Impulses& d) {
  if (rows_.cols() != total_) makeRows();
  Rows mine = Rows::Zero(size_, total_);
  for (const NaturalMap::Block& block : map_.blocks())
    for (Eigen::Index i = 0; i < block.D.rows(); ++i) {
      const Eigen::Index row = block.entries[static_cast<std::size_t>(i)];
      mine(row, first_ + row) += 1.0;
      for (Eigen::Index j = 0; j < block.D.cols(); ++j) {
        const Eigen::Index entry = block.entries[static_cast<std::size_t>(j)];
        mine(row, first_ + entry) += (shift - 1.0) * block.D(i, j);
        mine.row(row) += block.DA(i, j) * rows_.row(entry);
      }
    }
  const base::Communicator& comm = scaled_.comm();
  const std::vector<double> all = comm.gatherAll(std::vector<double>(mine.data(), mine.data() + mine.size()));
  const std::vector<double> right = comm.gatherAll(std::vector<double>(f.data(), f.data() + f.size()));
  d = Eigen::PartialPivLU<Rows>(Eigen::Map<const Rows>(all.data(), total_, total_))
          .solve(Eigen::Map<const Impulses>(right.data(), total_))
          .segment(first_, size_);
}

void NewtonSystem::factorBlocks(double shift) {
  inverses_.clear();
  for (std::size_t b = 0; b < of_blocks_.size(); ++b) {
    const NaturalMap::Block& block = map_.blocks()[b];
    Eigen::MatrixXd part = (shift - 1.0) * block.D + block.DA * of_blocks_[b];
    part.diagonal().array() += 1.0 + least_pivot;
    inverses_.emplace_back(part.inverse());
  }
}

PetscErrorCode NewtonSystem::multiplyShell(Mat shell, Vec x, Vec y) {
  void* context = nullptr;
  PetscCall(MatShellGetContext(shell, &context));
  try {
    const auto& system = *static_cast<const NewtonSystem*>(context);
    const la::ReadArray from(x);
    la::WriteArray to(y);
    Impulses product, image;
    system.scaled_.multiply(entries(from), product);
    system.map_.apply(system.shift_, entries(from), product, image);
    std::copy_n(image.data(), image.size(), to.begin());
  } catch (const std::exception& error) {
    SETERRQ(PetscObjectComm(reinterpret_cast<PetscObject>(shell)), PETSC_ERR_LIB, "%s", error.what());
  }
  return 0;
}

PetscErrorCode NewtonSystem::preconditionShell(PC shell, Vec x, Vec y) {
  void* context = nullptr;
  PetscCall(PCShellGetContext(shell, &context));
  const auto& system = *static_cast<const NewtonSystem*>(context);
  const la::ReadArray from(x);
  la::WriteArray to(y);
  for (std::size_t b = 0; b < system.inverses_.size(); ++b) {
    const auto& at = system.map_.blocks()[b].entries;
    const Eigen::MatrixXd& inverse = system.inverses_[b];
    for (std::size_t i = 0; i < at.size(); ++i) {
      double sum = 0.0;
      for (std::size_t j = 0; j < at.size(); ++j)
        sum += inverse(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) * from[static_cast<PetscInt>(at[j])];
      to[static_cast<PetscInt>(at[i])] = sum;
    }
  }
  return 0;
}

void NewtonSystem::makeSolver() {
  const MPI_Comm comm = scaled_.comm().mpi();
  const auto size = static_cast<PetscInt>(size_);
  TENON_PETSC(MatCreateShell(comm, size, size, PETSC_DETERMINE, PETSC_DETERMINE, this, matrix_.put()));
  TENON_PETSC(MatShellSetOperation(matrix_.get(), MATOP_MULT, reinterpret_cast<void (*)()>(multiplyShell)));
  TENON_PETSC(MatCreateVecs(matrix_.get(), right_.put(), left_.put()));
  TENON_PETSC(KSPCreate(comm, solver_.put()));
  TENON_PETSC(KSPSetOperators(solver_.get(), matrix_.get(), matrix_.get()));
  TENON_PETSC(KSPSetType(solver_.get(), KSPGMRES));
  TENON_PETSC(KSPGMRESSetRestart(solver_.get(), restart));
  PC preconditioner = nullptr;
  TENON_PETSC(KSPGetPC(solver_.get(), &preconditioner));
  TENON_PETSC(PCSetType(preconditioner, PCSHELL));
  TENON_PETSC(PCShellSetContext(preconditioner, this));
  TENON_PETSC(PCShellSetApply(preconditioner, preconditionShell));
}

void NewtonSystem::solveByProducts(const Impulses& f, double shift, double accuracy, Impulses& d) {
  if (!solver_) makeSolver();
  shift_ = shift;
  factorBlocks(shift);
  {
    la::WriteArray right(right_.get());
    std::copy_n(f.data(), f.size(), right.begin());
  }
  TENON_PETSC(KSPSetTolerances(solver_.get(), accuracy, 1e-300, PETSC_DEFAULT, most_products));
  TENON_PETSC(KSPSolve(solver_.get(), right_.get(), left_.get()));
  const la::ReadArray solution(left_.get());
  d = entries(solution);
}

}  // namespace tenon::contact
