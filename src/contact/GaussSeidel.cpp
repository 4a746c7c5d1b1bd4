// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "GaussSeidel.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <utility>
#include <vector>

#include "ConeProblem.hpp"
#include "ContactBatch.hpp"
#include "coulombCone.hpp"
#include "localProblem.hpp"

namespace tenon::contact {
namespace {

using base::Vec3;
using base::Vec6;

constexpr int looks_every = 8;            // sweeps between evaluations of the error
constexpr std::size_t cache = 8 << 20;    // bytes that remain in the cache from sweep to sweep
constexpr std::size_t fetched_ahead = 4;  // number of batches

/// Order of the updates: contacts use the changes of all contacts before them (one_by_one), or the
/// velocities at the beginning of the sweep (at_once).
enum class Order { one_by_one, at_once };

/// Sweeps over the contacts and rows of one rank. With points of deformable bodies, which impulses
/// of all ranks move, the velocities are recomputed from the impulses after each sweep.
class Sweeps {
 public:
  /// Creates the batches and the local problems. @note Collective.
  Sweeps(const ConeProblem& problem, Order order, double relaxation, Impulses& x)
      : problem_(problem), order_(order), relaxation_(relaxation), x_(x) {
    countShares();
    listShared();
    const auto of = [&](LocalIndex body) { return shares_[static_cast<std::size_t>(body)]; };
    const auto batches = batchesOf(problem);
    batches_.reserve(batches.size());
    for (const std::vector<std::size_t>& contacts : batches) batches_.emplace_back(problem, contacts, shares_, x);
    for (std::size_t c = 0; c < problem.contacts.size(); ++c)
      if (const Contact& contact = problem.contacts[c]; contact.is_pyramid)
        pyramids_.emplace_back(c, problem.blockOf(contact, of(contact.first), of(contact.second)));
    for (const RollingResistance& resistance : problem.rolling_resistances) {
      const Contact& contact = problem.contacts[resistance.contact];
      turnings_.emplace_back(problem.blockOf(resistance, of(contact.first), of(contact.second)));
    }
    for (const ExactRow& row : problem.rows) rows_.push_back(row.is_in_cone ? 0.0 : problem.blockOf(row, shares_));
    for (const FrictionalRows& sliding : problem.frictional_rows)
      slidings_.emplace_back(problem.blockOf(sliding, shares_));
  }

  /// Recomputes the velocities from those of the impulses, which removes accumulated round-off.
  void restart(const std::vector<double>& of_impulses) {
    v_.resize(of_impulses.size());
    for (std::size_t i = 0; i < v_.size(); ++i) v_[i] = of_impulses[i] + problem_.free[i];
  }

  /// Performs one sweep. @note Collective.
  void sweep() {
    before_.resize(v_.size());
    for (const LocalIndex body : shared_) velocityIn(before_, body) = velocityIn(v_, body);
    sweepContacts();
    for (const auto& [contact, local] : pyramids_) relaxPyramid(contact, local);
    for (std::size_t r = 0; r < rows_.size(); ++r) relaxRow(r);
    for (std::size_t s = 0; s < slidings_.size(); ++s) relaxSliding(s);
    combine();
  }

  /// Writes the impulses of the contacts, which are stored in the batches, to x.
  void writeImpulses() {
    for (const ContactBatch& batch : batches_) batch.writeTo(x_);
  }

 private:
  /// Combines the changes of all ranks, weighted by the shares of the bodies. @note Collective.
  void combine() {
    if (problem_.points) {
      writeImpulses();
      problem_.velocitiesOf(x_, before_);
      return restart(before_);
    }
    if (!is_any_shared_) return;
    for (const LocalIndex body : shared_)
      velocityIn(v_, body) =
          (velocityIn(v_, body) - velocityIn(before_, body)) / shares_[static_cast<std::size_t>(body)];
    problem_.halo.addGhostsToOwners<double>(v_, 6);
    for (const LocalIndex body : shared_)
      if (body < problem_.layout.numOwned()) velocityIn(v_, body) += velocityIn(before_, body);
    problem_.halo.updateGhosts<double>(v_, 6);
  }

  static Eigen::Map<Vec6> velocityIn(std::vector<double>& v, LocalIndex body) {
    return Eigen::Map<Vec6>(v.data() + 6 * static_cast<std::size_t>(body));
  }

  /// Lists the bodies that are also present on other ranks, or all bodies if contacts use the
  /// velocities at the beginning of a sweep.
  /// @note Collective.
  void listShared() {
    const LocalIndex num_owned = problem_.layout.numOwned(), num_local = problem_.layout.numLocal();
    std::vector<int> ghosts(static_cast<std::size_t>(num_local), 0);
    std::fill(ghosts.begin() + num_owned, ghosts.end(), 1);
    problem_.halo.addGhostsToOwners<int>(ghosts, 1);
    for (LocalIndex body = 0; body < num_local; ++body)
      if (order_ == Order::at_once || body >= num_owned || ghosts[static_cast<std::size_t>(body)] > 0)
        shared_.push_back(body);
    is_any_shared_ = problem_.layout.comm().any(!shared_.empty());
  }

