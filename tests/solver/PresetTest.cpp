// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "tenon/solver/options/Preset.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "solver/options/SystemTraits.hpp"
#include "solver/saddle/SaddleSolver.hpp"
#include "tenon/base/Error.hpp"

namespace tenon::solver {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

Presets registered() {
  Presets presets;
  registerPresets(presets);
  return presets;
}

std::string errorOf(const std::function<void()>& work) {
  try {
    work();
  } catch (const base::InputError& error) {
    return error.what();
  }
  return "";
}

TEST(Preset, AreListedWithReasonsAndOptions) {
  const Presets presets = registered();
  EXPECT_THAT(presets.names(), ElementsAre("schur", "few-rows", "cg-amg", "gmres-amg", "cg-p-amg", "gmres-p-amg",
                                           "cg-block-jacobi", "gmres-block-jacobi", "direct", "minres",
                                           "minres-block-jacobi", "schur-block-jacobi", "schur-dense", "primal",
                                           "primal-p-amg", "augmented", "uzawa", "gkb", "reduced", "schur-sparse"));
  for (const auto& type : presets.types()) {
    EXPECT_THAT(type.help, Not(::testing::IsEmpty())) << type.name;
    for (const auto& parameter : type.parameters) {
      EXPECT_EQ(parameter.name[0], '-') << type.name;
      EXPECT_THAT(parameter.help, Not(::testing::IsEmpty())) << parameter.name;
    }
  }
}

const SystemTraits with_multipliers{true, false, true, {}}, plain{}, products_only{false, false, false, {}},
    follower{false, false, true, {"follower-pressure on bar/top"}};

TEST(Preset, IsChosenByTheSystem) {
  const Presets presets = registered();
  EXPECT_EQ(presets.chooseIterative(with_multipliers).name, "schur");
  EXPECT_EQ(presets.chooseIterative({true, true, true, {}}).name, "few-rows");
  EXPECT_EQ(presets.chooseIterative({true, true, true, follower.asymmetric_contributors}).name, "few-rows");
  EXPECT_EQ(presets.chooseIterative(plain).name, "cg-amg");
  EXPECT_EQ(presets.chooseIterative(follower).name, "gmres-amg");
  EXPECT_EQ(presets.chooseIterative(products_only).name, "cg-block-jacobi");
  EXPECT_EQ(presets.chooseIterative({false, false, false, follower.asymmetric_contributors}).name,
            "gmres-block-jacobi");
  EXPECT_EQ(presets.chooseIterative({true, false, false, {}}).name, "minres-block-jacobi");
  EXPECT_EQ(presets.chooseIterative({true, true, false, {}}).name, "minres-block-jacobi");
  EXPECT_EQ(presets.chooseIterative({true, false, false, follower.asymmetric_contributors}).name, "schur-block-jacobi");
  EXPECT_THAT(errorOf([] { Presets().chooseIterative(plain); }), HasSubstr("No preset suits this system"));
}

TEST(Preset, RigidBodiesWithJointsAloneHaveAPresetOfTheirOwn) {
  const Presets presets = registered();
  SystemTraits linkage = with_multipliers;
  linkage.has_only_joints = true;
  EXPECT_EQ(presets.chooseIterative(linkage).name, "schur-sparse");
  linkage.asymmetric_contributors = follower.asymmetric_contributors;  // gyroscopic forces
  EXPECT_EQ(presets.chooseIterative(linkage).name, "schur-sparse");
  linkage.has_entries = false;
  EXPECT_EQ(presets.chooseIterative(linkage).name, "schur-block-jacobi");
}

SystemTraits ofSolid(std::int64_t unknowns, SystemTraits traits = {}) {
  traits.size.unknowns[3] = unknowns;
  return traits;
}

TEST(Preset, SmallSystemsAreFactored) {
  const Presets presets = registered();
  EXPECT_EQ(presets.choose(ofSolid(3000)).preset->name, "direct");
  EXPECT_EQ(presets.choose(ofSolid(3000, with_multipliers)).preset->name, "direct");
  EXPECT_EQ(presets.choose(ofSolid(3000, follower)).preset->name, "direct");
  EXPECT_THAT(presets.choose(ofSolid(3000)).reason, HasSubstr("the factorisation of 3000 unknowns of solids takes"));
  EXPECT_EQ(presets.choose(ofSolid(1000000)).preset->name, "cg-amg");
  EXPECT_EQ(presets.choose(ofSolid(1000000, with_multipliers)).preset->name, "schur");
  EXPECT_THAT(presets.choose(ofSolid(1000000)).reason, HasSubstr("1000000 unknowns of solids"));
}

TEST(Preset, RoughEstimatesOfFactorisationsAreMarked) {
  SystemTraits system = ofSolid(1000000);
  EXPECT_THAT(registered().choose(system).reason, HasSubstr("(rough estimate"));
  system.size.counts.operations = 1e14;
  system.size.counts.entries = 1e9;
  EXPECT_THAT(registered().choose(system).reason, Not(HasSubstr("rough")));
}

TEST(Preset, SecondOrderCellsWithoutMultipliersHavePMultigrid) {
  const Presets presets = registered();
  const auto chosen = [&](SystemTraits traits, const std::string& configured_by = "") {
    SystemTraits system = ofSolid(1000000, traits);
    system.size.has_second_order = true;
    system.configured_by = configured_by;
    return presets.choose(system);
  };
  EXPECT_EQ(chosen({}).preset->name, "cg-p-amg");
  EXPECT_THAT(chosen({}).reason, HasSubstr("second-order cells"));
  EXPECT_EQ(chosen(follower).preset->name, "gmres-p-amg");
  EXPECT_EQ(chosen(with_multipliers).preset->name, "schur");
  EXPECT_EQ(chosen({}, "-pc_gamg_threshold from the command line").preset->name, "cg-amg");
}

TEST(Preset, WhatTheUserConfiguresIsNotReplacedByFactors) {
  const Presets presets = registered();
  SystemTraits configured = ofSolid(3000, with_multipliers);
  configured.configured_by = "-pc_type from case.yaml:12";
  EXPECT_EQ(presets.choose(configured).preset->name, "schur");
  EXPECT_THAT(presets.choose(configured).reason, HasSubstr("-pc_type from case.yaml:12 configures the solver"));
  EXPECT_EQ(presets.choose(ofSolid(3000, products_only)).preset->name, "cg-block-jacobi");
  EXPECT_EQ(presets.choose(plain).preset->name, "cg-amg");  // the size is not known
}

TEST(Preset, CostOfFactorsGrowsWithDimensionAndSizeAndFallsWithRanks) {
  SystemSize line, surface, solid;
  line.unknowns[1] = surface.unknowns[2] = solid.unknowns[3] = 40000;
  EXPECT_TRUE(isFactoredQuickly(line));
  EXPECT_TRUE(isFactoredQuickly(surface));
  EXPECT_FALSE(isFactoredQuickly(solid));
  EXPECT_LT(estimateFactorisationSeconds(line), estimateFactorisationSeconds(surface));
  EXPECT_LT(estimateFactorMemory(surface), estimateFactorMemory(solid));
  SystemSize on_four = solid;
  on_four.ranks = 4;
  EXPECT_LT(estimateFactorisationSeconds(on_four), estimateFactorisationSeconds(solid));
  SystemSize quadratic = solid;
  quadratic.has_second_order = true;
  EXPECT_GT(estimateFactorisationSeconds(quadratic), estimateFactorisationSeconds(solid));
  EXPECT_FALSE(isFactoredQuickly(SystemSize{}));
}

TEST(Preset, FewAreUpTo32BesideAThousandTimesAsManyUnknowns) {
  EXPECT_TRUE(hasFewMultipliers(1, 1000));
  EXPECT_FALSE(hasFewMultipliers(1, 999));
  EXPECT_TRUE(hasFewMultipliers(32, 32000));
  EXPECT_FALSE(hasFewMultipliers(32, 31999));
  EXPECT_FALSE(hasFewMultipliers(33, 1000000));
}

TEST(Preset, UnknownNameIsCorrected) {
  EXPECT_THAT(errorOf([] { registered().find("shur"); }), HasSubstr("did you mean 'schur'?"));
}

TEST(Preset, HasToSuitTheSystem) {
  const Presets presets = registered();
  EXPECT_THAT(errorOf([&] { requireApplicable(presets.find("cg-amg"), presets, with_multipliers); }),
              HasSubstr("choose schur or few-rows or direct"));
  EXPECT_THAT(errorOf([&] { requireApplicable(presets.find("schur"), presets, plain); }),
              HasSubstr("choose cg-amg or gmres-amg"));
  EXPECT_THAT(errorOf([&] { requireApplicable(presets.find("cg-amg"), presets, follower); }),
              HasSubstr("'cg-amg' is for symmetric systems, but the tangent of follower-pressure on bar/top is not "
                        "symmetric: choose gmres-amg"));
  EXPECT_THAT(errorOf([&] { requireApplicable(presets.find("cg-amg"), presets, products_only); }),
              HasSubstr("which a matrix-free system does not store: choose cg-block-jacobi"));
  EXPECT_NO_THROW(requireApplicable(presets.find("direct"), presets, with_multipliers));
  EXPECT_NO_THROW(requireApplicable(presets.find("direct"), presets, follower));
}

TEST(Preset, ParametersOfTheSolverBlock) {
  base::Parameters<SolverParameters> table;
  SolverParameters::declare(table);
  const auto read = table.read(base::CaseNode::parse("{preset: direct, augmentation: 0.3}", "case.yaml"));
  EXPECT_EQ(read.preset, "direct");
  EXPECT_EQ(read.augmentation, 0.3);
  EXPECT_THAT(errorOf([&] { table.read(base::CaseNode::parse("augmentation: -1", "case.yaml")); }),
              HasSubstr("must not be negative"));
}

}  // namespace
}  // namespace tenon::solver
