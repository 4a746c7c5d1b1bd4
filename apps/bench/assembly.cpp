#include "assembly.hpp"

#include <cstdio>
#include <nlohmann/json.hpp>

#include "bytes.hpp"
#include "measure.hpp"
#include "tenon/mesh/generate.hpp"

namespace tenon::bench {
namespace {

mesh::Mesh cube(const base::Communicator& comm, const AssemblyOptions& options) {
  const auto type = options.elem == "tet" ? mesh::CellType::tet4 : mesh::CellType::hex8;
  return mesh::box(comm, type, {options.n, options.n, options.n});
}

}  // namespace

void measureAssembly(const base::Communicator& comm, const AssemblyOptions& options) {
  nlohmann::ordered_json out{{"prog", "tenon"}, {"elem", options.elem}, {"n", options.n}, {"ranks", comm.size()}};
  out["rss_start_mb"] = peakMiB(comm);
  std::unique_ptr<mesh::Mesh> mesh;
  out["mesh_ms"] = milliseconds(comm, [&] { mesh = std::make_unique<mesh::Mesh>(cube(comm, options)); });
  out["peak_mesh_mb"] = peakMiB(comm);
  out["mesh_mb"] = mostMiB(comm, bytesOf(*mesh));
  if (comm.isRoot()) std::printf("%s\n", out.dump().c_str());
}

}  // namespace tenon::bench
