// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "ReactionShares.hpp"

#include <Eigen/Dense>
#include <algorithm>

#include "tenon/base/runCollectively.hpp"

namespace tenon::simulation {

using base::GlobalIndex;
using base::LocalIndex;
using base::Vec3;
using constraint::DirichletCondition;

/// One of two attached nodes.
struct ReactionShares::Half {
  double reaction[3];
  Directions directions;
};
/// Message to the owner of the second of two attached nodes.
struct ReactionShares::Request {
  std::size_t second_body, first_body;
  PetscInt second_node;
  LocalIndex first_node;
  Half first;
};
/// Answer to the owner of the first node.
struct ReactionShares::Reply {
  std::size_t first_body;
  LocalIndex first_node;
  Half second;
};

namespace {

std::size_t position(LocalIndex node, int block, int component) {
  return static_cast<std::size_t>(node) * static_cast<std::size_t>(block) + static_cast<std::size_t>(component);
}

}  // namespace

void ReactionShares::Directions::add(const Vec3& direction, int by) {
  const int before = basis.count;
  basis.add(direction, 0.0, by);  // adds nothing if the direction depends on earlier ones
  if (basis.count > before) std::copy_n(direction.data(), 3, along[before]);
}

Vec3 ReactionShares::Directions::coefficientsOf(const Vec3& force) const {
  Vec3 coefficients = Vec3::Zero();
  if (basis.count == 0) return coefficients;
  const Eigen::Matrix<double, 3, Eigen::Dynamic> used =
      Eigen::Map<const base::Mat3>(&along[0][0]).leftCols(basis.count);
  coefficients.head(basis.count) = used.colPivHouseholderQr().solve(force);
  return coefficients;
}

ReactionShares::ReactionShares(const system::MechanicalSystem& system,
                               const std::vector<std::vector<double>>& reactions)
    : system_(system), reactions_(reactions) {
  collect();
  addPairs();  // the owners of second nodes learn which of their nodes are attached
  addDirections();
  addDegreesOfFreedom();
  addSums();
  addAttachments();
}

std::vector<double> ReactionShares::of(const DirichletCondition& condition) const {
  const la::State& state = condition.state();
  std::vector<double> forces(position(state.layout().numLocal(), state.block(), 0), 0.0);
  for (const Share& share : shares_[static_cast<std::size_t>(numberOf(&condition))])
    forces[position(share.node, state.block(), share.component)] += share.force;
  return forces;
}

int ReactionShares::numDirections(std::size_t body) const {
  return std::min(system_.bodies()[body]->state().block(), 3);
}

Vec3 ReactionShares::reactionOf(const Node& node) const {
  Vec3 force = Vec3::Zero();
  const int block = system_.bodies()[node.first]->state().block();
  for (int c = 0; c < numDirections(node.first); ++c)
    force[c] = reactions_[node.first][position(node.second, block, c)];
  return force;
}

// Returns the directions of a node, which are initialised with its prescribed degrees of freedom.
ReactionShares::Directions& ReactionShares::directionsOf(const Node& node) {
  const auto [at, is_new] = directions_.try_emplace(node);
  const int block = system_.bodies()[node.first]->state().block();
  for (int c = 0; is_new && c < numDirections(node.first); ++c)
    if (const int by = by_[node.first][position(node.second, block, c)]; by >= 0) at->second.add(Vec3::Unit(c), by);
  return at->second;
}

// Records which condition is the first to constrain each degree of freedom, and the oblique
// directions.
void ReactionShares::collect() {
  std::vector<const DirichletCondition*> conditions;
  for (const auto& body : system_.bodies())
    for (const auto& condition : body->conditions) conditions.push_back(condition.get());
  for (const auto& condition : system_.couplingConditions()) conditions.push_back(condition.get());
  std::vector<constraint::ConstrainedDofs> dofs;
  for (const auto& body : system_.bodies()) {
    dofs.emplace_back(body->state());
    by_.emplace_back(position(body->state().layout().numLocal(), body->state().block(), 0), -1);
  }
  base::runCollectively(system_.comm(), [&] {  // a program may have set contradictory values since the last step
    for (const DirichletCondition* condition : conditions) {
      const int number = numbers_.try_emplace(condition, static_cast<int>(numbers_.size())).first->second;
      const std::size_t b = system_.indexOf(condition->state());
      condition->constrain(dofs[b]);
      condition->constrainDirections(oblique_);
      for (const LocalIndex node : condition->nodes())
        for (int c = 0; c < condition->state().block(); ++c)
          if (int& by = by_[b][position(node, condition->state().block(), c)]; by < 0 && dofs[b].isConstrained(node, c))
            by = number;
    }
  });
  shares_.resize(numbers_.size());
  for (const auto& d : oblique_.nodeDirections())
    directionsOf({system_.indexOf(*d.state), d.node}).add(d.direction, numberOf(d.by));
  for (const auto& sum : oblique_.sums())
    for (const auto& term : sum.terms) directionsOf({system_.indexOf(*term.state), term.node});
  for (const auto& pair : oblique_.pairs()) {
    const Node first{system_.indexOf(*pair.first_state), pair.first};
    directionsOf(first);
    attached_[first] = true;
  }
}

void ReactionShares::add(const Node& node, const Vec3& force, int condition) {
  for (int c = 0; c < numDirections(node.first); ++c)
    if (force[c] != 0.0) shares_[static_cast<std::size_t>(condition)].push_back({node.second, c, force[c]});
  rest_.try_emplace(node, reactionOf(node)).first->second -= force;
}

// Adds the reactions of degrees of freedom at nodes without oblique directions. An oblique
// direction concerns the first three degrees of freedom of a node only.
void ReactionShares::addDegreesOfFreedom() {
  for (std::size_t b = 0; b < by_.size(); ++b) {
    const la::State& state = system_.bodies()[b]->state();
    for (LocalIndex node = 0; node < state.layout().numOwned(); ++node) {
      const bool is_oblique = !directions_.empty() && directions_.count({b, node}) > 0;
      for (int c = is_oblique ? numDirections(b) : 0; c < state.block(); ++c) {
        const std::size_t at = position(node, state.block(), c);
        if (by_[b][at] >= 0) shares_[static_cast<std::size_t>(by_[b][at])].push_back({node, c, reactions_[b][at]});
      }
    }
  }
}

void ReactionShares::addDirections() {
  for (const auto& [node, directions] : directions_) {
    if (attached_.count(node) > 0) continue;
    const Vec3 force = reactionOf(node), coefficients = directions.coefficientsOf(force);
    rest_.try_emplace(node, force);
    for (int i = 0; i < directions.basis.count; ++i)
      add(node, coefficients[i] * directions.alongOf(i), directions.basis.members[i].by);
  }
}

ReactionShares::Half ReactionShares::halfOf(const Node& node) {
  const Vec3 force = reactionOf(node);
  return {{force[0], force[1], force[2]}, directionsOf(node)};
}

// Exchanges reactions and directions between the owners of attached nodes. Both owners compute the
// same coefficients, and each adds the shares of the conditions on its own node.
void ReactionShares::addPairs() {
  const base::Communicator& comm = system_.comm();
  if (!comm.any(!oblique_.pairs().empty())) return;
  std::vector<std::vector<Request>> requests(static_cast<std::size_t>(comm.size()));
  for (const auto& pair : oblique_.pairs()) {
    const Node first{system_.indexOf(*pair.first_state), pair.first};
    requests[static_cast<std::size_t>(pair.second_state->layout().ownerOf(pair.second))].push_back(
        {system_.indexOf(*pair.second_state), first.first, pair.second.value(), first.second, halfOf(first)});
  }
  std::vector<std::vector<Reply>> replies(requests.size());
  const auto received = comm.exchange(requests);
  for (std::size_t rank = 0; rank < received.size(); ++rank)
    for (const Request& request : received[rank]) {
      const la::Layout& layout = system_.bodies()[request.second_body]->state().layout();
      const Node second{request.second_body, layout.local(GlobalIndex(request.second_node))};
      const Half mine = halfOf(second);
      attached_.try_emplace(second, false);
      replies[rank].push_back({request.first_body, request.first_node, mine});
      addCombined(second, request.first, mine, false);
    }
  for (const auto& from_rank : comm.exchange(replies))
    for (const Reply& reply : from_rank) {
      const Node first{reply.first_body, reply.first_node};
      addCombined(first, halfOf(first), reply.second, true);
    }
}

// Adds the shares of the conditions on one of two attached nodes in the reactions of both.
void ReactionShares::addCombined(const Node& node, const Half& first, const Half& second, bool is_first) {
  Directions all = first.directions;
  for (int i = 0; i < second.directions.basis.count; ++i)
    all.add(second.directions.alongOf(i), second.directions.basis.members[i].by);
  const Vec3 force = Eigen::Map<const Vec3>(first.reaction) + Eigen::Map<const Vec3>(second.reaction);
  const Vec3 coefficients = all.coefficientsOf(force);
  rest_.try_emplace(node, reactionOf(node));
  for (int i = 0; i < all.basis.count; ++i)
    if ((i < first.directions.basis.count) == is_first)
      add(node, coefficients[i] * all.alongOf(i), all.basis.members[i].by);
  directions_[node] = all;
}

// Returns the coefficients of the weighted sums in the remaining reactions, by least squares. Sums
// that depend on earlier ones have the coefficient 0. Attached nodes are omitted, because a sum
// shares their reactions with the attachment.
Eigen::VectorXd ReactionShares::coefficientsOfSums(const std::vector<Coefficients>& sums) const {
  constexpr double dependent = 1e-12;  // relative, of squared lengths
  const auto count = static_cast<Eigen::Index>(sums.size());
  Eigen::MatrixXd products = Eigen::MatrixXd::Zero(count, count + 1);
  for (Eigen::Index k = 0; k < count; ++k)
    for (const auto& [node, c] : sums[static_cast<std::size_t>(k)]) {
      if (attached_.count(node) > 0) continue;
      for (Eigen::Index j = 0; j < count; ++j) {
        const Coefficients& other = sums[static_cast<std::size_t>(j)];
        if (const auto at = other.find(node); at != other.end()) products(k, j) += c.dot(at->second);
      }
      products(k, count) += c.dot(rest_.at(node));
    }
  system_.comm().sumInPlace(gsl::span<double>(products.data(), static_cast<std::size_t>(products.size())));
  std::vector<Eigen::Index> used;
  Eigen::VectorXd coefficients = Eigen::VectorXd::Zero(count);
  for (Eigen::Index k = 0; k < count; ++k) {
    const Eigen::VectorXd shared = products(used, k);
    const double explained = used.empty() ? 0.0 : shared.dot(products(used, used).ldlt().solve(shared));
    if (products(k, k) - explained > dependent * products(k, k)) used.push_back(k);
  }
  if (!used.empty()) {
    const Eigen::VectorXd solution = products(used, used).ldlt().solve(products(used, count));
    coefficients(used) = solution;
  }
  return coefficients;
}

// Adds the shares of weighted sums over groups, without the constrained directions of the nodes.
void ReactionShares::addSums() {
  if (oblique_.sums().empty()) return;
  std::vector<Coefficients> sums;
  for (const auto& sum : oblique_.sums()) {
    Coefficients& coefficients = sums.emplace_back();
    for (const auto& term : sum.terms) {
      const Node node{system_.indexOf(*term.state), term.node};
      coefficients.try_emplace(node, Vec3::Zero()).first->second += directionsOf(node).basis.project(term.coefficient);
    }
  }
  const Eigen::VectorXd factors = coefficientsOfSums(sums);
  for (std::size_t k = 0; k < sums.size(); ++k)
    for (const auto& [node, c] : sums[k])
      add(node, factors[static_cast<Eigen::Index>(k)] * c, numberOf(oblique_.sums()[k].by));
}

void ReactionShares::addAttachments() {
  for (const auto& pair : oblique_.pairs()) {
    const Node first{system_.indexOf(*pair.first_state), pair.first};
    add(first, Vec3(rest_.at(first)), numberOf(pair.by));
  }
}

}  // namespace tenon::simulation
