// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "tenon/base/Log.hpp"
#include "tenon/base/Registry.hpp"

namespace tenon::base {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

struct CommonOfDampers {
  double scale = 1.0;
  static void declare(Parameters<CommonOfDampers>& p) {
    p.optional("scale", &CommonOfDampers::scale, "", "factor").positive().formerly({"size"});
  }
};

struct Damper : CommonOfDampers {
  struct Data {
    double viscosity = 0;
    std::string frame = "current";
  };
  static void declare(Parameters<Data>& p) {
    p.required("viscosity", &Data::viscosity, "", "coefficient").positive().formerly({"thickness", "gumminess"});
    p.optional("frame", &Data::frame, "", "configuration")
        .oneOf({"current", "reference"})
        .formerly({"where"})
        .formerValues({{"present", "current"}, {"rest", "reference"}});
  }
  explicit Damper(Data d) : data(std::move(d)) {}
  virtual ~Damper() = default;
  Data data;
};

Registry<Damper> makeDampers() {
  Registry<Damper> registry("damper");
  registry.addCommon<CommonOfDampers>();
  registry.add<Damper>("dashpot", "a damper");
  registry.addFormerName("brake", "dashpot");
  return registry;
}

std::size_t countOf(const std::string& word, const std::string& text) {
  std::size_t count = 0;
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) ++count;
  return count;
}

/// Returns the message of the InputError of `work`; "" without one.
std::string refusalOf(const std::function<void()>& work) {
  try {
    work();
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

std::string refusalOf(const std::string& yaml) {
  return refusalOf([&] { makeDampers().make(CaseNode::parse(yaml, "case.yaml")); });
}

TEST(FormerNames, OfKeysValuesAndTypesAreRead) {
  const auto dampers = makeDampers();
  const auto standard =
      dampers.make(CaseNode::parse("{type: dashpot, viscosity: 2, frame: reference, scale: 3}", "case.yaml"));
  const auto former = dampers.make(CaseNode::parse("{type: brake, thickness: 2, where: rest, size: 3}", "case.yaml"));
  for (const auto* damper : {standard.get(), former.get()}) {
    EXPECT_EQ(damper->data.viscosity, 2.0);
    EXPECT_EQ(damper->data.frame, "reference");
    EXPECT_EQ(damper->scale, 3.0);
  }
  EXPECT_EQ(dampers.make(CaseNode::parse("{type: brake, gumminess: 4}", "case.yaml"))->data.viscosity, 4.0);
}

TEST(FormerNames, EachCausesOneWarningPerCase) {
  const auto dampers = makeDampers();
  const std::string item = "- {type: brake, thickness: 2, where: rest, size: 3}\n";
  for (int run = 0; run < 2; ++run) {
    const LogRecorder heard;
    const CaseNode list = CaseNode::parse(item + item, "case.yaml");
    for (const CaseNode& entry : list.items()) {
      dampers.check(entry);
      dampers.make(entry);
    }
    EXPECT_EQ(countOf("is a former name of", heard.text()), 5u) << heard.text();
    EXPECT_THAT(
        heard.text(),
        AllOf(HasSubstr("case.yaml:1: [0].type: 'brake' is a former name of 'dashpot'"),
              HasSubstr("case.yaml:1: [0].thickness: 'thickness' is a former name of 'viscosity'"),
              HasSubstr("'where' is a former name of 'frame'"), HasSubstr("'rest' is a former name of 'reference'"),
              HasSubstr("'size' is a former name of 'scale'")));
  }
}

TEST(FormerNames, StandardNamesCauseNoWarning) {
  const LogRecorder heard;
  makeDampers().make(CaseNode::parse("{type: dashpot, viscosity: 2, frame: reference, scale: 3}", "case.yaml"));
  EXPECT_EQ(heard.text(), "");
}

TEST(FormerNames, TogetherWithTheStandardNameAreRefusedWithBothLines) {
  EXPECT_THAT(refusalOf("type: dashpot\nviscosity: 2\nthickness: 3\n"),
              AllOf(HasSubstr("case.yaml:3: thickness: 'thickness' is a former name of 'viscosity'"),
                    HasSubstr("'viscosity' is also given (case.yaml:2)")));
  EXPECT_THAT(refusalOf("type: dashpot\nthickness: 2\ngumminess: 3\n"),
              AllOf(HasSubstr("case.yaml:3: gumminess:"), HasSubstr("'thickness' is also given (case.yaml:2)")));
  EXPECT_THAT(refusalOf("type: dashpot\nviscosity: 1\nsize: 2\nscale: 3\n"),
              AllOf(HasSubstr("case.yaml:3: size:"), HasSubstr("'scale' is also given (case.yaml:4)")));
}

TEST(FormerNames, AreNeverSuggested) {
  EXPECT_THAT(refusalOf("{type: dashpot, viscosity: 2, thicknes: 3}"),
              AllOf(HasSubstr("no key 'thicknes'"), Not(HasSubstr("'thickness'"))));
  EXPECT_THAT(refusalOf("{type: dashpot, viscosity: 2, viscosty: 3}"), HasSubstr("did you mean 'viscosity'?"));
  EXPECT_THAT(refusalOf("{type: dashpot, viscosity: 2, frame: rset}"), Not(HasSubstr("'rest'")));
  EXPECT_THAT(refusalOf("{type: braek, viscosity: 2}"), Not(HasSubstr("'brake'")));
  EXPECT_THAT(makeDampers().names(), testing::ElementsAre("dashpot"));
}

TEST(FormerNames, OfARequiredKeyAreReadWithItsConditions) {
  EXPECT_THAT(refusalOf("{type: dashpot, thickness: -2}"), HasSubstr("'viscosity' must be positive, but is -2"));
  EXPECT_THAT(refusalOf("{type: dashpot}"), HasSubstr("the parameter 'viscosity' is missing"));
}

TEST(FormerNames, StandInTheDescriptions) {
  const auto dampers = makeDampers();
  const TypeInfo& type = dampers.types().front();
  EXPECT_THAT(type.former_names, testing::ElementsAre("brake"));
  EXPECT_THAT(type.parameters[0].former_names, testing::ElementsAre("thickness", "gumminess"));
  EXPECT_THAT(type.parameters[1].former_values,
              testing::ElementsAre(testing::Pair("present", "current"), testing::Pair("rest", "reference")));
  EXPECT_EQ(dampers.standardName("brake"), "dashpot");
  EXPECT_EQ(dampers.standardName("unknown"), "unknown");
  EXPECT_TRUE(dampers.has("brake"));
  EXPECT_FALSE(dampers.has("unknown"));
}

struct Assembly {
  Damper::Data damper;
  std::vector<std::string> taken;
};

TEST(FormerNames, OfIncludedParametersAreRead) {
  Parameters<Damper::Data> dampers;
  Damper::declare(dampers);
  Parameters<Assembly> table;
  table.include(dampers, &Assembly::damper, "number or field",
                [](Assembly& data, const Parameters<Damper::Data>::NumberParameter& number, const CaseNode&) {
                  data.taken.push_back(number.name);
                });
  EXPECT_EQ(table.read(CaseNode::parse("{thickness: 2, where: rest}", "case.yaml"), {}).damper.frame, "reference");
  EXPECT_THAT(table.read(CaseNode::parse("{thickness: 2 * x}", "case.yaml"), {}).taken,
              testing::ElementsAre("viscosity"));
}

}  // namespace
}  // namespace tenon::base
