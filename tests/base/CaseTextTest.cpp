// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// Constructs of YAML that a case file must not use. Each is rejected by one sentence that contains
// the line number, in a time that does not grow quadratically with the length of the text.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "base/text.hpp"
#include "tenon/base/CaseNode.hpp"
#include "tenon/base/Error.hpp"

namespace tenon::base {
namespace {

using testing::AllOf;
using testing::AnyOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

std::string errorOf(const std::string& text) {
  try {
    CaseNode::parse(text, "case.yaml");
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

std::string repeated(const std::string& text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += text;
  return all;
}

TEST(CaseText, RejectsCircularAliases) {
  EXPECT_EQ(errorOf("a: &x [1, *x]"),
            "case.yaml:1: this alias refers to a block or list that contains the alias itself.");
  EXPECT_EQ(errorOf("a: &x\n  b: {c: *x}"),
            "case.yaml:2: this alias refers to a block or list that contains the alias itself.");
  EXPECT_EQ(errorOf("a: &x {b: 1}\nc: [*x, *x]"), "");
}

TEST(CaseText, RefusesAliasesThatMultiply) {
  std::string text = "a0: &a0 [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]\n";
  for (int i = 1; i < 12; ++i)
    text += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [" +
            repeated("*a" + std::to_string(i - 1) + ", ", 10) + "]\n";
  EXPECT_THAT(errorOf(text), HasSubstr("nested aliases expand to more than the maximum of 1000000 values"));
}

TEST(CaseText, RefusesASecondDocument) {
  EXPECT_EQ(errorOf("a: 1\n---\nb: 2\n"),
            "case.yaml:2: a second document begins here ('---'), but a case must be a single document.");
  EXPECT_EQ(errorOf("%YAML 1.2\n---\na: 1\n...\n"), "");
}

TEST(CaseText, RejectsDuplicateKeys) {
  EXPECT_EQ(errorOf("a: 1\nb: {c: 1, d: [{e: 1}], c: 2}"), "case.yaml:2: b.c: the key 'c' occurs twice.");
  EXPECT_EQ(errorOf("a: 1\nb: {a: 1}\nc: [{a: 1}, {a: 1}]"), "");
}

TEST(CaseText, RejectsNonTextKeys) {
  EXPECT_THAT(errorOf("? [a, b]\n: 1"), HasSubstr("every key must be a plain word"));
  EXPECT_THAT(errorOf("a: &x k\n*x : 1"), HasSubstr("every key must be a plain word"));
}

TEST(CaseText, RejectsBytesThatAreNotUtf8) {
  EXPECT_EQ(errorOf("a: 1\nb: \xfc"), "case.yaml:2: the text is not valid UTF-8: save the case in this encoding.");
  EXPECT_EQ(errorOf("a: 1\nb: \x1b[31m"), "case.yaml:2: the text contains a control character, which is not allowed.");
  EXPECT_EQ(errorOf("a: \"\\e[31m\""), "case.yaml:1: '?[31m' contains a control character, which is not allowed.");
  EXPECT_EQ(errorOf(std::string("a\0:\0 1\0", 8)),
            "case.yaml:1: the text contains a control character, which is not allowed.");
  EXPECT_EQ(errorOf("a: \xc3\xbc\xe2\x82\xac\xf0\x9f\x99\x82"), "");
}

TEST(CaseText, RefusesControlCharactersInNamesAndValues) {
  const std::string ends = " contains a line break or a tab; start a multi-line string with >-.";
  EXPECT_EQ(errorOf("a: 1\n\"b\\nerror: fake\": 2"), "case.yaml:2: 'b?error: fake'" + ends);
  EXPECT_EQ(errorOf("a: \"b\\nc\""), "case.yaml:1: 'b?c'" + ends);
  EXPECT_EQ(errorOf("a: \"b\\rc\""), "case.yaml:1: 'b?c'" + ends);
  EXPECT_EQ(errorOf("a: [x, b\tc]"), "case.yaml:1: 'b?c'" + ends);
  EXPECT_EQ(errorOf("a: |\n  b\n  c\n"), "case.yaml:1: 'b?c?'" + ends);
  EXPECT_EQ(errorOf("a: \"\\x7f\""), "case.yaml:1: '?' contains a control character, which is not allowed.");
  EXPECT_EQ(errorOf("a: \"\\u009b31m\""), "case.yaml:1: '?31m' contains a control character, which is not allowed.");
  EXPECT_EQ(errorOf("a: \x7f"), "case.yaml:1: the text contains a control character, which is not allowed.");
  EXPECT_EQ(errorOf("a: \xc2\x9b"), "case.yaml:1: the text contains a control character, which is not allowed.");
  EXPECT_EQ(errorOf("a: >-\n  b\n  c\nd: 1\t# one\ne: [1,\t2]\r\n"), "");
}

// Verifies that the message is valid UTF-8. The message of yaml-cpp contains only one byte of the
// character after the backslash.
TEST(CaseText, ReportsInvalidEscapesInUtf8) {
  const std::string sentence = errorOf("a: \"\\\xdc\xbe\"");
  EXPECT_THAT(sentence, HasSubstr("the text is not valid YAML"));
  EXPECT_EQ(firstInvalidUtf8(sentence), std::string::npos);
}

TEST(CaseText, RejectsEscapesThatAreNotUtf8) {
  EXPECT_THAT(errorOf("a: 1\nb: \"x\\Ny\""),
              AllOf(StartsWith("case.yaml:2: 'x"), HasSubstr("contains the escape \\N or \\_")));
  EXPECT_THAT(errorOf("\"\\_\": 1"), StartsWith("case.yaml:1: "));
  EXPECT_EQ(errorOf("a: \"\\xE9 \\u00e9\""), "");
}

TEST(CaseText, ReportsTabsInIndentation) {
  const std::string sentence = "this line is indented with a tab, but YAML requires spaces.";
  EXPECT_EQ(errorOf("objects:\n  cube:\n\tmesh: a\n"), "case.yaml:3: " + sentence);
  EXPECT_EQ(errorOf("objects:\n\tcube: 1\n"), "case.yaml:2: " + sentence);
  EXPECT_EQ(errorOf("objects:\n  cube:\n    forces:\n    \t- a\n"), "case.yaml:4: " + sentence);
  EXPECT_EQ(errorOf("objects: {\n\tcube: 1}\n"), "");
}

TEST(CaseText, RejectsUnterminatedInput) {
  EXPECT_THAT(errorOf("a: 1\ntitle: " + std::string(1'000'000, 'x')),
              AllOf(StartsWith("case.yaml:2: the string of 1000000 characters that begins with 'xxx"),
                    HasSubstr("at most 4096")));
  EXPECT_LT(errorOf("title: " + std::string(1'000'000, 'x')).size(), 200u);
  EXPECT_THAT(errorOf(std::string(300, 'k') + ": 1"), HasSubstr("at most 256"));
  EXPECT_THAT(errorOf("a: " + std::string(2'000, '[') + std::string(2'000, ']')), HasSubstr("nested more deeply than"));
}

TEST(CaseText, RefusesABlockOfTooManyKeys) {
  std::string text;
  for (int i = 0; i < 40'000; ++i) text += "key" + std::to_string(i) + ": 1\n";
  EXPECT_EQ(errorOf(text), "case.yaml:10001: this block has more than the maximum of 10000 keys.");
}

TEST(CaseText, RejectsTooManyValues) {
  const std::string numbers = repeated("1234567,", 100'000);
  EXPECT_EQ(errorOf("a: 1\nb: [" + numbers + "1]\nc: [" + numbers + "1]\n"), "");
  EXPECT_EQ(errorOf("pairs: [" + repeated("[1,2],", 100'000) + "[1,2]]"), "");
  const std::string says = ": the case has more than 500000 values in brackets: store long lists in files.";
  EXPECT_EQ(errorOf("a: 1\nb: [" + repeated("1,", 5'000'000) + "1]"), "case.yaml:2" + says);
  EXPECT_EQ(errorOf("a: 1\nb: " + repeated("[]", 5'000'000)), "case.yaml:2" + says);
  EXPECT_EQ(errorOf("b: [\n" + repeated("1,\n", 5'000'000) + "1]"), "case.yaml:500001" + says);
  EXPECT_EQ(errorOf("b:\n" + repeated("- 1\n", 2'000'000)),
            "case.yaml:999999: the case has more than 1000000 keys and values: store long lists in files.");
}

TEST(CaseText, ReportsManyUnknownKeysQuickly) {
  std::string text;
  for (int i = 0; i < 9'000; ++i) text += "key" + std::to_string(i) + ": 1\n";
  try {
    CaseNode::parse(text, "case.yaml").requireKnownKeys({"objects", "title", "keys"});
    ADD_FAILURE() << "unknown keys passed";
  } catch (const InputError& error) {
    const std::string said = error.what();
    EXPECT_THAT(said, HasSubstr("case.yaml:1: key0: there is no key 'key0' here; did you mean 'keys'?"));
    EXPECT_EQ(std::count(said.begin(), said.end(), '\n'), 8999);
  }
}

TEST(CaseText, NumbersAreDecimal) {
  const auto numberError = [](const std::string& text) {
    try {
      CaseNode::parse(text, "case.yaml")["a"].number();
      CaseNode::parse(text, "case.yaml")["a"].integer();
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_EQ(numberError("a: 010"),
            "case.yaml:1: a: the number '010' has a leading zero: remove it, because some programs read such numbers "
            "as octal.");
  for (const char* text : {"-07", "00", "+01.5"})
    EXPECT_THAT(numberError("a: " + std::string(text)), HasSubstr("octal"));
  for (const char* text : {"0x10", "0o10", "1_000", "--1", "+-1", "+", "1e999", ".nan", "1 2", "1e", "''"})
    EXPECT_THAT(numberError("a: " + std::string(text)), HasSubstr("must be a number")) << text;
  for (const char* text : {"0", "-0", "7", "+7", "-12"}) EXPECT_EQ(numberError("a: " + std::string(text)), "") << text;
  EXPECT_EQ(CaseNode::parse("a: +1.5e-3", "")["a"].number(), 1.5e-3);
  EXPECT_EQ(CaseNode::parse("a: -.5", "")["a"].number(), -0.5);
  EXPECT_EQ(CaseNode::parse("a: 0.125", "")["a"].number(), 0.125);
  EXPECT_THAT(numberError("a: 1.5"), HasSubstr("must be a whole number, but is '1.5'."));
  EXPECT_EQ(numberError("a: nan"), "case.yaml:1: a: the value must be a finite number, but is 'nan'.");
}

TEST(CaseText, NumbersOutOfRangeAreNamedAsSuch) {
  const auto integerOf = [](const std::string& text) {
    return CaseNode::parse("a: " + text, "case.yaml")["a"].integer();
  };
  for (const char* text : {"99999999999", "2147483648", "-2147483649", "1e30"}) try {
      integerOf(text);
      ADD_FAILURE() << text;
    } catch (const InputError& error) {
      EXPECT_EQ(error.what(), fmt::format("case.yaml:1: a: the value must be a whole number from -2147483648 to "
                                          "2147483647, but is '{}'.",
                                          text));
    }
  EXPECT_EQ(integerOf("2147483647"), 2147483647);
  EXPECT_EQ(integerOf("-2147483648"), -2147483647 - 1);
  EXPECT_EQ(integerOf("1e3"), 1000);
  for (const char* text : {"1e999", "-1e999", "1e-999"}) try {
      CaseNode::parse("a: " + std::string(text), "case.yaml")["a"].number();
      ADD_FAILURE() << text;
    } catch (const InputError& error) {
      EXPECT_THAT(error.what(), HasSubstr("whose magnitude is 0 or lies between 2.2e-308 and 1.8e+308"));
    }
}

TEST(CaseText, ValuesAreLocatedAtTheirKeys) {
  const CaseNode root =
      CaseNode::parse("# a comment\na:\n  # another one\n  b:\n\n    - c:\n        d: 1\n    - e\n", "f");
  EXPECT_EQ(root["a"].location(), "f:2");
  EXPECT_EQ(root["a"]["b"].location(), "f:4");
  const auto items = root["a"]["b"].items();
  EXPECT_EQ(items[0].location(), "f:6");
  EXPECT_EQ(items[0]["c"].location(), "f:6");
  EXPECT_EQ(items[0]["c"]["d"].location(), "f:7");
  EXPECT_EQ(items[1].location(), "f:8");
  const auto messageOf = [](const std::function<void()>& work) {
    try {
      work();
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_THAT(messageOf([&] { root.requireKnownKeys({"aa"}); }), StartsWith("f:2: a: there is no key 'a' here"));
  EXPECT_THAT(messageOf([&] { root["a"]["x"].text(); }), StartsWith("f:2: a: the key 'x' is missing"));
  EXPECT_THAT(messageOf([] { CaseNode::parse("a:\n  b: 1\na:\n  b: 2\n", "f"); }),
              StartsWith("f:3: a: the key 'a' occurs twice"));
}

TEST(CaseText, BlocksAreNamedWithTheirForm) {
  const CaseNode root = CaseNode::parse("a: static\nb: [1]\nc:\nd: {}\n", "f");
  const auto messageOf = [&](const char* key) {
    try {
      root[key]["type"].text();
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_EQ(messageOf("a"), "f:1: a: the value must be a block such as {type: static}, but is 'static'.");
  EXPECT_EQ(messageOf("b"),
            "f:2: b: the value must be a block of 'key: value' lines with the key 'type', but is a list.");
  EXPECT_EQ(messageOf("c"), "f:3: c: the key 'type' is missing.");
  EXPECT_EQ(messageOf("d"), "f:4: d: the key 'type' is missing.");
}

TEST(CaseText, EmptyListsOfStringsAreRejected) {
  std::vector<std::string> value;
  try {
    readValue(CaseNode::parse("a: []", "f")["a"], value);
    FAIL() << "no error";
  } catch (const InputError& error) {
    EXPECT_EQ(error.what(), std::string("f:1: a: the list is empty: add an entry, or remove the key."));
  }
}

TEST(CaseText, GivesHints) {
  EXPECT_THAT(errorOf("a:\n  b: 1\n  - c: 2\n"), HasSubstr("each entry of a list must begin with '- '"));
  EXPECT_THAT(errorOf("a:\n  - b: 1\n   c: 2\n"), HasSubstr("All keys of a block must have the same indentation"));
  const auto hintOn = [](const std::string& text) {
    try {
      CaseNode::parse("a: " + text, "case.yaml")["a"].number();
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  for (const char* text : {"5 mm", "1e3 MPa", "-2.5e-3 N/mm^2", "7kg", "3 s"})
    EXPECT_THAT(hintOn(text), HasSubstr("without units")) << text;
  for (const char* text : {"2,5", "210,000"}) EXPECT_THAT(hintOn(text), HasSubstr("decimal point is '.'")) << text;
  for (const char* text : {"stiff", "1 2", "2 * x", "3x", "-"})
    EXPECT_THAT(hintOn(text), Not(AnyOf(HasSubstr("units"), HasSubstr("decimal")))) << text;
}

TEST(CaseText, VectorsHaveAsManyComponentsAsTheSpace) {
  const auto sizeErrorIn = [](int space, const std::string& text) {
    const CaseNode node = CaseNode::parse("a: {b: [" + text + "]}", "case.yaml").withSpaceDimension(space);
    try {
      node["a"]["b"].items().front().vector();
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_EQ(sizeErrorIn(3, "[1, 2, 3]"), "");
  EXPECT_EQ(sizeErrorIn(2, "[1, 2]"), "");
  EXPECT_EQ(sizeErrorIn(2, "[1, 2, 0]"), "");
  EXPECT_EQ(sizeErrorIn(0, "[1, 2]"), "") << "where nobody knows the space";
  EXPECT_THAT(sizeErrorIn(3, "[1, 2]"),
              StartsWith("case.yaml:1: a.b[0]: the value must be [x, y, z], but has 2 numbers: three components"));
  EXPECT_THAT(sizeErrorIn(2, "[1]"), HasSubstr("or [x, y] in 2D), but its length is 1"));
}

// The noun is singular for 1 only. The messages of solvers contain such counts.
TEST(FormatCount, AgreesWithTheNumber) {
  EXPECT_EQ(formatCount(0, "iteration"), "0 iterations");
  EXPECT_EQ(formatCount(1, "iteration"), "1 iteration");
  EXPECT_EQ(formatCount(std::size_t{1}, "body", "bodies"), "1 body");
  EXPECT_EQ(formatCount(std::size_t{2}, "body", "bodies"), "2 bodies");
}

}  // namespace
}  // namespace tenon::base