  /// Counts the ranks that have contacts or rows of each body, or the contacts and rows if all are
  /// relaxed simultaneously.
  /// @note Collective.
  void countShares() {
    shares_.assign(static_cast<std::size_t>(problem_.layout.numLocal()), 0.0);
    const auto use = [&](LocalIndex body) {
      double& share = shares_[static_cast<std::size_t>(body)];
      share = order_ == Order::at_once ? share + 1.0 : 1.0;
    };
    for (const Contact& contact : problem_.contacts) use(contact.first), use(contact.second);
    for (const RollingResistance& resistance : problem_.rolling_resistances) {
      const Contact& contact = problem_.contacts[resistance.contact];
      use(contact.first), use(contact.second);
    }
    for (const ExactRow& row : problem_.rows)
      for (const ExactRow::BodyTerm& part : row.parts) use(part.body);
    problem_.halo.addGhostsToOwners<double>(shares_, 1);
    for (double& share : shares_) share = std::max(share, 1.0);
    if (problem_.points) countSharesOfPoints();
    problem_.halo.updateGhosts<double>(shares_, 1);
  }

  /// Counts shares for W, which couples all points: the number of ranks that act on a point, or the
  /// number of actions on points if all are relaxed simultaneously.
  /// @note Collective.
  void countSharesOfPoints() {
    int times = 0;
    const auto use = [&](LocalIndex body) { times += problem_.isPoint(body) ? 1 : 0; };
    for (const Contact& contact : problem_.contacts) use(contact.first), use(contact.second);
    for (const ExactRow& row : problem_.rows)
      for (const ExactRow::BodyTerm& part : row.parts) use(part.body);
    if (order_ == Order::one_by_one) times = std::min(times, 1);
    const double share = std::max(problem_.layout.comm().sum(times), 1);
    for (const LocalIndex body : problem_.points->known()) shares_[static_cast<std::size_t>(body)] = share;
  }

  void pushPoint(LocalIndex body, const Vec3& impulse) {
    if (order_ == Order::at_once) return;  // velocities are recomputed after the sweep
    for (const LocalIndex other : problem_.points->known()) {
      const auto o = static_cast<std::size_t>(other);
      Eigen::Map<Vec3>(v_.data() + 6 * o) += shares_[o] * (problem_.points->block(other, body) * impulse);
    }
  }

  void push(LocalIndex body, const Vec6& impulse) {
    if (problem_.isPoint(body)) return pushPoint(body, impulse.head<3>());
    const auto b = static_cast<std::size_t>(body);
    const Mobility& of = problem_.mobility[b];
    Eigen::Map<Vec3>(v_.data() + 6 * b) += shares_[b] * of.linear.cwiseProduct(impulse.head<3>());
    Eigen::Map<Vec3>(v_.data() + 6 * b + 3) += shares_[b] * (of.angular * impulse.tail<3>());
  }

  /// Relaxes all batches. Batches are prefetched if they exceed the cache; otherwise prefetching
  /// costs more than it saves.
  void sweepContacts() {
    const bool fetches = batches_.size() * sizeof(ContactBatch) > cache;
    const std::size_t num_fetched = fetches ? batches_.size() - fetched_ahead : 0;
    for (std::size_t b = 0; b < batches_.size(); ++b) {
      if (b < num_fetched) batches_[b + fetched_ahead].prefetch();
      relaxContacts(batches_[b]);
    }
  }

  void relaxContacts(ContactBatch& batch) {
    const Lanes3 pushes = batch.relax(relaxation_, seen(), v_.data());
    if (!problem_.points && turnings_.empty()) return;
    int lane = 0;
    for (const std::size_t c : batch.contacts()) {
      const Contact& contact = problem_.contacts[c];
      const Vec3 push(pushes[0][lane], pushes[1][lane], pushes[2][lane]);
      if (problem_.isPoint(contact.first)) pushPoint(contact.first, -push);
      if (problem_.isPoint(contact.second)) pushPoint(contact.second, push);
      if (contact.resistance >= 0)
        relaxTurning(static_cast<std::size_t>(contact.resistance), batch.normalImpulse(lane));
      ++lane;
    }
  }

  void relaxPyramid(std::size_t c, const LocalPyramid& local) {
    const Contact& contact = problem_.contacts[c];
    auto gamma = x_.segment<3>(3 * static_cast<Eigen::Index>(c));
    Vec3 q = ConeProblem::relativeVelocityAt(contact, seen()) - local.W() * gamma;
    q[0] += contact.bias + contact.compliance * gamma[0];
    Vec3 next = local.solve(q, contact.friction, contact.least);
    if (relaxation_ != 1.0)
      next = projectOnPyramid(gamma + relaxation_ * (next - gamma), contact.friction, contact.least);
    const Vec3 impulse = contact.frame * (next - gamma);
    gamma = next;
    Vec6 on_first, on_second;
    on_first << -impulse, -contact.first_arm.cross(impulse);
    on_second << impulse, contact.second_arm.cross(impulse);
    push(contact.first, on_first);
    push(contact.second, on_second);
    if (contact.resistance >= 0) relaxTurning(static_cast<std::size_t>(contact.resistance), next[0]);
  }

