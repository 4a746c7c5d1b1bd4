// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// Trees of host programs, whose messages give paths instead of lines.
#include <gtest/gtest.h>

#include "base/FileName.hpp"
#include "tenon/base/CaseNode.hpp"
#include "tenon/base/Error.hpp"

namespace tenon::base {
namespace {

const char* const tree_text =
    R"({"objects": {"block": {"forces": [{"type": "elastic", "young": "stiff"}, null], "mesh": "a.msh"}}})";

std::string messageOf(const std::function<void()>& work) {
  try {
    work();
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(CaseTree, reportsPathsWithIndices) {
  const CaseNode root = CaseNode::parseTree(tree_text, "model", "cases");
  const CaseNode force = root["objects"]["block"]["forces"].items()[0];
  EXPECT_EQ(force["young"].location(), "model.objects.block.forces[0].young");
  EXPECT_EQ(force["young"].place(), force["young"].location());
  EXPECT_EQ(root.location(), "model");
  EXPECT_EQ(messageOf([&] { force["young"].number(); }).substr(0, 37), "model.objects.block.forces[0].young: ");
  EXPECT_EQ(messageOf([&] { root["object"]; }), "model: the key 'object' is missing; is it misspelt as 'objects'?");
  EXPECT_EQ(messageOf([&] {
              force.requireKnownKeys({"type", "jung"});
            }).substr(0, 37),
            "model.objects.block.forces[0].young: ");
}

TEST(CaseTree, keepsFilesAndLinesOfCaseFiles) {
  const CaseNode root = CaseNode::parse("a:\n  b: x\n", "cases/case.yaml");
  EXPECT_EQ(root["a"]["b"].location(), "cases/case.yaml:2");
  EXPECT_EQ(root["a"]["b"].place(), "cases/case.yaml:2: a.b");
  EXPECT_EQ(root.folder(), "cases");
  EXPECT_FALSE(root["a"].isInTree());
}

TEST(CaseTree, recognisesItsOwnMessages) {
  const CaseNode tree = CaseNode::parseTree(tree_text, "model", "");
  EXPECT_TRUE(tree.hasLocation("model.objects: it is wrong."));
  EXPECT_TRUE(tree.hasLocation("model: it is wrong."));
  EXPECT_FALSE(tree.hasLocation("models are wrong."));
  EXPECT_FALSE(tree.hasLocation("There is no group 'a'."));
  const CaseNode file = CaseNode::parse("a: 1", "case.yaml");
  EXPECT_TRUE(file.hasLocation("case.yaml:1: a: it is wrong."));
  EXPECT_FALSE(file.hasLocation("case.yamls"));
}

TEST(CaseTree, resolvesFileNamesFromItsFolder) {
  FileName file;
  readValue(CaseNode::parseTree(tree_text, "model", "some/folder")["objects"]["block"]["mesh"], file);
  EXPECT_EQ(file.path, "some/folder/a.msh");
  readValue(CaseNode::parse("mesh: a.msh", "other/case.yaml")["mesh"], file);
  EXPECT_EQ(file.path, "other/a.msh");
  readValue(CaseNode::parseTree(tree_text, "model", "")["objects"]["block"]["mesh"], file);
  EXPECT_EQ(file.path, "a.msh");
}

TEST(CaseTree, isMarkedInAllNodes) {
  const CaseNode root = CaseNode::parseTree(tree_text, "model", "");
  const auto forces = root["objects"]["block"]["forces"].items();
  ASSERT_EQ(forces.size(), 2u);
  EXPECT_TRUE(forces[1].isInTree());
  EXPECT_FALSE(forces[1].isDefined());
  EXPECT_FALSE(CaseNode().isInTree());
}

}  // namespace
}  // namespace tenon::base
