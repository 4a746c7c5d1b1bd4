// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "LoadBalancedStep.hpp"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <utility>

#include "DistributedConstraints.hpp"
#include "byPosition.hpp"
#include "migrateToBodies.hpp"
#include "workload.hpp"

namespace tenon::contact {
namespace {

using base::GlobalIndex;
using base::Vec3;

constexpr int looks_every = 10;      // steps between evaluations of the load
constexpr double worthwhile = 0.05;  // least reduction of the largest load for which the work is redistributed

/// Returns the ranks that currently work on the local bodies.
std::vector<int> workersOf(const la::Layout& layout) {
  std::vector<int> ranks;
  for (LocalIndex body = 0; body < layout.numLocal(); ++body) ranks.push_back(layout.ownerOf(layout.global(body)));
  return ranks;
}

/// Returns the ranks that would work on the local bodies in a distribution by position.
/// @note Collective.
std::vector<int> workersByPlace(const Neighbourhood& near, const std::vector<std::int64_t>& weights) {
  std::vector<Vec3> centres;
  for (LocalIndex body = 0; body < near.layout().numOwned(); ++body)
    centres.emplace_back(near.bodies()[static_cast<std::size_t>(body)].centre);
  std::vector<int> ranks = partitionByPosition(near.layout().comm(), centres, weights);
  ranks.resize(near.bodies().size());
  near.halo().updateGhosts<int>(ranks, 1);
  return ranks;
}

/// Returns the bodies of this rank in a new distribution, ordered by position.
/// @param near   neighbourhood of the bodies on which this rank works
/// @param mine   numbers of these bodies
/// @param ranks  new rank of each of these bodies
/// @note Collective.
std::vector<GlobalIndex> dealt(const Neighbourhood& near, const std::vector<GlobalIndex>& mine,
                               const std::vector<int>& ranks) {
  struct Dealt {
    GlobalIndex body;
    double centre[3];
  };
  const base::Communicator& comm = near.layout().comm();
  std::vector<std::vector<Dealt>> outgoing(static_cast<std::size_t>(comm.size()));
  for (std::size_t i = 0; i < mine.size(); ++i) {
    const double* x = near.bodies()[i].centre;
    outgoing[static_cast<std::size_t>(ranks[i])].push_back({mine[i], {x[0], x[1], x[2]}});
  }
  std::vector<GlobalIndex> arrived, ordered;
  std::vector<Vec3> centres;
  for (const auto& from_rank : comm.exchange(outgoing))
    for (const Dealt& each : from_rank) arrived.push_back(each.body), centres.emplace_back(each.centre);
  for (const std::size_t i : orderByPosition(centres)) ordered.push_back(arrived[i]);
  return ordered;
}

std::vector<GlobalIndex> numbersOfOwned(const base::Communicator& comm, LocalIndex num_owned) {
  const la::Layout layout(comm, num_owned, {});
  std::vector<GlobalIndex> numbers;
  for (LocalIndex body = 0; body < num_owned; ++body) numbers.push_back(layout.global(body));
  return numbers;
}

}  // namespace

LoadBalancedStep::LoadBalancedStep(ContactModel model, const ImpulseStep::Parameters& parameters)
    : step_(std::move(model), parameters) {}

LoadBalancedStep::~LoadBalancedStep() = default;

void LoadBalancedStep::setInitialGuess(std::vector<ContactRecord> records) {
  step_.setInitialGuess(std::move(records));
  needs_migration_ = true;
}

void LoadBalancedStep::returnToOwners() {
  distribution_.reset(), next_.reset();
  needs_migration_ = true;
  steps_ = 0;
}

ImpulseStep::Result LoadBalancedStep::advance(const base::Communicator& comm, const std::vector<RigidBody>& owned,
                                              double h, ExactConstraints* constraints, DeformableBodies* deformable) {
  if (next_) {
    distribution_ = std::move(next_);
    needs_migration_ = true;
  }
  trackBodies(comm, owned);
  const std::vector<RigidBody> bodies = distribution_ ? distribution_->toWorkers(owned) : owned;
  if (std::exchange(needs_migration_, false))
    step_.setInitialGuess(migrateToBodies(comm, bodies, step_.contactRecords()));
  std::optional<DistributedConstraints> dealt_constraints;
  if (distribution_ && constraints != nullptr) constraints = &dealt_constraints.emplace(*distribution_, *constraints);
  ImpulseStep::Result result = step_.advance(comm, bodies, h, constraints, deformable);
  if (comm.size() > 1 && deformable == nullptr && steps_++ % looks_every == 0)
    updateDistribution(comm, static_cast<LocalIndex>(owned.size()), *result.neighbourhood, constraints);
  if (!distribution_) return result;
  const bool is_corrected = comm.any(!result.correction.empty());
  result.velocity = distribution_->toOwners(result.velocity, 6);
  result.force = distribution_->toOwners(result.force, 6);
  if (is_corrected) result.correction = distribution_->toOwners(result.correction, 6);
  return result;
}

// Adapts the distribution to changed bodies. New bodies are computed by their owners.
// @note Collective.
void LoadBalancedStep::trackBodies(const base::Communicator& comm, const std::vector<RigidBody>& owned) {
  std::vector<std::int64_t> numbers;
  for (const RigidBody& body : owned) numbers.push_back(body.number);
  if (distribution_ && comm.any(numbers != numbers_)) {
    std::unordered_map<std::int64_t, int> workers;
    for (std::size_t b = 0; b < numbers_.size(); ++b) workers.emplace(numbers_[b], distribution_->workers()[b]);
    const la::Layout layout(comm, static_cast<LocalIndex>(owned.size()), {});
    std::vector<std::vector<GlobalIndex>> outgoing(static_cast<std::size_t>(comm.size()));
    for (std::size_t b = 0; b < numbers.size(); ++b) {
      const auto worker = workers.find(numbers[b]);
      outgoing[static_cast<std::size_t>(worker == workers.end() ? comm.rank() : worker->second)].push_back(
          layout.global(static_cast<LocalIndex>(b)));
    }
    std::vector<GlobalIndex> mine;
    for (const auto& from_rank : comm.exchange(outgoing)) mine.insert(mine.end(), from_rank.begin(), from_rank.end());
    distribution_ = std::make_unique<WorkDistribution>(comm, layout.numOwned(), mine);
  }
  numbers_ = std::move(numbers);
}

// Evaluates the load and prepares a redistribution of the next step if it is worthwhile.
// @note Collective.
void LoadBalancedStep::updateDistribution(const base::Communicator& comm, LocalIndex num_owned,
                                          const Neighbourhood& near, const ExactConstraints* constraints) {
  static const ExactRows none;
  const ExactRows& rows = constraints != nullptr ? constraints->rows() : none;
  const std::vector<std::int64_t> weights = weightsOf(near);
  const double least = leastLoad(comm, weights, rows), now = largestLoad(near, rows, workersOf(near.layout()));
  balance_.share = least > 0.0 ? now / least : 1.0;
  if (balance_.share < 1.0 + worthwhile) return;
  std::vector<int> workers = workersByPlace(near, weights);
  if (largestLoad(near, rows, workers) > (1.0 - worthwhile) * now) return;
  workers.resize(static_cast<std::size_t>(near.layout().numOwned()));
  std::vector<GlobalIndex> bodies = numbersOfOwned(comm, num_owned);
  if (distribution_) bodies = distribution_->toWorkers(bodies);
  next_ = std::make_unique<WorkDistribution>(comm, num_owned, dealt(near, bodies, workers));
  ++balance_.num_redistributions;
}

}  // namespace tenon::contact
