// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "readMeshes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <map>

#include "GmshReader.hpp"
#include "base/InputFile.hpp"
#include "joinedNodes.hpp"
#include "mesh/distribution/distribute.hpp"
#include "mesh/distribution/partition.hpp"
#include "mesh/surfaces/surfaceFile.hpp"
#include "partitioned.hpp"
#include "tenon/base/Error.hpp"
#include "tenon/base/Log.hpp"
#include "tenon/base/runCollectively.hpp"

namespace tenon::mesh {
namespace {

/// Returns true if the file begins as an HDF5 file.
/// @throws FileError if its name has the extension of HDF5 but its contents do not match
bool isHdf5(const std::string& path) {
  const base::InputFile file("the mesh", path);
  char first[8] = {};
  file.read(first, std::min(file.size(), sizeof(first)));
  const bool is_hdf5 = std::memcmp(first, "\211HDF\r\n\032\n", sizeof(first)) == 0;
  if (!is_hdf5 && std::filesystem::path(path).extension() == ".h5")
    throw base::FileError(fmt::format("'{}' is damaged: it does not begin like an HDF5 file.", path));
  return is_hdf5;
}

/// Data that the root reads from all sources before distribution.
struct RootMeshes {
  std::vector<char> is_hdf5;    // [sources] true for partitioned meshes
  std::vector<RawMesh> meshes;  // meshes of the Gmsh sources, in their order

  /// Returns the index in `meshes` of each source; -1 for partitioned meshes.
  std::vector<int> bySource() const {
    std::vector<int> numbers;
    int next = 0;
    for (const char hdf5 : is_hdf5) numbers.push_back(hdf5 != 0 ? -1 : next++);
    return numbers;
  }
};

std::ptrdiff_t timesUsed(const std::vector<MeshSource>& sources, const std::string& path) {
  return std::count_if(sources.begin(), sources.end(), [&](const MeshSource& source) { return source.path == path; });
}

void warnOfDropped(const RawMesh& mesh) {
  const std::string warning = droppedEntitiesWarning(mesh);
  if (!warning.empty()) base::log().warn(warning);
}

/// Reads a file that is read as a whole.
RawMesh readFile(const std::string& path) {
  return isSurfaceFile(path) ? readSurface(path) : readGmsh(path);
}

/// Reads one source; `files` caches those that several sources share.
void readSource(const MeshSource& source, bool shared, std::map<std::string, RawMesh>& files, RootMeshes& all) {
  all.is_hdf5.push_back(!source.make && isHdf5(source.path) ? 1 : 0);
  if (source.make) {
    all.meshes.push_back(source.make());
    return;
  }
  if (all.is_hdf5.back() != 0) {
    if (!source.cells.empty())
      throw base::InputError(
          fmt::format("'{}' is partitioned and can be used only as a whole; write the required groups into a separate "
                      "partitioned file.",
                      source.path));
    return;
  }
  auto found = files.find(source.path);
  if (found == files.end()) {
    found = files.emplace(source.path, readFile(source.path)).first;
    warnOfDropped(found->second);
  }
  if (!source.cells.empty())
    all.meshes.push_back(restrictToGroups(found->second, source.cells));
  else if (shared)
    all.meshes.push_back(found->second);
  else
    all.meshes.push_back(std::move(found->second));
}

template <class Error>
[[noreturn]] void rethrowFrom(const MeshSource& source, const Error& error) {
  if (source.where.empty()) throw error;
  throw Error(fmt::format("{}: {}", source.where, error.what()));
}

RootMeshes readAll(const std::vector<MeshSource>& sources) {
  RootMeshes all;
  std::map<std::string, RawMesh> files;
  base::ErrorCollector problems;
  for (const MeshSource& source : sources)
    problems.attempt([&] {
      try {
        readSource(source, timesUsed(sources, source.path) > 1, files, all);
      } catch (const base::InputError& error) {
        rethrowFrom(source, error);
      } catch (const base::FileError& error) {
        rethrowFrom(source, error);
      }
    });
  problems.throwIfAny();
  return all;
}

/// Runs `work` and adds the origin of the source to an InputError that all ranks throw.
template <class Work>
void withSource(const MeshSource& source, Work&& work) {
  try {
    work();
  } catch (const base::InputError& error) {
    if (source.where.empty() || !error.isOnAllRanks()) throw;
    base::InputError located(fmt::format("{}: {}", source.where, error.what()));
    located.markOnAllRanks();
    throw located;
  }
}

}  // namespace

std::vector<Mesh> readMeshes(const base::Communicator& comm, const std::vector<MeshSource>& sources,
                             base::Phases* phases, const std::vector<MeshLink>& links) {
  RootMeshes read;
  base::runInPhase(phases, "read", [&] { base::runOnRoot(comm, [&] { read = readAll(sources); }); });
  std::vector<Mesh> meshes;
  base::runInPhase(phases, "partition", [&] {
    std::vector<std::vector<int>> parts;
    base::runOnRoot(comm, [&] {
      std::vector<const RawMesh*> all;
      for (const RawMesh& mesh : read.meshes) all.push_back(&mesh);
      if (!all.empty()) parts = partition(all, comm.size(), joinedNodes(all, read.bySource(), links));
    });
    const std::string is_hdf5 = comm.broadcast(std::string(read.is_hdf5.begin(), read.is_hdf5.end()));
    read.meshes.resize(sources.size());
    parts.resize(sources.size());
    for (std::size_t s = 0, next = 0; s < sources.size(); ++s) {
      const MeshSource& source = sources[s];
      withSource(source, [&] {
        if (is_hdf5[s] != 0) {
          meshes.push_back(readPartitioned(comm, source.path, nullptr, source.placement, source.space));
          return;
        }
        meshes.push_back(
            distribute(comm, std::move(read.meshes[next]), std::move(parts[next]), source.placement, source.space));
        ++next;
      });
    }
  });
  return meshes;
}

Mesh readMesh(const base::Communicator& comm, const std::string& path) {
  return std::move(readMeshes(comm, {{path, {}}}).front());
}

bool isReadable(const std::string& path) {
  const base::InputFile file("the mesh", path);
  constexpr char mark[] = "$MeshFormat";
  char first[sizeof(mark) - 1] = {};
  file.read(first, std::min(file.size(), sizeof(first)));
  return isSurfaceFile(path) || std::memcmp(first, mark, sizeof(first)) == 0;
}

RawMesh readRawMesh(const MeshSource& source) {
  if (isHdf5(source.path))
    throw base::InputError(fmt::format("'{}' is an HDF5 file, but a Gmsh mesh is expected here.", source.path));
  RawMesh mesh = readFile(source.path);
  warnOfDropped(mesh);
  return source.cells.empty() ? mesh : restrictToGroups(mesh, source.cells);
}

}  // namespace tenon::mesh
