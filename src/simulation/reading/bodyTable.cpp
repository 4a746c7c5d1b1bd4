// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "bodyTable.hpp"

#include <fmt/format.h>

#include <Eigen/Core>
#include <algorithm>
#include <cstring>
#include <map>

#include "base/dense.hpp"
#include "bodyColumns.hpp"
#include "force/GyroscopicForce.hpp"
#include "mass/RigidInertia.hpp"
#include "tenon/base/runCollectively.hpp"
#include "tenon/base/suggest.hpp"
#include "tenon/la/layout/NodeFrame.hpp"

namespace tenon::simulation {

using base::CaseNode;
using base::LocalIndex;
using base::Mat3;
using base::Vec3;

namespace {

/// Reads an inertia: in the plane the moment about z; in space three principal moments, or a
/// matrix.
Mat3 readInertia(const CaseNode& node, int dimension) {
  if (dimension == 2) return Vec3(0.0, 0.0, node.number()).asDiagonal();
  const auto items = node.items();
  if (items.size() != 3)
    node.fail(fmt::format(
        "an inertia in 3D must be a list of three principal moments, such as [1, 1, 2], or of three rows of "
        "three numbers, but the length of the list is {}.",
        items.size()));
  if (!items.front().isList()) return node.vector().asDiagonal();
  Mat3 inertia;
  base::readValue(node, inertia);
  return inertia;
}

/// Reads an entry. Mapped bodies need no mass.
BodyEntry readEntry(const CaseNode& node, bool is_rigid, bool is_mapped, int dimension) {
  std::vector<std::string> keys{"name", "position", "mass", "velocity"};
  if (is_rigid) keys.insert(keys.end(), {"inertia", "rotation", "angular_velocity"});
  const std::vector<std::string> former = is_rigid ? std::vector<std::string>{"spin"} : std::vector<std::string>{};
  node.requireKnownKeys(keys, former);
  BodyEntry entry;
  if (node.has("name")) entry.name = node["name"].text();
  entry.position = node["position"].vector();
  if (!is_mapped || node.has("mass")) entry.mass = node["mass"].number();
  if (node.has("velocity")) entry.velocity = node["velocity"].vector();
  if (!is_rigid) return entry;
  if (!is_mapped || node.has("inertia")) entry.inertia = readInertia(node["inertia"], dimension);
  if (node.has("rotation")) entry.rotation = node["rotation"].vector();
  if (const auto spin = node.find("angular_velocity", former)) entry.spin = spin->vector();
  return entry;
}

constexpr std::size_t row_length = 22;

/// Values of an entry in sequence, for transmission between ranks.
using PackedRow = std::array<double, row_length>;

PackedRow packed(const BodyEntry& entry) {
  PackedRow row;
  Eigen::Map<Eigen::Matrix<double, row_length, 1>> all(row.data());
  all << entry.position, entry.mass, Eigen::Map<const Eigen::Matrix<double, 9, 1>>(entry.inertia.data()),
      entry.rotation, entry.velocity, entry.spin;
  return row;
}

BodyEntry unpacked(const PackedRow& row) {
  BodyEntry entry;
  entry.position = Vec3(row.data());
  entry.mass = row[3];
  entry.inertia = Mat3(row.data() + 4);
  entry.rotation = Vec3(row.data() + 13);
  entry.velocity = Vec3(row.data() + 16);
  entry.spin = Vec3(row.data() + 19);
  return entry;
}

}  // namespace

BodyTable::BodyTable(const CaseFile& file, const CaseNode& object, std::string name, int dimension, bool is_mapped)
    : name_(std::move(name)), dimension_(dimension), are_rigid_(object.has("bodies")), are_mapped_(is_mapped) {
  if (object.has("mesh") || (object.has("bodies") && object.has("particles")))
    object.fail("an object can have only one of `mesh`, `bodies` and `particles`: remove the others.");
  if (object.has("cells")) object["cells"].fail("`cells` is available only for objects with a `mesh`.");
  const CaseNode list = object[are_rigid_ ? "bodies" : "particles"];
  if (list.isScalar()) {
    path_ = file.resolve(list.text());
    return;
  }
  std::vector<std::string> names;
  for (const CaseNode& item : list.items()) {
    const BodyEntry entry = readEntry(item, are_rigid_, are_mapped_, dimension_);
    check(entry, item.place());
    if (!entry.name.empty() && base::contains(names, entry.name))
      item.fail(fmt::format("two of these bodies have the name '{}': rename one of them.", entry.name));
    names.push_back(entry.name);
    entries_.push_back(entry);
  }
  if (entries_.empty()) list.fail("the list is empty, but at least one entry is required.");
}

void BodyTable::check(const BodyEntry& entry, const std::string& where) const {
  const auto require = [&](bool holds, const char* sentence) {
    if (!holds) throw base::InputError(fmt::format("{}: {}", where, sentence));
  };
  require(entry.mass > 0.0 || (are_mapped_ && entry.mass == 0.0), "the mass must be positive.");
  if (dimension_ == 2) {
    require(entry.position[2] == 0.0 && entry.velocity[2] == 0.0,
            "in a plane problem the z components of position and velocity must be 0.");
    require(entry.rotation.head<2>().isZero(0.0) && entry.spin.head<2>().isZero(0.0),
            "in a plane problem bodies rotate only about z: the x and y components of rotation and angular velocity "
            "must be 0.");
  }
  if (!are_rigid_ || (are_mapped_ && entry.inertia.isZero(0.0))) return;
  if (dimension_ == 2) return require(entry.inertia(2, 2) > 0.0, "the moment of inertia must be positive.");
  require(entry.inertia.isApprox(entry.inertia.transpose(), 1e-12), "the inertia matrix must be symmetric.");
  const Vec3 moments = base::computePrincipalValues(entry.inertia);
  require(moments[0] > 0.0, "the principal moments of inertia must be positive.");
  require(moments[2] <= (moments[0] + moments[1]) * (1 + 1e-9),
          "no principal moment of inertia can be larger than the sum of the other two.");
}

mesh::RawMesh BodyTable::rawMesh() {
  if (!path_.empty())
    entries_ = readBodyFile(path_, are_rigid_, are_mapped_, dimension_,
                            [this](const BodyEntry& entry, const std::string& where) { check(entry, where); });
  std::vector<std::array<double, 3>> points;
  std::vector<std::string> names;
  for (const BodyEntry& entry : entries_) {
    points.push_back({entry.position[0], entry.position[1], entry.position[2]});
    names.push_back(entry.name);
  }
  return mesh::meshOfPoints(path_.empty() ? name_ : path_, points, names);
}

/// Returns the entries of all local nodes. The root broadcasts its entries in pieces, from which
/// each rank keeps its own.
/// @note Collective.
std::vector<BodyEntry> BodyTable::entriesOf(const mesh::Mesh& mesh) const {
  constexpr std::size_t piece = 1 << 14;
  std::map<std::int64_t, LocalIndex> wanted;  // by number
  for (LocalIndex node = 0; node < mesh.layout().numLocal(); ++node)
    wanted.emplace(mesh.nodeTags()[static_cast<std::size_t>(node)], node);
  std::vector<BodyEntry> found(wanted.size());
  for (std::size_t first = 0;; first += piece) {
    std::string bytes;
    if (mesh.comm().isRoot()) {
      std::vector<PackedRow> rows;
      for (std::size_t i = first; i < std::min(first + piece, entries_.size()); ++i)
        rows.push_back(packed(entries_[i]));
      bytes.assign(reinterpret_cast<const char*>(rows.data()), rows.size() * sizeof(PackedRow));
    }
    bytes = mesh.comm().broadcast(std::move(bytes));
    if (bytes.empty()) return found;
    for (std::size_t i = 0; i < bytes.size() / sizeof(PackedRow); ++i) {
      const auto place = wanted.find(static_cast<std::int64_t>(first + i) + 1);
      if (place == wanted.end()) continue;
      PackedRow row;
      std::memcpy(row.data(), bytes.data() + i * sizeof(PackedRow), sizeof(PackedRow));
      found[static_cast<std::size_t>(place->second)] = unpacked(row);
    }
  }
}

std::unique_ptr<system::Body> BodyTable::makeBody(mesh::Mesh mesh) const {
  const std::vector<BodyEntry> entries = entriesOf(mesh);
  const auto inertia = std::make_shared<fem::NodalInertia>();
  std::vector<Vec3> rotations;
  for (const BodyEntry& entry : entries) {
    inertia->mass.push_back(entry.mass);
    rotations.push_back(entry.rotation);
    if (!are_rigid_) continue;
    const Mat3 R = la::quaternionOf(entry.rotation).toRotationMatrix();
    inertia->reference_inertia.push_back(R * entry.inertia * R.transpose());
  }
  const la::NodeKind kind = are_rigid_ ? la::NodeKind::frames : la::NodeKind::points;
  auto body = std::make_unique<system::Body>(name_, std::move(mesh), kind, inertia, rotations);
  const bool has_inertia = std::any_of(entries.begin(), entries.end(), [](const BodyEntry& entry) {
    return entry.mass > 0.0 || !entry.inertia.isZero(0.0);
  });
  const bool is_massless = are_mapped_ && !body->mesh().comm().any(has_inertia);
  if (!is_massless) body->masses.push_back(std::make_unique<mass::RigidInertia>(body->domain()));
  if (!is_massless && are_rigid_ && dimension_ == 3)
    body->forces.push_back(std::make_unique<force::GyroscopicForce>(body->domain()));
  la::State& state = body->state();
  auto v = state.velocity().begin();
  for (const BodyEntry& entry : entries) {
    base::Vec6 six;
    six << entry.velocity, entry.spin;
    for (const int motion : la::frameComponentsOf(state)) *v++ = six[motion];
  }
  return body;
}

}  // namespace tenon::simulation
