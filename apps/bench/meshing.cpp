// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "meshing.hpp"

#include <metis.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>

#include "measure.hpp"
#include "mesh/distribution/distribute.hpp"
#include "mesh/distribution/partition.hpp"
#include "mesh/reading/GmshReader.hpp"
#include "mesh/reading/partitioned.hpp"
#include "sizes.hpp"
#include "tenon/base/runCollectively.hpp"

namespace tenon::bench {
namespace {

/// Returns the milliseconds of METIS_PartMeshDual alone. @note Not collective.
double metisAlone(const mesh::RawMesh& mesh, int num_parts) {
  std::vector<idx_t> starts{0}, vertices;
  for (const mesh::RawBlock& block : mesh.blocks) {
    const mesh::CellTypeInfo& type = mesh::info(block.type);
    if (type.dimension != mesh.dimension) continue;
    for (std::size_t cell = 0; cell < block.numCells(); ++cell) {
      const auto first = block.nodes.begin() + static_cast<std::ptrdiff_t>(cell) * type.num_nodes;
      vertices.insert(vertices.end(), first, first + type.num_vertices);
      starts.push_back(static_cast<idx_t>(vertices.size()));
    }
  }
  auto num_cells = static_cast<idx_t>(starts.size() - 1), num_nodes = static_cast<idx_t>(mesh.numNodes());
  idx_t num_shared = mesh.dimension, parts = num_parts, cut = 0;
  std::vector<idx_t> cell_parts(starts.size() - 1), node_parts(mesh.numNodes());
  const double start = MPI_Wtime();
  const int status =
      METIS_PartMeshDual(&num_cells, &num_nodes, starts.data(), vertices.data(), nullptr, nullptr, &num_shared, &parts,
                         nullptr, nullptr, &cut, cell_parts.data(), node_parts.data());
  base::ensure(status == METIS_OK, "METIS_PartMeshDual failed.");
  return (MPI_Wtime() - start) * 1e3;
}

struct Times {
  std::vector<double> read, metis, distribute, alone;
};

/// Times of each phase, by name.
using PartitionedTimes = std::map<std::string, std::vector<double>>;

/// Reads and distributes the mesh once, measures METIS alone and returns the mesh.
mesh::Mesh runOnce(const base::Communicator& comm, const std::string& file, Times& times) {
  mesh::RawMesh raw;
  std::vector<std::vector<int>> parts(1);
  times.read.push_back(milliseconds(comm, [&] { base::runOnRoot(comm, [&] { raw = mesh::readGmsh(file); }); }));
  times.metis.push_back(
      milliseconds(comm, [&] { base::runOnRoot(comm, [&] { parts = mesh::partition({&raw}, comm.size()); }); }));
  double alone = 0.0;
  base::runOnRoot(comm, [&] { alone = metisAlone(raw, std::max(2, comm.size())); });
  times.alone.push_back(comm.max(alone));

  std::vector<mesh::Mesh> made;
  times.distribute.push_back(
      milliseconds(comm, [&] { made.push_back(mesh::distribute(comm, std::move(raw), std::move(parts.front()))); }));
  return std::move(made.front());
}

/// Reads and distributes a partitioned file once.
mesh::Mesh runOnce(const base::Communicator& comm, const std::string& file, PartitionedTimes& times) {
  base::Phases phases(comm);
  mesh::Mesh made = mesh::readPartitioned(comm, file, &phases);
  for (const auto& phase : phases.summary()) times[phase.name].push_back(phase.max * 1e3);
  return made;
}

void report(const Times& times, nlohmann::ordered_json& out) {
  const double read = median(times.read), metis = median(times.metis), distribute = median(times.distribute);
  out["read_ms"] = read;
  out["metis_ms"] = metis;
  out["distribute_ms"] = distribute;
  out["metis_alone_ms"] = median(times.alone);
  out["ratio"] = (read + metis + distribute) / median(times.alone);
}

void report(const PartitionedTimes& times, nlohmann::ordered_json& out) {
  for (const auto& [phase, milliseconds] : times) out[phase + "_ms"] = median(milliseconds);
  out["ratio"] = 1.0 + median(times.at("check")) / median(times.at("read"));
}

template <class Times>
void measureFrom(const base::Communicator& comm, const std::string& file, int reps, Times times) {
  nlohmann::ordered_json out{{"prog", "tenon"}, {"file", file}, {"ranks", comm.size()}};
  out["rss_start_mb"] = peakMiB(comm);
  for (int r = 0; r < reps; ++r) {
    const mesh::Mesh mesh = runOnce(comm, file, times);
    if (r > 0) continue;
    out["elements"] = numTopCells(mesh);
    out["nodes"] = static_cast<std::int64_t>(mesh.layout().numGlobal());
    out["mesh_mb"] = maxMiB(comm, bytesOf(mesh));
    out["peak_mb"] = peakMiB(comm);
  }
  report(times, out);
  if (comm.isRoot()) std::printf("%s\n", out.dump().c_str());
}

}  // namespace

void measureMesh(const base::Communicator& comm, const std::string& file, int reps) {
  if (std::filesystem::path(file).extension() == ".h5")
    measureFrom(comm, file, reps, PartitionedTimes());
  else
    measureFrom(comm, file, reps, Times());
}

}  // namespace tenon::bench
