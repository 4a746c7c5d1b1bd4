#include "ImpulseRows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "tenon/base/collectively.hpp"
#include "tenon/system/evaluation.hpp"

namespace tenon::analysis {
namespace {

using constraint::Constraint;

bool isOfContact(const Constraint& constraint) {
  return constraint.isBound() && !constraint.contactAreas().empty();
}

void requireRowsOfImpulses(const system::MechanicalSystem& mechanics, const std::vector<ActsOn>& acts_on) {
  for (std::size_t c = 0; c < acts_on.size(); ++c) {
    const auto& constraint = mechanics.constraints()[c];
    if (!constraint->active || (!acts_on[c].rigid_bodies && !constraint->isBound())) continue;
    const auto refuse = [&](const char* what) {
      throw base::InputError(
          fmt::format("The stepper 'moreau-jean' enforces constraints exactly by impulses, but '{}' has {}: remove it, "
                      "or choose another stepper.",
                      constraint->name(), what));
    };
    if (constraint->compliance != 0.0) refuse("a `compliance`");
    if (constraint->relaxation != 1.0) refuse("a `relaxation`");
    const constraint::DryFriction friction = constraint->friction();
    if (friction.isThere() && acts_on[c].rigid_bodies) refuse("`friction`");
    if (friction.cohesion > 0.0) refuse("a `cohesion`");
    if (friction.isThere() && friction.is_pyramid) refuse("a `friction_limit` other than a cone");
    if (friction.isThere() && constraint->block() != 3) refuse("`friction` in a plane problem");
  }
}

}  // namespace

ImpulseRows::ImpulseRows(system::MechanicalSystem& mechanics, std::size_t num_touching)
    : mechanics_(mechanics),
      numbers_(mechanics, num_touching),
      acts_on_(actsOn(mechanics)),
      num_touching_(num_touching) {
  base::collectively(mechanics.comm(), [&] { requireRowsOfImpulses(mechanics, acts_on_); });
  for (const auto& constraint : mechanics.constraints()) {
    const auto count = static_cast<std::size_t>(constraint->numRows());
    rows_.has_bound.insert(rows_.has_bound.end(), count, constraint->isBound() ? 1 : 0);
    const bool slides = constraint->friction().isThere();
    for (std::size_t r = 0; r < count; ++r) {
      const bool is_slip = slides && r % 3 != 0;
      is_slip_.push_back(is_slip ? 1 : 0);
      rows_.friction.push_back(slides && !is_slip ? constraint->friction().coefficient : 0.0);
      rows_.is_on_motion.push_back(constraint->level() == Constraint::Level::position && !is_slip ? 1 : 0);
    }
    signs_.insert(signs_.end(), count, constraint->bound == "upper" ? -1.0 : 1.0);
    is_contact_.insert(is_contact_.end(), count, isOfContact(*constraint) ? 1 : 0);
    const int together = std::max(constraint->block(), 1);
    const bool are_blocks = constraint->numRows() % together == 0;
    rows_.blocks.insert(rows_.blocks.end(), are_blocks ? count / static_cast<std::size_t>(together) : count,
                        are_blocks ? together : 1);
  }
  rows_.force.assign(signs_.size(), 0.0);
  rows_.slopes.resize(signs_.size());
  is_kept_.assign(signs_.size(), 1);
}

bool ImpulseRows::isHere(std::size_t constraint) const {
  const ActsOn& on = acts_on_[constraint];
  const bool has_bound =
      mechanics_.constraints()[constraint]->active && mechanics_.constraints()[constraint]->isBound();
  return on.rigid_bodies || has_bound;
}

// Returns Phi with the signs of the rows.
std::vector<double> ImpulseRows::violations() const {
  mechanics_.followMappings();
  std::vector<double> phi = system::violationOf(mechanics_);
  for (std::size_t r = 0; r < phi.size(); ++r) phi[r] *= signs_[r];
  return phi;
}

// Evaluates G.
void ImpulseRows::linearise() {
  entries_.assign(rows_.size(), {});
  std::size_t first = 0;
  for (std::size_t c = 0; c < acts_on_.size(); ++c) {
    const auto& constraint = mechanics_.constraints()[c];
    constraint::JacobianRows G;
    if (isHere(c)) constraint->addJacobian(G);
    for (const auto& entry : G.entries()) {
      const std::size_t row = first + static_cast<std::size_t>(entry.row);
      if (mechanics_.dropped()[row] == 0)
        entries_[row].push_back({entry.state, entry.node, entry.component, signs_[row] * entry.value});
    }
    first += static_cast<std::size_t>(constraint->numRows());
  }
}

// Updates the slopes of the rows. A row on nodes that are not bodies of the step, because it has
// slid off a face, keeps its slopes.
void ImpulseRows::formSlopes() {
  for (std::size_t row = 0; row < entries_.size(); ++row) {
    const auto isKnown = [&](const Entry& entry) { return numbers_.has(*entry.state, entry.node); };
    if (is_kept_[row] == 0 || !std::all_of(entries_[row].begin(), entries_[row].end(), isKnown)) continue;
    auto& parts = rows_.slopes[row];
    parts.clear();
    for (const Entry& entry : entries_[row]) {
      const base::GlobalIndex body = numbers_.of(*entry.state, entry.node);
      auto part = std::find_if(parts.begin(), parts.end(), [&](const auto& one) { return one.body == body; });
      if (part == parts.end()) part = parts.insert(parts.end(), {body, base::Vec6::Zero()});
      part->slope[entry.component] += entry.value;
    }
  }
}

// Returns true if an open contact may close by the end of the step; its neighbours may move it by a
// tenth of a cell.
bool ImpulseRows::isKept(std::size_t row, double h, const DeformableStep* deformable) const {
  constexpr double margin = 0.1;
  if (deformable == nullptr || is_contact_[row] == 0 || rows_.has_bound[row] == 0 || at_start_[row] <= 0.0) return true;
  double size = 0.0, speed = rows_.rate[row];
  for (const Entry& entry : entries_[row]) {
    const double* v = deformable->freeVelocity(*entry.state, entry.node);
    if (v == nullptr) return true;
    speed += entry.value * v[entry.component];
    size = std::max(size, deformable->sizeOf(*entry.state));
  }
  return h * speed <= margin * size;
}

std::vector<TouchingNode> ImpulseRows::choose(double h, DeformableStep* deformable) {
  std::vector<FarNode> nodes;
  for (std::size_t row = 0; row < entries_.size(); ++row) {
    rows_.slopes[row].clear();
    is_kept_[row] = is_slip_[row] != 0 ? is_kept_[row - 1] : isKept(row, h, deformable) ? 1 : 0;
    if (is_kept_[row] == 0) continue;
    for (const Entry& entry : entries_[row])
      if (entry.state->kind() != la::Kind::frames)
        nodes.push_back({mechanics_.indexOf(*entry.state), entry.node.value()});
  }
  pushed_.clear();
  if (deformable != nullptr)
    for (const FarNode& node : numbers_.setPushed(nodes)) pushed_.push_back(deformable->nodeOf(node));
  formSlopes();
  return pushed_;
}

// Sets rigid bodies, and nodes on which rows act, to the beginning of the step plus
// factor * increments.
void ImpulseRows::place(const double* increments, double factor) {
  std::vector<double> increment;
  for (std::size_t b = 0; b < start_.size(); ++b) {
    la::State& state = mechanics_.bodies()[b]->state();
    if (state.kind() != la::Kind::frames) continue;
    const auto count = static_cast<std::size_t>(state.block() * state.layout().numOwned());
    increment.resize(count);
    std::transform(increments, increments + count, increment.begin(), [&](double dq) { return factor * dq; });
    increments += count;
    std::copy(start_[b].begin(), start_[b].end(), state.displacement().begin());
    state.retract(increment);
  }
  for (std::size_t k = 0; k < pushed_.size(); ++k) {
    const double* increment_of_node = increments + 6 * (num_touching_ + k);
    const auto first = 3 * static_cast<std::size_t>(pushed_[k].node);
    const auto q = mechanics_.bodies()[pushed_[k].object]->state().displacement();
    for (std::size_t i = 0; i < 3; ++i)
      q[first + i] = start_[pushed_[k].object][first + i] + factor * increment_of_node[i];
  }
  for (const auto& body : mechanics_.bodies()) body->state().updateGhosts();
}

void ImpulseRows::begin(double h) {
  start_.clear();
  std::vector<double> v;
  for (const auto& body : mechanics_.bodies()) {
    const la::State& state = std::as_const(*body).state();
    start_.emplace_back(state.displacement().begin(), state.displacement().end());
    if (state.kind() != la::Kind::frames) continue;
    const auto count = static_cast<std::ptrdiff_t>(state.block() * state.layout().numOwned());
    v.insert(v.end(), state.velocity().begin(), state.velocity().begin() + count);
  }
  at_start_ = violations();
  linearise();
  pushed_.clear();
  place(v.data(), h);
  rows_.way = violations();
  place(v.data(), 0.0);
  for (std::size_t r = 0; r < rows_.way.size(); ++r) {
    const bool has_path = rows_.is_on_motion[r] != 0 && rows_.has_bound[r] == 0;
    rows_.way[r] = has_path ? (rows_.way[r] - at_start_[r]) / h : 0.0;
  }
}

// Computes b: for rows on velocities the residual at zero velocity, for other rows their rate of
// change. An open gap may close.
void ImpulseRows::drive(double h) {
  rows_.rate = rows_.violation = violations();
  const std::vector<double> without = hasVelocityRows() ? violationsAtRest() : rows_.rate;
  for (std::size_t r = 0; r < signs_.size(); ++r) {
    double& rate = rows_.rate[r];
    if (rows_.is_on_motion[r] == 0)
      rate = without[r];
    else
      rate = (rate - (rows_.has_bound[r] != 0 ? std::min(at_start_[r], 0.0) : at_start_[r])) / h;
  }
  for (std::size_t r = 0; r < signs_.size(); ++r)  // motion of a driven obstacle along its surface
    if (is_slip_[r] != 0) rows_.rate[r] = (rows_.violation[r] - at_start_[r]) / h;
}

bool ImpulseRows::hasVelocityRows() const {
  const auto& all = mechanics_.constraints();
  return std::any_of(all.begin(), all.end(),
                     [](const auto& one) { return one->active && one->level() == Constraint::Level::velocity; });
}

// Returns Phi at zero velocities.
std::vector<double> ImpulseRows::violationsAtRest() {
  std::vector<std::vector<double>> velocities;
  for (const auto& body : mechanics_.bodies()) {
    const auto v = body->state().velocity();
    velocities.emplace_back(v.begin(), v.end());
    std::fill(v.begin(), v.end(), 0.0);
  }
  std::vector<double> phi = violations();
  for (std::size_t b = 0; b < velocities.size(); ++b)
    std::copy(velocities[b].begin(), velocities[b].end(), mechanics_.bodies()[b]->state().velocity().begin());
  mechanics_.followMappings();
  return phi;
}

void ImpulseRows::follow(const std::vector<double>& increments) {
  place(increments.data(), 1.0);
  linearise();
  formSlopes();
  rows_.violation = violations();
}

void ImpulseRows::end(const std::vector<double>& force) {
  rows_.force = force;
  for (std::size_t b = 0; b < start_.size(); ++b) {
    la::State& state = mechanics_.bodies()[b]->state();
    std::copy(start_[b].begin(), start_[b].end(), state.displacement().begin());
  }
}

std::vector<double> ImpulseRows::multipliers() const {
  std::vector<double> lambda = rows_.force;
  for (std::size_t r = 0; r < lambda.size(); ++r) lambda[r] *= signs_[r];
  return lambda;
}

}  // namespace tenon::analysis
