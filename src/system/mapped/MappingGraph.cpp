// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "system/mapped/MappingGraph.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "TotalJacobian.hpp"
#include "tenon/base/runCollectively.hpp"

namespace tenon::system {
namespace {

gsl::span<double> spanOf(std::vector<double>& values) {
  return {values.data(), values.size()};
}

/// Sorts followers so that parents precede children.
class TopologicalOrder {
 public:
  explicit TopologicalOrder(std::vector<MappedObject>& mapped_objects)
      : mapped_objects_(mapped_objects), marks_(mapped_objects.size()) {}

  std::vector<std::size_t> order() {
    for (std::size_t f = 0; f < mapped_objects_.size(); ++f) visit(f);
    return order_;
  }

 private:
  enum class Mark { none, on_path, done };

  void visit(std::size_t f) {
    if (marks_[f] == Mark::done) return;
    path_.push_back(f);
    if (marks_[f] == Mark::on_path) refuseCircle();
    marks_[f] = Mark::on_path;
    for (const la::State* parent : mapped_objects_[f].mapping->parents())
      for (std::size_t other = 0; other < mapped_objects_.size(); ++other)
        if (&mapped_objects_[other].state() == parent) visit(other);
    path_.pop_back();
    marks_[f] = Mark::done;
    order_.push_back(f);
  }

  [[noreturn]] void refuseCircle() const {
    const auto first = std::find(path_.begin(), path_.end(), path_.back());
    std::vector<std::string> names;
    for (auto f = first; f != path_.end(); ++f) names.push_back("'" + mapped_objects_[*f].state().name() + "'");
    throw base::InputError(
        names.size() == 2
            ? fmt::format("Object {} is its own parent: a mapping needs another object as the parent.", names.front())
            : fmt::format("The mappings form a cycle: {} has the parent {}. One of these objects needs independent "
                          "degrees of freedom.",
                          names.front(), fmt::join(names.begin() + 1, names.end(), ", which has the parent ")));
  }

