// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// Schur complement N = G A^-1 G^T + C, matrix-free and assembled.
#include "tenon/system/operators/SchurComplement.hpp"

#include <gmock/gmock.h>

#include <Eigen/Dense>

#include "rigidlyJoined.hpp"
#include "system/forms/Inverse.hpp"
#include "tenon/system/forms/AssembledSystem.hpp"
#include "tenon/system/forms/MatrixFreeSystem.hpp"
#include "tenon/system/operators/Descriptor.hpp"

namespace tenon::system {
namespace {

using namespace tenon::testing;
using ::testing::HasSubstr;
using Part = SchurComplement::Part;

constexpr Factors step{2.0, -0.5, -0.3};
constexpr std::array<int, 3> deals{0, 1, Objects::all_on_last_rank};

/// Compares products and entries of N and W with A^-1 computed by Eigen.
void expectTheSchurComplement(const Descriptor& descriptor, Inverse::Kind kind) {
  const SchurComplement schur = descriptor.schurComplement();
  EXPECT_EQ(schur.inverse().kind(), kind);
  const Eigen::MatrixXd A = denseOf(descriptor.A()), G = denseOf(descriptor.G()), E = denseOf(descriptor.E());
  const Eigen::MatrixXd W = G * A.partialPivLu().solve(G.transpose()), N = W - E;
  ASSERT_GT(largest(W), 0.0);
  const la::Matrix operation = schur.operation(), formed_W = schur.form(Part::bodies),
                   formed_N = schur.form(Part::whole);
  EXPECT_LE(largest(denseOf(operation.get()) - N), 1e-10 * largest(N));
  EXPECT_LE(largest(denseOf(formed_W.get()) - W), 1e-10 * largest(W));
  EXPECT_LE(largest(denseOf(formed_N.get()) - N), 1e-10 * largest(N));
  EXPECT_LE(largest(denseOf(formed_W.get()) - denseOf(formed_W.get()).transpose()), 1e-12 * largest(W));
  // Compares the assembled matrix with the products, vector by vector.
  la::Vector l, y, z;
  TENON_PETSC(MatCreateVecs(formed_N.get(), l.out(), y.out()));
  TENON_PETSC(VecDuplicate(y.get(), z.out()));
  for (const int seed : {1, 2, 3}) {
    fillByChance(l.get(), seed);
    TENON_PETSC(MatMult(formed_N.get(), l.get(), y.get()));
    schur.multiply(l.get(), z.get());
    EXPECT_LE(distance(y.get(), z.get()), 1e-10 * norm(y.get()));
  }
}

TEST(SchurComplement, WithStiffnessDampingAndMassInA) {
  for (const int partition : deals) {
    const auto mechanics = rigidlyJoined(world(), partition);
    AssembledSystem A(*mechanics);
    Descriptor descriptor(*mechanics, A);
    for (const Factors& factors : {statics, step}) {
      descriptor.assemble(factors);
      expectTheSchurComplement(descriptor, Inverse::Kind::solver);
    }
  }
}

TEST(SchurComplement, OfMoreRowsThanAreSolvedForAtOnce) {
  JoinedOptions options;
  options.joints = 3;
  const auto mechanics = rigidlyJoined(world(), 1, options);
  AssembledSystem A(*mechanics);
  Descriptor descriptor(*mechanics, A);
  descriptor.assemble(statics);
  ASSERT_GT(descriptor.numConstraints(), 64);
  expectTheSchurComplement(descriptor, Inverse::Kind::solver);
}

TEST(SchurComplement, OfADiagonalMassNeedsNoSolve) {
  for (const int partition : deals) {
    JoinedOptions options;
    options.springs = options.stiff = false;
    const auto mechanics = rigidlyJoined(world(), partition, options);
    AssembledSystem A(*mechanics);
    Descriptor descriptor(*mechanics, A);
    descriptor.assemble({3.0, 0.0, 0.0});
    expectTheSchurComplement(descriptor, Inverse::Kind::diagonal);
  }
}

/// Spring to the ground with a different stiffness in each oblique direction: one block per node.
class Grounded : public force::ForceField {
 public:
  explicit Grounded(const la::State& state) : state_(state) {}
  std::string name() const override { return "grounded"; }
  void addForce(la::ForceVector&) const override {}
  void addStiffness(la::StiffnessMatrix& K) const override {
    base::Mat3 k;
    k << 5, 1, 2, 1, 7, 3, 2, 3, 9;
    auto dfdx = K.forceOn(state_).byPositionOf(state_);
    for (LocalIndex node = 0; node < state_.layout().numLocal(); ++node) dfdx(node, node) -= (node % 3 + 1.0) * k;
  }

