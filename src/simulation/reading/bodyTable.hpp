#pragma once
#include <memory>
#include <string>
#include <vector>

#include "tenon/mesh/RawMesh.hpp"
#include "tenon/simulation/CaseFile.hpp"
#include "tenon/system/Body.hpp"

// Objects without a mesh: particles and rigid bodies that a case or a CSV file lists.
namespace tenon::simulation {

/// One particle or rigid body, along the axes of space.
struct BodyEntry {
  std::string name;
  base::Vec3 position = base::Vec3::Zero();  ///< of the centre of mass
  double mass = 0.0;
  base::Mat3 inertia = base::Mat3::Zero();   ///< about the centre of mass, along the body's own axes
  base::Vec3 rotation = base::Vec3::Zero();  ///< rotation vector of the body's axes
  base::Vec3 velocity = base::Vec3::Zero(), spin = base::Vec3::Zero();
};

/// The particles or rigid bodies of one object, numbered from 1: a node each.
class BodyTable {
 public:
  /// Whether an object is listed instead of meshed.
  static bool isIn(const base::CaseNode& object) { return object.has("bodies") || object.has("particles"); }

  /// Reads the block `bodies` or `particles` of an object, the same on every rank; a CSV file waits for rawMesh().
  /// InputError with file and line.
  BodyTable(const CaseFile& file, const base::CaseNode& object, std::string name, int dimension);

  /// A mesh of points, with a group for each name. Of the root alone: reads the CSV file. FileError, InputError.
  mesh::RawMesh rawMesh();
  /// Collective. The object with its inertia, gyroscopic forces and initial velocities. `mesh`: rawMesh() dealt out.
  std::unique_ptr<system::Body> makeBody(mesh::Mesh mesh) const;

 private:
  void check(const BodyEntry& entry, const std::string& where) const;
  std::vector<BodyEntry> entriesOf(const mesh::Mesh& mesh) const;

  std::string name_, path_;  // of a CSV file; empty: entries are in the case
  int dimension_;
  bool are_rigid_, are_mapped_;
  std::vector<BodyEntry> entries_;  // of a file: on the root alone
};

}  // namespace tenon::simulation
