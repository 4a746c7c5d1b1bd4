// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "ModalProblem.hpp"
#include "analysis/modal/ModalOperators.hpp"
#include "analysis/modal/ModeShapes.hpp"
#include "la/matrices/Projection.hpp"
#include "la/vectors.hpp"

namespace tenon::analysis {
namespace {

using testing::ModalProblem;

double residualOf(const ModalOperators& operators, Vec phi, double mu) {
  return la::norm(operators.residual(phi, nullptr, mu).get());
}

// A residual that is accepted as round-off, for any `tolerance`, belongs to a mode shape found by
// solves. A shape with a relative error of 1e-6 has a residual that is larger by orders of
// magnitude, even on slender solids.
TEST(ShapeRoundOff, IsFarBelowTheResidualOfAWrongShape) {
  constexpr double error = 1e-6;
  for (const double length : {2.0, 20.0, 200.0}) {
    ModalProblem slender;
    slender.fix(slender.addBox(mesh::CellType::hex8, {12, 1, 1}, {length, 1.0, 1.0}), "xmin");
    slender.withOperators([&](ModalOperators& operators) {
      operators.setShift(0.0);
      const std::vector<ModeShape> shapes = findModeShapes(operators, {2, 1e-6});
      for (const ModeShape& shape : shapes) {
        const double allowed = operators.roundOff(shape.phi.get(), nullptr).force;
        EXPECT_LE(residualOf(operators, shape.phi.get(), shape.mu), 10 * allowed) << length;
        const la::Vector wrong = la::makeZeroLike(shape.phi.get());
        TENON_PETSC(VecSetRandom(wrong.get(), nullptr));
        operators.equations().mechanics().projection().project(wrong.get());
        TENON_PETSC(VecScale(wrong.get(), error * la::norm(shape.phi.get()) / la::norm(wrong.get())));
        TENON_PETSC(VecAXPY(wrong.get(), 1.0, shape.phi.get()));
        const double left = residualOf(operators, wrong.get(), shape.mu);
        EXPECT_GT(left, 1e4 * operators.roundOff(wrong.get(), nullptr).force) << length;
        const la::Vector inertia = la::makeZeroLike(wrong.get());
        operators.multiplyMass(wrong.get(), inertia.get());
        EXPECT_GT(left, 1e-6 * shape.mu * la::norm(inertia.get())) << "and above the default tolerance";
      }
    });
  }
}

}  // namespace
}  // namespace tenon::analysis
