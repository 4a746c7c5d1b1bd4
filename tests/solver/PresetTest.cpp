#include "tenon/solver/Preset.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tenon/base/Error.hpp"
#include "tenon/solver/SaddleSolver.hpp"

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
  EXPECT_THAT(presets.names(), ElementsAre("schur", "cg-amg", "direct"));
  for (const auto& type : presets.types()) {
    EXPECT_THAT(type.help, Not(::testing::IsEmpty())) << type.name;
    for (const auto& parameter : type.parameters) {
      EXPECT_EQ(parameter.name[0], '-') << type.name;
      EXPECT_THAT(parameter.help, Not(::testing::IsEmpty())) << parameter.name;
    }
  }
}

TEST(Preset, IsChosenByMultipliers) {
  const Presets presets = registered();
  EXPECT_EQ(presets.preferred(true).name, "schur");
  EXPECT_EQ(presets.preferred(false).name, "cg-amg");
}

TEST(Preset, UnknownNameIsCorrected) {
  EXPECT_THAT(errorOf([] { registered().find("shur"); }), HasSubstr("did you mean 'schur'?"));
}

TEST(Preset, HasToSuitTheSystem) {
  const Presets presets = registered();
  EXPECT_THAT(errorOf([&] { requireSuited(presets.find("cg-amg"), presets, true); }),
              HasSubstr("choose schur or direct"));
  EXPECT_THAT(errorOf([&] { requireSuited(presets.find("schur"), presets, false); }),
              HasSubstr("choose cg-amg or direct"));
  EXPECT_NO_THROW(requireSuited(presets.find("direct"), presets, true));
  EXPECT_NO_THROW(requireSuited(presets.find("direct"), presets, false));
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