  void relaxTurning(std::size_t t, double normal) {
    const RollingResistance& resistance = problem_.rolling_resistances[t];
    const Contact& contact = problem_.contacts[resistance.contact];
    const LocalRollingProblem& local = turnings_[t];
    auto tau = x_.segment<3>(problem_.firstRollingResistance() + 3 * static_cast<Eigen::Index>(t));
    const Vec3 q = ConeProblem::relativeRotationAt(contact, seen()) - local.W() * tau;
    const double most_spinning = resistance.spinning * normal, most_rolling = resistance.rolling * normal;
    Vec3 next = local.solve(q, tau, most_spinning, most_rolling);
    if (relaxation_ != 1.0) {
      next = tau + relaxation_ * (next - tau);
      next[0] = std::clamp(next[0], -most_spinning, most_spinning);
      const double length = next.tail<2>().norm();
      if (length > most_rolling) next.tail<2>() *= most_rolling / length;
    }
    Vec6 moment = Vec6::Zero();
    moment.tail<3>() = contact.frame * (next - tau);
    tau = next;
    push(contact.first, -moment);
    push(contact.second, moment);
  }

  void relaxRow(std::size_t r) {
    const ExactRow& row = problem_.rows[r];
    if (rows_[r] <= 0.0) return;
    double& impulse = x_[problem_.firstRow() + static_cast<Eigen::Index>(r)];
    double change = -relaxation_ * (ConeProblem::relativeVelocityAt(row, seen()) + row.bias) / rows_[r];
    if (row.has_bound) change = std::max(change, -impulse);
    impulse += change;
    for (const ExactRow::BodyTerm& part : row.parts) push(part.body, change * part.slope);
  }

  void relaxSliding(std::size_t s) {
    const FrictionalRows& sliding = problem_.frictional_rows[s];
    const ExactRow* rows = problem_.rows.data() + sliding.row;
    auto gamma = x_.segment<3>(problem_.firstRow() + static_cast<Eigen::Index>(sliding.row));
    Vec3 u;
    for (int i = 0; i < 3; ++i) u[i] = ConeProblem::relativeVelocityAt(rows[i], seen()) + rows[i].bias;
    Vec3 next = slidings_[s].solve(u - slidings_[s].W() * gamma, sliding.friction);
    if (relaxation_ != 1.0) next = projectOnCone(gamma + relaxation_ * (next - gamma), sliding.friction);
    const Vec3 change = next - gamma;
    gamma = next;
    for (int i = 0; i < 3; ++i)
      for (const ExactRow::BodyTerm& part : rows[i].parts) push(part.body, change[i] * part.slope);
  }

  const double* seen() const { return order_ == Order::at_once ? before_.data() : v_.data(); }

  const ConeProblem& problem_;
  Order order_;
  double relaxation_;
  Impulses& x_;
  std::vector<ContactBatch> batches_;
  std::vector<std::pair<std::size_t, LocalPyramid>> pyramids_;  // relaxed one by one
  std::vector<LocalRollingProblem> turnings_;
  std::vector<LocalProblem> slidings_;
  std::vector<double> rows_;
  std::vector<double> shares_;      // [local bodies]
  std::vector<LocalIndex> shared_;  // bodies whose changes are combined after a sweep
  bool is_any_shared_ = false;      // on any rank
  std::vector<double> v_, before_;  // [local bodies x 6]
};

Outcome sweepUntil(const ConeProblem& problem, Order order, const ConeSolver::Limits& limits, Impulses& x) {
  const ScaledProblem scaled(problem);
  Impulses y = scaled.toScaled(x), product;
  scaled.project(y);
  x = scaled.toImpulses(y);
  Sweeps sweeps(problem, order, limits.relaxation, x);
  std::vector<double> v;
  const auto look = [&] {
    problem.velocitiesOf(x, v);
    problem.relativeVelocities(v, x, product);
    sweeps.restart(v);
    return scaled.complementarityOf(x, product);
  };
  Outcome outcome{0, look(), true};
  while (outcome.complementarity > limits.tolerance) {
    if (outcome.iterations >= limits.max_iterations) {
      outcome.converged = false;
      break;
    }
    for (int k = 0; k < looks_every; ++k) sweeps.sweep();
    outcome.iterations += looks_every;
    sweeps.writeImpulses();
    outcome.complementarity = look();
  }
  return outcome;
}

}  // namespace

Outcome GaussSeidel::solve(const ConeProblem& problem, const Limits& limits, Impulses& x) {
  return sweepUntil(problem, Order::one_by_one, limits, x);
}

Outcome Jacobi::solve(const ConeProblem& problem, const Limits& limits, Impulses& x) {
  return sweepUntil(problem, Order::at_once, limits, x);
}

}  // namespace tenon::contact
