// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "tenon/base/Parameters.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tenon/base/Registry.hpp"

namespace tenon::base {
namespace {

using testing::AllOf;
using testing::HasSubstr;

struct Spring {
  struct Data {
    double stiffness = 0;
    double damping = 0.5;
    std::string kind = "soft";
    Vec3 direction{0, 0, 1};
    ComponentValues values;
  };
  static void declare(Parameters<Data>& p) {
    p.required("stiffness", &Data::stiffness, "force/length", "stiffness k").positive();
    p.optional("damping", &Data::damping, "force*time/length", "damping").between(0, 1);
    p.optional("kind", &Data::kind, "", "character").oneOf({"soft", "hard"});
    p.optional("direction", &Data::direction, "", "direction");
    p.optional("values", &Data::values, "length", "values");
  }
  explicit Spring(Data d) : data(std::move(d)) {}
  virtual ~Spring() = default;
  Data data;
};

std::string errorOf(const std::function<void()>& work) {
  try {
    work();
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

Spring::Data read(const std::string& yaml) {
  Parameters<Spring::Data> table;
  Spring::declare(table);
  return table.read(CaseNode::parse(yaml, "case.yaml"));
}

TEST(Parameters, ReadsValuesAndKeepsDefaults) {
  const auto data = read("{stiffness: 210e3, direction: [1, 2], values: {x: 0, z: -1.5}}");
  EXPECT_EQ(data.stiffness, 210000.0);
  EXPECT_EQ(data.damping, 0.5);
  EXPECT_EQ(data.direction, Vec3(1, 2, 0));
  EXPECT_EQ(data.values[0], 0.0);
  EXPECT_FALSE(data.values[1].has_value());
  EXPECT_EQ(data.values[2], -1.5);
}

TEST(Parameters, AllErrorsOfABlockAreReportedWithTheirLines) {
  const auto error = errorOf([] { read("stifness: 3\ndamping: 7\nkind: hrad\n"); });
  EXPECT_THAT(error, AllOf(HasSubstr("case.yaml:1"), HasSubstr("did you mean 'stiffness'?")));
  EXPECT_THAT(error, HasSubstr("the parameter 'stiffness' is missing: stiffness k, in force/length."));
  EXPECT_THAT(error, AllOf(HasSubstr("case.yaml:2"), HasSubstr("must lie strictly between 0 and 1, but is 7")));
  EXPECT_THAT(error, AllOf(HasSubstr("case.yaml:3"), HasSubstr("did you mean 'hard'?")));
}

TEST(Parameters, RejectsNonNumericValues) {
  EXPECT_THAT(errorOf([] { read("stiffness: stiff"); }), HasSubstr("must be a number, but is 'stiff'"));
  EXPECT_THAT(errorOf([] { read("stiffness: .nan"); }), HasSubstr("must be a number"));
  EXPECT_THAT(errorOf([] { read("stiffness: [1]"); }), HasSubstr("but is a list"));
  EXPECT_THAT(errorOf([] { read("stiffness: -1"); }), HasSubstr("'stiffness' must be positive, but is -1"));
  EXPECT_THAT(errorOf([] { read("stiffness: 1\ndirection: [1, 2, 3, 4]"); }), HasSubstr("its length is 4"));
}

TEST(Parameters, AreListed) {
  Parameters<Spring::Data> table;
  Spring::declare(table);
  const auto infos = table.infos();
  ASSERT_EQ(infos.size(), 5u);
  EXPECT_TRUE(infos[0].required);
  EXPECT_EQ(infos[1].default_value, "0.5");
  EXPECT_EQ(infos[2].help, "character (soft | hard)");
  EXPECT_EQ(infos[3].default_value, "[0, 0, 1]");
}

TEST(Registry, MakesByTypeAndSuggests) {
  Registry<Spring> registry("force");
  registry.add<Spring>("spring", "a spring");
  const auto made = registry.make(CaseNode::parse("{type: spring, stiffness: 2}", "c"));
  EXPECT_EQ(made->data.stiffness, 2.0);
  EXPECT_THAT(errorOf([&] { registry.make(CaseNode::parse("{type: sprign, stiffness: 2}", "c")); }),
              HasSubstr("there is no force 'sprign'; did you mean 'spring'?"));
  EXPECT_THAT(errorOf([&] { registry.make(CaseNode::parse("{stiffness: 2}", "c")); }),
              HasSubstr("the key 'type' is missing"));
}

struct Scaled {
  double scale = 1.0;
  static void declare(Parameters<Scaled>& p) { p.optional("scale", &Scaled::scale, "", "factor").positive(); }
};
struct Shape : Scaled {
  virtual ~Shape() = default;
};
struct Disc : Shape {
  struct Data {
    double radius = 0;
  };
  static void declare(Parameters<Data>& p) { p.required("radius", &Data::radius, "length", "radius").positive(); }
  explicit Disc(Data d) : data(d) {}
  Data data;
};

TEST(Registry, ReadsCommonParameters) {
  Registry<Shape> shapes("shape");
  shapes.addCommon<Scaled>();
  shapes.add<Disc>("disc", "a disc");
  EXPECT_EQ(shapes.make(CaseNode::parse("{type: disc, radius: 2, scale: 3}", "c"))->scale, 3.0);
  EXPECT_EQ(shapes.make(CaseNode::parse("{type: disc, radius: 2}", "c"))->scale, 1.0);
  const auto error = errorOf([&] { shapes.check(CaseNode::parse("{type: disc, scal: 3, scale: -1}", "c")); });
  EXPECT_THAT(error, AllOf(HasSubstr("did you mean 'scale'?"), HasSubstr("'radius' is missing"),
                           HasSubstr("'scale' must be positive")));
  ASSERT_EQ(shapes.types().front().parameters.size(), 2u);
  EXPECT_EQ(shapes.types().front().parameters[1].name, "scale");
}

TEST(CaseNode, RejectsInvalidYamlAndDuplicateKeys) {
  EXPECT_THAT(errorOf([] { CaseNode::parse("a: [1, 2", "c.yaml"); }), HasSubstr("c.yaml:"));
  EXPECT_THAT(errorOf([] { CaseNode::parse("a: 1\nb:\n  c: 1\n  c: 2\n", "c.yaml"); }),
              HasSubstr("the key 'c' occurs twice"));
}

}  // namespace
}  // namespace tenon::base
