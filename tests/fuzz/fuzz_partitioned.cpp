// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// Fuzzer of partitioned meshes. Any numbers and bytes in the file yield a mesh or a readable error.
// An input is a list of changes (DamagedHdf5).
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>

#include "DamagedHdf5.hpp"
#include "base/Runtime.hpp"
#include "mesh/reading/GmshReader.hpp"
#include "mesh/reading/partitioned.hpp"
#include "tenon/base/Communicator.hpp"
#include "tenon/base/Error.hpp"
#include "tenon/mesh/Mesh.hpp"

namespace {

using namespace tenon;

/// Mesh of two tetrahedra, with a group of one face of each.
constexpr const char* small_mesh = R"($MeshFormat
2.2 0 8
$EndMeshFormat
$PhysicalNames
2
3 1 "body"
2 2 "skin"
$EndPhysicalNames
$Nodes
5
1 0 0 0
2 1 0 0
3 0 1 0
4 0 0 1
5 1 1 1
$EndNodes
$Elements
4
1 4 2 1 1 1 2 3 4
2 4 2 1 1 2 3 4 5
3 2 2 2 2 1 2 3
4 2 2 2 2 3 4 5
$EndElements
)";

/// Writes the valid file and returns its name.
std::string good() {
  const std::string path = "/dev/shm/tenon-fuzz-" + std::to_string(::getpid()) + ".h5";
  mesh::writePartitioned(mesh::parseGmsh(small_mesh, "small.msh"), {0, 1}, 2, path);
  return path;
}

std::optional<base::Runtime> runtime;
std::optional<DamagedHdf5> files;

void finish() {
  files.reset();
  runtime.reset();
}

}  // namespace

/// Starts MPI outside the timed first input.
extern "C" int LLVMFuzzerInitialize(int*, char***) {
  runtime.emplace();
  files.emplace(good());
  return std::atexit(finish);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  files->damage(Input(data, size));
  try {
    mesh::readPartitioned(base::Communicator::world(), files->path());
  } catch (const base::FileError&) {
  } catch (const base::InputError&) {
  }
  return 0;
}
