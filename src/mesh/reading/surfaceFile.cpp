#include "tenon/mesh/surfaceFile.hpp"

#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <fmt/format.h>

#include <algorithm>
#include <assimp/Importer.hpp>
#include <cctype>
#include <cmath>
#include <map>

#include "checkPly.hpp"
#include "tenon/base/Error.hpp"
#include "tenon/base/InputFile.hpp"
#include "tenon/base/Log.hpp"
#include "tenon/base/algebra.hpp"

namespace tenon::mesh {
namespace {

using base::Vec3;

std::string endingOf(const std::string& path) {
  const std::size_t dot = path.rfind('.');
  std::string ending = dot == std::string::npos ? "" : path.substr(dot + 1);
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); });
  return ending;
}

/// Gives places that are nearer to each other than a tolerance one number: by a grid of little boxes of that size, of
/// which the neighbours are looked at, too.
class Joiner {
 public:
  explicit Joiner(double tolerance) : tolerance_(tolerance) {}

  std::int32_t numberOf(const Vec3& x) {
    const Cell here = cellOf(x);
    for (std::int64_t i = here[0] - 1; i <= here[0] + 1; ++i)
      for (std::int64_t j = here[1] - 1; j <= here[1] + 1; ++j) {
        auto at = numbers_.lower_bound({i, j, here[2] - 1});
        for (; at != numbers_.end() && at->first <= Cell{i, j, here[2] + 1}; ++at)
          if ((points_[static_cast<std::size_t>(at->second)] - x).norm() <= tolerance_) return at->second;
      }
    points_.push_back(x);
    return numbers_.emplace(here, static_cast<std::int32_t>(points_.size()) - 1)->second;
  }
  const std::vector<Vec3>& points() const { return points_; }

 private:
  using Cell = std::array<std::int64_t, 3>;
  Cell cellOf(const Vec3& x) const {
    Cell cell;
    for (int k = 0; k < 3; ++k)
      cell[static_cast<std::size_t>(k)] = static_cast<std::int64_t>(std::floor(x[k] / tolerance_));
    return cell;
  }
  double tolerance_;
  std::multimap<Cell, std::int32_t> numbers_;
  std::vector<Vec3> points_;
};

Vec3 placeOf(const aiVector3D& x) {
  return Vec3(x.x, x.y, x.z);
}

/// A millionth of the diagonal, and not less than what places are known to.
double toleranceOf(const aiScene& scene, const std::string& path) {
  Vec3 low = Vec3::Constant(std::numeric_limits<double>::max()), high = -low;
  for (unsigned m = 0; m < scene.mNumMeshes; ++m)
    for (unsigned v = 0; v < scene.mMeshes[m]->mNumVertices; ++v) {
      const Vec3 x = placeOf(scene.mMeshes[m]->mVertices[v]);
      if (!x.allFinite()) throw base::FileError(fmt::format("'{}' is damaged: a vertex is no number.", path));
      low = low.cwiseMin(x);
      high = high.cwiseMax(x);
    }
  const double farthest = std::max(low.cwiseAbs().maxCoeff(), high.cwiseAbs().maxCoeff());
  return std::max({1e-6 * (high - low).norm(), 2.0 * std::numeric_limits<float>::epsilon() * farthest,
                   std::numeric_limits<double>::min()});
}

/// Number of the set that holds the group of that name, which is made where it is new.
std::int32_t setOf(const std::string& name, RawMesh& mesh) {
  if (name.empty()) return 0;
  const auto same = [&](const RawGroup& group) { return group.name == name; };
  const auto found = std::find_if(mesh.groups.begin(), mesh.groups.end(), same);
  if (found != mesh.groups.end()) return static_cast<std::int32_t>(found - mesh.groups.begin()) + 1;
  mesh.groups.push_back({name, 2});
  mesh.group_sets.push_back({static_cast<int>(mesh.groups.size()) - 1});
  return static_cast<std::int32_t>(mesh.groups.size());
}

RawMesh meshOf(const aiScene& scene, const std::string& path) {
  RawMesh mesh;
  mesh.file = path;
  RawBlock triangles{CellType::tri3, {}, {}, {}};
  Joiner joiner(toleranceOf(scene, path));
  std::size_t num_flat = 0;
  for (unsigned m = 0; m < scene.mNumMeshes; ++m) {
    const aiMesh& part = *scene.mMeshes[m];
    for (unsigned f = 0; f < part.mNumFaces; ++f) {
      const aiFace& face = part.mFaces[f];
      if (face.mNumIndices != 3) continue;
      std::int32_t nodes[3];
      for (int i = 0; i < 3; ++i) nodes[i] = joiner.numberOf(placeOf(part.mVertices[face.mIndices[i]]));
      if (nodes[0] == nodes[1] || nodes[1] == nodes[2] || nodes[2] == nodes[0]) {
        ++num_flat;
        continue;
      }
      triangles.nodes.insert(triangles.nodes.end(), nodes, nodes + 3);
      triangles.tags.push_back(static_cast<std::int64_t>(triangles.tags.size()) + 1);
      triangles.group_set.push_back(setOf(part.mName.C_Str(), mesh));
    }
  }
  if (triangles.tags.empty()) throw base::InputError(fmt::format("'{}' holds no triangle.", path));
  if (num_flat > 0)
    base::log().warn("'{}': {} triangle{} whose vertices are one {} left out.", path, num_flat,
                     num_flat == 1 ? "" : "s", num_flat == 1 ? "was" : "were");
  for (const Vec3& x : joiner.points()) {
    mesh.points.insert(mesh.points.end(), x.data(), x.data() + 3);
    mesh.node_tags.push_back(static_cast<std::int64_t>(mesh.node_tags.size()) + 1);
  }
  mesh.blocks.push_back(std::move(triangles));
  tidy(mesh);
  return mesh;
}

}  // namespace

bool isSurfaceFile(const std::string& path) {
  const std::string ending = endingOf(path);
  return ending == "stl" || ending == "obj" || ending == "ply";
}

RawMesh readSurface(const std::string& path) {
  const std::string contents = base::InputFile("the mesh", path).contents();
  if (contents.empty()) throw base::InputError(fmt::format("'{}' is empty.", path));
  if (endingOf(path) == "ply") checkPly(contents, path);
  Assimp::Importer importer;
  const aiScene* scene =
      importer.ReadFileFromMemory(contents.data(), contents.size(), aiProcess_Triangulate, endingOf(path).c_str());
  if (scene == nullptr)
    throw base::FileError(
        fmt::format("'{}' is damaged, or no {} file: {}.", path, endingOf(path), importer.GetErrorString()));
  return meshOf(*scene, path);
}

}  // namespace tenon::mesh
