// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "SleepingBodiesStep.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "AwakeRows.hpp"
#include "BodyOwners.hpp"
#include "SleeperSearch.hpp"
#include "contact/bodySpeeds.hpp"
#include "tenon/base/check.hpp"

namespace tenon::contact {
namespace {

using base::LocalIndex;
using base::Vec6;
using Flags = std::vector<char>;

// Relative to Sleep::velocity: gaps of closed bounds are not known more accurately.
constexpr double row_still = 1e-3;

bool isAny(const Flags& flags) {
  return std::any_of(flags.begin(), flags.end(), [](char flag) { return flag != 0; });
}

Flags asleepOf(const std::vector<SleepState>& sleep_states) {
  Flags flags;
  for (const SleepState& rest : sleep_states) flags.push_back(rest.isAsleep() ? 1 : 0);
  return flags;
}

/// Returns a flag for each body: true if the body is free and awake.
Flags awakeOf(const std::vector<RigidBody>& owned, const std::vector<SleepState>& sleep_states) {
  Flags flags;
  for (std::size_t b = 0; b < owned.size(); ++b)
    flags.push_back(!owned[b].isImmobile() && !sleep_states[b].isAsleep() ? 1 : 0);
  return flags;
}

/// Returns the body with zero velocity and zero mobility, as if it were immobile.
RigidBody immobilised(RigidBody body) {
  std::fill_n(body.before, 6, 0.0);
  std::fill_n(body.free, 6, 0.0);
  std::fill_n(body.linear, 3, 0.0);
  std::fill_n(body.angular, 9, 0.0);
  return body;
}

/// Returns the change of velocity due to the applied forces of the step.
Vec6 velocityGain(const RigidBody& body) {
  return Eigen::Map<const Vec6>(body.free) - Eigen::Map<const Vec6>(body.before);
}

/// Returns M^-1 times an impulse.
Vec6 velocityOf(const RigidBody& body, const Vec6& impulse) {
  const Mobility mobility = body.mobility();
  Vec6 v;
  v << mobility.linear.cwiseProduct(impulse.head<3>()), mobility.angular * impulse.tail<3>();
  return v;
}

Vec6 sixOf(const std::vector<double>& values, std::size_t body) {
  return Eigen::Map<const Vec6>(values.data() + 6 * body);
}

}  // namespace

/// Data of a step during its computation.
struct SleepingBodiesStep::StepData {
  const base::Communicator& comm;
  const std::vector<RigidBody>& owned;
  double h;
  AwakeRows* rows;                     // nullptr without constraints
  std::vector<ContactRecord> records;  // contacts whose impulses are the initial guess
  std::vector<Vec6> accumulated{};     // [owned] velocities accumulated by sleeping bodies since they fell asleep
  std::vector<LocalIndex> part{};      // owned bodies that take part in the step
  std::vector<RigidBody> bodies{};     // states of `part` in the step
  ImpulseStep::Result result{};        // result for `part`
};

SleepingBodiesStep::SleepingBodiesStep(ContactModel model, const ImpulseStep::Parameters& parameters,
                                       const Sleep& sleep)
    : sleep_(sleep), step_(std::move(model), parameters), sleepers_(std::make_unique<SleeperSearch>()) {}
SleepingBodiesStep::~SleepingBodiesStep() = default;

std::vector<ContactRecord> SleepingBodiesStep::contactRecords() const {
  std::vector<ContactRecord> all = step_.contactRecords();
  all.insert(all.end(), kept_.begin(), kept_.end());
  return all;
}

void SleepingBodiesStep::setInitialGuess(std::vector<ContactRecord> records) {
  step_.setInitialGuess(std::move(records));
  kept_.clear();
  is_restored_ = true;
}

void SleepingBodiesStep::prepare(const base::Communicator& comm, const std::vector<RigidBody>& owned) {
  if (owners_ != nullptr) return;
  owners_ = std::make_unique<BodyOwners>(comm, owned);
  sleep_states_.resize(owned.size());
  sizes_.clear();
  for (const RigidBody& body : owned) sizes_.push_back(sizeOf(body, step_.model()));
}

// Moves the restored contacts without an awake body to the kept ones. @note Collective.
void SleepingBodiesStep::keepSleepingContacts(StepData& step_data) {
  const auto pairs = owners_->pairsOf(step_data.records);
  const Flags are_awake = BodyGraph(owners_->layout(), pairs).pairsOf(awakeOf(step_data.owned, sleep_states_));
  std::vector<ContactRecord> others;
  for (std::size_t t = 0; t < pairs.size(); ++t) (are_awake[t] == 0 ? kept_ : others).push_back(step_data.records[t]);
  step_data.records = std::move(others);
  onKeptContactsChanged(step_data);
}

// Updates the data that depend on the kept contacts and on the sleeping bodies. @note Collective.
void SleepingBodiesStep::onKeptContactsChanged(const StepData& step_data) {
  are_found_ = false;
  kept_forces_ = owners_->forcesOf(kept_, step_data.owned);
  num_kept_ = step_data.comm.sum(static_cast<long>(kept_.size()));
  num_asleep_ = step_data.comm.sum(static_cast<long>(std::count_if(
      sleep_states_.begin(), sleep_states_.end(), [](const SleepState& rest) { return rest.isAsleep(); })));
}

ImpulseStep::Result SleepingBodiesStep::advance(const base::Communicator& comm, const std::vector<RigidBody>& owned,
                                                double h, ExactConstraints* constraints, DeformableBodies* deformable) {
  if (!sleep_.isEnabled()) return step_.advance(comm, owned, h, constraints, deformable);
  base::ensure(deformable == nullptr, "Sleeping bodies are not supported in cases with deformable bodies.");
  prepare(comm, owned);
  std::optional<AwakeRows> rows;
  if (constraints != nullptr) rows.emplace(owners_->layout(), *constraints);
  StepData step_data{comm, owned, h, rows ? &*rows : nullptr, step_.contactRecords()};
  if (std::exchange(is_restored_, false)) keepSleepingContacts(step_data);
  accumulateVelocities(step_data);
  wake(step_data, findDisturbed(step_data));
  do {
    selectParticipants(step_data, wakeHitIslands(step_data));
    step_.setInitialGuess(step_data.records);
    step_data.result = step_.advance(comm, step_data.bodies, h, step_data.rows);
  } while (wakePushedIslands(step_data));
  ImpulseStep::Result result = resultOfAllBodies(step_data);
  updateSleepStates(step_data, result);
  return result;
}

// Computes the velocities that sleeping bodies would have accumulated due to changes of the applied
// forces.
void SleepingBodiesStep::accumulateVelocities(StepData& step_data) const {
  step_data.accumulated.assign(sleep_states_.size(), Vec6::Zero());
  for (std::size_t b = 0; b < sleep_states_.size(); ++b)
    if (sleep_states_[b].isAsleep())
      step_data.accumulated[b] = sleep_states_[b].accumulated_velocity + velocityGain(step_data.owned[b]) -
                                 step_data.h * sleep_states_[b].acceleration;
}

// Returns a flag for each owned body: true if the body sleeps and has to wake up before the step.
// @note Collective.
Flags SleepingBodiesStep::findDisturbed(const StepData& step_data) const {
  Flags flags = asleepOf(sleep_states_);
  for (std::size_t b = 0; b < flags.size(); ++b)
    if (flags[b] != 0)
      flags[b] = sleep_states_[b].phase == SleepState::Phase::waking ||
                 drivenSpeed(step_data.owned[b], sizes_[b]) > sleep_.immobileSpeed() ||
                 speedAt(step_data.accumulated[b].data(), sizes_[b]) > sleep_.velocity;
  if (step_data.rows == nullptr) return flags;
  const Flags driven = step_data.rows->drivenBodies(sizes_, row_still * sleep_.velocity),
              beside = step_data.rows->adjacentBodies(awakeOf(step_data.owned, sleep_states_));
  for (std::size_t b = 0; b < flags.size(); ++b)
    if (sleep_states_[b].isAsleep() && (driven[b] != 0 || beside[b] != 0)) flags[b] = 1;
  return flags;
}

// Wakes the islands of the given bodies. Returns true if there are any, on any rank.
// @note Collective.
bool SleepingBodiesStep::wake(StepData& step_data, const Flags& which) {
  if (!step_data.comm.any(isAny(which))) return false;
  auto pairs = owners_->pairsOf(kept_);
  if (step_data.rows != nullptr)
    pairs.insert(pairs.end(), step_data.rows->pairs().begin(), step_data.rows->pairs().end());
  Flags levels = which;
  const Flags of_pairs = BodyGraph(owners_->layout(), pairs).propagate(asleepOf(sleep_states_), levels);
  for (std::size_t b = 0; b < sleep_states_.size(); ++b)
    if (sleep_states_[b].isAsleep() && levels[b] != 0)
      sleep_states_[b] = {SleepState::Phase::settling, sleep_states_[b].time};
  std::vector<ContactRecord> woken, kept;
  for (std::size_t t = 0; t < kept_.size(); ++t) (of_pairs[t] != 0 ? woken : kept).push_back(kept_[t]);
  kept_ = std::move(kept);
  step_data.records.insert(step_data.records.end(), woken.begin(), woken.end());
  onKeptContactsChanged(step_data);
  return true;
}

// Wakes the islands that moving bodies hit. Returns the bodies that still sleep close to moving
// ones.
// @note Collective.
std::vector<LocalIndex> SleepingBodiesStep::wakeHitIslands(StepData& step_data) {
  while (num_asleep_ > 0) {
    if (!std::exchange(are_found_, true)) sleepers_->reset(step_.model(), step_data.owned, asleepOf(sleep_states_));
    std::vector<RigidBody> moving;
    for (std::size_t b = 0; b < sleep_states_.size(); ++b) {
      const RigidBody& body = step_data.owned[b];
      if (body.isImmobile() ? drivenSpeed(body, sizes_[b]) > sleep_.immobileSpeed() : !sleep_states_[b].isAsleep())
        moving.push_back(body);
    }
    auto found = sleepers_->search(step_data.comm, step_.model(), moving, step_data.h, sleep_);
    Flags hit(sleep_states_.size(), 0);
    for (const LocalIndex body : found.hit) hit[static_cast<std::size_t>(body)] = 1;
    if (!wake(step_data, hit)) return found.near;
  }
  return {};
}

// Selects the bodies and rows of the step. Sleeping bodies close to moving ones take part as
// immobile bodies.
// @note Collective.
void SleepingBodiesStep::selectParticipants(StepData& step_data, const std::vector<LocalIndex>& near) const {
  step_data.part.clear(), step_data.bodies.clear();
  auto next = near.begin();
  for (std::size_t b = 0; b < sleep_states_.size(); ++b) {
    const auto body = static_cast<LocalIndex>(b);
    const bool is_near = next != near.end() && *next == body;
    if (is_near) ++next;
    if (sleep_states_[b].isAsleep() && !is_near) continue;
    step_data.part.push_back(body);
    step_data.bodies.push_back(is_near ? immobilised(step_data.owned[b]) : step_data.owned[b]);
  }
  if (step_data.rows != nullptr) step_data.rows->selectRows(step_data.part, asleepOf(sleep_states_));
}

// Wakes the islands that contact forces of awake bodies would have moved. Returns true if there are
// any; in that case the step has to be repeated.
// @note Collective.
bool SleepingBodiesStep::wakePushedIslands(StepData& step_data) {
  accumulateVelocities(step_data);
  Flags pushed(sleep_states_.size(), 0);
  for (std::size_t p = 0; p < step_data.part.size(); ++p) {
    const auto b = static_cast<std::size_t>(step_data.part[p]);
    if (!sleep_states_[b].isAsleep()) continue;
    step_data.accumulated[b] += velocityOf(step_data.owned[b], step_data.h * sixOf(step_data.result.force, p));
    pushed[b] = speedAt(step_data.accumulated[b].data(), sizes_[b]) > sleep_.velocity;
  }
  if (!wake(step_data, pushed)) return false;
  if (step_data.rows != nullptr) step_data.rows->restart();
  return true;
}

/// Returns the result of the step for all owned bodies, including the kept contacts.
ImpulseStep::Result SleepingBodiesStep::resultOfAllBodies(const StepData& step_data) const {
  ImpulseStep::Result all = step_data.result;
  const std::size_t count = 6 * sleep_states_.size();
  const auto spread = [&](const std::vector<double>& values) {
    std::vector<double> of_all(count, 0.0);
    for (std::size_t p = 0; p < step_data.part.size(); ++p)
      std::copy_n(values.begin() + 6 * static_cast<std::ptrdiff_t>(p), 6, of_all.begin() + 6 * step_data.part[p]);
    return of_all;
  };
  all.velocity = spread(step_data.result.velocity);
  all.force = spread(step_data.result.force);
  if (!step_data.result.correction.empty()) all.correction = spread(step_data.result.correction);
  for (std::size_t i = 0; i < kept_forces_.size(); ++i) all.force[i] += kept_forces_[i];
  if (step_data.rows != nullptr) all.row_force = step_data.rows->forcesOfAll(step_data.result.row_force);
  all.num_contacts += num_kept_;
  return all;
}

// Returns the levels of activity at the end of the step: 2 if the body moves or is driven, 1 if it
// has come to rest in this step and has to pass the test, 0 if it rests or sleeps.
// @note Collective.
Flags SleepingBodiesStep::activityLevels(const StepData& step_data, const std::vector<double>& velocity) {
  Flags levels(sleep_states_.size(), 0);
  if (step_data.rows != nullptr) levels = step_data.rows->drivenBodies(sizes_, row_still * sleep_.velocity);
  for (std::size_t b = 0; b < sleep_states_.size(); ++b) {
    const RigidBody& body = step_data.owned[b];
    SleepState& rest = sleep_states_[b];
    const bool is_driven = levels[b] != 0 || drivenSpeed(body, sizes_[b]) > sleep_.immobileSpeed();
    levels[b] = is_driven ? 2 : 0;
    if (body.isImmobile() || rest.isAsleep()) continue;
    const double speed = speedAt(velocity.data() + 6 * b, sizes_[b]);
    rest.time = speed < sleep_.velocity ? rest.time + step_data.h : 0.0;
    if (rest.phase == SleepState::Phase::settling &&
        speed * std::max(sleep_.after / step_data.h, 1.0) > sleep_.velocity)
      rest.time = 0.0;
    if (is_driven || rest.time < sleep_.after)
      levels[b] = 2;
    else if (rest.phase == SleepState::Phase::awake)
      levels[b] = 1;
  }
  return levels;
}

// Decides, from the levels of all connected bodies, which bodies fall asleep, which begin the next
// step with zero velocity, and which have to wake up for the next step.
// @note Collective.
void SleepingBodiesStep::updateSleepStates(const StepData& step_data, ImpulseStep::Result& result) {
  Flags levels = activityLevels(step_data, result.velocity), connects, of_records(step_.contactRecords().size(), 2);
  bool may_rest = false;
  for (std::size_t b = 0; b < sleep_states_.size(); ++b) {
    connects.push_back(step_data.owned[b].isImmobile() ? 0 : 1);
    may_rest = may_rest || (connects[b] != 0 && !sleep_states_[b].isAsleep() && levels[b] < 2);
  }
  if (step_data.comm.any(may_rest)) {
    auto pairs = owners_->pairsOf(step_.contactRecords());
    if (step_data.rows != nullptr)
      pairs.insert(pairs.end(), step_data.rows->pairs().begin(), step_data.rows->pairs().end());
    of_records = BodyGraph(owners_->layout(), pairs).propagate(connects, levels);
  }
  bool falls = false;
  for (std::size_t b = 0; b < sleep_states_.size(); ++b) {
    if (connects[b] == 0) continue;
    falls = falls || (!sleep_states_[b].isAsleep() && levels[b] == 0);
    updateSleepState(step_data, b, levels[b], result);
  }
  if (step_data.comm.any(falls)) keepContacts(step_data, of_records);
  result.num_asleep = num_asleep_;
}

/// Sets the phase of one body for the next step.
void SleepingBodiesStep::updateSleepState(const StepData& step_data, std::size_t body, char level,
                                          ImpulseStep::Result& result) {
  using Phase = SleepState::Phase;
  SleepState& rest = sleep_states_[body];
  if (rest.isAsleep()) {
    rest.accumulated_velocity = step_data.accumulated[body];
    rest.phase = level == 1 ? Phase::waking : Phase::asleep;
    return;
  }
  rest.phase = level == 2 ? Phase::awake : level == 1 ? Phase::settling : Phase::asleep;
  if (level < 2) std::fill_n(result.velocity.begin() + 6 * static_cast<std::ptrdiff_t>(body), 6, 0.0);
  if (rest.isAsleep()) rest.acceleration = velocityGain(step_data.owned[body]) / step_data.h;
}

// Keeps the contacts between bodies that have fallen asleep, including those with constrained
// bodies.
// @note Collective.
void SleepingBodiesStep::keepContacts(const StepData& step_data, const Flags& levels) {
  std::vector<ContactRecord> others;
  for (std::size_t t = 0; t < levels.size() && t < step_.contactRecords().size(); ++t)
    (levels[t] == 0 ? kept_ : others).push_back(step_.contactRecords()[t]);
  step_.setInitialGuess(std::move(others));
  onKeptContactsChanged(step_data);
}

}  // namespace tenon::contact