 private:
  const la::State& state_;
};

TEST(SchurComplement, OfABlockForEachNodeNeedsNoSolve) {
  JoinedOptions options;
  options.springs = options.stiff = false;
  const auto mechanics = rigidlyJoined(world(), 1, options);
  for (const auto& body : mechanics->bodies()) body->forces.push_back(std::make_unique<Grounded>(body->state()));
  AssembledSystem A(*mechanics);
  Descriptor descriptor(*mechanics, A);
  descriptor.assemble(statics);
  expectTheSchurComplement(descriptor, Inverse::Kind::blocks);
}

TEST(SchurComplement, OfAMatrixFreeA) {
  const auto mechanics = rigidlyJoined(world(), 0);
  AssembledSystem stored(*mechanics);
  MatrixFreeSystem products(*mechanics);
  Descriptor reference(*mechanics, stored), descriptor(*mechanics, products);
  reference.assemble(step);
  descriptor.assemble(step);
  const SchurComplement expected = reference.schurComplement(), found = descriptor.schurComplement();
  const la::Vector l = reference.b(), y = like(l.get()), z = like(l.get());
  fillByChance(l.get(), 4);
  expected.multiply(l.get(), y.get());
  found.multiply(l.get(), z.get());
  EXPECT_LE(distance(y.get(), z.get()), 1e-10 * norm(y.get()));
  const la::Matrix W = expected.form(Part::bodies), V = found.form(Part::bodies);
  EXPECT_LE(largest(denseOf(W.get()) - denseOf(V.get())), 1e-10 * largest(denseOf(W.get())));
}

TEST(SchurComplement, MaskedRowsNeitherActNorAnswer) {
  const auto mechanics = rigidlyJoined(world(), 1);
  AssembledSystem A(*mechanics);
  Descriptor descriptor(*mechanics, A);
  descriptor.assemble(statics);
  const SchurComplement schur = descriptor.schurComplement();
  const la::Vector l = descriptor.b(), y = like(l.get());
  fillByChance(l.get(), 5);
  PetscInt first = 0, last = 0;
  TENON_PETSC(VecGetOwnershipRange(l.get(), &first, &last));
  std::vector<char> enabled;
  for (PetscInt r = first; r < last; ++r) enabled.push_back(r % 3 != 1);
  schur.multiply(l.get(), y.get(), enabled);
  const Eigen::MatrixXd N = denseOf(schur.operation().get());
  Eigen::VectorXd expected = Eigen::VectorXd::Zero(N.rows()), given = expected;
  for (Eigen::Index r = 0; r < N.rows(); ++r)
    if (r % 3 != 1) given[r] = Objects::randomValue(5, r);
  expected = N * given;
  const double* values = nullptr;
  TENON_PETSC(VecGetArrayRead(y.get(), &values));
  for (PetscInt r = first; r < last; ++r)
    EXPECT_NEAR(values[r - first], r % 3 == 1 ? 0.0 : expected[r], 1e-12 * largest(expected));
  TENON_PETSC(VecRestoreArrayRead(y.get(), &values));
  enabled.push_back(1);
  EXPECT_THAT(refusal([&] { schur.multiply(l.get(), y.get(), enabled); }), HasSubstr("constraint rows"));
}

// A singular A is detected by MUMPS' null pivots, or by the residual of another solver.
TEST(SchurComplement, BodiesSupportedByConstraintsOnlyAreNamed) {
  for (const bool springs : {false, true}) {
    JoinedOptions options;
    options.springs = springs;
    options.clamped = springs ? false : true;  // otherwise both move together
    const auto mechanics = rigidlyJoined(world(), 0, options);
    AssembledSystem stored(*mechanics);
    MatrixFreeSystem products(*mechanics);
    Descriptor descriptor(*mechanics, stored), free(*mechanics, products);
    descriptor.assemble(statics);
    free.assemble(statics);
    const std::string expected =
        springs ? "A is singular for objects 'lower', 'upper'" : "A is singular for object 'upper'";
    EXPECT_THAT(refusal([&] { descriptor.schurComplement(); }), HasSubstr(expected));
    const la::Vector l = free.b(), y = like(l.get());
    fillByChance(l.get(), 6);
    EXPECT_THAT(refusal([&] { free.schurComplement().multiply(l.get(), y.get()); }), HasSubstr(expected));
  }
  // A mass makes A nonsingular.
  JoinedOptions options;
  options.springs = options.clamped = false;
  const auto mechanics = rigidlyJoined(world(), 0, options);
  AssembledSystem stored(*mechanics);
  Descriptor descriptor(*mechanics, stored);
  descriptor.assemble({100.0, 0.0, -1.0});
  expectTheSchurComplement(descriptor, Inverse::Kind::solver);
}

TEST(SchurComplement, OptionsChooseTheSolverOfA) {
  const auto mechanics = rigidlyJoined(world(), 0);
  AssembledSystem A(*mechanics);
  Descriptor descriptor(*mechanics, A);
  descriptor.assemble(statics);
  const SchurComplement direct = descriptor.schurComplement();
  TENON_PETSC(PetscOptionsSetValue(nullptr, "-mine_ksp_type", "gmres"));
  TENON_PETSC(PetscOptionsSetValue(nullptr, "-mine_pc_type", "jacobi"));
  const SchurComplement iterative = descriptor.schurComplement("mine_");
  const la::Vector l = descriptor.b(), y = like(l.get()), z = like(l.get());
  direct.multiply(l.get(), y.get());
  iterative.multiply(l.get(), z.get());
  EXPECT_LE(distance(y.get(), z.get()), 1e-10 * norm(y.get()));
  // Tolerances on both sides of the accepted residual, 1e-8 of the right-hand side: GMRES stops
  // just below its tolerance.
  const auto refusedAt = [&](const char* tolerance) {
    TENON_PETSC(PetscOptionsSetValue(nullptr, "-mine_ksp_rtol", tolerance));
    try {
      descriptor.schurComplement("mine_").multiply(l.get(), z.get());
    } catch (const base::NotConvergedError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  TENON_PETSC(PetscOptionsSetValue(nullptr, "-mine_ksp_pc_side", "right"));
  EXPECT_THAT(refusedAt("1e-7"), HasSubstr("the solver with the options -mine_... did not converge"));
  EXPECT_EQ(refusedAt("1e-9"), "");
  for (const char* option : {"-mine_ksp_type", "-mine_pc_type", "-mine_ksp_pc_side", "-mine_ksp_rtol"})
    TENON_PETSC(PetscOptionsClearValue(nullptr, option));
}

TEST(SchurComplement, AMassThatIsNotThereIsNamed) {
  JoinedOptions options;
  options.springs = options.stiff = false;
  const auto mechanics = rigidlyJoined(world(), 0, options);
  mechanics->bodies()[1]->masses.clear();
  AssembledSystem A(*mechanics);
  Descriptor descriptor(*mechanics, A);
  descriptor.assemble({1.0, 0.0, 0.0});
  EXPECT_THAT(refusal([&] { descriptor.schurComplement(); }),
              HasSubstr("a node of object 'upper' has neither mass nor stiffness"));
}

}  // namespace
}  // namespace tenon::system
