// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "base/Phases.hpp"
#include "bodyTable.hpp"
#include "derivedObject.hpp"
#include "mesh/GroupBuilder.hpp"
#include "mesh/reading/readMeshes.hpp"
#include "simulation/reading/parameters/ContributorMaker.hpp"
#include "simulation/reading/parameters/ShapeMode.hpp"
#include "system/mapped/MappingGraph.hpp"
#include "tenon/base/Error.hpp"
#include "tenon/constraint/Constraint.hpp"
#include "tenon/fem/ObjectGroup.hpp"
#include "tenon/mapping/Measurement.hpp"
#include "tenon/simulation/reading/Additions.hpp"
#include "tenon/simulation/reading/CaseFile.hpp"

// Block `objects` of a case: meshes, contributors and mappings.
namespace tenon::simulation {

/// Objects of a case while it is read.
class Objects {
 public:
  /// Reads the meshes. If a mesh is missing or invalid, it is added to `problems` and there are no
  /// objects.
  /// @param additions  contributors and meshes of a host program; must outlive the objects
  /// @note Collective.
  Objects(const base::Communicator& comm, const CaseFile& file, base::Phases& phases, base::ErrorCollector& problems,
          const Additions& additions);

  /// Returns true if the meshes have been read.
  bool areRead() const { return !bodies_.empty(); }
  /// Checks the entries of all objects for problems that can be found without meshes.
  void checkEntries(base::ErrorCollector& problems) const;
  /// Creates forces, masses, conditions and mappings.
  /// @param needs_stiffness  true if the analysis solves with K
  /// @note Collective.
  void makeContributors(const base::Communicator& comm, bool needs_stiffness, base::ErrorCollector& problems);

  /// Returns true if an object is mapped and has no degrees of freedom of its own.
  bool follows(const std::string& object) const;
  /// Returns a function that finds any object and throws InputError for an unknown one. The
  /// function may be used as long as the objects exist, also after their ownership has been given
  /// up.
  fem::FindDomain finder() const;
  /// Returns an entry of the case together with the dimension of space that the objects named in it
  /// have in common, if there is one.
  base::CaseNode withObjectDimension(const base::CaseNode& entry) const;

  /// Returns the objects with degrees of freedom of their own and gives up their ownership.
  std::vector<std::unique_ptr<system::Body>> releaseIndependentBodies();
  /// Returns the mapped objects and gives up their ownership.
  std::vector<system::MappedObject> releaseFollowers();
  /// Returns functions that create the contributors of the objects again.
  std::vector<ContributorMaker> releaseMakers() { return std::move(makers_); }
  /// Returns the shape modes of the objects.
  std::vector<ShapeMode> releaseShapes() { return std::move(shapes_); }
  /// Returns the constraints that tie measured objects by multipliers.
  std::vector<std::unique_ptr<constraint::Constraint>> releaseTies() { return std::move(ties_); }

 private:
  /// Block of one object, before its mesh is read.
  struct ObjectEntry {
    std::string name;
    base::CaseNode node;
    mesh::MeshSource source{};           // Source of the mesh, without a path if the case names none.
    std::shared_ptr<BodyTable> table{};  // List of bodies; nullptr if there is a mesh.
    std::optional<int> space{};
    bool is_axisymmetric = false;
    bool has_frames = false;  // True if the nodes of its mesh have rotational degrees of freedom.
    bool is_placed = false;   // True if it has a placement, which has been read.
    std::vector<mesh::GroupDefinition> groups{};
    std::optional<DerivedObject> derived{};
    // True for a measurement with degrees of freedom of its own, which is tied to the measured
    // objects by multipliers.
    bool has_own_unknowns = false;
    // Mapping that a host program adds; nullptr if there is none.
    const Additions::MakeMapping* added_mapping = nullptr;

