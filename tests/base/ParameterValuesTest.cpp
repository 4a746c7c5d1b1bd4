// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "base/readParameterValues.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "tenon/base/Error.hpp"
#include "tenon/base/Expression.hpp"
#include "tenon/base/History.hpp"
#include "tenon/base/Log.hpp"

namespace tenon::base {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::Pair;

/// Returns the root of a case with its parameters set.
CaseNode caseOf(const std::string& text, const std::vector<std::string>& settings = {}) {
  CaseNode root = CaseNode::parse(text, "case.yaml");
  root.setParameters(std::make_shared<ParameterValues>(
      readParameterValues(root["parameters"], "case.yaml", parseSettings(settings, "the command line (--set)"))));
  return root;
}

std::string messageFor(const std::function<void()>& work) {
  try {
    work();
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

std::string messageFor(const std::string& text, const std::vector<std::string>& settings = {}) {
  return messageFor([&] { caseOf(text, settings); });
}

TEST(ParameterValues, FormulasMayReferToLaterParameters) {
  const CaseNode root = caseOf("parameters: {area: pi * radius^2, radius: width / 2, width: 4, load: 12}");
  EXPECT_THAT(root.parameters()->values(),
              ElementsAre(Pair("area", 4 * M_PI), Pair("radius", 2.0), Pair("width", 4.0), Pair("load", 12.0)));
}

TEST(ParameterValues, AreUsedWhereverANumberIsExpected) {
  const CaseNode root = caseOf(R"yaml(parameters: {young: 70000, load: 12, n: 3}
young: young
half: "-load / 2"
vector: [load, 2*load, "sqrt(load*3)"]
matrix: [[1, load, 0], [n, 1, 0], [0, 0, n^2]]
count: 2*n
history: [[0, 0], [n, load/8]]
components: {x: load, z: n}
group: load)yaml");
  EXPECT_EQ(root["young"].number(), 70000.0);
  EXPECT_EQ(root["half"].number(), -6.0);
  EXPECT_EQ(root["vector"].vector(), Vec3(12, 24, 6));
  Mat3 matrix;
  readValue(root["matrix"], matrix);
  EXPECT_EQ(matrix(0, 1), 12.0);
  EXPECT_EQ(matrix(2, 2), 9.0);
  EXPECT_EQ(root["count"].integer(), 6);
  History history;
  readValue(root["history"], history);
  EXPECT_EQ(history(3.0), 1.5);
  ComponentValues components;
  readValue(root["components"], components);
  EXPECT_EQ(components[0], 12.0);
  EXPECT_FALSE(components[1].has_value());
  EXPECT_EQ(root["group"].text(), "load");  // a name remains a text where a text is expected
  EXPECT_TRUE(root["young"].isNumber());
  EXPECT_FALSE(caseOf("parameters: {a: 1}\nfile: b.csv")["file"].isNumber());
}

TEST(ParameterValues, AreConstantsOfExpressions) {
  const CaseNode root = caseOf("parameters: {load: 12, width: 4}\nf: load * x / width + t\nc: load / width");
  const Expression field = Expression::read(root["f"]), constant = Expression::read(root["c"]);
  EXPECT_FALSE(field.isConstant());
  EXPECT_EQ(field(Vec3(2, 0, 0), 0.5), 6.5);
  EXPECT_TRUE(constant.isConstant());
  EXPECT_EQ(constant.constant(), 3.0);
  const std::string error = messageFor([] { Expression::read(caseOf("parameters: {load: 1}\nf: laod * x")["f"]); });
  EXPECT_THAT(error, HasSubstr("case.yaml:2: f: the expression 'laod * x' contains the unknown name 'laod'; did you "
                               "mean 'load'?"));
}

TEST(ParameterValues, SettingsReplaceValues) {
  const CaseNode root = caseOf("parameters: {young: 70000, twice: 2*young}", {"young=65000"});
  EXPECT_EQ(root.parameters()->value("twice"), 130000.0);
  EXPECT_EQ(caseOf("parameters: {a: 1, b: 3}", {"a=2*b"}).parameters()->value("a"), 6.0);
  EXPECT_THAT(messageFor("parameters: {young: 1}", {"yuong=2"}),
              HasSubstr("the command line (--set): there is no parameter 'yuong'; did you mean 'young'?"));
  EXPECT_THAT(messageFor("parameters: {}", {"young=2"}), HasSubstr("case.yaml has no block `parameters`"));
  for (const char* word : {"nan", "inf", "-inf", "Infinity"})
    EXPECT_THAT(messageFor("parameters: {a: 1}", {std::string("a=") + word}),
                HasSubstr(fmt::format("the command line (--set): a: the value of '{}' is not a finite number.", word)));
  EXPECT_THAT(messageFor("parameters: {a: 1}", {"a=1 mm"}),
              HasSubstr("the command line (--set): a: the formula '1 mm'"));
  EXPECT_THAT(
      messageFor([] {
        parseSettings({"a", "=2", "b=", "c=1", "c=2"}, "here");
      }),
      testing::AllOf(HasSubstr("here: a setting must have the form name=value, but is 'a'."), HasSubstr("is '=2'."),
                     HasSubstr("is 'b='."), HasSubstr("here: the parameter 'c' is set twice.")));
}

TEST(ParameterValues, ReportsEveryErrorOnce) {
  const std::string error =
      messageFor("parameters:\n  a: b + 1\n  b: c\n  c: a\n  d: 2 * yung\n  young: 1\n  e: d\n  f: 1/(young-1)");
  EXPECT_THAT(error, HasSubstr("case.yaml:2: parameters.a: the parameters form a cycle: a -> b -> c -> a."));
  EXPECT_THAT(error, HasSubstr("case.yaml:5: parameters.d: the formula '2 * yung' contains the unknown name 'yung'; "
                               "did you mean 'young'?"));
  EXPECT_THAT(error,
              HasSubstr("case.yaml:8: parameters.f: the formula '1/(young-1)' has no finite value at young = 1."));
  EXPECT_EQ(std::count(error.begin(), error.end(), '\n'), 2);  // e depends on d, which has been reported
  EXPECT_THAT(messageFor("parameters: {a: a}"), HasSubstr("cycle: a -> a."));
  EXPECT_THAT(messageFor("parameters: {a: [1, 2]}"),
              HasSubstr("must be a number or a formula in terms of other parameters"));
  EXPECT_THAT(messageFor("parameters: {a: }"), HasSubstr("must be a number or a formula in terms of other parameters"));
  EXPECT_THAT(messageFor("parameters: {a: 2 *}"), HasSubstr("parameters.a: the formula '2 *' cannot be read"));
  EXPECT_THAT(messageFor("parameters: {a: \"1, 2\"}"), HasSubstr("has 2 values instead of one"));
  EXPECT_THAT(messageFor("parameters: [1]"), HasSubstr("must be a block"));
}

TEST(ParameterValues, NamesDoNotHideVariablesAndFunctions) {
  for (const char* name : {"x", "y", "z", "t", "sin", "exp", "pi", "inf", "nan", "_pi", "2a", "a-b", "a.b", "\"\""})
    EXPECT_THAT(messageFor(std::string("parameters: {") + name + ": 1}"), HasSubstr("choose another name")) << name;
  for (const char* name : {"X", "e", "load_2", "sinus", "tt"})
    EXPECT_THAT(messageFor(std::string("parameters: {") + name + ": 1}"), IsEmpty()) << name;
}

TEST(ParameterValues, ReportsFormulasAtTheirPlace) {
  const CaseNode root = caseOf("parameters: {young: 1, n: 2.5}\na: 2*yung\nb: x*young\nc: n\nd: 3 mm\ne: yung\nf: [1]");
  EXPECT_THAT(
      messageFor([&] { root["a"].number(); }),
      HasSubstr("case.yaml:2: a: the value must be a number, but the formula '2*yung' contains the unknown name "
                "'yung'; did you mean 'young'?"));
  EXPECT_THAT(messageFor([&] { root["b"].number(); }), HasSubstr("can depend neither on the position nor on the time"));
  EXPECT_THAT(messageFor([&] { root["c"].integer(); }), HasSubstr("must be a whole number, but 'n' is 2.5."));
  EXPECT_THAT(messageFor([&] { root["d"].number(); }), HasSubstr("without units"));
  EXPECT_THAT(messageFor([&] { root["e"].number(); }),
              HasSubstr("there is no parameter 'yung'; did you mean 'young'?"));
  EXPECT_THAT(messageFor([&] { root["f"].number(); }), HasSubstr("must be a number, but is a list"));
  const CaseNode without = CaseNode::parse("a: 2*3", "case.yaml");
  EXPECT_THAT(messageFor([&] { without["a"].number(); }),
              HasSubstr("case.yaml:1: a: the value must be a number, but is '2*3'."));
}

/// Returns the root of a case in which parameters replace numbers at the paths given by `number`.
CaseNode caseWithNumbers(const std::string& text, const std::vector<std::string>& settings = {}) {
  CaseNode root = CaseNode::parse(text, "case.yaml");
  root.setParameters(std::make_shared<ParameterValues>(readParameterValues(
      root["parameters"], "case.yaml", parseSettings(settings, "the command line (--set)"),
      [&](const CaseNode& definition) { return root[definition["of"].text()][definition["number"].text()]; })));
  return root;
}

TEST(ParameterValues, ReplaceNumbersOfTheCase) {
  const std::string text =
      "parameters: {E: {of: block, number: young}, n: {of: block, number: count, start: 2 * half}, half: 2}\n"
      "block: {young: 100, count: 3, other: E + n}";
  const CaseNode root = caseWithNumbers(text);
  EXPECT_EQ(root["block"]["young"].number(), 100.0);
  EXPECT_EQ(root["block"]["count"].integer(), 4);
  EXPECT_EQ(root["block"]["other"].number(), 104.0);
  EXPECT_EQ(*root.parameters()->replacementAt("block.young"), "E");
  EXPECT_EQ(root.parameters()->replacementAt("block.other"), nullptr);
  EXPECT_TRUE(root["block"]["count"].isNumber());
  EXPECT_EQ(caseWithNumbers(text, {"E=7"})["block"]["young"].number(), 7.0);
  EXPECT_THAT(messageFor([&] { caseWithNumbers(text, {"half=0.25"})["block"]["count"].integer(); }),
              HasSubstr("case.yaml:2: block.count: the value must be a whole number, but '3' is 0.5."));
}

TEST(ParameterValues, RejectsTwoParametersOfOneNumber) {
  EXPECT_THAT(messageFor([] {
                caseWithNumbers(
                    "parameters: {E: {of: block, number: young}, F: {of: block, number: young}}\nblock: {young: 1}");
              }),
              HasSubstr("case.yaml:1: parameters.F: the number block.young is already the parameter 'E'"));
  EXPECT_THAT(messageFor([] { caseWithNumbers("parameters: {E: {of: block}}\nblock: {young: 1}"); }),
              HasSubstr("parameters.E: `of` and `number` belong together"));
  EXPECT_THAT(messageFor([] { caseWithNumbers("parameters: {E: {strat: 1}}"); }),
              HasSubstr("there is no key 'strat' here; did you mean 'start'?"));
}

TEST(ParameterValues, FieldsHaveChangesInsteadOfValues) {
  const std::string block = "\nblock: {young: 1, count: 3}";
  const CaseNode root = caseWithNumbers("parameters: {E: {of: block, number: young, per: cell}, a: 2}" + block);
  const ParameterValues& values = *root.parameters();
  EXPECT_THAT(values.names(), ElementsAre("a"));
  ASSERT_EQ(values.fields().size(), 1U);
  EXPECT_EQ(values.field("E")->path, "block.young");
  EXPECT_EQ(values.field("a"), nullptr);
  EXPECT_EQ(values.changeAt("block.young"), nullptr);
  EXPECT_TRUE(root["block"]["young"].isNumber());
  CaseNode changed = CaseNode::parse(block, "case.yaml");
  const ParameterValues once =
      values.with("E", [](std::int64_t element, double value) { return value + static_cast<double>(element); });
  changed.setParameters(
      std::make_shared<ParameterValues>(once.with("E", [](std::int64_t, double value) { return 10 * value; })));
  EXPECT_FALSE(changed["block"]["young"].isNumber());
  EXPECT_TRUE(changed["block"]["count"].isNumber());
  EXPECT_EQ((*once.changeAt("block.young"))(4, 0.5), 4.5);
  EXPECT_EQ((*changed.parameters()->changeAt("block.young"))(4, 0.5), 45.0);
  EXPECT_EQ(changed["block"]["young"].number(), 1.0);
}

TEST(ParameterValues, RejectsWrongFields) {
  const std::string block = "\nblock: {young: 1, count: 3}";
  EXPECT_THAT(messageFor([&] { caseWithNumbers("parameters: {E: {of: block, number: young, per: node}}" + block); }),
              HasSubstr("parameters.E.per: the value must be 'cell'"));
  EXPECT_THAT(messageFor([&] { caseWithNumbers("parameters: {E: {start: 1, per: cell}}" + block); }),
              HasSubstr("parameters.E: a field needs `of` and `number`"));
  EXPECT_THAT(messageFor([&] {
                caseWithNumbers(
                    "parameters: {E: {of: block, number: young, per: cell}, F: {of: block, number: young}}" + block);
              }),
              HasSubstr("the number block.young is already the parameter 'E'"));
  EXPECT_THAT(
      messageFor([&] { caseWithNumbers("parameters: {E: {of: block, number: young, per: cell}, a: 2 * E}" + block); }),
      HasSubstr("the parameter 'E' has one value per cell and cannot be part of a formula"));
  EXPECT_THAT(
      messageFor([&] { caseWithNumbers("parameters: {E: {of: block, number: young, per: cell}}" + block, {"E=2"}); }),
      HasSubstr("the parameter 'E' has one value per cell: change the values in its entry instead"));
}

TEST(ParameterValues, WithAnotherValueEvaluateFormulasAgain) {
  const CaseNode root = caseOf("parameters: {a: 2, b: 3 * a, c: b + d, d: 1}");
  const ParameterValues& values = *root.parameters();
  EXPECT_THAT(values.with("a", 0.1).values(),
              ElementsAre(Pair("a", 0.1), Pair("b", 3 * 0.1), Pair("c", 3 * 0.1 + 1), Pair("d", 1.0)));
  EXPECT_EQ(values.value("a"), 2.0);
  EXPECT_THAT(values.dependentsOf("a"), ElementsAre("a", "b", "c"));
  EXPECT_THAT(values.dependentsOf("d"), ElementsAre("c", "d"));
  EXPECT_TRUE(values.isFormula("b"));
  EXPECT_FALSE(values.isFormula("d"));
  EXPECT_THAT(messageFor([&] { values.with("e", 1.0); }), HasSubstr("there is no parameter 'e'"));
}

TEST(ParameterValues, WarnsOnceAboutUnusedParameters) {
  const CaseNode root = caseOf("parameters:\n  a: 2 * b\n  b: 1\n  c: d\n  d: 3\nvalue: a");
  root["value"].number();
  EXPECT_THAT(root.parameters()->unused(), ElementsAre("c", "d"));
  const LogRecorder log;
  root.parameters()->warnAboutUnused();
  root.parameters()->warnAboutUnused();
  EXPECT_EQ(log.text(),
            "case.yaml:4: parameters.c: the parameter 'c' is not used.\n"
            "case.yaml:5: parameters.d: the parameter 'd' is not used.\n");
}

}  // namespace
}  // namespace tenon::base
