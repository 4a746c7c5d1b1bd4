// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "analysis/adjoint/StateCotangents.hpp"
#include "analysis/steppers/products.hpp"
#include "tenon/analysis/Stepper.hpp"
#include "tenon/base/CaseNode.hpp"

namespace tenon::analysis {
namespace {

/// Vectors with pseudo-random entries, all of which differ.
class RandomVectors {
 public:
  la::Vector make() {
    Vec vector = nullptr;
    TENON_PETSC(VecCreateMPI(PETSC_COMM_WORLD, 5, PETSC_DETERMINE, &vector));
    la::Vector owner;
    *owner.out() = vector;
    PetscInt first = 0;
    TENON_PETSC(VecGetOwnershipRange(vector, &first, nullptr));
    la::WriteArray entries(vector);
    ++count_;
    for (PetscInt i = 0; i < entries.size(); ++i)
      entries[i] = std::sin(1.0 + 7.3 * static_cast<double>(first + i) + 2.9 * count_);
    return owner;
  }
  StateVectors state() { return {make(), make(), make()}; }

 private:
  double count_ = 0.0;
};

/// Step of a time integrator as a linear function of v, a and the history at its beginning and of a
/// at its end.
class LinearStep {
 public:
  LinearStep(const std::string& name, double previous, double h) : h_(h), previous_(previous) {
    const std::string parameters =
        name == "newmark" ? "{type: newmark, beta: 0.3, gamma: 0.6}" : "{type: " + name + "}";
    stepper_.reset(dynamic_cast<ImplicitStepper*>(steppers().make(base::CaseNode::parse(parameters, "")).release()));
    for (const auto& one : stepper_->restartData().vectors)
      if (!one.is_optional && previous > 0.0) *one.vector = random_.make();
    setNumbers();
    begin_ = random_.state(), end_ = random_.state();
    for (const auto& one : stepper_->restartData().vectors) before_.push_back(copyOrZero(*one.vector));
  }

  /// Returns the difference between <step(x), y> and <x, transposed step(y)>, relative to the sum
  /// of magnitudes.
  double defect() {
    const la::Vector d0 = random_.make(), v0 = random_.make();
    stepper_->predict(h_, begin_, d0.get(), v0.get());
    stepper_->accept(h_, begin_, end_);
    StateCotangents end = StateCotangents::zero(d0.get(), before_.size());
    PredictorCotangents predictors{random_.make(), random_.make()};
    double forward = 0.0, size = 0.0;
    const auto add = [&](double& sum, Vec a, Vec b) {
      sum += dot(a, b);
      size += std::abs(dot(a, b));
    };
    add(forward, d0.get(), predictors.d0.get());
    add(forward, v0.get(), predictors.v0.get());
    const auto after = stepper_->restartData().vectors;
    for (std::size_t i = 0; i < before_.size(); ++i) {
      if (!*after[i].vector) continue;
      end.history[i] = random_.make();
      add(forward, after[i].vector->get(), end.history[i].get());
    }
    setNumbers();
    StateCotangents begin = StateCotangents::zero(d0.get(), before_.size());
    stepper_->pullBackHistory(h_, end);
    stepper_->pullBack(h_, end, predictors, begin);
    double backward = 0.0;
    add(backward, begin.q.get(), begin_.q.get());
    add(backward, begin.v.get(), begin_.v.get());
    add(backward, begin.a.get(), begin_.a.get());
    add(backward, end.a.get(), end_.a.get());
    for (std::size_t i = 0; i < before_.size(); ++i) add(backward, begin.history[i].get(), before_[i].get());
    return std::abs(forward - backward) / size;
  }

 private:
  void setNumbers() {
    for (const auto& one : stepper_->restartData().numbers) *one.number = previous_;
  }
  la::Vector copyOrZero(const la::Vector& vector) {
    return vector ? la::copyOf(vector.get()) : la::makeZeroLike(begin_.q.get());
  }

  double h_, previous_;
  RandomVectors random_;
  std::unique_ptr<ImplicitStepper> stepper_;
  StateVectors begin_, end_;
  std::vector<la::Vector> before_;
};

TEST(PullBack, TransposesTheStepsOfAllTimeIntegrators) {
  for (const char* name : {"implicit-euler", "generalised-alpha", "hht", "newmark", "trapezoid", "bdf2"})
    for (const double previous : {0.0, 0.1, 0.05, 0.2})  // 0: first step
      EXPECT_LT(LinearStep(name, previous, 0.1).defect(), 16.0 * std::numeric_limits<double>::epsilon())
          << name << " after a step of " << previous;
}

}  // namespace
}  // namespace tenon::analysis
