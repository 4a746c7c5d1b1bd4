// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "BodyEntry.hpp"
#include "mesh/reading/RawMesh.hpp"
#include "tenon/simulation/reading/CaseFile.hpp"
#include "tenon/system/Body.hpp"

// Objects without a mesh: particles and rigid bodies that a case or a CSV file lists.
namespace tenon::simulation {

/// Particles or rigid bodies of one object, numbered from 1, with one node each.
class BodyTable {
 public:
  /// Returns true if an object is given by a list instead of a mesh.
  static bool isIn(const base::CaseNode& object) { return object.has("bodies") || object.has("particles"); }

  /// Reads the block `bodies` or `particles` of an object, identically on all ranks. A CSV file is
  /// read later, by rawMesh().
  /// @param is_mapped  true if the parents of the object determine its motion. Mass and inertia may
  ///   then be omitted, because the parents need not receive any mass from the object.
  /// @throws InputError with file and line if the block is invalid
  BodyTable(const CaseFile& file, const base::CaseNode& object, std::string name, int dimension, bool is_mapped);

  /// Reads the CSV file, if any, and returns a mesh of points with a group for each name. Called on
  /// the root only.
  /// @throws FileError or InputError if the file cannot be read or is invalid
  mesh::RawMesh rawMesh();
  /// Creates the object with its inertia, gyroscopic forces and initial velocities. Mapped bodies
  /// without mass and inertia have neither a mass nor gyroscopic forces.
  /// @param mesh  result of rawMesh() after distribution to the ranks
  /// @note Collective.
  std::unique_ptr<system::Body> makeBody(mesh::Mesh mesh) const;

 private:
  void check(const BodyEntry& entry, const std::string& where) const;
  std::vector<BodyEntry> entriesOf(const mesh::Mesh& mesh) const;

  std::string name_, path_;  // Path of a CSV file; empty if entries are in the case.
  int dimension_;
  bool are_rigid_, are_mapped_;
  std::vector<BodyEntry> entries_;  // Entries; those of a file are on the root only.
};

}  // namespace tenon::simulation
