#pragma once
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "bodyTable.hpp"
#include "derivedObject.hpp"
#include "tenon/base/Phases.hpp"
#include "tenon/base/Problems.hpp"
#include "tenon/constraint/Constraint.hpp"
#include "tenon/fem/Side.hpp"
#include "tenon/mapping/Measurement.hpp"
#include "tenon/mesh/GroupMaker.hpp"
#include "tenon/mesh/readMeshes.hpp"
#include "tenon/simulation/CaseFile.hpp"
#include "tenon/system/MappingGraph.hpp"

// The block `objects` of a case: meshes, what acts on them, what they follow.
namespace tenon::simulation {

/// The objects of a case, while it is read.
class Objects {
 public:
  /// Collective. Reads the meshes; one that is missing or wrong goes to `problems`, and no object is there.
  Objects(const base::Communicator& comm, const CaseFile& file, base::Phases& phases, base::Problems& problems);

  bool areRead() const { return !bodies_.empty(); }
  /// What can be found wrong without meshes.
  void checkEntries(base::Problems& problems) const;
  /// Collective. Forces, masses, conditions and mappings. `needs_stiffness`: whether the analysis solves with K.
  void makeContributors(const base::Communicator& comm, bool needs_stiffness, base::Problems& problems);

  /// Whether an object has no unknowns of its own, as it follows others.
  bool follows(const std::string& object) const;
  /// Finds any object; InputError for an unknown one.
  fem::FindDomain finder() const;
  /// Returns an entry of the case with the space in which all objects lie that it names, if that is one.
  base::CaseNode inSpaceOf(const base::CaseNode& entry) const;

  std::vector<std::unique_ptr<system::Body>> takeIndependent();
  std::vector<system::Follower> takeFollowers();
  /// What ties objects that follow by multipliers.
  std::vector<std::unique_ptr<constraint::Constraint>> takeTies() { return std::move(ties_); }

 private:
  /// What a case says of one object, before its mesh is read.
  struct Block {
    std::string name;
    base::CaseNode node;
    mesh::MeshSource source{};           // without a path where the case names none
    std::shared_ptr<BodyTable> table{};  // nullptr where there is a mesh
    std::optional<int> space{};
    bool is_axisymmetric = false;
    bool has_frames = false;  // its mesh's nodes turn
    std::vector<mesh::GroupDefinition> groups{};
    std::optional<DerivedObject> derived{};
    bool has_own_unknowns = false;  // a measurement that it follows by multipliers

    bool followsSource() const { return derived && derived->follow && !node.has("mapping"); }
    bool isMapped() const { return (node.isMap() && node.has("mapping")) || followsSource(); }
    /// True if its mapping names a type that does not exist.
    bool hasUnknownMapping() const;
    /// Whether its mapping makes its nodes, so that it needs no mesh.
    bool isMeasured() const;
    /// The key that says where its mesh comes from.
    base::CaseNode meshNode() const { return node[derived ? "derive" : "mesh"]; }
  };
  void collectSpaces(const base::CaseNode& node, std::set<int>& spaces) const;
  static Block readBlock(const CaseFile& file, const std::string& name, const base::CaseNode& node,
                         base::Problems& problems);
  void readMeshes(const base::Communicator& comm, const base::CaseNode& root, base::Phases& phases,
                  base::Problems& problems);
  /// Collective. Groups and space as the case has them, and a body with that mesh.
  std::unique_ptr<system::Body> makeBody(const Block& block, mesh::Mesh mesh, base::Problems& problems) const;
  /// Collective. Bodies whose meshes are made of those that are there. InputError where one cannot be made.
  void deriveBodies(base::Problems& problems);
  void derive(std::size_t i, base::Problems& problems);
  /// Collective. Objects that are measured on others.
  void measure(const base::Communicator& comm, bool needs_stiffness, base::Problems& problems);
  /// Collective. Gives an object unknowns of its own where stiffness would fill up through what it measures.
  void unfold(std::size_t i, const base::Communicator& comm, mapping::Measurement& measurement);
  /// Whether stiffness or mass may be carried through what it measures.
  bool isLoaded(const Block& block) const;
  /// Finds the objects that a mapping may follow. InputError for axisymmetric ones: what is derived follows them.
  fem::FindDomain parentFinder() const;
  /// Objects that its mapping names.
  static std::vector<std::string> namedBy(const Block& block);
  void makeMapping(std::size_t i, base::Problems& problems);
  static void giveInitialMotion(const Block& block, system::Body& body);

  base::CaseNode root_;
  std::vector<Block> blocks_;
  bool has_interactions_ = false;
  std::vector<std::unique_ptr<system::Body>> bodies_;        // as the blocks
  std::vector<std::unique_ptr<mapping::Mapping>> mappings_;  // as the blocks; nullptr where there is none
  std::vector<mapping::WeightTable> derived_weights_;        // as the blocks; empty where nothing is derived
  std::vector<std::unique_ptr<constraint::Constraint>> ties_;
};

}  // namespace tenon::simulation
