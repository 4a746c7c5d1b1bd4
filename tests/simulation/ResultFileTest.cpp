// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// Writes curved meshes with known field values to the folder that TENON_SAMPLE_FOLDER names.
// tests/python/test_results.py reads them by h5py and meshio and compares node by node, value by
// value.
#include "simulation/results/ResultFile.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

#include "io/TemporaryFolder.hpp"
#include "tenon/mesh/generation/generate.hpp"

namespace tenon::simulation {
namespace {

using mesh::CellType;

base::Communicator comm() {
  return base::Communicator::world();
}

/// Maps x = p, y = q + p^2 / 5, z = r + p q / 10; test_results.py inverts this map.
mesh::Point curved(const mesh::Point& p) {
  return {p[0], p[1] + 0.2 * p[0] * p[0], p[2] + 0.1 * p[0] * p[1]};
}

/// Returns u = (x + 1, 10 y + 2, 100 z + 3), whose components cannot be confused.
std::vector<double> displacementOf(const mesh::Mesh& mesh, int columns) {
  std::vector<double> u;
  for (std::size_t i = 0; i < 3 * static_cast<std::size_t>(mesh.layout().numOwned()); ++i)
    if (static_cast<int>(i % 3) < columns)
      u.push_back(mesh.points()[i] * (i % 3 == 0 ? 1 : i % 3 == 1 ? 10 : 100) + static_cast<double>(i % 3 + 1));
  return u;
}

/// Returns XX YY ZZ XY YZ XZ = 11 22 33 12 23 13, plus 100 times the number of the cell.
std::vector<std::vector<double>> stressOf(const mesh::Mesh& mesh) {
  std::vector<std::vector<double>> stress(mesh.blocks().size());
  for (std::size_t b = 0; b < stress.size(); ++b)
    for (base::LocalIndex cell = 0; cell < mesh.blocks()[b].num_owned; ++cell)
      for (const double component : {11, 22, 33, 12, 23, 13})
        stress[b].push_back(component +
                            100.0 * static_cast<double>(mesh.blocks()[b].tags[static_cast<std::size_t>(cell)]));
  return stress;
}

TEST(ResultFile, writesCurvedCellsAndSixComponents) {
  const io::testing::TemporaryFolder scratch;
  const char* kept = std::getenv("TENON_SAMPLE_FOLDER");
  const std::string folder = kept != nullptr ? kept : scratch.path();
  io::createFolder(comm(), folder);
  mesh::BoxOptions options;
  options.map = curved;
  for (const CellType type : {CellType::hex20, CellType::hex27, CellType::prism15, CellType::tet10, CellType::quad8,
                              CellType::quad9, CellType::tri6}) {
    const std::string name = mesh::info(type).name, stem = folder + "/" + name;
    const mesh::Mesh mesh = mesh::box(comm(), type, {2, 1, 3}, {0, 0, 0}, {1, 2, 3}, options);
    {
      ResultFile results(comm(), stem);
      results.addMesh("body", mesh);
      for (const double time : {0.5, 1.0}) {
        results.beginStep(time);
        results.writeNodes("body", "displacement", displacementOf(mesh, mesh.dimension()), mesh.dimension());
        results.writeCells("body", "stress", stressOf(mesh), 6);
      }
      results.commit();
    }
    EXPECT_TRUE(std::filesystem::exists(stem + ".h5"));
    EXPECT_TRUE(std::filesystem::exists(stem + ".xdmf"));
  }
}

}  // namespace
}  // namespace tenon::simulation
