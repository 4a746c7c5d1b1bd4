// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "BodyOwners.hpp"

#include <Eigen/Geometry>
#include <algorithm>

#include "tenon/base/check.hpp"

namespace tenon::contact {
namespace {

using base::GlobalIndex;
using base::LocalIndex;
using base::Vec3;

/// Force on a body in the form in which ranks exchange it.
struct Push {
  GlobalIndex body;
  double position[3], force[3], moment[3];
};

Push pushOf(const ContactRecord& record, GlobalIndex body, double sign) {
  Push push{body, {}, {}, {}};
  for (int i = 0; i < 3; ++i) {
    push.position[i] = record.point.position[i];
    push.force[i] = sign * record.force[i];
    push.moment[i] = sign * record.moment[i];
  }
  return push;
}

std::vector<base::Directory<GlobalIndex>::KeyValuePair> entriesOf(const la::Layout& layout,
                                                                  const std::vector<RigidBody>& owned) {
  std::vector<base::Directory<GlobalIndex>::KeyValuePair> entries;
  for (std::size_t b = 0; b < owned.size(); ++b)
    entries.push_back({owned[b].number, layout.global(static_cast<LocalIndex>(b))});
  return entries;
}

}  // namespace

BodyOwners::BodyOwners(const base::Communicator& comm, const std::vector<RigidBody>& owned)
    : layout_(comm, static_cast<LocalIndex>(owned.size()), {}), all_(comm, entriesOf(layout_, owned)) {
  for (const auto& entry : entriesOf(layout_, owned)) own_.emplace(entry.key, entry.value);
}

std::vector<BodyGraph::BodyPair> BodyOwners::pairsOf(const std::vector<ContactRecord>& records) const {
  std::vector<BodyGraph::BodyPair> pairs(records.size());
  std::vector<std::int64_t> asked;
  std::vector<GlobalIndex*> answers;
  for (std::size_t t = 0; t < records.size(); ++t)
    for (const bool second : {false, true}) {
      const std::int64_t number = second ? records[t].second : records[t].first;
      GlobalIndex& body = pairs[t][second ? 1 : 0];
      if (const auto own = own_.find(number); own != own_.end()) {
        body = own->second;
      } else {
        asked.push_back(number);
        answers.push_back(&body);
      }
    }
  const auto found = all_.find(asked);
  for (std::size_t i = 0; i < found.size(); ++i) {
    base::ensure(found[i].has_value(), "A contact belongs to a body that no rank owns.");
    *answers[i] = *found[i];
  }
  return pairs;
}

std::vector<double> BodyOwners::forcesOf(const std::vector<ContactRecord>& records,
                                         const std::vector<RigidBody>& owned) const {
  const auto pairs = pairsOf(records);
  std::vector<std::vector<Push>> outgoing(static_cast<std::size_t>(layout_.comm().size()));
  for (std::size_t t = 0; t < records.size(); ++t)
    for (const std::size_t side : {0u, 1u})
      outgoing[static_cast<std::size_t>(layout_.ownerOf(pairs[t][side]))].push_back(
          pushOf(records[t], pairs[t][side], side == 0 ? -1.0 : 1.0));
  std::vector<double> forces(6 * owned.size(), 0.0);
  for (const auto& from_rank : layout_.comm().exchange(outgoing))
    for (const Push& push : from_rank) {
      const auto body = static_cast<std::size_t>(layout_.local(push.body));
      const Eigen::Map<const Vec3> position(push.position), force(push.force), moment(push.moment);
      Eigen::Map<Vec3>(forces.data() + 6 * body) += force;
      Eigen::Map<Vec3>(forces.data() + 6 * body + 3) +=
          moment + (position - Eigen::Map<const Vec3>(owned[body].centre)).cross(force);
    }
  return forces;
}

}  // namespace tenon::contact
