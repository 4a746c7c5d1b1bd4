// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>

#include "simulation/study/RankGroups.hpp"
#include "simulation/study/ResultSelection.hpp"
#include "simulation/study/RunDistributor.hpp"
#include "simulation/study/StudyTable.hpp"
#include "tenon/base/Communicator.hpp"

namespace tenon::simulation {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::SizeIs;

std::string errorOf(const std::function<void()>& work) {
  try {
    work();
  } catch (const base::Error& error) {
    return error.what();
  }
  return "";
}

TEST(Study, VariationsAreListsAndRanges) {
  const auto parsed = parseVariations({"young=60000,65e3,7e4", "load=1:10:4", "a=-1,2:3:2"});
  ASSERT_THAT(parsed, SizeIs(3));
  EXPECT_EQ(parsed[0].name, "young");
  EXPECT_THAT(parsed[0].values, ElementsAre(60000, 65000, 70000));
  EXPECT_THAT(parsed[1].values, ElementsAre(1, 4, 7, 10));
  EXPECT_THAT(parsed[2].values, ElementsAre(-1, 2, 3));
  EXPECT_EQ(parseVariations({"a=0:0.3:4"})[0].values.back(), 0.3);
}

TEST(Study, MalformedVariationsAreReported) {
  const std::string error = errorOf([] {
    parseVariations(
        {"young", "=1", "a=", "b=1,,2", "c=1:2", "d=1:2:1", "e=1:2:2.5", "f=x", "g=1,1", "h=1", "h=2", "i=1:nan:3"});
  });
  for (const char* says :
       {"form name=value,value,... or name=start:end:count, but is 'young'", "but is '=1'",
        "the parameter 'a' has no values", "'' in 'b=1,,2' is not a number",
        "the range '1:2' in 'c=1:2' must have the form start:end:count", "the count of the range '1:2:1'",
        "the count of the range '1:2:2.5'", "'x' in 'f=x' is not a number", "the value 1 occurs twice in 'g=1,1'",
        "the parameter 'h' is varied twice", "'nan' in 'i=1:nan:3'"})
    EXPECT_THAT(error, HasSubstr(says));
  EXPECT_THAT(errorOf([] { parseVariations({"a=0:1:1001", "b=0:1:1001"}); }), HasSubstr("at most 1000000 runs"));
}

TEST(Study, ThePlanIsTheProductOfAllValues) {
  const StudyPlan plan(parseVariations({"a=1,2", "b=0.1,0.2,0.3"}));
  EXPECT_EQ(plan.numRuns(), 6);
  EXPECT_THAT(plan.settingsOf(1), ElementsAre("a=1", "b=0.1"));
  EXPECT_THAT(plan.settingsOf(3), ElementsAre("a=1", "b=0.3"));
  EXPECT_THAT(plan.settingsOf(4), ElementsAre("a=2", "b=0.1"));
  EXPECT_EQ(StudyPlan({}).numRuns(), 1);
  const StudyPlan thirds(parseVariations({"a=0:1:4"}));
  EXPECT_EQ(std::stod(thirds.valuesOf(2)[0]), 1.0 / 3.0);  // to the last digit
}

const nlohmann::json& example() {
  static const nlohmann::json summary = nlohmann::json::parse(R"({
    "objects": [{"name": "block", "nodes": 8, "largest_displacement": {"value": 0.25, "node": 3, "position": [0, 0, 1]}},
                {"name": "a.b", "nodes": 1, "largest_displacement": {"value": 1.5, "node": 1, "position": [0, 0, 0]},
                 "largest_von_mises": {"value": 7, "node": 1}}],
    "load": [1.5, 0, -2], "energy": 0.125, "modes": [], "solver": {"iterations": 4, "preset": "direct, twice"},
    "energies": null})");
  return summary;
}

TEST(Study, ResultsAreSelectedByDottedNames) {
  const ResultSelection selection(
      {"objects.block.largest_displacement", "objects.a.b.largest_displacement.node", "load.z", "objects.1.nodes",
       "solver.preset", "energy", "modes.0.frequency", "objects.block.largest_displacement.position.z"},
      example());
  EXPECT_THAT(selection.fieldsOf(example()),
              ElementsAre("0.25", "1", "-2", "1", "\"direct, twice\"", "0.125", "", "1"));
  nlohmann::json with_modes = example();
  with_modes["modes"].push_back({{"frequency", 12.5}});
  EXPECT_EQ(selection.fieldsOf(with_modes)[6], "12.5");
  EXPECT_THAT(ResultSelection({}, example()).names(),
              ElementsAre("objects.block.largest_displacement", "objects.a.b.largest_displacement",
                          "objects.a.b.largest_von_mises", "energy", "solver.iterations"));
}

TEST(Study, UnknownResultsAreReportedWithTheNearestName) {
  const auto says = [](const std::string& name) { return errorOf([&] { ResultSelection({name}, example()); }); };
  EXPECT_THAT(says("enrgy"),
              HasSubstr("the summary has no result 'enrgy': there is no 'enrgy'; did you mean 'energy'?"));
  EXPECT_THAT(says("objects.blok.nodes"), HasSubstr("there is no 'blok.nodes'"));
  EXPECT_THAT(says("objects.block.lagest_displacement"), HasSubstr("did you mean 'largest_displacement'?"));
  EXPECT_THAT(says("objects.block"), HasSubstr("is a group of results: append one of"));
  EXPECT_THAT(says("load.w"), HasSubstr("the choices are: x, y, z"));
  EXPECT_THAT(says(""), HasSubstr("--select"));
  EXPECT_THAT(errorOf([] { ResultSelection({"energy", "energy"}, example()); }), HasSubstr("is selected twice"));
}

