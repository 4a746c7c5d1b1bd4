// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "ContactBatch.hpp"

#include <algorithm>

#include "coulombCone.hpp"

namespace tenon::contact {
namespace {

using base::Mat3;
using base::Vec3;

// Batches that are being filled; a limit keeps bodies of one batch close in memory.
constexpr std::size_t most_open = 64;

void setLane(int lane, const Vec3& value, Lanes3& of) {
  for (int i = 0; i < 3; ++i) of[static_cast<std::size_t>(i)][lane] = value[i];
}

Vec3 laneOf(const Lanes3& values, int lane) {
  return {values[0][lane], values[1][lane], values[2][lane]};
}

/// Returns true if mass and inertia are isotropic up to the round-off of a rotated inertia.
bool isRound(const Mobility& of) {
  constexpr double none = 1e-15;
  const double linear = of.linear[0], angular = of.angular(0, 0);
  return (of.linear - Vec3::Constant(linear)).isZero(none * linear) &&
         (of.angular - angular * Mat3::Identity()).isZero(none * angular);
}

}  // namespace

void ContactBatch::IsotropicMobility::set(int lane, const Mobility& of, double share) {
  linear[lane] = share * of.linear[0], angular[lane] = share * of.angular(0, 0);
}

void ContactBatch::GeneralMobility::set(int lane, const Mobility& of, double share) {
  setLane(lane, share * of.linear, linear);
  const Mat3 A = share * of.angular;
  angular.xx[lane] = A(0, 0), angular.yx[lane] = A(1, 0), angular.zx[lane] = A(2, 0);
  angular.yy[lane] = A(1, 1), angular.zy[lane] = A(2, 1), angular.zz[lane] = A(2, 2);
}

ContactBatch::ContactBatch(const ConeProblem& problem, const std::vector<std::size_t>& contacts,
                           const std::vector<double>& shares, const Impulses& x)
    : contacts_(contacts) {
  Both<GeneralMobility> any;
  bool are_round = true;
  for (std::size_t l = 0; l < capacity; ++l) {
    const auto lane = static_cast<int>(l);
    // Unused lanes repeat the first contact: the results are equal and are written to the same
    // locations.
    const std::size_t c = contacts[l < contacts.size() ? l : 0];
    const Contact& contact = problem.contacts[c];
    const auto a = static_cast<std::size_t>(contact.first), b = static_cast<std::size_t>(contact.second);
    first_[l] = 6 * contact.first, second_[l] = 6 * contact.second;
    setLane(lane, contact.first_arm, first_arm_);
    setLane(lane, contact.second_arm, second_arm_);
    for (int i = 0; i < 3; ++i) setLane(lane, contact.frame.col(i), frame_[i]);
    setLane(lane, x.segment<3>(3 * static_cast<Eigen::Index>(c)), gamma_);
    local_.set(lane, problem.blockOf(contact, shares[a], shares[b]), contact.least, contact.compliance);
    friction_[lane] = contact.friction, bias_[lane] = contact.bias, least_[lane] = contact.least;
    const Mobility &of_first = problem.mobility[a], &of_second = problem.mobility[b];
    round_.first.set(lane, of_first, shares[a]);
    round_.second.set(lane, of_second, shares[b]);
    any.first.set(lane, of_first, shares[a]);
    any.second.set(lane, of_second, shares[b]);
    are_round = are_round && isRound(of_first) && isRound(of_second);
  }
  if (!are_round) any_ = std::make_unique<Both<GeneralMobility>>(any);
}

void ContactBatch::writeTo(Impulses& x) const {
  int lane = 0;
  for (const std::size_t c : contacts_) x.segment<3>(3 * static_cast<Eigen::Index>(c)) = laneOf(gamma_, lane++);
}

Lanes3 ContactBatch::relax(double relaxation, const double* seen, double* v) {
  VelocityLanes a = gather(seen, first_), b = gather(seen, second_);
  const Lanes3 between = b.linear - a.linear + cross(b.angular, second_arm_) - cross(a.angular, first_arm_);
  const Lanes3 u{dot(frame_[0], between) + bias_, dot(frame_[1], between), dot(frame_[2], between)};
  Lanes3 next = local_.solve(u - local_.multiply(gamma_), friction_, least_);
  if (relaxation != 1.0) next = relaxed(relaxation, next);
  const Lanes3 change = next - gamma_;
  gamma_ = next;
  Lanes3 push;
  for (std::size_t i = 0; i < 3; ++i)
    push[i] = frame_[0][i] * change[0] + frame_[1][i] * change[1] + frame_[2][i] * change[2];
  if (seen != v) a = gather(v, first_), b = gather(v, second_);
  const auto addTo = [&](const auto& of) {
    scatter({a.linear - of.first.linearOf(push), a.angular - of.first.angularOf(cross(first_arm_, push))}, first_, v);
    scatter({b.linear + of.second.linearOf(push), b.angular + of.second.angularOf(cross(second_arm_, push))}, second_,
            v);
  };
  if (any_)
    addTo(*any_);
  else
    addTo(round_);
  return push;
}

Lanes3 ContactBatch::relaxed(double relaxation, const Lanes3& found) const {
  Lanes3 next;
  for (int lane = 0; lane < num_lanes; ++lane) {
    const Vec3 now = laneOf(gamma_, lane), change = laneOf(found, lane) - now;
    setLane(lane, projectOnCone(now + relaxation * change, friction_[lane], least_[lane]), next);
  }
  return next;
}

std::vector<std::vector<std::size_t>> batchesOf(const ConeProblem& problem) {
  std::vector<std::vector<std::size_t>> batches;
  std::vector<std::size_t> earliest(problem.mobility.size(), 0);  // earliest batch for the next contact of each body
  std::size_t earliest_of_points = 0, first_open = 0;
  const auto earliestOf = [&](LocalIndex body) -> std::size_t& {
    return problem.isPoint(body) ? earliest_of_points : earliest[static_cast<std::size_t>(body)];
  };
  for (std::size_t c = 0; c < problem.contacts.size(); ++c) {
    if (problem.contacts[c].is_pyramid) continue;
    const LocalIndex bodies[2] = {problem.contacts[c].first, problem.contacts[c].second};
    std::size_t batch = std::max({first_open, earliestOf(bodies[0]), earliestOf(bodies[1])});
    while (batch < batches.size() && batches[batch].size() == ContactBatch::capacity) ++batch;
    if (batch == batches.size()) batches.emplace_back();
    batches[batch].push_back(c);
    for (const LocalIndex body : bodies)
      if (problem.isPoint(body) || !problem.mobility[static_cast<std::size_t>(body)].isImmobile())
        earliestOf(body) = batch + 1;
    first_open = std::max(batches.size(), most_open) - most_open;
  }
  return batches;
}

}  // namespace tenon::contact
