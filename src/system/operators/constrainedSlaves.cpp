// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "constrainedSlaves.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "tenon/base/Log.hpp"
#include "tenon/base/runCollectively.hpp"

namespace tenon::system {
namespace {

using constraint::Constraint;

/// Rows of one constraint on this rank whose slave degree of freedom is constrained.
class ConstrainedSlaves {
 public:
  ConstrainedSlaves(const ConstrainedBodies& bodies, const Constraint& constraint)
      : bodies_(bodies), constraint_(constraint), slaves_(constraint.slaves()) {
    for (std::size_t row = 0; row < slaves_.size(); ++row)
      if (slaves_[row].state != nullptr && held(row).isConstrained(slaves_[row].node, slaves_[row].component))
        rows_.push_back(row);
  }

  bool any() const { return bodies_.comm().any(!rows_.empty()); }
  std::vector<char> flags() const {
    std::vector<char> flags(static_cast<std::size_t>(constraint_.numRows()), 0);
    for (const std::size_t row : rows_) flags[row] = 1;
    return flags;
  }

  /// Returns the rows whose flag equals `flagged`.
  ConstrainedSlaves which(const std::vector<char>& flags, bool flagged) const {
    ConstrainedSlaves some = *this;
    const auto other = [&](std::size_t row) { return (flags[row] != 0) != flagged; };
    some.rows_.erase(std::remove_if(some.rows_.begin(), some.rows_.end(), other), some.rows_.end());
    return some;
  }

  /// Returns a sentence that reports the treatment of the rows. @note Collective.
  std::string sentence(const std::string& done) const {
    const base::Communicator& comm = bodies_.comm();
    const long count = comm.sum(static_cast<long>(rows_.size()));
    const long all = comm.sum(static_cast<long>(constraint_.numRows()));
    return fmt::format("For {} of {} rows of constraint '{}', {}: {}.", count, all, constraint_.name(), done,
                       example());
  }

 private:
  const constraint::ConstrainedDofs& held(std::size_t row) const {
    return bodies_.of_body[bodies_.indexOf(*slaves_[row].state)];
  }

  /// Returns an example of a row from the first rank that has one, the same on all ranks.
  /// @note Collective.
  std::string example() const {
    const base::Communicator& comm = bodies_.comm();
    const int none = comm.size(), first = comm.min(rows_.empty() ? none : comm.rank());
    std::string text;
    if (comm.rank() == first) {
      const Constraint::Slave& slave = slaves_[rows_.front()];
      const Body& body = *bodies_.bodies[bodies_.indexOf(*slave.state)];
      text =
          fmt::format("for example, node {} of object '{}' is a slave in the direction {} and is constrained by '{}'",
                      body.mesh().nodeTags()[static_cast<std::size_t>(slave.node)], body.name(), "xyz"[slave.component],
                      held(rows_.front()).conditionOf(slave.node, slave.component));
    }
    return comm.broadcast(std::move(text), first);
  }

  const ConstrainedBodies& bodies_;
  const Constraint& constraint_;
  std::vector<Constraint::Slave> slaves_;
  std::vector<std::size_t> rows_;
};

std::string ruleOf(const Constraint& constraint) {
  const std::string usual = constraint.defaultSlaveTreatment();
  if (constraint.on_held == "join" && usual != "join")
    throw base::InputError(
        fmt::format("Rows of constraint '{}' cannot be joined (on_prescribed: join): only rows of mortar ties can be "
                    "joined. Use keep, drop or refuse.",
                    constraint.name()));
  return constraint.on_held == "automatic" ? usual : constraint.on_held;
}

/// Logs the treatment of rows, only for constraints that are switched on. @note Collective.
void report(const Constraint& constraint, const std::string& rule, const ConstrainedSlaves& slaves,
            const std::vector<char>& joined) {
  if (!constraint.active) return;
  if (rule == "keep") {
    base::log().info(slaves.sentence(
        "conditions constrain the slave, so each such row constrains the other side (see on_prescribed)"));
    return;
  }
  const ConstrainedSlaves with = slaves.which(joined, true), without = slaves.which(joined, false);
  if (with.any())
    base::log().info(with.sentence(
        "conditions constrain the slave, so each such row is joined to the neighbouring rows (see on_prescribed)"));
  if (without.any())
    base::log().warn(
        without.sentence("conditions constrain the slave, so each such row is dropped (see on_prescribed)"));
}

}  // namespace

std::size_t ConstrainedBodies::indexOf(const la::State& state) const {
  const auto found =
      std::find_if(bodies.begin(), bodies.end(), [&](const auto& body) { return &body->state() == &state; });
  base::ensure(found != bodies.end(), "State \"" + state.name() + "\" does not belong to this system.");
  return static_cast<std::size_t>(found - bodies.begin());
}

void refuseConstrainedSlaves(const ConstrainedBodies& bodies, const Constraint& constraint) {
  if (constraint.on_held != "refuse") return;
  const ConstrainedSlaves slaves(bodies, constraint);
  if (!slaves.any()) return;
  const std::string sentence =
      slaves.sentence("conditions constrain the slave, in conflict with `on_prescribed: refuse`");
  base::runCollectively(bodies.comm(), [&] { throw base::InputError(sentence); });
}

void joinConstrainedRows(const ConstrainedBodies& bodies, Constraint& constraint) {
  if (ruleOf(constraint) != "join") return;
  const ConstrainedSlaves slaves(bodies, constraint);
  if (slaves.any()) constraint.mergeConstrainedRows(slaves.flags());
}

std::vector<char> resolveConstrainedSlaves(const ConstrainedBodies& bodies,
                                           const std::vector<std::unique_ptr<Constraint>>& constraints) {
  std::vector<char> dropped;
  for (const auto& constraint : constraints) {
    const std::string rule = ruleOf(*constraint);
    if (constraint->active) refuseConstrainedSlaves(bodies, *constraint);
    const ConstrainedSlaves slaves(bodies, *constraint);
    const std::vector<char> held = slaves.flags(), none(held.size(), 0);
    const std::vector<char>& left_out = rule == "drop" || rule == "join" ? held : none;
    dropped.insert(dropped.end(), left_out.begin(), left_out.end());
    if (slaves.any()) report(*constraint, rule, slaves, rule == "join" ? constraint->mergeConstrainedRows(held) : none);
  }
  return dropped;
}

}  // namespace tenon::system
