// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// Writes a small results folder in the layout of `tenon run`, with one cell of each type. The
// folder is kept in the path given by TENON_SAMPLE_FOLDER. There tests/python/test_output.py reads
// it by h5py, by meshio and, if available, by ParaView.
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <utility>

#include "TemporaryFolder.hpp"
#include "io/Hdf5File.hpp"
#include "io/Xdmf.hpp"
#include "io/textFile.hpp"

namespace tenon::io {
namespace {

using base::Communicator;
using testing::TemporaryFolder;
using Point = std::array<double, 3>;

/// One cell with its nodes in the order of VTK: vertices, then midside nodes, each given by the
/// vertices it lies between.
struct SampleCell {
  std::string name, topology;
  std::vector<Point> vertices;
  std::vector<std::vector<int>> middles;
};

std::vector<std::vector<int>> joined(std::vector<std::vector<int>> a, const std::vector<std::vector<int>>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

std::vector<SampleCell> sampleCells() {
  const std::vector<Point> tri{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  const std::vector<Point> quad{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
  const std::vector<Point> tet{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  const std::vector<Point> pyramid{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {.5, .5, 1}};
  const std::vector<Point> prism{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 1}, {0, 1, 1}};
  const std::vector<Point> hex{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}};
  const std::vector<std::vector<int>> quad8{{0, 1}, {1, 2}, {2, 3}, {3, 0}};
  const std::vector<std::vector<int>> hex20{{0, 1}, {1, 2}, {2, 3}, {3, 0}, {4, 5}, {5, 6},
                                            {6, 7}, {7, 4}, {0, 4}, {1, 5}, {2, 6}, {3, 7}};
  const std::vector<std::vector<int>> hex_faces{
      {0, 3, 7, 4}, {1, 2, 6, 5}, {0, 1, 5, 4}, {3, 2, 6, 7}, {0, 1, 2, 3}, {4, 5, 6, 7}, {0, 1, 2, 3, 4, 5, 6, 7}};
  return {{"line2", "Polyline", {{0, 0, 0}, {1, 0, 0}}, {}},
          {"line3", "Edge_3", {{0, 0, 0}, {1, 0, 0}}, {{0, 1}}},
          {"tri3", "Triangle", tri, {}},
          {"tri6", "Triangle_6", tri, {{0, 1}, {1, 2}, {2, 0}}},
          {"quad4", "Quadrilateral", quad, {}},
          {"quad8", "Quadrilateral_8", quad, quad8},
          {"quad9", "Quadrilateral_9", quad, joined(quad8, {{0, 1, 2, 3}})},
          {"tet4", "Tetrahedron", tet, {}},
          {"tet10", "Tetrahedron_10", tet, {{0, 1}, {1, 2}, {2, 0}, {0, 3}, {1, 3}, {2, 3}}},
          {"pyramid5", "Pyramid", pyramid, {}},
          {"prism6", "Wedge", prism, {}},
          {"prism15", "Wedge_15", prism, {{0, 1}, {1, 2}, {2, 0}, {3, 4}, {4, 5}, {5, 3}, {0, 3}, {1, 4}, {2, 5}}},
          {"hex8", "Hexahedron", hex, {}},
          {"hex20", "Hexahedron_20", hex, hex20},
          {"hex27", "Hexahedron_27", hex, joined(hex20, hex_faces)}};
}

std::vector<Point> pointsOf(const SampleCell& cell) {
  std::vector<Point> points = cell.vertices;
  for (const auto& middle : cell.middles) {
    Point mean{0, 0, 0};
    for (const int vertex : middle)
      for (std::size_t i = 0; i < 3; ++i)
        mean[i] += cell.vertices[static_cast<std::size_t>(vertex)][i] / static_cast<double>(middle.size());
    points.push_back(mean);
  }
  return points;
}

/// Returns the rows on one of many ranks; the other ranks return none.
template <class T>
std::vector<T> of(int rank, std::vector<T> rows) {
  return Communicator::world().rank() == rank % Communicator::world().size() ? std::move(rows) : std::vector<T>{};
}

/// Object "zoo": all cells side by side, with all points in one dataset.
struct SampleMesh {
  std::vector<SampleCell> cells = sampleCells();
  std::vector<double> points;
  std::vector<std::int64_t> first_points;

  SampleMesh() {
    for (std::size_t c = 0; c < cells.size(); ++c) {
      first_points.push_back(static_cast<std::int64_t>(points.size() / 3));
      for (const Point& p : pointsOf(cells[c]))
        points.insert(points.end(), {p[0] + 2.0 * static_cast<double>(c), p[1], p[2]});
    }
    first_points.push_back(static_cast<std::int64_t>(points.size() / 3));
  }
  std::int64_t numPoints() const { return first_points.back(); }
};

void writeMesh(Hdf5File& file, const SampleMesh& mesh) {
  std::vector<std::int64_t> tags;
  for (std::int64_t i = 0; i < mesh.numPoints(); ++i) tags.push_back(i + 1);
  file.writeRows("/meshes/zoo/points", of(1, mesh.points), 3);
  file.writeRows("/meshes/zoo/tags", of(0, tags));
  for (std::size_t c = 0; c < mesh.cells.size(); ++c) {
    std::vector<std::int64_t> nodes;
    for (auto i = mesh.first_points[c]; i < mesh.first_points[c + 1]; ++i) nodes.push_back(i);
    const std::string block = "/meshes/zoo/" + mesh.cells[c].name;
    file.writeRows(block + "/cells", of(static_cast<int>(c), nodes), static_cast<int>(nodes.size()));
    file.writeRows(block + "/tags", of(static_cast<int>(c), std::vector<std::int64_t>{static_cast<int>(c) + 1}));
  }
}

/// Writes step k: displacement = (k + 1) / 100 (x, y, z) and a symmetric tensor. @note Collective.
void writeStep(Hdf5File& file, const SampleMesh& mesh, int k) {
  const std::string step = "/steps/000" + std::to_string(k) + "/zoo";
  std::vector<double> displacement = mesh.points;
  for (double& u : displacement) u *= 0.01 * (k + 1);
  file.writeRows(step + "/displacement", of(0, displacement), 3);
  for (const SampleCell& cell : mesh.cells) {
    file.writeRows(step + "/" + cell.name + "/stress", of(2, std::vector<double>{1, 2, 3, 2, 5, 6, 3, 6, 9}), 9);
    file.writeRows(step + "/" + cell.name + "/rank", of(2, std::vector<std::int32_t>{k}));
  }
  file.writeAttribute("/steps/000" + std::to_string(k), "time", 0.5 * k);
}

XdmfGrid gridOf(const SampleMesh& mesh, std::size_t c, int k) {
  const SampleCell& cell = mesh.cells[c];
  const std::string step = "/steps/000" + std::to_string(k) + "/zoo/";
  XdmfGrid grid{"zoo " + cell.name,
                cell.topology,
                1,
                static_cast<int>(pointsOf(cell).size()),
                "/meshes/zoo/" + cell.name + "/cells",
                mesh.numPoints(),
                "/meshes/zoo/points",
                {}};
  grid.fields = {
      {"displacement", XdmfField::Kind::vector, XdmfField::Center::node, step + "displacement"},
      {"node tags", XdmfField::Kind::scalar, XdmfField::Center::node, "/meshes/zoo/tags", XdmfNumber::int64},
      {"stress", XdmfField::Kind::tensor, XdmfField::Center::cell, step + cell.name + "/stress"},
      {"rank", XdmfField::Kind::scalar, XdmfField::Center::cell, step + cell.name + "/rank", XdmfNumber::int32}};
  return grid;
}

void writeSample(const std::string& folder) {
  const auto comm = Communicator::world();
  const SampleMesh mesh;
  auto file = Hdf5File::create(comm, folder + "/sample.h5");
  writeMesh(file, mesh);
  for (int k = 0; k < 2; ++k) writeStep(file, mesh, k);
  file.writeAttribute("/", "title", "one cell of every type");
  file.writeAttribute("/", "versions", "sample");
  file.writeText("/case", "title: one cell of every type\n");
  file.writeText("/options", "");
  file.writeText("/summary", R"({"steps": 2})");
  file.commit();

  std::vector<XdmfStep> all(2);
  for (std::size_t c = 0; c < mesh.cells.size(); ++c) {
    const std::vector<XdmfStep> alone{{0.0, {gridOf(mesh, c, 0)}}, {0.5, {gridOf(mesh, c, 1)}}};
    writeTextAtomically(comm, folder + "/sample.zoo." + mesh.cells[c].name + ".xdmf", xdmfText("sample.h5", alone));
    for (std::size_t k = 0; k < 2; ++k) {
      all[k].time = alone[k].time;
      all[k].grids.push_back(alone[k].grids.front());
    }
  }
  writeTextAtomically(comm, folder + "/sample.xdmf", xdmfText("sample.h5", all));
}

TEST(ResultSample, hasEveryCellType) {
  const TemporaryFolder temporary;
  const char* kept = std::getenv("TENON_SAMPLE_FOLDER");
  const std::string folder = kept != nullptr ? kept : temporary.path();
  createFolder(Communicator::world(), folder);
  writeSample(folder);
  const auto file = Hdf5File::open(Communicator::world(), folder + "/sample.h5");
  EXPECT_EQ(file.children("/meshes/zoo").size(), sampleCells().size() + 2);
  EXPECT_EQ(file.rows("/steps/0001/zoo/displacement"), SampleMesh().numPoints());
  EXPECT_EQ(file.numberAttribute("/steps/0001", "time"), 0.5);
  EXPECT_EQ(file.columns("/meshes/zoo/hex27/cells"), 27);
}

}  // namespace
}  // namespace tenon::io
