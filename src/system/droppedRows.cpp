#include "droppedRows.hpp"

#include <fmt/format.h>

#include <array>

#include "tenon/base/Log.hpp"
#include "tenon/base/collectively.hpp"

namespace tenon::system {
namespace {

using constraint::Constraint;

/// Rows of one constraint on this rank whose slave is held.
class HeldSlaves {
 public:
  HeldSlaves(const MechanicalSystem& mechanics, const Constraint& constraint)
      : mechanics_(mechanics), constraint_(constraint), slaves_(constraint.slaves()) {
    for (std::size_t row = 0; row < slaves_.size(); ++row)
      if (slaves_[row].state != nullptr && held(row).isHeld(slaves_[row].node, slaves_[row].component))
        rows_.push_back(row);
  }

  const std::vector<std::size_t>& rows() const { return rows_; }

  /// Collective. What is done about them, in a sentence.
  std::string sentence(const std::string& done) const {
    const base::Communicator& comm = mechanics_.comm();
    const long count = comm.sum(static_cast<long>(rows_.size()));
    const long all = comm.sum(static_cast<long>(constraint_.numRows()));
    return fmt::format("{} of {} rows of constraint '{}' {}: {}.", count, all, constraint_.name(), done, example());
  }

 private:
  const constraint::HeldUnknowns& held(std::size_t row) const {
    return mechanics_.held()[mechanics_.indexOf(*slaves_[row].state)];
  }

  /// The same on every rank: of the first rank that has one. Collective.
  std::string example() const {
    const base::Communicator& comm = mechanics_.comm();
    const int none = comm.size(), first = comm.min(rows_.empty() ? none : comm.rank());
    std::string text;
    if (comm.rank() == first) {
      const Constraint::Slave& slave = slaves_[rows_.front()];
      const Body& body = *mechanics_.bodies()[mechanics_.indexOf(*slave.state)];
      text = fmt::format("node {} of object '{}', for one, is a slave in {} and held by '{}'",
                         body.mesh().nodeTags()[static_cast<std::size_t>(slave.node)], body.name(),
                         "xyz"[slave.component], held(rows_.front()).heldBy(slave.node, slave.component));
    }
    return comm.broadcast(std::move(text), first);
  }

  const MechanicalSystem& mechanics_;
  const Constraint& constraint_;
  std::vector<Constraint::Slave> slaves_;
  std::vector<std::size_t> rows_;
};

}  // namespace

void refuseHeldSlaves(const MechanicalSystem& mechanics, const Constraint& constraint) {
  const base::Communicator& comm = mechanics.comm();
  if (constraint.on_held != "refuse") return;
  const HeldSlaves slaves(mechanics, constraint);
  if (!comm.any(!slaves.rows().empty())) return;
  const std::string sentence = slaves.sentence("cannot hold, because conditions hold their slaves (on_held: refuse)");
  base::collectively(comm, [&] { throw base::InputError(sentence); });
}

std::vector<char> droppedRows(const MechanicalSystem& mechanics) {
  const base::Communicator& comm = mechanics.comm();
  std::vector<char> dropped(static_cast<std::size_t>(mechanics.numMultipliers()), 0);
  std::size_t start = 0;
  for (const auto& constraint : mechanics.constraints()) {
    const std::size_t first = start;
    start += static_cast<std::size_t>(constraint->numRows());
    if (constraint->active) refuseHeldSlaves(mechanics, *constraint);
    const HeldSlaves slaves(mechanics, *constraint);
    if (!comm.any(!slaves.rows().empty())) continue;
    const std::string what = constraint->on_held == "usual" ? constraint->usualOnHeld() : constraint->on_held;
    if (what == "drop")
      for (const std::size_t row : slaves.rows()) dropped[first + row] = 1;
    if (!constraint->active) continue;  // what it does not do needs no words
    if (what == "drop")
      base::log().warn(slaves.sentence("are dropped, because conditions hold their slaves (see on_held)"));
    else
      base::log().info(slaves.sentence("bind the other side, because conditions hold their slaves (see on_held)"));
  }
  return dropped;
}

}  // namespace tenon::system