/// Temporary folder with a table.
class StudyTableTest : public ::testing::Test {
 protected:
  StudyTableTest() : folder_(std::filesystem::temp_directory_path() / ("tenon-study-" + std::to_string(::getpid()))) {
    std::filesystem::create_directory(folder_);
  }
  ~StudyTableTest() override { std::filesystem::remove_all(folder_); }

  std::string path() const { return (folder_ / "study.csv").string(); }
  std::string text() const {
    std::ifstream file(path());
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  }
  StudyTable open(const std::string& fingerprint = "f1", const std::vector<std::string>& names = {"energy"},
                  bool overwrite = false) const {
    return StudyTable(path(), {plan(), names, fingerprint}, overwrite);
  }
  static StudyPlan plan() { return StudyPlan(parseVariations({"a=1,2,3"})); }
  static std::string lineOf(int run, const std::string& result, base::ExitCode code = base::ExitCode::ok,
                            const std::string& message = "") {
    return StudyTable::lineOf({run, code, message, {result}}, {plan(), {"energy"}, "f1"});
  }

 private:
  std::filesystem::path folder_;
};

TEST_F(StudyTableTest, RowsAreSortedInTheEnd) {
  StudyTable table = open();
  table.append(3, lineOf(3, "0.5"));
  EXPECT_EQ(text(), "run,a,status,message,energy,study\n3,3,ok,,0.5,f1\n");  // visible at once
  table.append(1, lineOf(1, "", base::ExitCode::notConverged, "t = 1, \"#2\":\nno convergence."));
  table.append(2, lineOf(2, "0.7"));
  EXPECT_EQ(table.numFailed(), 1);
  table.finish();
  EXPECT_EQ(text(),
            "run,a,status,message,energy,study\n1,1,not converged,\"t = 1, \"\"#2\"\":; no convergence.\",,f1\n"
            "2,2,ok,,0.7,f1\n3,3,ok,,0.5,f1\n");
  EXPECT_THAT(table.rows()[0], ElementsAre("1", "1", "not converged", "t = 1, \"#2\":; no convergence.", "", "f1"));
}

TEST_F(StudyTableTest, AnInterruptedTableIsContinued) {
  {
    StudyTable table = open();
    table.append(2, lineOf(2, "0.7"));
  }
  const std::string complete = text();
  std::ofstream(path(), std::ios::app) << "1,1,o";  // interrupted while it was written
  StudyTable table = open();
  EXPECT_EQ(text(), complete);
  EXPECT_TRUE(table.has(2));
  EXPECT_FALSE(table.has(1));
}

TEST_F(StudyTableTest, AnotherStudyIsNotReplaced) {
  {
    StudyTable table = open();
    table.append(2, lineOf(2, "0.7"));
    EXPECT_THAT(errorOf([&] { open(); }), HasSubstr("another study is writing this file"));
  }
  EXPECT_THAT(errorOf([&] { open("f2"); }), HasSubstr("created with another case, other values of --set"));
  EXPECT_THAT(errorOf([&] { open("f1", {"load.x"}); }),
              HasSubstr("the columns of the table are 'run,a,status,message,energy,study'"));
  EXPECT_THAT(errorOf([&] {
                StudyTable(path(), {StudyPlan(parseVariations({"a=1,5"})), {"energy"}, "f1"}, false);
              }),
              HasSubstr("run 2 has other parameter values"));
  const std::string before = text();
  std::ofstream(path()) << "any text\n";
  EXPECT_THAT(errorOf([&] { open(); }), HasSubstr("--overwrite"));
  EXPECT_EQ(text(), "any text\n");
  open("f2", {"load.x"}, true);
  EXPECT_EQ(text(), "run,a,status,message,load.x,study\n");
}

TEST(Study, EveryRunIsDistributedOnce) {
  const base::Communicator all = base::Communicator::world();
  for (int ranks_per_run = 1; ranks_per_run <= all.size(); ++ranks_per_run) {
    const RankGroups groups(all, ranks_per_run);
    const StudyPlan plan(parseVariations({"a=1:20:20"}));
    StudyTable table("", {plan, {}, "f"}, false);
    RunQueue queue(table, plan.numRuns());
    {
      RunDistributor distributor(all, groups, all.isRoot() ? &queue : nullptr);
      if (groups.mine()) {
        std::optional<FinishedRun> finished;
        for (int run = 0; (run = distributor.next(finished, false)) != RunQueue::no_run;) {
          EXPECT_EQ(groups.mine()->min(run), groups.mine()->max(run));
          finished = FinishedRun{run, std::to_string(run)};
        }
      }
      distributor.completeService();
      all.barrier();
    }
    if (all.isRoot()) {
      EXPECT_EQ(table.numRows(), 20);
      for (int run = 1; run <= 20; ++run) EXPECT_TRUE(table.has(run));
    }
  }
  EXPECT_THAT(errorOf([&] { RankGroups(all, all.size() + 1); }), HasSubstr("--ranks-per-run must be at least 1"));
}

}  // namespace
}  // namespace tenon::simulation