    bool followsSource() const {
      return derived && derived->follow && !node.has("mapping") && added_mapping == nullptr;
    }
    bool isMapped() const {
      return (node.isMap() && node.has("mapping")) || added_mapping != nullptr || followsSource();
    }
    /// Returns true if its mapping names a type that does not exist.
    bool hasUnknownMapping() const;
    /// Returns true if its mapping creates its nodes, so that it needs no mesh.
    bool isMeasured() const;
    /// Returns the key that determines the source of its mesh.
    base::CaseNode meshNode() const { return node[derived ? "derive" : "mesh"]; }
  };
  void collectSpaces(const base::CaseNode& node, std::set<int>& spaces) const;
  /// Returns true if the host program adds a mapping to an object.
  bool isMappedByHost(const std::string& object) const { return additions_.mappings.count(object) != 0; }
  ObjectEntry readBlock(const CaseFile& file, const std::string& name, const base::CaseNode& node,
                        base::ErrorCollector& problems) const;
  static void readDescription(ObjectEntry& object, base::ErrorCollector& problems);
  void readMeshSource(const CaseFile& file, ObjectEntry& object) const;
  void readMeshes(const base::Communicator& comm, const base::CaseNode& root, base::Phases& phases,
                  base::ErrorCollector& problems);
  /// Checks that the objects of additions exist, and that an object has one mapping.
  /// @throws InputError otherwise
  void takeAdditions();
  /// Gathers the meshes in memory that objects use on the root.
  /// @throws InputError if no object uses one of them
  /// @note Collective.
  void gatherMeshes(const base::Communicator& comm);
  /// Creates the force fields that a host program adds to an object. @note Collective.
  void addForces(const base::Communicator& comm, system::Body& body, base::ErrorCollector& problems) const;
  /// Creates a body with a mesh, with the groups and the dimension of space of its block, and moves
  /// its nodes by the shape modes of the case.
  /// @note Collective.
  std::unique_ptr<system::Body> makeBody(const ObjectEntry& block, mesh::Mesh mesh, base::ErrorCollector& problems);
  /// Creates the bodies whose meshes are derived from those of others.
  /// @throws InputError if one cannot be created
  /// @note Collective.
  void deriveBodies(base::ErrorCollector& problems);
  void derive(std::size_t i, base::ErrorCollector& problems);
  /// Creates the objects that measure others. @note Collective.
  void measure(const base::Communicator& comm, bool needs_stiffness, base::ErrorCollector& problems);
  /// Gives a measurement degrees of freedom of its own if its mapping would fill the stiffness
  /// matrix.
  /// @note Collective.
  void unfold(std::size_t i, const base::Communicator& comm, mapping::Measurement& measurement);
  /// Returns true if stiffness or mass may be mapped through a measurement.
  bool isLoaded(const ObjectEntry& block) const;
  /// Returns a function that finds the parents of a mapping.
  /// The returned function throws InputError for an axisymmetric parent, which only objects made by
  /// `derive` and measurements can follow.
  fem::FindDomain parentFinder() const;
  /// Returns the names of the objects in its mapping.
  static std::vector<std::string> referencedObjects(const ObjectEntry& block);
  void makeMapping(const base::Communicator& comm, std::size_t i, base::ErrorCollector& problems);
  static void applyInitialVelocity(const ObjectEntry& block, system::Body& body);

  base::CaseNode root_;
  const Additions& additions_;
  std::vector<ObjectEntry> blocks_;
  bool has_interactions_ = false;
  std::vector<std::unique_ptr<system::Body>> bodies_;  // In the order of the blocks.
  // In the order of the blocks; nullptr if there is none.
  std::vector<std::unique_ptr<mapping::Mapping>> mappings_;
  // In the order of the blocks; empty if nothing is derived.
  std::vector<mapping::WeightTable> derived_weights_;
  std::vector<std::unique_ptr<constraint::Constraint>> ties_;
  std::vector<ContributorMaker> makers_;
  std::vector<ShapeMode> shapes_;
};

}  // namespace tenon::simulation
