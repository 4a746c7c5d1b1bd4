#include "tenon/contact/AwakeStep.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "restSpeeds.hpp"
#include "sleep/AwakeRows.hpp"
#include "sleep/BodyOwners.hpp"
#include "sleep/SleeperSearch.hpp"
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

Flags asleepOf(const std::vector<Rest>& rests) {
  Flags flags;
  for (const Rest& rest : rests) flags.push_back(rest.isAsleep() ? 1 : 0);
  return flags;
}

/// Returns flags of the free bodies that are awake.
Flags awakeOf(const std::vector<RigidBody>& owned, const std::vector<Rest>& rests) {
  Flags flags;
  for (std::size_t b = 0; b < owned.size(); ++b) flags.push_back(!owned[b].isHeld() && !rests[b].isAsleep() ? 1 : 0);
  return flags;
}

/// Returns the body with zero velocity and zero mobility, as an immobile one.
RigidBody quiet(RigidBody body) {
  std::fill_n(body.before, 6, 0.0);
  std::fill_n(body.free, 6, 0.0);
  std::fill_n(body.linear, 3, 0.0);
  std::fill_n(body.angular, 9, 0.0);
  return body;
}

/// Returns the change of velocity by the applied forces of the step.
Vec6 gained(const RigidBody& body) {
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
struct AwakeStep::Making {
  const base::Communicator& comm;
  const std::vector<RigidBody>& owned;
  double h;
  AwakeRows* rows;                  // nullptr without constraints
  std::vector<Touch> touches;       // contacts whose impulses are the initial guess
  std::vector<Vec6> urges{};        // [owned] velocities accumulated by sleeping bodies since they fell asleep
  std::vector<LocalIndex> part{};   // owned bodies that take part in the step
  std::vector<RigidBody> bodies{};  // states of `part` in the step
  ImpulseStep::Result result{};     // result for `part`
};

AwakeStep::AwakeStep(Touching touching, const ImpulseStep::Parameters& parameters, const Sleep& sleep)
    : sleep_(sleep), step_(std::move(touching), parameters), sleepers_(std::make_unique<SleeperSearch>()) {}
AwakeStep::~AwakeStep() = default;

std::vector<Touch> AwakeStep::touches() const {
  std::vector<Touch> all = step_.touches();
  all.insert(all.end(), kept_.begin(), kept_.end());
  return all;
}

void AwakeStep::beginNextWith(std::vector<Touch> touches) {
  step_.beginNextWith(std::move(touches));
  kept_.clear();
  is_restored_ = true;
}

void AwakeStep::prepare(const base::Communicator& comm, const std::vector<RigidBody>& owned) {
  if (owners_ != nullptr) return;
  owners_ = std::make_unique<BodyOwners>(comm, owned);
  rests_.resize(owned.size());
  sizes_.clear();
  for (const RigidBody& body : owned) sizes_.push_back(sizeOf(body, step_.touching()));
}

// Moves the restored contacts without an awake body to the kept ones. @note Collective.
void AwakeStep::keepTouchesOfSleepers(Making& making) {
  const auto pairs = owners_->pairsOf(making.touches);
  const Flags are_awake = BodyGraph(owners_->layout(), pairs).pairsOf(awakeOf(making.owned, rests_));
  std::vector<Touch> others;
  for (std::size_t t = 0; t < pairs.size(); ++t) (are_awake[t] == 0 ? kept_ : others).push_back(making.touches[t]);
  making.touches = std::move(others);
  changeKept(making);
}

// Updates the data that depend on the kept contacts and on the sleeping bodies. @note Collective.
void AwakeStep::changeKept(const Making& making) {
  are_found_ = false;
  kept_forces_ = owners_->forcesOf(kept_, making.owned);
  num_kept_ = making.comm.sum(static_cast<long>(kept_.size()));
  num_asleep_ = making.comm.sum(
      static_cast<long>(std::count_if(rests_.begin(), rests_.end(), [](const Rest& rest) { return rest.isAsleep(); })));
}

ImpulseStep::Result AwakeStep::advance(const base::Communicator& comm, const std::vector<RigidBody>& owned, double h,
                                       ExactConstraints* constraints, DeformableBodies* deformable) {
  if (!sleep_.isOn()) return step_.advance(comm, owned, h, constraints, deformable);
  base::ensure(deformable == nullptr, "Sleeping bodies are not supported in cases with deformable bodies.");
  prepare(comm, owned);
  std::optional<AwakeRows> rows;
  if (constraints != nullptr) rows.emplace(owners_->layout(), *constraints);
  Making making{comm, owned, h, rows ? &*rows : nullptr, step_.touches()};
  if (std::exchange(is_restored_, false)) keepTouchesOfSleepers(making);
  findUrges(making);
  wake(making, disturbed(making));
  do {
    takePart(making, wakeHit(making));
    step_.beginNextWith(making.touches);
    making.result = step_.advance(comm, making.bodies, h, making.rows);
  } while (wakePushed(making));
  ImpulseStep::Result result = ofAll(making);
  settle(making, result);
  return result;
}

// Computes the velocities that sleeping bodies would have accumulated by changes of the applied
// forces.
void AwakeStep::findUrges(Making& making) const {
  making.urges.assign(rests_.size(), Vec6::Zero());
  for (std::size_t b = 0; b < rests_.size(); ++b)
    if (rests_[b].isAsleep())
      making.urges[b] = rests_[b].urge + gained(making.owned[b]) - making.h * rests_[b].acceleration;
}

// Returns flags of the sleeping bodies that have to wake up before the step. @note Collective.
Flags AwakeStep::disturbed(const Making& making) const {
  Flags flags = asleepOf(rests_);
  for (std::size_t b = 0; b < flags.size(); ++b)
    if (flags[b] != 0)
      flags[b] = rests_[b].state == Rest::State::stirs || drivenSpeed(making.owned[b], sizes_[b]) > sleep_.still() ||
                 speedAt(making.urges[b].data(), sizes_[b]) > sleep_.velocity;
  if (making.rows == nullptr) return flags;
  const Flags driven = making.rows->driven(sizes_, row_still * sleep_.velocity),
              beside = making.rows->beside(awakeOf(making.owned, rests_));
  for (std::size_t b = 0; b < flags.size(); ++b)
    if (rests_[b].isAsleep() && (driven[b] != 0 || beside[b] != 0)) flags[b] = 1;
  return flags;
}

// Wakes the islands of the given bodies. Returns true if there are any, on any rank.
// @note Collective.
bool AwakeStep::wake(Making& making, const Flags& which) {
  if (!making.comm.any(isAny(which))) return false;
  auto pairs = owners_->pairsOf(kept_);
  if (making.rows != nullptr) pairs.insert(pairs.end(), making.rows->pairs().begin(), making.rows->pairs().end());
  Flags levels = which;
  const Flags of_pairs = BodyGraph(owners_->layout(), pairs).spread(asleepOf(rests_), levels);
  for (std::size_t b = 0; b < rests_.size(); ++b)
    if (rests_[b].isAsleep() && levels[b] != 0) rests_[b] = {Rest::State::stands, rests_[b].time};
  std::vector<Touch> woken, kept;
  for (std::size_t t = 0; t < kept_.size(); ++t) (of_pairs[t] != 0 ? woken : kept).push_back(kept_[t]);
  kept_ = std::move(kept);
  making.touches.insert(making.touches.end(), woken.begin(), woken.end());
  changeKept(making);
  return true;
}

// Wakes the islands that moving bodies hit. Returns the bodies that still sleep close to moving
// ones.
// @note Collective.
std::vector<LocalIndex> AwakeStep::wakeHit(Making& making) {
  while (num_asleep_ > 0) {
    if (!std::exchange(are_found_, true)) sleepers_->reset(step_.touching(), making.owned, asleepOf(rests_));
    std::vector<RigidBody> moving;
    for (std::size_t b = 0; b < rests_.size(); ++b) {
      const RigidBody& body = making.owned[b];
      if (body.isHeld() ? drivenSpeed(body, sizes_[b]) > sleep_.still() : !rests_[b].isAsleep()) moving.push_back(body);
    }
    auto found = sleepers_->around(making.comm, step_.touching(), moving, making.h, sleep_);
    Flags hit(rests_.size(), 0);
    for (const LocalIndex body : found.hit) hit[static_cast<std::size_t>(body)] = 1;
    if (!wake(making, hit)) return found.near;
  }
  return {};
}

// Selects the bodies and rows of the step. Sleeping bodies close to moving ones take part as
// immobile bodies.
// @note Collective.
void AwakeStep::takePart(Making& making, const std::vector<LocalIndex>& near) const {
  making.part.clear(), making.bodies.clear();
  auto next = near.begin();
  for (std::size_t b = 0; b < rests_.size(); ++b) {
    const auto body = static_cast<LocalIndex>(b);
    const bool is_near = next != near.end() && *next == body;
    if (is_near) ++next;
    if (rests_[b].isAsleep() && !is_near) continue;
    making.part.push_back(body);
    making.bodies.push_back(is_near ? quiet(making.owned[b]) : making.owned[b]);
  }
  if (making.rows != nullptr) making.rows->choose(making.part, asleepOf(rests_));
}

// Wakes the islands that contact forces of awake bodies would have moved. Returns true if there are
// any; the step has to be repeated then.
// @note Collective.
bool AwakeStep::wakePushed(Making& making) {
  findUrges(making);
  Flags pushed(rests_.size(), 0);
  for (std::size_t p = 0; p < making.part.size(); ++p) {
    const auto b = static_cast<std::size_t>(making.part[p]);
    if (!rests_[b].isAsleep()) continue;
    making.urges[b] += velocityOf(making.owned[b], making.h * sixOf(making.result.force, p));
    pushed[b] = speedAt(making.urges[b].data(), sizes_[b]) > sleep_.velocity;
  }
  if (!wake(making, pushed)) return false;
  if (making.rows != nullptr) making.rows->restart();
  return true;
}

/// Returns the result of the step for all owned bodies, including the kept contacts.
ImpulseStep::Result AwakeStep::ofAll(const Making& making) const {
  ImpulseStep::Result all = making.result;
  const std::size_t count = 6 * rests_.size();
  const auto spread = [&](const std::vector<double>& values) {
    std::vector<double> of_all(count, 0.0);
    for (std::size_t p = 0; p < making.part.size(); ++p)
      std::copy_n(values.begin() + 6 * static_cast<std::ptrdiff_t>(p), 6, of_all.begin() + 6 * making.part[p]);
    return of_all;
  };
  all.velocity = spread(making.result.velocity);
  all.force = spread(making.result.force);
  if (!making.result.correction.empty()) all.correction = spread(making.result.correction);
  for (std::size_t i = 0; i < kept_forces_.size(); ++i) all.force[i] += kept_forces_[i];
  if (making.rows != nullptr) all.row_force = making.rows->forcesOfAll(making.result.row_force);
  all.num_contacts += num_kept_;
  return all;
}

// Returns the levels of activity at the end of the step: 2 if the body moves or is driven, 1 if it
// has come to rest in this step and has to pass the test, 0 if it rests or sleeps.
// @note Collective.
Flags AwakeStep::restlessness(const Making& making, const std::vector<double>& velocity) {
  Flags levels(rests_.size(), 0);
  if (making.rows != nullptr) levels = making.rows->driven(sizes_, row_still * sleep_.velocity);
  for (std::size_t b = 0; b < rests_.size(); ++b) {
    const RigidBody& body = making.owned[b];
    Rest& rest = rests_[b];
    const bool is_driven = levels[b] != 0 || drivenSpeed(body, sizes_[b]) > sleep_.still();
    levels[b] = is_driven ? 2 : 0;
    if (body.isHeld() || rest.isAsleep()) continue;
    const double speed = speedAt(velocity.data() + 6 * b, sizes_[b]);
    rest.time = speed < sleep_.velocity ? rest.time + making.h : 0.0;
    if (rest.state == Rest::State::stands && speed * std::max(sleep_.after / making.h, 1.0) > sleep_.velocity)
      rest.time = 0.0;
    if (is_driven || rest.time < sleep_.after)
      levels[b] = 2;
    else if (rest.state == Rest::State::moves)
      levels[b] = 1;
  }
  return levels;
}

// Decides, from the levels of all connected bodies, which bodies fall asleep, which begin the next
// step with zero velocity, and which have to wake up for the next step.
// @note Collective.
void AwakeStep::settle(const Making& making, ImpulseStep::Result& result) {
  Flags levels = restlessness(making, result.velocity), connects, of_touches(step_.touches().size(), 2);
  bool may_rest = false;
  for (std::size_t b = 0; b < rests_.size(); ++b) {
    connects.push_back(making.owned[b].isHeld() ? 0 : 1);
    may_rest = may_rest || (connects[b] != 0 && !rests_[b].isAsleep() && levels[b] < 2);
  }
  if (making.comm.any(may_rest)) {
    auto pairs = owners_->pairsOf(step_.touches());
    if (making.rows != nullptr) pairs.insert(pairs.end(), making.rows->pairs().begin(), making.rows->pairs().end());
    of_touches = BodyGraph(owners_->layout(), pairs).spread(connects, levels);
  }
  bool falls = false;
  for (std::size_t b = 0; b < rests_.size(); ++b) {
    if (connects[b] == 0) continue;
    falls = falls || (!rests_[b].isAsleep() && levels[b] == 0);
    goOn(making, b, levels[b], result);
  }
  if (making.comm.any(falls)) keep(making, of_touches);
  result.num_asleep = num_asleep_;
}

/// Sets the state of one body for the next step.
void AwakeStep::goOn(const Making& making, std::size_t body, char level, ImpulseStep::Result& result) {
  using State = Rest::State;
  Rest& rest = rests_[body];
  if (rest.isAsleep()) {
    rest.urge = making.urges[body];
    rest.state = level == 1 ? State::stirs : State::sleeps;
    return;
  }
  rest.state = level == 2 ? State::moves : level == 1 ? State::stands : State::sleeps;
  if (level < 2) std::fill_n(result.velocity.begin() + 6 * static_cast<std::ptrdiff_t>(body), 6, 0.0);
  if (rest.isAsleep()) rest.acceleration = gained(making.owned[body]) / making.h;
}

// Keeps the contacts between bodies that have fallen asleep, including those with constrained
// bodies.
// @note Collective.
void AwakeStep::keep(const Making& making, const Flags& levels) {
  std::vector<Touch> others;
  for (std::size_t t = 0; t < levels.size() && t < step_.touches().size(); ++t)
    (levels[t] == 0 ? kept_ : others).push_back(step_.touches()[t]);
  step_.beginNextWith(std::move(others));
  changeKept(making);
}

}  // namespace tenon::contact
