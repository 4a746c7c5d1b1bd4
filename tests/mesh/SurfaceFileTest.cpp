// Surfaces of STL, OBJ and PLY files, and meshes that are written as Gmsh files.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "invariants.hpp"
#include "io/TemporaryFolder.hpp"
#include "tenon/mesh/derive.hpp"
#include "tenon/mesh/distribute.hpp"
#include "tenon/mesh/generate.hpp"
#include "tenon/mesh/readMeshes.hpp"
#include "tenon/mesh/surfaceFile.hpp"
#include "tenon/mesh/writeGmsh.hpp"

namespace tenon::mesh {
namespace {

using ::testing::ElementsAre;
using ::testing::StartsWith;

const auto world = base::Communicator::world;

/// A file of this rank's own, gone with this.
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

/// Volume by the divergence theorem: all triangles look outward, and there is no gap.
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

TEST(SurfaceFile, stlGetsNodesInCommon) {
  const double e = 4e-7;  // the same place, written differently
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
  const std::string header =
      "format binary_little_endian 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\n"
      "element face 1\nproperty list uchar int vertex_indices\nend_header\n";
  const std::string text = "0 0 1\n2 0 1\n2 1 1\n0 1 1\n4 0 1 2 3\n";
  const float places[] = {0, 0, 1, 2, 0, 1, 2, 1, 1, 0, 1, 1};
  const std::int32_t corners[] = {0, 1, 2, 3};
  std::string bytes(reinterpret_cast<const char*>(places), sizeof(places));
  bytes += '\4' + std::string(reinterpret_cast<const char*>(corners), sizeof(corners));
  const std::string in_text = "ply\nformat ascii" + header.substr(header.find(" 1.0"));
  for (const std::string& whole : {in_text + text, "ply\n" + header + bytes}) {
    const File file("flat.ply", whole);
    const RawMesh mesh = readSurface(file.path());
    EXPECT_EQ(mesh.numNodes(), 4u);
    EXPECT_EQ(mesh.numTopCells(), 2u);
    for (std::size_t length = 4; length + 2 < whole.size(); ++length) {  // each is told, none runs on for ever
      const File part("part.ply", whole.substr(0, length));
      EXPECT_THAT(io::testing::sentenceOf<base::FileError>([&] { readSurface(part.path()); }),
                  StartsWith("'" + part.path() + "' is damaged: "));
    }
  }
  const File far("far.ply", in_text + "0 0 1\n2 0 1\n2 1 1\n0 1 1\n4 0 1 2 4\n");
  EXPECT_EQ(io::testing::sentenceOf<base::FileError>([&] { readSurface(far.path()); }),
            "'" + far.path() + "' is damaged: a face names the vertex 4 of 4.");
}

TEST(SurfaceFile, refusesInOneSentence) {
  const auto sentence = [](const File& file) {
    return io::testing::sentenceOf<base::Error>([&] { readSurface(file.path()); });
  };
  const File nothing("a.stl", ""), damaged("b.ply", "ply\nformat ascii 1.0\nelement vertex 9\n"),
      points("c.obj", "v 0 0 0\nv 1 0 0\nl 1 2\n"),
      flat("d.stl", "solid x\n" + facet({{{1, 1, 1}, {1, 1, 1}, {2, 1, 1}}}) + "endsolid x\n");
  EXPECT_EQ(sentence(nothing), "'" + nothing.path() + "' is empty.");
  EXPECT_EQ(sentence(damaged), "'" + damaged.path() + "' is damaged: its header has no end.");
  EXPECT_EQ(sentence(points), "'" + points.path() + "' holds no triangle.");
  EXPECT_EQ(sentence(flat), "'" + flat.path() + "' holds no triangle.");
  EXPECT_EQ(io::testing::sentenceOf<base::FileError>([] { readSurface("none.stl"); }),
            "Cannot read the mesh 'none.stl': No such file or directory.");
}

Mesh alone(const std::string& path) {
  RawMesh raw = readRawMesh({path});
  std::vector<int> parts(raw.numTopCells(), 0);
  return distribute(base::Communicator::self(), std::move(raw), std::move(parts));
}

TEST(WriteGmsh, isReadBackAsItWas) {
  const File file("back.msh", "");
  for (const char* path :
       {"data/solids2.22.0.msh", "data/hex27.41.0.msh", "data/pyramids.22.1.msh", "data/plane2i.22.0.msh"}) {
    SCOPED_TRACE(path);
    const Mesh mesh = derive(alone(path), {DerivedKind::linear}).mesh;  // cells of groups at last, in several of them
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
  EXPECT_THAT(
      io::testing::sentenceOf<base::FileError>([] { writeGmsh(alone("data/hex27.41.0.msh"), "none/here.msh"); }),
      StartsWith("Cannot write 'none/here.msh'"));
}

}  // namespace
}  // namespace tenon::mesh
