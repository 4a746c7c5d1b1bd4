// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// Meshes written by Gmsh itself (data/make), in both formats, as text and binary.
#include <gtest/gtest.h>

#include <map>

#include "io/TemporaryFolder.hpp"
#include "mesh/reading/GmshReader.hpp"
#include "mesh/reading/MeshInfo.hpp"

namespace tenon::mesh {
namespace {

using Groups = std::map<std::string, std::pair<std::int64_t, double>>;  // number of cells and measure of each group
using Cells = std::map<std::string, std::int64_t>;

struct Case {
  const char* name;
  Cells cells;
  Groups groups;
  double measure;
};

const Case cases[] = {
    {"solids1",
     {{"hex8", 2}, {"prism6", 2}, {"tet4", 6}, {"quad4", 1}, {"tri3", 14}},
     {{"hexes", {2, 1}},
      {"hex bottom", {1, 1}},
      {"prisms", {2, 1}},
      {"prism bottom", {2, 1}},
      {"tets", {6, 1}},
      {"77", {6, 1}},
      {"tet bottom", {2, 1}},
      {"tet hull", {12, 6}}},
     3},
    {"solids2",
     {{"hex20", 2}, {"prism15", 2}, {"tet10", 6}, {"quad8", 1}, {"tri6", 14}},
     {{"hexes", {2, 1}},
      {"hex bottom", {1, 1}},
      {"prisms", {2, 1}},
      {"prism bottom", {2, 1}},
      {"tets", {6, 1}},
      {"77", {6, 1}},
      {"tet bottom", {2, 1}},
      {"tet hull", {12, 6}}},
     3},
    {"hex27", {{"hex27", 2}, {"quad9", 1}}, {{"cube", {2, 1}}, {"bottom", {1, 1}}}, 1},
    {"pyramids", {{"pyramid5", 6}, {"quad4", 1}}, {{"pyramids", {6, 1}}, {"bottom", {1, 1}}}, 1},
    {"plane1",
     {{"quad4", 4}, {"tri3", 8}, {"line2", 4}, {"point1", 1}},
     {{"quads", {4, 1}}, {"quad edge", {2, 1}}, {"corner", {1, 0}}, {"triangles", {8, 1}}, {"triangle edge", {2, 1}}},
     2},
    {"plane2",
     {{"quad9", 4}, {"tri6", 8}, {"line3", 4}, {"point1", 1}},
     {{"quads", {4, 1}}, {"quad edge", {2, 1}}, {"corner", {1, 0}}, {"triangles", {8, 1}}, {"triangle edge", {2, 1}}},
     2},
    {"plane2i",
     {{"quad8", 4}, {"tri6", 8}, {"line3", 4}, {"point1", 1}},
     {{"quads", {4, 1}}, {"quad edge", {2, 1}}, {"corner", {1, 0}}, {"triangles", {8, 1}}, {"triangle edge", {2, 1}}},
     2},
};

TEST(GmshReader, readsEveryTypeInEveryFormat) {
  for (const Case& expected : cases)
    for (const char* format : {".22.0.msh", ".22.1.msh", ".41.0.msh", ".41.1.msh"}) {
      const std::string path = std::string("data/") + expected.name + format;
      SCOPED_TRACE(path);
      const MeshInfo info = inspect(readGmsh(path));
      Cells cells;
      for (const auto& [type, count] : info.cells) cells[mesh::info(type).name] = count;
      EXPECT_EQ(cells, expected.cells);
      EXPECT_NEAR(info.measure, expected.measure, 1e-12);
      EXPECT_GT(info.quality.least, 0.3);
      ASSERT_EQ(info.groups.size(), expected.groups.size());
      for (const auto& group : info.groups) {
        ASSERT_EQ(expected.groups.count(group.name), 1u) << group.name;
        const auto [count, measure] = expected.groups.at(group.name);
        EXPECT_EQ(group.num_cells, count) << group.name;
        EXPECT_NEAR(group.dimension > 0 ? group.measure : 0.0, measure, 1e-12) << group.name;
      }
    }
}

TEST(GmshReader, findsTheSameMeshInEveryFormat) {
  for (const Case& expected : cases) {
    const std::string stem = std::string("data/") + expected.name;
    const RawMesh text = readGmsh(stem + ".41.0.msh");
    for (const char* format : {".22.0.msh", ".22.1.msh", ".41.1.msh"}) {
      SCOPED_TRACE(stem + format);
      const RawMesh mesh = readGmsh(stem + format);
      EXPECT_EQ(mesh.node_tags, text.node_tags);
      for (std::size_t i = 0; i < text.points.size(); ++i) EXPECT_NEAR(mesh.points[i], text.points[i], 1e-15);
      ASSERT_EQ(mesh.blocks.size(), text.blocks.size());
      for (std::size_t b = 0; b < text.blocks.size(); ++b) {
        EXPECT_EQ(mesh.blocks[b].type, text.blocks[b].type);
        EXPECT_EQ(mesh.blocks[b].nodes, text.blocks[b].nodes);
      }
    }
  }
}

const std::string header = "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n";
const std::string nodes = "$Nodes\n5\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n5 1 1 1\n$EndNodes\n";

RawMesh parse(const std::string& text) {
  return parseGmsh(text, "m.msh");
}

TEST(GmshReader, takesSparseUnorderedNumbersAndUnknownSections) {
  const RawMesh mesh =
      parse(header + "$Comments\nanything $ at all\n$EndComments\n" +
            "$Nodes\n4\n9000000000000 0 0 0\n-5 1 0 0\n30 0 1 0\n2 0 0 +1e0\n$EndNodes\r\n"
            "$Elements\n1\n12345678901 4 0 9000000000000 -5 30 2\n$EndElements\n$Periodic\n0\n$EndPeriodic");
  EXPECT_EQ(mesh.node_tags, (std::vector<std::int64_t>{9000000000000, -5, 30, 2}));
  EXPECT_EQ(mesh.blocks.at(0).nodes, (std::vector<std::int32_t>{0, 1, 2, 3}));
  EXPECT_EQ(mesh.blocks.at(0).tags, (std::vector<std::int64_t>{12345678901}));
  EXPECT_TRUE(mesh.groups.empty());
  EXPECT_EQ(mesh.dimension, 3);
}

TEST(GmshReader, dropsAndCountsUnusedEntities) {
  const RawMesh mesh =
      parse(header + nodes +
            "$Elements\n4\n1 4 2 7 1 1 2 3 4\n2 15 2 8 1 5\n3 2 2 9 1 1 3 2\n4 2 2 0 1 1 2 4\n$EndElements\n");
  EXPECT_EQ(mesh.num_dropped_nodes, 1);
  EXPECT_EQ(mesh.num_dropped_cells, 1);
  EXPECT_EQ(mesh.numNodes(), 4u);
  ASSERT_EQ(mesh.blocks.size(), 2u);  // the tetrahedron and the triangle that belongs to a group
  EXPECT_EQ(mesh.blocks[1].tags, (std::vector<std::int64_t>{3}));
  ASSERT_EQ(mesh.groups.size(), 2u);  // the group of the point was dropped with the point
  EXPECT_EQ(mesh.groups[0].name, "9");
  EXPECT_EQ(mesh.groups[1].name, "7");
  EXPECT_EQ(droppedEntitiesWarning(mesh),
            "'m.msh': 1 node belongs to no solid cell and was ignored, together with 1 cell of lower dimension at this "
            "node.");
  EXPECT_EQ(droppedEntitiesWarning(readGmsh("data/hex27.41.0.msh")), "");
}

TEST(GmshReader, restrictsToGroups) {
  const RawMesh all = readGmsh("data/solids1.41.0.msh");
  const RawMesh part = restrictToGroups(all, {"tets"});
  const MeshInfo info = inspect(part);
  EXPECT_NEAR(info.measure, 1, 1e-12);
  EXPECT_EQ(info.num_nodes, 8);
  std::vector<std::string> names;
  for (const auto& group : info.groups) names.push_back(group.name);
  EXPECT_EQ(names, (std::vector<std::string>{"tet bottom", "tet hull", "tets", "77"}));
  EXPECT_NEAR(inspect(restrictToGroups(all, {"hexes", "prisms"})).measure, 2, 1e-12);
  const auto sentence = [&](const char* name) {
    return io::testing::messageOf<base::InputError>([&] { restrictToGroups(all, {name}); });
  };
  EXPECT_EQ(sentence("tet").find("'data/solids1.41.0.msh' has no group 'tet'; did you mean 'tets'?"), 0u);
  EXPECT_EQ(sentence("tet hull"),
            "'data/solids1.41.0.msh': the group 'tet hull' has cells of dimension 2, but a part of this mesh "
            "must consist of cells of dimension 3.");
}

struct BadInput {
  const char* what;
  std::string text, sentence;
};

std::vector<BadInput> badInputs() {
  const std::string tet = "$Elements\n1\n1 4 2 1 1 1 2 3 4\n$EndElements\n";
  const std::string four = "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n";
  return {
      {"nothing", "",
       "'m.msh' is not a Gmsh mesh: it does not begin with $MeshFormat. Use `tenon convert` to import Abaqus, VTK, "
       "MED, Exodus and other formats."},
      {"other format", "# vtk DataFile Version 2.0\n",
       "'m.msh' is not a Gmsh mesh: it does not begin with $MeshFormat. Use `tenon convert` to import Abaqus, VTK, "
       "MED, Exodus and other formats."},
      {"old version", "$MeshFormat\n4 0 8\n$EndMeshFormat\n",
       "'m.msh', line 2: format 4 is not supported; the supported formats are 2.2 and 4.1. Convert the file to 4.1 "
       "with `gmsh old.msh -save -format msh41 -o new.msh`."},
      {"format 1", "$NOD\n1\n1 0 0 0\n$ENDNOD\n",
       "'m.msh' is in Gmsh's format 1: convert it to 4.1 with `gmsh old.msh -save -format msh41 -o new.msh`."},
      {"no version", "$MeshFormat\nx 0 8\n",
       "'m.msh', line 2: 'x' was found where the version of the format is expected."},
      {"byte order different from this machine", std::string("$MeshFormat\n2.2 1 8\n\0\0\0\1\n$EndMeshFormat\n", 41),
       "'m.msh', byte 24, in the header: the file has a different byte order from this machine; save it as text."},
      {"no nodes", header + "$Elements\n1\n1 15 0 1\n$EndElements\n",
       "'m.msh', line 5: the section $Nodes must come before $Elements."},
      {"no sections", header, "'m.msh' has no section $Nodes."},
      {"no elements", header + nodes, "'m.msh' has no section $Elements."},
      {"no cells", header + nodes + "$Elements\n0\n$EndElements\n", "'m.msh' has no cells."},
      {"not a section", header + "Nodes\n", "'m.msh', line 5: a section was expected, but 'Nodes' was found."},
      {"truncated in a node", header + "$Nodes\n2\n1 0 0 0.00\n2 0.0000 0",
       "'m.msh', line 7: the file ends where a coordinate is expected."},
      {"truncated before an end", header + "$Nodes\n1\n1 0 0 0\n", "'m.msh', line 7: the file ends before $EndNodes."},
      {"a billion nodes", header + "$Nodes\n1000000000\n1 0 0 0\n$EndNodes\n",
       "'m.msh', line 5: the file declares 1000000000 nodes, but has only 19 bytes left."},
      {"minus one node", header + "$Nodes\n-1\n",
       "'m.msh', line 5: the file declares -1 nodes, but has only 1 byte left."},
      {"a billion elements", header + nodes + "$Elements\n1000000000\n1 4 0 1 2 3 4\n$EndElements\n",
       "'m.msh', line 13: the file declares 1000000000 elements, but has only 28 bytes left."},
      {"a billion nodes, 4.1", four + "$Nodes\n1 1000000000 1 1000000000\n",
       "'m.msh', line 5: the file declares 1000000000 nodes, but has only 14 bytes left."},
      {"more nodes than announced, 4.1", four + "$Nodes\n1 1 1 2\n0 1 0 2\n1\n2\n0 0 0\n1 1 1\n$EndNodes\n",
       "'m.msh', line 6: the section contains more nodes than declared (1)."},
      {"fewer nodes than announced, 4.1", four + "$Nodes\n1 2 1 2\n0 1 0 1\n1\n0 0 0\n$EndNodes\n",
       "'m.msh', line 8: the declared number of nodes is 2, but the section contains 1."},
      {"not a number", header + "$Nodes\n1\n17 0 nan 0\n$EndNodes\n",
       "'m.msh', line 6: node 17 has the invalid coordinate nan."},
      {"infinite", header + "$Nodes\n1\n17 0 0 -inf\n$EndNodes\n",
       "'m.msh', line 6: node 17 has the invalid coordinate -inf."},
      {"not a number", header + "$Nodes\n1\n17 0 0 1.5z\n$EndNodes\n",
       "'m.msh', line 6: '1.5z' was found where a coordinate is expected."},
      {"node twice", header + "$Nodes\n2\n8 0 0 0\n8 0 0 1\n$EndNodes\n", "'m.msh' defines node 8 twice."},
      {"sparse node twice", header + "$Nodes\n3\n8 0 0 0\n88888888 0 0 0\n8 0 0 1\n$EndNodes\n",
       "'m.msh' defines node 8 twice."},
      {"element twice", header + nodes + "$Elements\n2\n3 4 0 1 2 3 4\n3 4 0 1 2 3 5\n$EndElements\n",
       "'m.msh' defines element 3 twice."},
      {"unknown node", header + nodes + "$Elements\n1\n7 4 0 1 2 3 44\n$EndElements\n",
       "'m.msh', line 14: element 7 has the node 44, which does not exist."},
      {"unknown type", header + nodes + "$Elements\n1\n7 29 0 1 2 3 4\n$EndElements\n",
       "'m.msh', line 14: element 7 is of Gmsh's type 29, which is not supported; the supported types are: point1, "
       "line2, line3, "
       "tri3, tri6, quad4, quad8, quad9, tet4, "
       "tet10, hex8, hex20, hex27, prism6, prism15, pyramid5."},
      {"too many tags", header + nodes + "$Elements\n1\n7 4 999999999 1 2 3 4\n$EndElements\n",
       "'m.msh', line 14: the file declares 999999999 tags of one element, but has only 22 bytes left."},
      {"section too long", header + nodes + "$Elements\n1\n1 4 0 1 2 3 4\n2 4 0 1 2 3 4\n$EndElements\n",
       "'m.msh', line 16: the section $Elements continues where it should end."},
      {"second section", header + nodes + tet + nodes,
       "'m.msh', line 17: there is a second section $Nodes, but only one is allowed."},
      {"unfinished section", header + "$Periodic\n", "'m.msh', line 5: the file ends before $EndPeriodic."},
      {"bad name", header + "$PhysicalNames\n1\n3 1 solid\n$EndPhysicalNames\n",
       "'m.msh', line 7: the previous line must consist of a dimension from 0 to 3, a number and a name in quotes."},
  };
}

TEST(GmshReader, reportsErrors) {
  for (const BadInput& bad : badInputs())
    EXPECT_EQ(io::testing::messageOf<base::InputError>([&] { parse(bad.text); }), bad.sentence) << bad.what;
}

TEST(GmshReader, reportsAMissingFile) {
  const auto sentence = [](const char* path) {
    return io::testing::messageOf<base::FileError>([&] { readGmsh(path); });
  };
  EXPECT_EQ(sentence("data/none.msh"), "Cannot read the mesh 'data/none.msh': No such file or directory.");
  EXPECT_EQ(sentence("data"), "Cannot read the mesh 'data': it is a folder.");
}

/// Returns a surface mesh with the given number of physical groups, in blocks of one triangle each.
std::string manyGroups(int num_groups, int num_blocks) {
  std::string text =
      "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$Entities\n0 0 1 0\n1 0 0 0 1 1 0 " + std::to_string(num_groups);
  for (int group = 1; group <= num_groups; ++group) text += " " + std::to_string(group);
  text += " 0\n$EndEntities\n$Nodes\n1 3 1 3\n2 1 0 3\n1\n2\n3\n0 0 0\n1 0 0\n0 1 0\n$EndNodes\n$Elements\n";
  const std::string count = std::to_string(num_blocks);
  text += count + " " + count + " 1 " + count + "\n";
  for (int block = 1; block <= num_blocks; ++block) text += "2 1 2 1\n" + std::to_string(block) + " 1 2 3\n";
  return text + "$EndElements\n";
}

TEST(GmshReader, rejectsShortFilesWithLargeContents) {
  EXPECT_EQ(parseGmsh(manyGroups(20000, 1000), "m").groups.size(), 20000u);
  EXPECT_EQ(
      io::testing::messageOf<base::InputError>([] { parseGmsh(manyGroups(20000, 20000), "m"); }),
      "The cells of 'm' have 400000000 group memberships in total, more than the limit of 50400000 for 20000 cells.");
}

}  // namespace
}  // namespace tenon::mesh
