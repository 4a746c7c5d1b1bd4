// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "MoreauJean.hpp"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "analysis/StepContext.hpp"
#include "analysis/impulses/impulseRequirements.hpp"
#include "analysis/splitByBody.hpp"
#include "base/dense.hpp"
#include "base/text.hpp"
#include "la/arrays.hpp"
#include "system/ContactForces.hpp"
#include "system/evaluation.hpp"
#include "tenon/base/runCollectively.hpp"
#include "tenon/la/layout/NodeFrame.hpp"

namespace tenon::analysis {
namespace {

// Contact forces of the last step, for checkpoints, because reactions belong to this step.

/// Returns the contact forces over the layout of the unknowns; nullptr before the first step and
/// without contacts.
/// @note Collective.
la::Vector gatherContactForces(system::MechanicalSystem& mechanics) {
  const system::ContactForces* contacts = mechanics.contactForces();
  if (contacts == nullptr || contacts->states().empty()) return {};
  const system::StateArrays forces = system::forceOf(mechanics, *contacts);
  la::Vector vector = mechanics.layout().makeVector();
  mechanics.layout().gather({forces.begin(), forces.end()}, vector.get());
  return vector;
}

/// Sets the contact forces. Has no effect for nullptr. @note Collective.
void setContactForces(system::MechanicalSystem& mechanics, Vec forces) {
  if (forces == nullptr || mechanics.contactForces() == nullptr) return;
  std::vector<std::vector<double>> by_body = splitByBody(mechanics, mechanics.layout(), forces);
  for (std::size_t b = 0; b < by_body.size(); ++b) {
    const la::State& state = mechanics.bodies()[b]->state();
    by_body[b].resize(static_cast<std::size_t>(state.layout().numOwned() * state.block()));
    mechanics.contactForces()->set(state, std::move(by_body[b]));
  }
}

using base::LocalIndex;
using base::Mat3;
using base::Vec3;
using contact::RigidBody;

constexpr int most_newton_steps = 20;
constexpr double turned_enough = 1e-14;  // relative to the angular velocity

bool isRigid(const system::Body& body) {
  return body.state().kind() == la::NodeKind::frames;
}

/// Returns w+ of J (w+ - w) + h w_m x J w_m = h m about the unconstrained axes, by Newton's method:
/// the energy is conserved.
Vec3 angularVelocityChange(const Vec3& moment, const Mat3& J, const Vec3& w, double h,
                           const std::array<bool, 6>& held) {
  Vec3 next = w;
  for (int k = 0; k < most_newton_steps; ++k) {
    const Vec3 middle = 0.5 * (w + next), momentum = J * middle;
    Vec3 residual = J * (next - w) + h * (middle.cross(momentum) - moment);
    Mat3 tangent = J + 0.5 * h * (la::skewMatrix(middle) * J - la::skewMatrix(momentum));
    for (int i = 0; i < 3; ++i)
      if (held[static_cast<std::size_t>(i + 3)]) residual[i] = 0.0, tangent.row(i) = Vec3::Unit(i);
    const Vec3 change = tangent.inverse() * residual;
    next -= change;
    if (change.norm() <= turned_enough * next.norm()) break;
  }
  return next;
}

/// Returns P (P^T J P)^-1 P^T for the axes about which a body may rotate.
Mat3 angularMobility(const Mat3& J, const std::array<bool, 6>& held) {
  std::array<int, 3> free{};
  int count = 0;
  for (int i = 0; i < 3; ++i)
    if (!held[static_cast<std::size_t>(i + 3)]) free[static_cast<std::size_t>(count++)] = i;
  if (count == 3) return J.inverse();
  Mat3 mobility = Mat3::Zero();
  Eigen::MatrixXd part(count, count);
  const auto axis = [&](int i) { return free[static_cast<std::size_t>(i)]; };
  for (int i = 0; i < count; ++i)
    for (int j = 0; j < count; ++j) part(i, j) = J(axis(i), axis(j));
  if (count > 0) part = base::inverse(part);
  for (int i = 0; i < count; ++i)
    for (int j = 0; j < count; ++j) mobility(axis(i), axis(j)) = part(i, j);
  return mobility;
}

std::array<bool, 6> constrainedComponents(const system::MechanicalSystem& mechanics, std::size_t object,
                                          LocalIndex node) {
  std::array<bool, 6> held{};
  for (int i = 0; i < 6; ++i)
    held[static_cast<std::size_t>(i)] = mechanics.constrainedDofs()[object].isConstrained(node, i);
  return held;
}

}  // namespace

MoreauJean::MoreauJean(const Data& data)
    : parameters_{data.contact_solver, {data.contact_tolerance, data.contact_iterations, data.contact_relaxation}},
      sleep_{data.sleep_velocity, data.sleep_after} {
  if (data.contact_relaxation >= 2.0)
    throw base::InputError("The time integrator 'moreau-jean' needs contact_relaxation < 2.");
  if (data.sleep_velocity != 0.0 && data.sleep_after <= 0.0)
    throw base::InputError(
        "The time integrator 'moreau-jean' needs a positive `sleep_after` if `sleep_velocity` is not zero.");
}

void MoreauJean::begin(StepContext& context, double h, bool is_start) {
  const system::MechanicalSystem& mechanics = context.equations.mechanics();
  mechanics_ = &context.equations.mechanics();
  base::runCollectively(mechanics.comm(), [&] {
    requireBodiesInSpace(mechanics);
    requireSupportedContactLaws(parameters_.solver, mechanics);
    if (sleep_.isEnabled() && DeformableStep::isNeededFor(mechanics))
      throw base::InputError(
          "The time integrator 'moreau-jean' supports sleeping bodies only in cases without meshes: remove "
          "`sleep_velocity`.");
  });
  step_ = std::make_unique<contact::SleepingBodiesStep>(makeContactRules(mechanics), parameters_, sleep_);
  if (sleep_.isEnabled()) step_->setSleepStates(sleep_states_.rests(mechanics.comm()));
  sleep_states_.clear();
  unknowns_ = context.equations.linearSystem().layout().makeVector();
  if (mechanics.hasMultipliers())
    rows_ = std::make_unique<ImpulseRows>(context.equations.mechanics(), contact_nodes_.size());
  if (DeformableStep::isNeededFor(mechanics)) deformable_ = std::make_unique<DeformableStep>(context, h);
  nodes_ = contact_nodes_;
  if (is_start) requireNoOverlap(mechanics);
  if (is_start) return;
  setContactForces(*mechanics_, contact_.get());
  if (linearisation_displacement_ && rows_) restoreJacobian(context.equations);
}

// Evaluates G, with the candidate pairs there, at the displacements of the last linearisation. The
// displacements of the objects do not change.
void MoreauJean::restoreJacobian(Equations& equations) {
  const la::Vector now = equations.unknowns().displacement(), multipliers = equations.rows().copyMultipliers();
  const auto moveTo = [&](Vec q) {
    equations.unknowns().setDisplacement(q);
    equations.mechanics().updateMappedStates();
  };
  moveTo(linearisation_displacement_.get());
  if (deformable_) deformable_->updatePairs();
  equations.rows().update(multipliers.get());
  moveTo(now.get());
}

contact::ContactModel MoreauJean::makeContactRules(const system::MechanicalSystem& mechanics) {
  contact::ContactModel all;
  for (const auto& rule : mechanics.contacts()) all.rules.add(rule->law());
  std::int64_t numbered = 0;
  shapes_.clear(), sides_.clear(), first_numbers_.clear(), num_rigid_ = 0;
  for (const auto& body : mechanics.bodies()) {
    const bool is_rigid = isRigid(*body);
    const auto owned = is_rigid ? static_cast<std::size_t>(body->state().layout().numOwned()) : 0;
    std::vector<int> shapes(owned, -1);
    for (const auto& shape : body->shapes) {
      for (const LocalIndex node : shape->bodies())
        shapes[static_cast<std::size_t>(node)] = static_cast<int>(all.shapes.size());
      all.shapes.push_back(shape->shape());
    }
    std::vector<std::int64_t> sides(owned, 0);
    for (std::size_t node = 0; node < owned; ++node)
      sides[node] = contactSides(mechanics, body->state(), static_cast<LocalIndex>(node));
    shapes_.push_back(std::move(shapes));
    sides_.push_back(std::move(sides));
    first_numbers_.push_back(numbered);
    num_rigid_ += static_cast<LocalIndex>(owned);
    const auto tags = body->mesh().nodeTags();
    numbered += mechanics.comm().max(tags.empty() ? std::int64_t{0} : *std::max_element(tags.begin(), tags.end()));
  }
  contact_nodes_ = findContactNodes(mechanics, first_numbers_);
  point_ = static_cast<int>(all.shapes.size());
  all.shapes.push_back(contact::Sphere{0.0});
  return all;
}

std::vector<RigidBody> MoreauJean::records(const system::MechanicalSystem& mechanics,
                                           const std::vector<std::vector<double>>& forces, double h) const {
  std::vector<RigidBody> records;
  for (std::size_t b = 0; b < mechanics.bodies().size(); ++b) {
    const system::Body& object = *mechanics.bodies()[b];
    if (!isRigid(object)) continue;
    const la::State& state = object.state();
    const fem::NodalInertia& inertia = *object.domain().inertia;
    for (LocalIndex node = 0; node < state.layout().numOwned(); ++node) {
      const auto n = static_cast<std::size_t>(node);
      RigidBody body;
      body.number = first_numbers_[b] + object.mesh().nodeTags()[n];
      body.shape = shapes_[b][n];
      body.sides = sides_[b][n];
      const la::NodeFrame frame = la::NodeFrame::of(state, node);
      const Mat3 R = frame.rotation * la::quaternionOf(Vec3(state.reference().data() + 6 * n + 3)).toRotationMatrix();
      const Vec3 centre = frame.reference + frame.displacement;
      const Eigen::Map<const Vec3> v(state.velocity().data() + 6 * n), w(state.velocity().data() + 6 * n + 3);
      const Mat3 J = inertia.about(state, node);
      const std::array<bool, 6> held = constrainedComponents(mechanics, b, node);
      const Mat3 angular = angularMobility(J, held);
      const Vec3 force(forces[b].data() + 6 * n), moment(forces[b].data() + 6 * n + 3);
      const Vec3 without_gyroscopic = moment + w.cross(J * w);  // `moment` includes GyroscopicForce
      const Vec3 free_v = v + h / inertia.mass[n] * force;
      const Vec3 free_w = angularVelocityChange(without_gyroscopic, J, w, h, held);
      for (int i = 0; i < 3; ++i) {
        body.linear[i] = held[static_cast<std::size_t>(i)] ? 0.0 : 1.0 / inertia.mass[n];
        body.before[i] = v[i], body.before[i + 3] = w[i];
        body.free[i] = free_v[i], body.free[i + 3] = free_w[i];
      }
      std::copy_n(centre.data(), 3, body.centre);
      std::copy_n(R.data(), 9, body.rotation);
      std::copy_n(angular.data(), 9, body.angular);
      records.push_back(body);
    }
  }
  return records;
}

// Sets the velocities of prescribed degrees of freedom, which lead to their values at the end of
// the step.
void MoreauJean::applyDirichletConditions(const system::MechanicalSystem& mechanics, double h,
                                          std::vector<RigidBody>& records) const {
  auto record = records.begin();
  for (std::size_t b = 0; b < mechanics.bodies().size(); ++b) {
    const la::State& state = std::as_const(*mechanics.bodies()[b]).state();
    if (state.kind() != la::NodeKind::frames) continue;
    const auto& held = mechanics.constrainedDofs()[b];
    for (LocalIndex node = 0; node < state.layout().numOwned(); ++node, ++record) {
      const double* q = state.displacement().data() + 6 * static_cast<std::size_t>(node);
      const auto valueOf = [&](int i) { return held.isConstrained(node, i) ? held.value(node, i) : q[i]; };
      const Vec3 turn = la::rotationBetween(Vec3(q + 3), Vec3(valueOf(3), valueOf(4), valueOf(5)));
      for (int i = 0; i < 6; ++i)
        if (held.isConstrained(node, i)) record->free[i] = (i < 3 ? held.value(node, i) - q[i] : turn[i - 3]) / h;
    }
  }
}

// Adds the nodes in contact at the beginning of the step; `free`: with their velocities without
// impulses.
void MoreauJean::addNodes(const system::MechanicalSystem& mechanics, bool free, std::vector<RigidBody>& records) const {
  for (const ContactNode& node : nodes_) {
    records.push_back(makeBodyRecord(mechanics, node, point_));
    if (free) std::copy_n(deformable_->freeVelocity(node), 3, records.back().free);
  }
}

solver::SolveStatistics MoreauJean::advance(StepContext& context, double h, double time) {
  system::MechanicalSystem& mechanics = context.equations.mechanics();
  if (mechanics.contactForces() != nullptr) mechanics.contactForces()->clear();
  if (deformable_) deformable_->updatePairs();
  std::vector<RigidBody> bodies = records(mechanics, system::forcesOf(mechanics), h);
  if (rows_) rows_->begin(h);
  if (deformable_) deformable_->begin(time);
  const auto phase = context.phases.begin("steps");
  mechanics.setTime(time);
  applyDirichletConditions(mechanics, h, bodies);
  if (rows_) rows_->setEndTime(h);
  nodes_ = contact_nodes_;
  if (rows_) {
    const std::vector<ContactNode> pushed = rows_->selectRows(h, deformable_.get());
    nodes_.insert(nodes_.end(), pushed.begin(), pushed.end());
  }
  if (deformable_) deformable_->setNodes(nodes_, num_rigid_);
  addNodes(mechanics, true, bodies);
  const auto result = step_->advance(mechanics.comm(), bodies, h, rows_.get(), deformable_.get());
  if (rows_) rows_->end(result.row_force);
  updateStatistics(result);
  requireConverged(mechanics, result, time);
  if (deformable_) deformable_->applyImpulses(result.impulse, result.correcting_impulse);
  if (rows_) scatterMultipliers(context.equations);
  if (deformable_) deformable_->move();
  move(mechanics, result, h);
  solver::SolveStatistics statistics;
  statistics.preset = parameters_.solver.name();
  statistics.reason = "complementarity";
  statistics.solves = 1;
  statistics.iterations = result.outcome.iterations;
  return statistics;
}

// Sets the multipliers with G at the beginning of the step, so that G^T lambda is the force that
// acted in the step and does no work unless constraints are driven.
void MoreauJean::scatterMultipliers(Equations& equations) {
  std::vector<double> lambda = rows_->multipliers();
  const std::vector<double>& scales = equations.constraints()->scales();
  const std::vector<double> of_deformable = la::entriesOf(deformable_ ? deformable_->multipliers() : nullptr);
  for (std::size_t r = 0; r < lambda.size(); ++r)
    lambda[r] = lambda[r] / scales[r] + (of_deformable.empty() ? 0.0 : of_deformable[r]);
  const la::Vector multipliers = equations.constraints()->makeVector();
  la::setEntries(multipliers.get(), lambda);
  linearisation_displacement_ = equations.unknowns().displacement();
  equations.mechanics().updateMappedStates();
  equations.rows().update(multipliers.get());
}

void MoreauJean::updateStatistics(const contact::ImpulseStep::Result& result) {
  statistics_.last = static_cast<long>(result.num_contacts);
  statistics_.most = std::max(statistics_.most, statistics_.last);
  statistics_.iterations += result.outcome.iterations + result.correction_iterations;
  statistics_.complementarity = result.outcome.complementarity;
  statistics_.worst_complementarity = std::max(statistics_.worst_complementarity, statistics_.complementarity);
  statistics_.search_seconds += result.search_seconds;
  statistics_.deals = earlier_deals_ + step_->balance().num_redistributions;
  statistics_.share = step_->balance().share;
  if (sleep_.isEnabled()) statistics_.asleep = static_cast<long>(result.num_asleep);
}

void MoreauJean::requireConverged(const system::MechanicalSystem& mechanics, const contact::ImpulseStep::Result& result,
                                  double time) const {
  const contact::Outcome& outcome = result.outcome;
  base::runCollectively(mechanics.comm(), [&] {
    if (outcome.converged) return;
    if (result.infeasible_pair)
      throw base::NotConvergedError(fmt::format(
          "The contacts{} are infeasible at t = {:.6g}{}: no velocity satisfies all of them, and self-equilibrated "
          "impulses grow without bound. Specify a `compliance` for one of the contacts, or replace a prescribed "
          "displacement by a force.",
          rows_ ? " and constraints" : "", time,
          result.infeasible_pair->first < 0
              ? ""
              : fmt::format(", in particular those between {} and {}", nameOf(mechanics, result.infeasible_pair->first),
                            nameOf(mechanics, result.infeasible_pair->second))));
    throw base::NotConvergedError(
        fmt::format("The impulses of {}{} at t = {:.6g} did not converge in {} of '{}': the "
                    "complementarity error is {:.2e} (tolerance {:.2e}). A shorter `step`, more `contact_iterations`, "
                    "another `contact_solver` or a larger `contact_tolerance` may help.",
                    base::formatCount(statistics_.last, "contact"), rows_ ? " and of the constraints" : "", time,
                    base::formatCount(parameters_.limits.max_iterations, "iteration"), parameters_.solver.name(),
                    outcome.complementarity, parameters_.limits.tolerance));
  });
}

void MoreauJean::move(system::MechanicalSystem& mechanics, const contact::ImpulseStep::Result& result, double h) const {
  std::size_t at = 0;
  for (const auto& body : mechanics.bodies()) {
    la::State& state = body->state();
    if (!isRigid(*body)) continue;
    const auto v = state.velocity(), a = state.acceleration();
    const std::size_t count = 6 * static_cast<std::size_t>(state.layout().numOwned());
    std::vector<double> increment(count);
    for (std::size_t i = 0; i < count; ++i, ++at) {
      const double next = result.velocity[at];
      increment[i] = h * (result.correction.empty() ? next : next + result.correction[at]);
      a[i] = (next - v[i]) / h;
      v[i] = next;
    }
    state.retract(increment);
    if (mechanics.contactForces() != nullptr) {
      const auto first = result.force.begin() + static_cast<std::ptrdiff_t>(at - count);
      mechanics.contactForces()->set(state, {first, first + static_cast<std::ptrdiff_t>(count)});
    }
  }
  if (mechanics.contactForces() != nullptr) setNodeContactForces(mechanics, contact_nodes_, result.force.data() + at);
  mechanics.imposeDirichletValues();
  for (const auto& body : mechanics.bodies()) body->state().updateGhosts();
}

std::pair<std::size_t, std::int64_t> MoreauJean::locateBody(std::int64_t number) const {
  const auto next = std::lower_bound(first_numbers_.begin(), first_numbers_.end(), number);
  const auto object = static_cast<std::size_t>(next - first_numbers_.begin()) - 1;
  return {object, number - first_numbers_[object]};
}

std::string MoreauJean::nameOf(const system::MechanicalSystem& mechanics, std::int64_t number) const {
  const auto [object, body] = locateBody(number);
  const system::Body& of = *mechanics.bodies()[object];
  return fmt::format("{} {} of object '{}'", isRigid(of) ? "body" : "node", body, of.name());
}

std::vector<BodyContact> MoreauJean::bodyContacts() const {
  std::vector<BodyContact> all;
  if (!step_) return all;
  for (const contact::ContactRecord& touch : step_->contactRecords()) {
    BodyContact& made = all.emplace_back();
    const std::int64_t numbers[2] = {touch.first, touch.second};
    for (int side = 0; side < 2; ++side) {
      const auto [object, body] = locateBody(numbers[side]);
      made.objects[side] = static_cast<std::int32_t>(object);
      made.bodies[side] = body;
    }
    made.gap = touch.point.gap;
    const std::pair<const Vec3&, double*> vectors[] = {{touch.point.position, made.position},
                                                       {touch.point.normal, made.normal},
                                                       {touch.position_on_first, made.position_on_first},
                                                       {touch.force, made.force},
                                                       {touch.moment, made.moment}};
    for (const auto& [from, to] : vectors) std::copy_n(from.data(), 3, to);
  }
  return all;
}

void MoreauJean::setBodyContacts(StepContext& /*context*/, const std::vector<BodyContact>& contacts) {
  std::vector<contact::ContactRecord> known;
  const auto vector = [](const double* x) { return Vec3(x[0], x[1], x[2]); };
  const auto numberOf = [&](const BodyContact& touch, int side) {
    return first_numbers_[static_cast<std::size_t>(touch.objects[side])] + touch.bodies[side];
  };
  for (const BodyContact& touch : contacts)
    known.push_back({numberOf(touch, 0),
                     numberOf(touch, 1),
                     {vector(touch.position), vector(touch.normal), touch.gap},
                     vector(touch.position_on_first),
                     vector(touch.force),
                     vector(touch.moment)});
  step_->setInitialGuess(std::move(known));
}

// Redistributes the work by owners first: a run from a checkpoint begins with this distribution,
// and the run that writes the checkpoint must continue in the same way.
Stepper::RestartData MoreauJean::restartData() {
  if (step_) step_->returnToOwners();
  if (step_ && sleep_.isEnabled()) sleep_states_.store(step_->sleepStates(), unknowns_.get());
  if (step_) contact_ = gatherContactForces(*mechanics_);
  std::vector<RestartData::VectorReference> vectors = sleep_states_.vectors();
  vectors.push_back({"contact_force", &contact_, true});
  vectors.push_back({"linearisation_displacement", &linearisation_displacement_, true});
  return {vectors, {}};
}

std::vector<std::string> MoreauJean::legacyVectorNames(std::size_t count) {
  std::vector<std::string> names;
  if (count == 1 || count == 4) names.emplace_back("contact_force");
  if (count == 3 || count == 4)
    for (const RestartData::VectorReference& entry : sleep_states_.vectors()) names.push_back(entry.name);
  return names;
}

void MoreauJean::requireNoOverlap(const system::MechanicalSystem& mechanics) const {
  const std::vector<std::vector<double>> no_forces = system::forcesOf(mechanics);
  std::vector<RigidBody> bodies = records(mechanics, no_forces, 0.0);
  addNodes(mechanics, false, bodies);
  step_->initialOverlap(mechanics.comm(), bodies).reject(mechanics.comm(), [&](std::int64_t number) {
    return nameOf(mechanics, number);
  });
}

}  // namespace tenon::analysis
