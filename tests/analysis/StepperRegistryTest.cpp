// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "PlaneBody.hpp"
#include "analysis/Analysis.hpp"
#include "tenon/analysis/Stepper.hpp"

namespace tenon::analysis {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using testing::PlaneBody;

/// User-defined time integrator:
///   q_{n+1} = q_n + h ((1 - theta) v_n + theta v_{n+1}), and v_{n+1} alike.
class ThetaMethod : public ImplicitStepper {
 public:
  struct Data {
    double theta = 0.5;
    std::string rule;
  };
  static void declare(base::Parameters<Data>& p) {
    p.required("theta", &Data::theta, "", "1/2: trapezoidal rule; 1: implicit Euler method").positive().atMost(1.0);
    p.optional("rule", &Data::rule, "", "name of the rule").formerly({"scheme"});
  }
  explicit ThetaMethod(const Data& data) : theta_(data.theta) {
    if (theta_ < 0.5) throw base::InputError("The time integrator 'theta' needs theta >= 1/2.");
  }

  int order() const override { return theta_ == 0.5 ? 2 : 1; }
  Kinematics kinematics(double h) const override {
    return Kinematics::fromAcceleration(theta_ * theta_ * h * h, theta_ * h);
  }
  void predict(double h, const StateVectors& now, Vec d0, Vec v0) override {
    TENON_PETSC(VecWAXPY(v0, (1 - theta_) * h, now.a.get(), now.v.get()));
    TENON_PETSC(VecAXPBYPCZ(d0, (1 - theta_) * h, theta_ * h, 0.0, now.v.get(), v0));
  }

 private:
  double theta_;
};

/// Returns the registry of analyses. The time integrator is registered after it, as in the callback
/// of tenon::main().
const AnalysisRegistry& analysesBeforeTheta() {
  static const AnalysisRegistry all = [] {
    AnalysisRegistry made("analysis");
    registerAnalyses(made);
    steppers().add<ThetaMethod>("theta", "theta method");
    steppers().addFormerName("teta", "theta");
    return made;
  }();
  return all;
}

std::string blockOf(const std::string& stepper) {
  return "{type: transient, step: 0.1, end_time: 1, " + stepper + "}";
}

std::unique_ptr<Analysis> make(const std::string& stepper) {
  return analysesBeforeTheta().make(base::CaseNode::parse(blockOf(stepper), "case.yaml"));
}

Transient::Data dataOf(const std::string& stepper) {
  analysesBeforeTheta();
  base::Parameters<Transient::Data> table;
  Transient::declare(table);
  return table.read(base::CaseNode::parse(blockOf(stepper), "case.yaml"));
}

std::string errorOf(const std::string& stepper) {
  try {
    make(stepper);
  } catch (const base::InputError& error) {
    return error.what();
  }
  return "";
}

TEST(StepperRegistry, ATypeOfAProgramHasItsOwnParameters) {
  const Kinematics kinematics = make("stepper: {type: theta, theta: 0.75}")->kinematics();
  EXPECT_DOUBLE_EQ(kinematics.position, 0.75 * 0.75 * 0.01);
  EXPECT_DOUBLE_EQ(kinematics.velocity, 0.75 * 0.1);
  EXPECT_EQ(make("stepper: {type: theta, theta: 0.75}")->steppingScheme().stepper, "theta");
  EXPECT_EQ(make("stepper: {type: teta, theta: 1, scheme: any}")->steppingScheme().stepper, "theta") << "former names";
}

TEST(StepperRegistry, ATypeOfAProgramIntegratesLikeTheOnesThatItIncludes) {
  for (const auto& [own, of_tenon] : {std::pair("stepper: {type: theta, theta: 0.5}", "stepper: trapezoid"),
                                      std::pair("stepper: {type: theta, theta: 1}", "stepper: implicit-euler")}) {
    SCOPED_TRACE(of_tenon);
    PlaneBody first, second;
    for (PlaneBody* plate : {&first, &second}) plate->makeRigid().move({0.3, -0.2, 0}, 0.5);
    first.run(dataOf(own));
    second.run(dataOf(of_tenon));
    EXPECT_LT((first.places() - second.places()).cwiseAbs().maxCoeff(), 1e-9);
    EXPECT_LT((first.velocities() - second.velocities()).cwiseAbs().maxCoeff(), 1e-9);
    EXPECT_LT((first.accelerations() - second.accelerations()).cwiseAbs().maxCoeff(), 1e-8);
    EXPECT_GT((first.velocities()).cwiseAbs().maxCoeff(), 0.1);
  }
}

TEST(StepperRegistry, ParametersAreInTheBlockOfTheStepperOrOfTheAnalysis) {
  for (const auto& [flat, block] :
       {std::pair("stepper: newmark, beta: 0.4, gamma: 0.6", "stepper: {type: newmark, beta: 0.4, gamma: 0.6}"),
        std::pair("stepper: hht, alpha: 0.2", "stepper: {type: hht, alpha: 0.2}"),
        std::pair("rho: 0.3", "stepper: {type: generalised-alpha, rho: 0.3}"),
        std::pair("stepper: bdf2", "stepper: {type: bdf2}")}) {
    SCOPED_TRACE(flat);
    EXPECT_EQ(make(flat)->kinematics(), make(block)->kinematics());
  }
  EXPECT_NE(make("rho: 0.3")->kinematics(), make("rho: 0.4")->kinematics());
  EXPECT_TRUE(make("stepper: {type: moreau-jean, contact_iterations: 5}")->handlesRigidContacts());
  EXPECT_FALSE(make("stepper: {type: bdf2}")->handlesRigidContacts());
}

TEST(StepperRegistry, WrongBlocksAreReported) {
  EXPECT_THAT(errorOf("stepper: tetha"), HasSubstr("case.yaml:1: stepper: there is no time integrator 'tetha'"));
  EXPECT_THAT(errorOf("stepper: {type: newmarc}"),
              AllOf(HasSubstr("there is no time integrator 'newmarc'"), HasSubstr("newmark")));
  EXPECT_THAT(errorOf("stepper: theta"),
              HasSubstr("the time integrator 'theta' needs the parameter 'theta': replace its name by a block, {type: "
                        "theta, theta: ..}"));
  EXPECT_THAT(errorOf("stepper: {type: theta, theta: 2, beta: 1}"),
              AllOf(HasSubstr("'theta' must not exceed 1, but is 2"), HasSubstr("beta")));
  EXPECT_THAT(errorOf("stepper: {type: theta, theta: 0.4}"), HasSubstr("needs theta >= 1/2"));
  EXPECT_THAT(errorOf("stepper: {type: newmark, beta: 0.1}"), HasSubstr("2 beta >= gamma"));
  EXPECT_THAT(errorOf("stepper: newmark, beta: no"), HasSubstr("case.yaml:1: beta"));
  EXPECT_THAT(errorOf("stepper: {type: moreau-jean, contact_relaxation: 2}"), HasSubstr("contact_relaxation < 2"));
  EXPECT_NE(errorOf("stepper: [theta]"), "");
}

}  // namespace
}  // namespace tenon::analysis
