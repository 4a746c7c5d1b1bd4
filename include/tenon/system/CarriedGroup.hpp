#pragma once
#include <functional>
#include <memory>
#include <tuple>
#include <utility>
#include <vector>

#include "tenon/la/assembly/MatrixAssembly.hpp"
#include "tenon/system/MappedForce.hpp"

namespace tenon::system {

class CarriedMatrix;
class GeometricForces;

/// Contributors on mapped states that have one factor in a matrix over the independent states: they are carried up
/// together, J^T (K + B + M) J.
class CarriedGroup {
 public:
  struct Members {
    std::vector<const MappedForce*> stiffness, damping;
    std::vector<const MappedMass*> mass;
    const GeometricForces* geometric = nullptr;  ///< dJ^T/dq f of the mappings; nullptr: without

    bool empty() const { return stiffness.empty() && damping.empty() && mass.empty() && geometric == nullptr; }
    bool operator==(const Members& other) const {
      return std::tie(stiffness, damping, mass, geometric) ==
             std::tie(other.stiffness, other.damping, other.mass, other.geometric);
    }
  };

  /// Collective. Adds ghosts to the independent states, unless a larger group has.
  CarriedGroup(std::shared_ptr<MappingGraph> graph, Members members);
  ~CarriedGroup();

  /// Collective. States have further ghosts, and contributors may write elsewhere: the pattern is found anew.
  void record();
  /// Collective. What contributors need to know at a new motion, before addTimes() and assemble().
  void prepare();
  /// Collective. The matrix at the present motion; once, where nothing depends on it.
  void assemble();
  /// Adds `factor` times the matrix, rows of owned nodes.
  void addTo(const la::Contributions& to, double factor) const;
  /// Collective. y += J^T C J x on arrays of the independent states; nothing is stored.
  void addTimes(const StateArrays& x, StateArrays& y) const;

  const Members& members() const { return members_; }

 private:
  bool isConstant() const;

  std::shared_ptr<MappingGraph> graph_;
  Members members_;
  std::unique_ptr<CarriedMatrix> matrix_;
  bool is_assembled_ = false;
};

/// All forces on mapped states that curved mappings are loaded by, and the geometric stiffness they bring, as a
/// contributor without a force: K = dJ^T/dq (f + G^T lambda - M a).
class GeometricForces : public force::ForceField {
 public:
  /// Forces that are no contributor's, such as those of multipliers, added on owned nodes of all states. Collective.
  using Further = std::function<void(StateArrays&)>;
  GeometricForces(std::shared_ptr<MappingGraph> graph, std::vector<const MappedForce*> forces,
                  std::vector<const MappedMass*> masses, Further further);

  std::string name() const override { return "geometric stiffness of mappings"; }
  void addForce(la::ForceVector&) const override {}
  /// As MappedForce's: not to be asked for.
  void addStiffness(la::StiffnessMatrix& K) const override;
  bool isLinear() const override { return graph_->isLinear(); }
  bool isSymmetric() const override { return graph_->hasSymmetricStiffness(); }

  void prepareDerivatives() const override;
  /// False leaves external loads out of the forces.
  void setLoadsAct(bool act) { loads_act_ = act; }

  /// Of each mapping, as prepareDerivatives() found it; before, that of no force.
  const std::vector<mapping::GeometricStiffness>& stiffness() const;
  /// Adds K times a motion of all states, on owned nodes and ghosts.
  void addTimesOnAll(const StateArrays& dx, StateArrays& df) const;

 private:
  std::shared_ptr<MappingGraph> graph_;
  std::vector<const MappedForce*> forces_;
  std::vector<const MappedMass*> masses_;
  Further further_;
  bool loads_act_ = true;
  mutable std::vector<mapping::GeometricStiffness> stiffness_;
};

/// Adds K times a motion of all states, on owned nodes and ghosts; K has one entry for each follower of the graph.
void addTimes(const MappingGraph& graph, const std::vector<mapping::GeometricStiffness>& K, const StateArrays& dx,
              StateArrays& df);

/// The groups of one mechanical system, made when first asked for.
class CarriedGroups {
 public:
  explicit CarriedGroups(std::shared_ptr<MappingGraph> graph) : graph_(std::move(graph)) {}
  /// Collective where the group is new.
  CarriedGroup& group(const CarriedGroup::Members& members);
  /// Collective. CarriedGroup::record() of all.
  void record();

 private:
  std::shared_ptr<MappingGraph> graph_;
  std::vector<std::unique_ptr<CarriedGroup>> groups_;  // in the same order on every rank
};

}  // namespace tenon::system