  std::vector<MappedObject>& mapped_objects_;
  std::vector<Mark> marks_;
  std::vector<std::size_t> path_, order_;
};

}  // namespace

struct MappingGraph::Edges {
  mapping::Jacobian J;
  std::vector<std::size_t> parents;  // index of the state of each entry
};

MappingGraph::MappingGraph(std::vector<la::State*> independent, std::vector<MappedObject> mapped_objects)
    : independent_(std::move(independent)), states_(independent_), is_linear_(independent_.size(), true) {
  sortMappedObjects(std::move(mapped_objects));
  edges_.resize(mapped_objects_.size());
  for (const MappedObject& follower : mapped_objects_) {
    states_.push_back(&follower.mapping->child());
    bool is_linear = follower.mapping->isLinear();
    for (const la::State* parent : follower.mapping->parents()) is_linear = is_linear && is_linear_[indexOf(*parent)];
    is_linear_.push_back(is_linear);
  }
  mapStates();
}

MappingGraph::~MappingGraph() = default;

void MappingGraph::sortMappedObjects(std::vector<MappedObject> mapped_objects) {
  for (const std::size_t f : TopologicalOrder(mapped_objects).order())
    mapped_objects_.push_back(std::move(mapped_objects[f]));
}

std::size_t MappingGraph::indexOf(const la::State& state) const {
  const auto found = std::find(states_.begin(), states_.end(), &state);
  if (found == states_.end())
    throw base::InternalError(fmt::format("State '{}' does not belong to this system.", state.name()));
  return static_cast<std::size_t>(found - states_.begin());
}

bool MappingGraph::isMapped(const la::State& state) const {
  return std::find(states_.begin() + static_cast<std::ptrdiff_t>(numIndependent()), states_.end(), &state) !=
         states_.end();
}

bool MappingGraph::isLinear() const {
  return std::all_of(is_linear_.begin(), is_linear_.end(), [](bool linear) { return linear; });
}

// Returns true if the stiffness of every nonlinear mapping is symmetric: if no parent rotates
// (distances and similar mappings), or if the exact stiffness is not used.
bool MappingGraph::hasSymmetricStiffness() const {
  return std::all_of(mapped_objects_.begin(), mapped_objects_.end(), [](const MappedObject& follower) {
    const auto parents = follower.mapping->parents();
    const bool turns = std::any_of(parents.begin(), parents.end(), [](const la::State* p) { return !p->isAdditive(); });
    return follower.mapping->isLinear() || !turns || follower.mapping->geometric_stiffness != "exact";
  });
}

const TotalJacobian& MappingGraph::total(std::size_t state) const {
  return *total_[state - numIndependent()];
}

void MappingGraph::updateStates() {
  if (comm().any(hasMoved())) mapStates();
}

// Compares with the states at the last call, so that no notification of changes is necessary.
bool MappingGraph::hasMoved() {
  if (parent_nodes_.empty()) return true;
  bool moved = false;
  for (std::size_t s = 0; s < numIndependent(); ++s) {
    const la::State& state = *independent_[s];
    const auto block = static_cast<std::size_t>(state.block());
    auto last = evaluated_at_[s].begin();
    for (const auto values : {state.displacement(), state.velocity(), state.acceleration()})
      for (const LocalIndex node : parent_nodes_[s]) {
        const double* now = values.data() + static_cast<std::size_t>(node) * block;
        moved = moved || !std::equal(now, now + block, last);
        last += static_cast<std::ptrdiff_t>(block);
      }
  }
  return moved;
}

// Updates parents before children: positions by the functions of the mappings, velocities and
// accelerations by J.
void MappingGraph::mapStates() {
  const bool is_first = total_.empty();
  for (std::size_t f = 0; f < mapped_objects_.size(); ++f) {
    mapping::Mapping& mapping = *mapped_objects_[f].mapping;
    base::runCollectively(comm(), [&] { mapping.updateChild(); });
    mapping.child().updateGhosts();
  }
  if (is_first || !isLinear()) evaluate();
  StateArrays v, a;
  for (const la::State* state : independent_) {
    v.emplace_back(state->velocity().begin(), state->velocity().end());
    a.emplace_back(state->acceleration().begin(), state->acceleration().end());
  }
  v = applyJacobian(v), a = applyJacobian(a);
  for (std::size_t s = numIndependent(); s < states_.size(); ++s) {
    std::copy(v[s].begin(), v[s].end(), states_[s]->velocity().begin());
    std::copy(a[s].begin(), a[s].end(), states_[s]->acceleration().begin());
  }
  if (!isLinear()) {
    const StateArrays of_motion = velocityDependentAccelerations();
    for (std::size_t s = numIndependent(); s < states_.size(); ++s)
      for (std::size_t i = 0; i < of_motion[s].size(); ++i) states_[s]->acceleration()[i] += of_motion[s][i];
  }
  storeConfiguration();
}

void MappingGraph::storeConfiguration() {
  if (parent_nodes_.empty()) findParentNodes();
  evaluated_at_.assign(numIndependent(), {});
  for (std::size_t s = 0; s < numIndependent(); ++s) {
    const la::State& state = *independent_[s];
    const auto block = static_cast<std::size_t>(state.block());
    for (const auto values : {state.displacement(), state.velocity(), state.acceleration()})
      for (const LocalIndex node : parent_nodes_[s]) {
        const double* now = values.data() + static_cast<std::size_t>(node) * block;
        evaluated_at_[s].insert(evaluated_at_[s].end(), now, now + block);
      }
  }
}

// Collects the nodes that occur in J, including those in rows of ghosts.
void MappingGraph::findParentNodes() {
  parent_nodes_.resize(numIndependent());
  for (std::size_t f = 0; f < mapped_objects_.size(); ++f) {
    const LocalIndex num_local = mapped_objects_[f].state().layout().numLocal();
    for (const auto* term = total_[f]->begin(0); term != total_[f]->begin(num_local); ++term)
      parent_nodes_[static_cast<std::size_t>(term->state)].push_back(term->node);
  }
  for (auto& nodes : parent_nodes_) {
    std::sort(nodes.begin(), nodes.end());
    nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
  }
}

void MappingGraph::updateGhostJacobians() {
  for (const auto& total : total_) total->renewGhostRows();
  parent_nodes_.clear();  // the recorded states belong to fewer nodes and possibly other positions
  updateStates();
}

void MappingGraph::evaluate() {
  const bool is_first = total_.empty();
  for (std::size_t f = 0; f < mapped_objects_.size(); ++f) {
    const bool is_constant = is_linear_[numIndependent() + f];
    if (is_constant && !is_first) continue;
    Edges& edges = edges_[f];
    if (is_first || !mapped_objects_[f].mapping->isLinear()) {
      edges.J.clear();
      base::runCollectively(comm(), [&] { mapped_objects_[f].mapping->addJacobian(edges.J); });
    }
    if (is_first) {
      for (const auto& entry : edges.J.entries()) edges.parents.push_back(indexOf(*entry.parent));
      total_.push_back(
          std::make_unique<TotalJacobian>(states_, numIndependent(), mapped_objects_[f].state(), edges.J, total_));
    } else {
      total_[f]->renew(edges.J);
    }
  }
  ++num_evaluations_;
}

StateArrays MappingGraph::zeros() const {
  StateArrays arrays;
  for (const la::State* state : states_)
    arrays.emplace_back(static_cast<std::size_t>(state->layout().numLocal() * state->block()), 0.0);
  return arrays;
}

// Adds J x of the parents to x of a mapped state, on owned nodes.
void MappingGraph::addProducts(std::size_t state, StateArrays& x) const {
  const Edges& edges = edges_[state - numIndependent()];
  const int rows = states_[state]->block();
  for (std::size_t e = 0; e < edges.J.entries().size(); ++e) {
    const auto& entry = edges.J.entries()[e];
    const int columns = entry.parent->block();
    const double* J = edges.J.valuesOf(entry);
    const double* from = x[edges.parents[e]].data() + static_cast<std::ptrdiff_t>(entry.parent_node) * columns;
    double* to = x[state].data() + static_cast<std::ptrdiff_t>(entry.child_node) * rows;
    if (entry.is_uniform) {
      for (int i = 0; i < rows; ++i) to[i] += *J * from[i];
      continue;
    }
    for (int i = 0; i < rows; ++i)
      for (int j = 0; j < columns; ++j) to[i] += *J++ * from[j];
  }
}

StateArrays MappingGraph::applyJacobian(const StateArrays& x) const {
  StateArrays all = zeros();
  for (std::size_t s = 0; s < numIndependent(); ++s) {
    base::ensure(x[s].size() == all[s].size(), "The size of an array to be mapped differs from that of its state.");
    all[s] = x[s];
  }
  for (std::size_t s = numIndependent(); s < states_.size(); ++s) {
    addProducts(s, all);
    states_[s]->halo().updateGhosts(spanOf(all[s]), states_[s]->block());
  }
  return all;
}

StateArrays MappingGraph::velocityDependentAccelerations() const {
  StateArrays all = zeros();
  for (std::size_t s = numIndependent(); s < states_.size(); ++s) {
    if (is_linear_[s]) continue;
    addProducts(s, all);
    base::runCollectively(comm(),
                          [&] { mapped_objects_[s - numIndependent()].mapping->addBiasAcceleration(spanOf(all[s])); });
    states_[s]->halo().updateGhosts(spanOf(all[s]), states_[s]->block());
  }
  return all;
}

void MappingGraph::zeroGhosts(StateArrays& f) const {
  for (std::size_t s = 0; s < states_.size(); ++s)
    std::fill(f[s].begin() + static_cast<std::ptrdiff_t>(states_[s]->layout().numOwned()) * states_[s]->block(),
              f[s].end(), 0.0);
}

// Adds the forces of children to their parents. Ghosts of parents collect the forces of the
// children on this rank; these are then added to their owners.
void MappingGraph::applyTransposedJacobian(StateArrays& f) const {
  for (std::size_t s = states_.size(); s-- > 0;) {
    states_[s]->halo().addGhostsToOwners(spanOf(f[s]), states_[s]->block());
    if (s < numIndependent()) continue;
    const Edges& edges = edges_[s - numIndependent()];
    const int rows = states_[s]->block();
    for (std::size_t e = 0; e < edges.J.entries().size(); ++e) {
      const auto& entry = edges.J.entries()[e];
      const int columns = entry.parent->block();
      const double* J = edges.J.valuesOf(entry);
      const double* from = f[s].data() + static_cast<std::ptrdiff_t>(entry.child_node) * rows;
      double* to = f[edges.parents[e]].data() + static_cast<std::ptrdiff_t>(entry.parent_node) * columns;
      if (entry.is_uniform) {
        for (int i = 0; i < rows; ++i) to[i] += *J * from[i];
        continue;
      }
      for (int i = 0; i < rows; ++i)
        for (int j = 0; j < columns; ++j) to[j] += *J++ * from[i];
    }
  }
}

void MappingGraph::addGeometricStiffness(const StateArrays& f, std::vector<mapping::GeometricStiffness>& K) const {
  K.resize(mapped_objects_.size());
  for (std::size_t i = 0; i < mapped_objects_.size(); ++i) {
    const mapping::Mapping& mapping = *mapped_objects_[i].mapping;
    K[i].clear();
    if (mapping.isLinear()) continue;
    const std::vector<double>& of_child = f[numIndependent() + i];
    // all entries, because an analysis may require them later
    if (mapping.geometric_stiffness == "none")
      mapping.addGeometricStiffness(std::vector<double>(of_child.size(), 0.0), K[i]);
    else
      mapping.addGeometricStiffness(of_child, K[i]);
    if (mapping.geometric_stiffness == "stabilised") mapping::stabilise(K[i]);
  }
}

}  // namespace tenon::system
