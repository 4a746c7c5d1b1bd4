// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// Surfaces from STL, OBJ and PLY files, and meshes written as Gmsh files.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <fstream>

#include "invariants.hpp"
#include "io/TemporaryFolder.hpp"
#include "mesh/derive.hpp"
#include "mesh/distribution/distribute.hpp"
#include "mesh/reading/readMeshes.hpp"
#include "mesh/reading/writeGmsh.hpp"
#include "mesh/surfaces/surfaceFile.hpp"
#include "tenon/mesh/generation/generate.hpp"

namespace tenon::mesh {
namespace {

using ::testing::ElementsAre;
using ::testing::StartsWith;

const auto world = base::Communicator::world;

/// Temporary file of this rank. The destructor removes the file.
class File {
 public:
  File(const std::string& name, const std::string& text) : path_(folder_ / name) {
    std::ofstream(path_, std::ios::binary) << text;
  }
  const std::string& path() const { return path_; }

 private:
  io::testing::TemporaryFolder folder_{base::Communicator::self()};
  std::string path_;
};

std::string facet(const std::array<std::array<double, 3>, 3>& corners) {
  std::string text = "facet normal 0 0 0\n outer loop\n";
  for (const auto& x : corners)
    text += "  vertex " + std::to_string(x[0]) + " " + std::to_string(x[1]) + " " + std::to_string(x[2]) + "\n";
  return text + " endloop\nendfacet\n";
}

/// Returns the enclosed volume by the divergence theorem. The value is correct only if the surface
/// is closed and all normals point outwards.
double volumeWithin(const RawMesh& mesh) {
  double volume = 0;
  for (std::size_t c = 0; c < mesh.blocks[0].numCells(); ++c) {
    const auto at = [&](std::size_t i) {
      return Eigen::Map<const base::Vec3>(&mesh.points[3 * static_cast<std::size_t>(mesh.blocks[0].nodes[3 * c + i])]);
    };
    volume += at(0).dot(at(1).cross(at(2))) / 6;
  }
  return volume;
}

TEST(SurfaceFile, stlVerticesAreMerged) {
  const double e = 4e-7;  // rounding difference: the points are identical
  const File file("tet.STL", "solid corner\n" + facet({{{0, 0, 0}, {0, 2, 0}, {2, 0, 0}}}) +
                                 facet({{{0, 0, 0}, {2, e, 0}, {0, 0, 2}}}) +
                                 facet({{{0, e, 0}, {0, 0, 2}, {0, 2, 0}}}) +
                                 facet({{{2, 0, 0}, {0, 2, 0}, {0, 0, 2}}}) +
                                 facet({{{2, 0, 0}, {2, e, 0}, {0, 0, 2}}}) + "endsolid corner\n");
  const RawMesh mesh = readSurface(file.path());
  EXPECT_EQ(mesh.numNodes(), 4u);
  EXPECT_EQ(mesh.numTopCells(), 4u);
  EXPECT_NEAR(volumeWithin(mesh), 8.0 / 6, 1e-6);
  ASSERT_EQ(mesh.groups.size(), 1u);
  EXPECT_EQ(mesh.groups[0].name, "corner");
}

TEST(SurfaceFile, objHasPartsAndPolygons) {
  const File file("box.obj",
                  "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 3\nv 1 0 3\nv 1 1 3\nv 0 1 3\n"
                  "g below\nf 4 3 2 1\ng above\nf 5 6 7 8\n"
                  "g round\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n");
  const RawMesh raw = readSurface(file.path());
  EXPECT_EQ(raw.numNodes(), 8u);
  EXPECT_EQ(raw.numTopCells(), 12u);
  EXPECT_NEAR(volumeWithin(raw), 3, 1e-6);
  std::vector<std::string> names;
  for (const RawGroup& group : raw.groups) names.push_back(group.name);
  EXPECT_THAT(names, ElementsAre("below", "above", "round"));
  const std::string shared = world().broadcast(file.path());
  const Mesh mesh = readMesh(world(), shared);
  testing::expectWellDistributed(mesh);
  EXPECT_EQ(mesh.spaceDimension(), 3);
  EXPECT_EQ(testing::allNodesOfGroup(mesh, mesh.group("below")).size(), 4u);
  world().barrier();
}

TEST(SurfaceFile, plyIsReadToo) {
  const std::string ply_text =
      "format binary_little_endian 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\n"
      "element face 1\nproperty list uchar int vertex_indices\nend_header\n";
  const std::string text = "0 0 1\n2 0 1\n2 1 1\n0 1 1\n4 0 1 2 3\n";
  const float places[] = {0, 0, 1, 2, 0, 1, 2, 1, 1, 0, 1, 1};
  const std::int32_t corners[] = {0, 1, 2, 3};
  std::string bytes(reinterpret_cast<const char*>(places), sizeof(places));
  bytes += '\4' + std::string(reinterpret_cast<const char*>(corners), sizeof(corners));
  const std::string in_text = "ply\nformat ascii" + ply_text.substr(ply_text.find(" 1.0"));
  for (const std::string& whole : {in_text + text, "ply\n" + ply_text + bytes}) {
    const File file("flat.ply", whole);
    const RawMesh mesh = readSurface(file.path());
    EXPECT_EQ(mesh.numNodes(), 4u);
    EXPECT_EQ(mesh.numTopCells(), 2u);
    for (std::size_t length = 4; length + 2 < whole.size(); ++length) {  // each truncated file is rejected
      const File part("part.ply", whole.substr(0, length));
      EXPECT_THAT(io::testing::messageOf<base::FileError>([&] { readSurface(part.path()); }),
                  StartsWith("'" + part.path() + "' is damaged: "));
    }
  }
  const File far("far.ply", in_text + "0 0 1\n2 0 1\n2 1 1\n0 1 1\n4 0 1 2 4\n");
  EXPECT_EQ(io::testing::messageOf<base::FileError>([&] { readSurface(far.path()); }),
            "'" + far.path() + "' is damaged: line 14: a face refers to vertex 4, but the number of vertices is 4.");
}

TEST(SurfaceFile, rejectsInvalidInputInOneSentence) {
  const auto sentence = [](const File& file) {
    return io::testing::messageOf<base::Error>([&] { readSurface(file.path()); });
  };
  const File nothing("a.stl", ""), damaged("b.ply", "ply\nformat ascii 1.0\nelement vertex 9\n"),
      points("c.obj", "v 0 0 0\nv 1 0 0\nl 1 2\n"),
      flat("d.stl", "solid x\n" + facet({{{1, 1, 1}, {1, 1, 1}, {2, 1, 1}}}) + "endsolid x\n");
  EXPECT_EQ(sentence(nothing), "'" + nothing.path() + "' is empty.");
  EXPECT_EQ(sentence(damaged),
            "'" + damaged.path() + "' is damaged: line 3: the header does not end with 'end_header'.");
  EXPECT_EQ(sentence(points), "'" + points.path() + "' contains no triangle.");
  EXPECT_EQ(sentence(flat), "'" + flat.path() + "' contains no triangle.");
  EXPECT_EQ(io::testing::messageOf<base::FileError>([] { readSurface("none.stl"); }),
            "Cannot read the mesh 'none.stl': No such file or directory.");
}

/// Returns the error message for a file with these contents.
std::string sentenceOf(const std::string& name, const std::string& text) {
  return io::testing::messageOf<base::Error>([&] { parseSurface(text, name); });
}

const std::string ply_head =
    "ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty double y\nproperty int z\n";
const std::string ply_places = "0 0 1\n2 0 1\n2 1 1\n0 1 1\n";

TEST(SurfaceFile, plyStripsAndEmptyFaces) {
  const std::string strips =
      ply_head + "element tristrips 1\nproperty list int int vertex_indices\nend_header\n" + ply_places;
  const RawMesh mesh = parseSurface(strips + "5 0 1 3 2 -1\n", "a.ply");
  EXPECT_EQ(mesh.numTopCells(), 2u);
  EXPECT_THAT(mesh.blocks[0].nodes, ElementsAre(0, 1, 2, 2, 1, 3));  // nodes in the order of their first use
  EXPECT_EQ(sentenceOf("a.ply", strips + "3 0 1 7\n"),
            "'a.ply' is damaged: line 14: a face refers to vertex 7, but the number of vertices is 4.");
  EXPECT_EQ(sentenceOf("a.ply", strips + "3 0 1 -2\n"),
            "'a.ply' is damaged: line 14: a face refers to vertex -2, but the number of vertices is 4.");
  const std::string faces =
      ply_head + "element face 2\nproperty list uchar int vertex_index\nend_header\n" + ply_places;
  EXPECT_EQ(parseSurface(faces + "0\n4 0 1 2 3\n", "a.ply").numTopCells(), 2u) << "a face without vertices";
  EXPECT_EQ(sentenceOf("a.ply", faces + "0\n0\n"), "'a.ply' contains no triangle.");
  EXPECT_EQ(sentenceOf("a.ply", faces + "99 0\n0\n"),
            "'a.ply' is damaged: line 14: a list property of a face has the invalid length 99.");
}

TEST(SurfaceFile, manyElementsWithoutPropertiesAreReadQuickly) {
  std::string head = "ply\nformat ascii 1.0\nelement nothing 9000000000000000000\n";
  for (int i = 0; i < 100000; ++i) head += "element empty 1000000\n";
  EXPECT_EQ(sentenceOf("a.ply", head + "end_header\n"), "'a.ply' contains no triangle.");
}

double areaOf(const RawMesh& mesh) {
  double area = 0;
  for (std::size_t c = 0; c < mesh.blocks[0].numCells(); ++c) {
    const auto at = [&](std::size_t i) {
      return Eigen::Map<const base::Vec3>(&mesh.points[3 * static_cast<std::size_t>(mesh.blocks[0].nodes[3 * c + i])]);
    };
    area += (at(1) - at(0)).cross(at(2) - at(0)).norm() / 2;
  }
  return area;
}

/// Returns a comb as one polygon: `teeth` teeth of width 1, gap 1
/// and height 2 above a bar of height 1.
std::string comb(int teeth) {
  std::string text, face = "f";
  int count = 0;
  const auto add = [&](int x, int y) {
    text += "v " + std::to_string(x) + " " + std::to_string(y) + " 0\n";
    face += " " + std::to_string(++count);
  };
  add(0, 0);
  add(2 * teeth, 0);
  for (int tooth = teeth - 1; tooth >= 0; --tooth) {
    add(2 * tooth + 2, 1);
    add(2 * tooth + 1, 1);
    add(2 * tooth + 1, 3);
    add(2 * tooth, 3);
  }
  return text + face + "\n";
}

TEST(SurfaceFile, polygonsThatAreNotConvexAreCut) {
  for (const int teeth : {1, 2, 7, 300}) {
    const RawMesh mesh = parseSurface(comb(teeth), "comb.obj");
    EXPECT_NEAR(areaOf(mesh), 4 * teeth, 1e-9 * teeth);
    EXPECT_EQ(mesh.numTopCells() + 2, mesh.numNodes());
  }
  EXPECT_THAT(sentenceOf("comb.obj", comb(3000)),
              StartsWith("'comb.obj' is damaged: line 12003: a face that is not convex has 12002 vertices"));
  std::string text, face = "f";
  for (int i = 0; i < 100000; ++i) {
    const double angle = 2 * 3.14159265358979323846 * i / 100000;
    text += "v " + std::to_string(1e4 * std::cos(angle)) + " " + std::to_string(1e4 * std::sin(angle)) + " 0\n";
    face += " " + std::to_string(i + 1);
  }
  (void)sentenceOf("round.obj", text + face + "\n");  // round-off may yield a concave corner; both results are fast
}

TEST(SurfaceFile, objSupportsAlternativeSyntax) {
  const std::string places =
      "mtllib pipe.mtl\r\nv 0 0 0 1.0\r\nv 1 0 0\r\nv 1 1 0 0.5 0.5 0.5\r\nv 0 1 0\r\nvn 0 0 1\r\n";
  const RawMesh mesh = parseSurface(
      places + "g low high\r\nusemtl steel\r\nf 1/1/1 2//1 \\\r\n -2 4\r\no a part\r\nf 1 2 3\r\n", "a.obj");
  EXPECT_EQ(mesh.numTopCells(), 3u);
  ASSERT_EQ(mesh.groups.size(), 3u);
  EXPECT_EQ(mesh.groups[0].name, "low");
  EXPECT_EQ(mesh.groups[1].name, "high");
  EXPECT_EQ(mesh.groups[2].name, "a part");
  EXPECT_EQ(sentenceOf("a.obj", places + "f 1 2 5\n"),
            "'a.obj' is damaged: line 7: a face refers to vertex 5, but the number of vertices is 4.");
  EXPECT_EQ(sentenceOf("a.obj", places + "f 1 2 0\n"),
            "'a.obj' is damaged: line 7: a face refers to vertex 0, but the number of vertices is 4.");
  EXPECT_EQ(sentenceOf("a.obj", places + "f 1 2 x\n"),
            "'a.obj' is damaged: line 7: 'x' was found where a vertex number is expected.");
  EXPECT_EQ(sentenceOf("a.obj", "v 0 0 0\n"),
            "'a.obj' is damaged: line 1: the file ends without a face, a line or a point.");
  EXPECT_EQ(sentenceOf("a.obj", "v 0 0 nan\n"), "'a.obj' is damaged: line 1: a vertex has the invalid coordinate nan.");
  EXPECT_EQ(sentenceOf("a.obj", "v 0 0 " + std::string(100000, '9') + "x\n").size(), 110u) << "quotes are short";
}

TEST(SurfaceFile, facesOfManyParts) {
  std::string text = "v 0 0 0\nv 1 0 0\nv 0 1 0\ng";
  for (int part = 0; part < 20000; ++part) text += " p" + std::to_string(part);
  text += "\nf 1 2 3\n";
  EXPECT_EQ(parseSurface(text, "a.obj").groups.size(), 20000u);
  for (int face = 1; face < 4000; ++face) text += "f 1 2 3\n";
  EXPECT_THAT(sentenceOf("a.obj", text),
              StartsWith("The cells of 'a.obj' have 80000000 group memberships in total, more than"));
}

TEST(SurfaceFile, stlInBinaryAndDamaged) {
  std::string binary(80, ' ');
  const auto append = [&](const auto& value) { binary.append(reinterpret_cast<const char*>(&value), sizeof(value)); };
  append(std::uint32_t{1});
  for (const float x : {0.f, 0.f, 1.f, 0.f, 0.f, 0.f, 2.f, 0.f, 0.f, 0.f, 3.f, 0.f}) append(x);
  append(std::uint16_t{0});
  EXPECT_NEAR(areaOf(parseSurface(binary, "a.stl")), 3, 1e-12);
  EXPECT_EQ(
      sentenceOf("a.stl", binary + "x"),
      "'a.stl' is damaged: byte 0: the declared number of triangles, 1, requires 134 bytes, but the file has 135.");
  binary.replace(binary.size() - 6, 4, "\xff\xff\xff\xff");
  EXPECT_EQ(sentenceOf("a.stl", binary), "'a.stl' is damaged: byte 134: a vertex has the invalid coordinate -nan.");
  const std::string text = "solid x\n" + facet({{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}});
  EXPECT_EQ(sentenceOf("a.stl", text), "'a.stl' is damaged: line 8: the file ends without 'endsolid'.");
  EXPECT_EQ(sentenceOf("a.stl", text.substr(0, 70)),
            "'a.stl' is damaged: line 4: the file ends where 'vertex' or 'endloop' is expected.");
  EXPECT_EQ(sentenceOf("a.stl", "hello"),
            "'a.stl' is damaged: line 1: the file begins neither with 'solid' nor with a header of 84 bytes.");
}

Mesh alone(const std::string& path) {
  RawMesh raw = readRawMesh({path});
  std::vector<int> parts(raw.numTopCells(), 0);
  return distribute(base::Communicator::self(), std::move(raw), std::move(parts));
}

TEST(WriteGmsh, isReadAsWritten) {
  const File file("back.msh", "");
  for (const char* path :
       {"data/solids2.22.0.msh", "data/hex27.41.0.msh", "data/pyramids.22.1.msh", "data/plane2i.22.0.msh"}) {
    SCOPED_TRACE(path);
    const Mesh mesh = derive(alone(path), {"linear"}).mesh;  // cells belong to groups, some to several
    writeGmsh(mesh, file.path());
    const Mesh back = alone(file.path());
    EXPECT_EQ(testing::allPoints(back), testing::allPoints(mesh));
    ASSERT_EQ(back.blocks().size(), mesh.blocks().size());
    for (std::size_t b = 0; b < mesh.blocks().size(); ++b) {
      EXPECT_EQ(testing::allCells(back, back.blocks()[b]), testing::allCells(mesh, mesh.blocks()[b]));
      EXPECT_EQ(back.blocks()[b].tags, mesh.blocks()[b].tags);
      for (const Group& group : mesh.groups()) {
        const Group& same = back.group(group.name, group.dimension);
        EXPECT_EQ(testing::allOfGroup(back, same, b), testing::allOfGroup(mesh, group, b)) << group.name;
      }
    }
  }
  EXPECT_THAT(io::testing::messageOf<base::FileError>([] { writeGmsh(alone("data/hex27.41.0.msh"), "none/here.msh"); }),
              StartsWith("Cannot write 'none/here.msh'"));
}

}  // namespace
}  // namespace tenon::mesh
