// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "solver/preconditioners/WarpedPreconditioner.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include "Bar.hpp"
#include "analysis/NodeRotations.hpp"
#include "la/matrices/rigidModes.hpp"
#include "solver/saddle/SaddleSolver.hpp"
#include "tenon/system/forms/AssembledSystem.hpp"

namespace tenon::analysis {
namespace {

using base::LocalIndex;
using testing::makeBar;

/// Rotates a body rigidly, including constrained nodes.
void turn(system::MechanicalSystem& bar, const base::Mat3& R) {
  la::State& state = bar.bodies()[0]->state();
  for (LocalIndex node = 0; node < state.layout().numLocal(); ++node) {
    const Eigen::Map<const base::Vec3> X(state.reference().data() + 3 * static_cast<std::ptrdiff_t>(node));
    const base::Vec3 u = R * X - X;
    for (int i = 0; i < 3; ++i) state.displacement()[static_cast<std::size_t>(3 * node + i)] = u[i];
  }
}

/// Returns the block-diagonal matrix of rotations.
la::Matrix asMatrix(const std::vector<double>& rotations, Mat like) {
  la::Matrix R;
  PetscInt size = 0, first = 0;
  TENON_PETSC(MatGetLocalSize(like, &size, nullptr));
  TENON_PETSC(MatGetOwnershipRange(like, &first, nullptr));
  TENON_PETSC(MatCreateAIJ(base::Communicator::world().mpi(), size, size, PETSC_DETERMINE, PETSC_DETERMINE, 3, nullptr,
                           0, nullptr, R.out()));
  TENON_PETSC(MatSetBlockSize(R.get(), 3));
  for (PetscInt row = 0; row < size; ++row)
    for (PetscInt j = 0; j < 3; ++j)
      TENON_PETSC(MatSetValue(R.get(), first + row, first + row - row % 3 + j,
                              rotations[static_cast<std::size_t>(3 * row + j)], INSERT_VALUES));
  TENON_PETSC(MatAssemblyBegin(R.get(), MAT_FINAL_ASSEMBLY));
  TENON_PETSC(MatAssemblyEnd(R.get(), MAT_FINAL_ASSEMBLY));
  return R;
}

class RotatedBarTest : public ::testing::Test {
 protected:
  RotatedBarTest() : A0_(*bar_) {
    A0_.assemble({0.0, 0.0, -1.0});
    bar_->setTime(1.0);
    load_ = A0_.residual();
    rigid_modes_ = la::rigidModes(A0_.layout());
    const NodeRotations rotations(*bar_);
    turn(*bar_, turned_);
    R_ = rotations.computeRotations();
    const la::Matrix R = asMatrix(R_, A0_.get());
    la::Matrix transposed;
    TENON_PETSC(MatTranspose(R.get(), MAT_INITIAL_MATRIX, transposed.out()));
    TENON_PETSC(MatPtAP(A0_.get(), transposed.get(), MAT_INITIAL_MATRIX, PETSC_DEFAULT, A_.out()));
    TENON_PETSC(VecDuplicate(load_.get(), turned_load_.out()));
    TENON_PETSC(MatMult(R.get(), load_.get(), turned_load_.get()));
  }

  int iterations(Mat A, Vec load, const std::string& type, bool turns) {
    solver::Presets presets;
    solver::registerPresets(presets);
    solver::SolverOptions options;
    options.addPreset(presets.find("cg-amg"));
    solver::SolverParameters parameters;
    parameters.preset = "cg-amg";
    parameters.preconditioner.type = type;
    solver::SaddleSystem system;
    system.A = A;
    system.P = A0_.get();
    system.rigid_modes = rigid_modes_.get();
    solver::SaddleSolver solver(system, parameters, options);
    if (turns) solver.setRotations(3, R_);
    la::Vector solution;
    TENON_PETSC(VecDuplicate(load, solution.out()));
    return solver.solve(load, nullptr, solution.get(), nullptr).iterations;
  }

  std::unique_ptr<system::MechanicalSystem> bar_ = makeBar(true, {0, 0, 0.1}, 3);
  base::Mat3 turned_ = Eigen::AngleAxisd(M_PI / 3, base::Vec3(1, 2, -1).normalized()).toRotationMatrix();
  system::AssembledSystem A0_;
  la::Matrix A_;
  la::Vector load_, turned_load_;
  la::NullSpace rigid_modes_;
  std::vector<double> R_;
};

TEST_F(RotatedBarTest, RotationsAreFoundFromTheDeformation) {
  const auto& held = bar_->constrainedDofs()[0];
  for (LocalIndex node = 0; node < held.state().layout().numOwned(); ++node) {
    const base::Mat3 expected = held.isConstrained(node, 0) ? base::Mat3::Identity() : turned_;
    const Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>> R(R_.data() +
                                                                           9 * static_cast<std::ptrdiff_t>(node));
    EXPECT_LT((R - expected).norm(), 1e-5);
  }
}

TEST(NodeRotations, OfAPlaneBodyTurnInThePlane) {
  auto body =
      std::make_unique<system::Body>("plate", mesh::box(base::Communicator::world(), mesh::CellType::quad4, {3, 2, 1}));
  la::State& state = body->state();
  std::vector<std::unique_ptr<system::Body>> bodies;
  bodies.push_back(std::move(body));
  const system::MechanicalSystem mechanics(std::move(bodies), {});
  const NodeRotations rotations(mechanics);
  const double angle = 2.5, c = std::cos(angle), s = std::sin(angle);
  for (LocalIndex node = 0; node < state.layout().numLocal(); ++node) {
    const double* X = state.reference().data() + 2 * static_cast<std::ptrdiff_t>(node);
    const auto at = static_cast<std::size_t>(2 * node);
    state.displacement()[at] = c * X[0] - s * X[1] - X[0];
    state.displacement()[at + 1] = s * X[0] + c * X[1] - X[1];
  }
  const std::vector<double> R = rotations.computeRotations();
  ASSERT_EQ(R.size(), static_cast<std::size_t>(4 * state.layout().numOwned()));
  const double expected[] = {c, -s, s, c};
  for (std::size_t i = 0; i < R.size(); ++i) EXPECT_NEAR(R[i], expected[i % 4], 1e-5);
}

TEST_F(RotatedBarTest, CgTakesTheIterationsOfTheUnrotatedMatrix) {
  const int at_rest = iterations(A0_.get(), load_.get(), "system", false);
  EXPECT_LE(iterations(A_.get(), turned_load_.get(), "warped", true), at_rest + 1);
  EXPECT_GT(iterations(A_.get(), turned_load_.get(), "system", false), 2 * at_rest);
}

}  // namespace
}  // namespace tenon::analysis
