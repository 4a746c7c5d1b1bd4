// G and C as the system has them: scaled, without the rows whose slaves are held.
#include "tenon/system/ConstraintJacobian.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "problem.hpp"
#include "tenon/constraint/Fixed.hpp"
#include "tenon/constraint/NodeTie.hpp"
#include "tenon/la/arrays.hpp"
#include "tenon/system/AssembledSystem.hpp"

namespace tenon::system {
namespace {

using namespace tenon::testing;

constexpr std::array<int, 3> deals{0, 1, Objects::all_on_last};

/// Two boxes, the upper one's base (nine nodes) tied to the lower one, and held in some components.
struct Tied {
  Tied(int deal, const std::vector<std::string>& held, const std::function<void(constraint::Constraint&)>& change) {
    std::vector<std::unique_ptr<Body>> bodies;
    bodies.push_back(elasticBox(world(), "lower", CellType::hex8, {1, 1, 1}, 0.0, deal));
    bodies.push_back(elasticBox(world(), "upper", CellType::hex8, {2, 2, 1}, 1.0, deal));
    if (!held.empty())
      bodies[1]->conditions.push_back(
          std::make_unique<constraint::Fixed>(constraint::Fixed::Data{"zmin", held}, bodies[1]->domain()));
    const auto find = [&](const std::string& name) -> const fem::Domain& {
      return bodies[name == "lower" ? 0 : 1]->domain();
    };
    std::vector<std::unique_ptr<constraint::Constraint>> constraints;
    constraints.push_back(std::make_unique<constraint::NodeTie>(
        constraint::NodeTie::Data{"glue", {"upper", "zmin"}, {"lower", "zmax"}, 0.1}, find));
    change(*constraints.back());
    mechanics = std::make_unique<MechanicalSystem>(std::move(bodies), std::move(constraints));
    mechanics->imposeHeld();
    A = std::make_unique<AssembledSystem>(*mechanics);
    G = std::make_unique<ConstraintJacobian>(*mechanics, A->layout(), A->held());
  }
  std::unique_ptr<MechanicalSystem> mechanics;
  std::unique_ptr<AssembledSystem> A;
  std::unique_ptr<ConstraintJacobian> G;
};

// s Phi + s^2 c (lambda / s) = 0: rows weigh s, their compliance s^2.
TEST(ConstraintJacobian, ScalesRowsOnceAndTheirComplianceTwice) {
  for (const int deal : deals) {
    const Tied plain(deal, {}, [](auto& tie) { tie.compliance = 0.25; });
    const Tied scaled(deal, {}, [](auto& tie) { tie.compliance = 0.25, tie.scale = 8.0; });
    la::Matrix difference;
    PetscReal norm = 0.0;
    TENON_PETSC(MatDuplicate(scaled.G->full(), MAT_COPY_VALUES, difference.put()));
    TENON_PETSC(MatAXPY(difference.get(), -8.0, plain.G->full(), SAME_NONZERO_PATTERN));
    TENON_PETSC(MatNorm(difference.get(), NORM_FROBENIUS, &norm));
    EXPECT_EQ(norm, 0.0);
    TENON_PETSC(MatNorm(scaled.G->full(), NORM_FROBENIUS, &norm));
    EXPECT_GT(norm, 8.0);
    for (const double c : la::entriesOf(plain.G->compliance())) EXPECT_EQ(c, 0.25);
    for (const double c : la::entriesOf(scaled.G->compliance())) EXPECT_EQ(c, 16.0);
    for (const double s : scaled.G->scales()) EXPECT_EQ(s, 8.0);
    EXPECT_EQ(world().sum(static_cast<long>(scaled.G->scales().size())), 27);
  }
}

// Slaves held in x and z keep the row of y, entries, compliance and all; the others are gone from G and from C.
TEST(ConstraintJacobian, LeavesOutTheRowsOfComponentsThatAreHeld) {
  for (const int deal : deals) {
    const Tied tied(deal, {"x", "z"}, [](auto& tie) { tie.compliance = 0.25; });
    const auto slaves = tied.mechanics->constraints()[0]->slaves();
    const std::vector<double> compliance = la::entriesOf(tied.G->compliance());
    PetscInt first = 0;
    TENON_PETSC(MatGetOwnershipRange(tied.G->full(), &first, nullptr));
    ASSERT_EQ(slaves.size(), compliance.size());
    long kept = 0;
    for (std::size_t row = 0; row < slaves.size(); ++row) {
      const bool of_y = slaves[row].component == 1;
      PetscInt count = 0;
      TENON_PETSC(MatGetRow(tied.G->full(), first + static_cast<PetscInt>(row), &count, nullptr, nullptr));
      EXPECT_EQ(count > 0, of_y) << "row " << row;
      TENON_PETSC(MatRestoreRow(tied.G->full(), first + static_cast<PetscInt>(row), &count, nullptr, nullptr));
      EXPECT_EQ(tied.mechanics->dropped()[row] != 0, !of_y) << "row " << row;
      EXPECT_EQ(compliance[row], of_y ? 0.25 : 0.0) << "row " << row;
      kept += of_y ? 1 : 0;
    }
    EXPECT_EQ(world().sum(kept), 9);
  }
}

TEST(ConstraintJacobian, KeepsThemWhereItIsTold) {
  for (const int deal : deals) {
    const Tied tied(deal, {"x", "z"}, [](auto& tie) { tie.compliance = 0.25, tie.on_held = "keep"; });
    for (const char dropped : tied.mechanics->dropped()) EXPECT_EQ(dropped, 0);
    for (const double c : la::entriesOf(tied.G->compliance())) EXPECT_EQ(c, 0.25);
  }
}

}  // namespace
}  // namespace tenon::system
