// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "DeformableStep.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/Residual.hpp"
#include "analysis/checks/modelChecks.hpp"
#include "analysis/splitByBody.hpp"
#include "analysis/steps/solveWithContactDetection.hpp"
#include "la/arrays.hpp"
#include "la/matrices/Projection.hpp"
#include "la/vectors.hpp"
#include "tenon/base/runCollectively.hpp"

namespace tenon::analysis {
namespace {

using base::LocalIndex;

bool isDeformable(const system::Body& body) {
  return body.state().kind() == la::NodeKind::points;
}

[[noreturn]] void refuseCoupling(const std::string& name) {
  throw base::InputError(
      fmt::format("The time integrator 'moreau-jean' couples rigid bodies and meshes only by contact and bounds, but "
                  "{} couples them in another way: remove this coupling, or choose another `stepper`.",
                  name));
}

/// Returns the name of a force between rigid and deformable bodies on this rank; empty if there is
/// none.
std::string findCouplingForce(const system::MechanicalSystem& mechanics) {
  for (const auto& force : mechanics.interactions()) {
    bool rigid = false, deformable = false;
    for (const la::State* state : force->states()) (state->kind() == la::NodeKind::frames ? rigid : deformable) = true;
    if (rigid && deformable) return "'" + force->name() + "'";
  }
  return {};
}

/// Returns a vector with 1 for the unknowns of deformable objects and 0 for others.
la::Vector maskOfPoints(const system::MechanicalSystem& mechanics, const la::CombinedLayout& layout) {
  std::vector<std::vector<double>> ones;
  for (const auto& body : mechanics.bodies())
    ones.emplace_back(static_cast<std::size_t>(body->state().layout().numLocal() * body->state().block()),
                      isDeformable(*body) ? 1.0 : 0.0);
  la::Vector mask = layout.makeVector();
  layout.gather({ones.begin(), ones.end()}, mask.get());
  return mask;
}

/// Returns a vector with 1 for equality rows on deformable objects and 0 for others; nullptr
/// without constraints.
la::Vector maskOfRows(const Equations& equations, const std::vector<ConstraintTargets>& targets) {
  if (equations.constraints() == nullptr) return {};
  std::vector<double> ones;
  for (std::size_t c = 0; c < targets.size(); ++c) {
    const constraint::Constraint& constraint = *equations.mechanics().constraints()[c];
    ones.insert(ones.end(), static_cast<std::size_t>(constraint.numRows()),
                targets[c].points && !constraint.isUnilateral() ? 1.0 : 0.0);
  }
  la::Vector mask = equations.constraints()->makeVector();
  la::setEntries(mask.get(), ones);
  return mask;
}

}  // namespace

bool DeformableStep::isNeededFor(const system::MechanicalSystem& mechanics) {
  return std::any_of(mechanics.bodies().begin(), mechanics.bodies().end(),
                     [](const auto& body) { return isDeformable(*body); });
}

DeformableStep::DeformableStep(StepContext& context, double h)
    : equations_(context.equations), solver_(context.solver), phases_(context.phases), h_(h) {
  const system::MechanicalSystem& mechanics = equations_.mechanics();
  for (const auto& body : mechanics.bodies())
    sizes_.push_back(isDeformable(*body) ? shortestEdgeLength(body->mesh()) : 0.0);
  const std::vector<ConstraintTargets> targets = findConstraintTargets(mechanics);
  base::runCollectively(equations_.comm(), [&] {
    for (std::size_t c = 0; c < targets.size(); ++c)
      if (targets[c].rigid_bodies && targets[c].points && !mechanics.constraints()[c]->isUnilateral())
        refuseCoupling("'" + mechanics.constraints()[c]->name() + "'");
  });
  is_linear_ = isLinear(targets);
  point_mask_ = maskOfPoints(mechanics, equations_.linearSystem().layout());
  row_mask_ = maskOfRows(equations_, targets);
  equations_.tangent().assemble(phases_, {1.0, 0.0, 0.0});  // checks masses
  equations_.unknowns().setKinematics(kinematics());
  equations_.tangent().assemble(phases_);
  requireUncoupled();
}

// Returns true if A and G are constant where they are used: rotations of bodies and joints do not
// matter.
bool DeformableStep::isLinear(const std::vector<ConstraintTargets>& targets) const {
  const system::MechanicalSystem& mechanics = equations_.mechanics();
  std::size_t num_own = 0;
  for (const auto& body : mechanics.bodies()) {
    num_own += body->forces.size();
    if (!isDeformable(*body)) continue;
    for (const auto& force : body->forces)
      if (!force->isLinear()) return false;
  }
  const std::vector<force::ForceField*> forces = mechanics.forceFields();
  for (std::size_t f = num_own; f < forces.size(); ++f)
    if (!mechanics.isGeometric(forces[f]) && !forces[f]->isLinear()) return false;
  for (std::size_t c = 0; c < targets.size(); ++c)
    if (targets[c].points && !mechanics.constraints()[c]->isUnilateral() && !mechanics.constraints()[c]->isLinear())
      return false;
  return true;
}

// Checks that arbitrary rotations and translations of rigid bodies cause no forces on mesh nodes.
void DeformableStep::requireUncoupled() {
  const la::Vector motion = la::makeZeroLike(point_mask_.get()), force = la::makeZeroLike(point_mask_.get());
  {
    la::WriteArray entries(motion.get());
    const la::ReadArray mask(point_mask_.get());
    for (PetscInt i = 0; i < entries.size(); ++i) entries[i] = (1.0 - mask[i]) * (1.0 + 0.1 * (i % 7));
  }
  TENON_PETSC(MatMult(equations_.linearSystem().get(), motion.get(), force.get()));
  TENON_PETSC(VecPointwiseMult(force.get(), force.get(), point_mask_.get()));
  if (la::norm(force.get()) == 0.0) return;
  const std::string name = findCouplingForce(equations_.mechanics());
  base::runCollectively(equations_.comm(), [&] {
    if (!name.empty()) refuseCoupling(name);
  });
  base::runCollectively(equations_.comm(),
                        [&] { refuseCoupling("a force on mapped objects with parents of both kinds"); });
}

// New candidate pairs change G and the sparsity pattern of A.
void DeformableStep::updatePairs() {
  if (!equations_.updatePairs(share_at_begin)) return;
  equations_.rows().releaseBounds();
  is_linearised_ = false;
}

double DeformableStep::sizeOf(const la::State& state) const {
  return sizes_[equations_.mechanics().indexOf(state)];
}

const double* DeformableStep::freeVelocity(const la::State& state, base::GlobalIndex node) const {
  const LocalIndex local = state.layout().local(node);
  if (local < 0 || state.kind() != la::NodeKind::points) return nullptr;
  return free_[equations_.mechanics().indexOf(state)].data() + 3 * static_cast<std::size_t>(local);
}

ContactNode DeformableStep::nodeOf(const NodeIdentifier& node) const {
  const system::Body& body = *equations_.mechanics().bodies()[node.object];
  const LocalIndex local = body.state().layout().local(base::GlobalIndex(static_cast<PetscInt>(node.node)));
  return {node.object, local, -1, 0, sizes_[node.object]};
}

// Known responses to impulses are discarded if the nodes change, because they are known at the
// previous nodes only.
void DeformableStep::setNodes(std::vector<ContactNode> nodes, LocalIndex first) {
  const auto isSame = [](const ContactNode& a, const ContactNode& b) {
    return a.object == b.object && a.node == b.node;
  };
  const bool are_others = !std::equal(nodes.begin(), nodes.end(), nodes_.begin(), nodes_.end(), isSame);
  nodes_ = std::move(nodes);
  first_ = first;
  if (!equations_.comm().any(are_others)) return;
  first_number_ = equations_.comm().exclusiveSum(static_cast<std::int64_t>(nodes_.size()));
  columns_.clear();
}

Kinematics DeformableStep::kinematics() const {
  return Kinematics::fromAcceleration(h_ * h_, h_);
}

void DeformableStep::linearise() {
  const system::Factors now = kinematics().factors(), then = equations_.linearSystem().factors();
  const bool is_same = now.mass == then.mass && now.damping == then.damping && now.stiffness == then.stiffness;
  if (is_linear_ && is_linearised_ && is_same && revision_ == equations_.tangent().revision()) return;
  solver_.beginStep();
  solver_.linearise(phases_);
  columns_.clear();
  is_linearised_ = true;
  revision_ = equations_.tangent().revision();
}

// Linearises at the beginning of the step: with the accelerations -v_n / h all displacements are
// those of the beginning.
void DeformableStep::begin(double time) {
  storeStart();
  const StateVectors now = equations_.unknowns().states();
  const la::Vector d0 = la::makeZeroLike(now.v.get()), standing = la::makeZeroLike(now.v.get());
  TENON_PETSC(VecAXPY(d0.get(), h_, now.v.get()));
  TENON_PETSC(VecAXPY(standing.get(), -1.0 / h_, now.v.get()));
  equations_.unknowns().setKinematics(kinematics(), now.q.get(), d0.get(), now.v.get(), standing.get());
  equations_.setTime(time);
  equations_.rows().releaseBounds();  // contacts are impulses
  linearise();
  {
    const auto phase = phases_.begin("solve");
    const Residual loads = computeResidual(equations_);
    const la::Vector rows = equations_.rows().residual(),
                     change = row_mask_ ? la::makeZeroLike(row_mask_.get()) : la::Vector();
    requireRepresentable(equations_, loads, rows.get());
    if (rows) TENON_PETSC(VecScale(rows.get(), -1.0));
    const la::Vector step = la::makeZeroLike(now.v.get());
    solveFor(loads.free.get(), rows.get(), step.get(), change.get());
    x_ = equations_.unknowns().get(), multipliers_ = equations_.rows().copyMultipliers();
    addToState(1.0, step.get(), change.get());
  }
  free_ = velocities();
  for (std::size_t b = 0; b < free_.size(); ++b) {
    const la::State& state = equations_.mechanics().bodies()[b]->state();
    state.halo().updateGhosts<double>(free_[b], state.block());
  }
  restoreStart();
}

// Adds an increment of x and of the multipliers of the rows that are solved for here.
void DeformableStep::addToState(double factor, Vec step, Vec change) {
  TENON_PETSC(VecAXPY(x_.get(), factor, step));
  if (!multipliers_) return;
  TENON_PETSC(VecAXPY(multipliers_.get(), factor, change));
  TENON_PETSC(VecPointwiseMult(multipliers_.get(), multipliers_.get(), row_mask_.get()));
}

void DeformableStep::solveFor(Vec f, Vec rows, Vec dx, Vec change) {
  TENON_PETSC(VecPointwiseMult(f, f, point_mask_.get()));
  if (rows != nullptr) TENON_PETSC(VecPointwiseMult(rows, rows, row_mask_.get()));
  solver_.solveFor(f, rows, dx, change);
}

PetscInt DeformableStep::rowOf(const ContactNode& node) const {
  const la::CombinedLayout& layout = equations_.linearSystem().layout();
  return static_cast<PetscInt>(layout.local(node.object, node.node)) * layout.block();
}

Eigen::MatrixXd DeformableStep::responseTo(std::int64_t number) {
  const std::int64_t mine = number - first_number_;
  const bool is_mine = 0 <= mine && mine < static_cast<std::int64_t>(nodes_.size());
  Eigen::MatrixXd columns(3 * static_cast<Eigen::Index>(nodes_.size()), 3);
  for (int axis = 0; axis < 3; ++axis) {
    const la::Vector impulse = la::makeZeroLike(point_mask_.get());
    if (is_mine) la::WriteArray(impulse.get())[rowOf(nodes_[static_cast<std::size_t>(mine)]) + axis] = 1.0;
    const la::Vector velocity = responseTo(impulse.get(), nullptr);
    const la::ReadArray entries(velocity.get());
    for (std::size_t k = 0; k < nodes_.size(); ++k)
      for (int i = 0; i < 3; ++i) columns(3 * static_cast<Eigen::Index>(k) + i, axis) = entries[rowOf(nodes_[k]) + i];
  }
  return columns;
}

// Returns A^-1 times impulses and, in `change`, h times the change of multipliers; nullptr: not
// needed, or no constraints.
la::Vector DeformableStep::responseTo(Vec impulse, Vec change) {
  equations_.mechanics().projection().project(impulse);
  la::Vector velocity = la::makeZeroLike(impulse), rows, unasked;
  if (row_mask_) rows = la::makeZeroLike(row_mask_.get()), unasked = la::makeZeroLike(row_mask_.get());
  solveFor(impulse, rows.get(), velocity.get(), change != nullptr ? change : unasked.get());
  return velocity;
}

Eigen::MatrixXd DeformableStep::responses(const std::vector<LocalIndex>& points) {
  std::vector<std::int64_t> mine;
  for (const LocalIndex point : points) mine.push_back(first_number_ + point - first_);
  const std::vector<std::int64_t> all = equations_.comm().gatherAll(mine);
  Eigen::MatrixXd W(3 * mine.size(), 3 * all.size());
  for (std::size_t j = 0; j < all.size(); ++j) {
    auto columns = columns_.find(all[j]);
    if (columns == columns_.end()) columns = columns_.emplace(all[j], responseTo(all[j])).first;
    for (std::size_t i = 0; i < mine.size(); ++i)
      W.block<3, 3>(3 * static_cast<Eigen::Index>(i), 3 * static_cast<Eigen::Index>(j)) =
          columns->second.middleRows<3>(3 * static_cast<Eigen::Index>(mine[i] - first_number_));
  }
  return W;
}

// Gathers the impulses on nodes in contact; `impulses` is empty on all ranks without contact.
la::Vector DeformableStep::gathered(const std::vector<double>& impulses) const {
  la::Vector gathered = la::makeZeroLike(point_mask_.get());
  la::WriteArray entries(gathered.get());
  if (impulses.empty()) return gathered;
  for (std::size_t k = 0; k < nodes_.size(); ++k)
    for (int i = 0; i < 3; ++i)
      entries[rowOf(nodes_[k]) + i] =
          impulses[6 * (static_cast<std::size_t>(first_) + k) + static_cast<std::size_t>(i)];
  return gathered;
}

void DeformableStep::applyImpulses(const std::vector<double>& impulse, const std::vector<double>& correcting) {
  const la::Vector given = gathered(impulse), overlaps = gathered(correcting);
  if (la::norm(given.get()) > 0.0) {
    const la::Vector change = row_mask_ ? la::makeZeroLike(row_mask_.get()) : la::Vector();
    const la::Vector velocity = responseTo(given.get(), change.get());
    addToState(1.0 / h_, velocity.get(), change.get());
  }
  correction_.clear();
  if (la::norm(overlaps.get()) > 0.0)
    correction_ = splitByBody(equations_.mechanics(), equations_.linearSystem().layout(),
                              responseTo(overlaps.get(), nullptr).get());
}

void DeformableStep::move() {
  const std::vector<std::vector<double>> v = velocities();
  for (std::size_t b = 0; b < v.size(); ++b) {
    la::State& state = equations_.mechanics().bodies()[b]->state();
    if (state.kind() != la::NodeKind::points) continue;
    const auto q = state.displacement(), velocity = state.velocity(), acceleration = state.acceleration();
    const auto owned = static_cast<std::size_t>(state.block() * state.layout().numOwned());
    for (std::size_t i = 0; i < owned; ++i) {
      q[i] = start_[b].q[i] + h_ * (correction_.empty() ? v[b][i] : v[b][i] + correction_[b][i]);
      velocity[i] = v[b][i];
      acceleration[i] = (v[b][i] - start_[b].v[i]) / h_;
    }
  }
}

// Returns v_n + h x.
std::vector<std::vector<double>> DeformableStep::velocities() const {
  std::vector<std::vector<double>> v =
      splitByBody(equations_.mechanics(), equations_.linearSystem().layout(), x_.get());
  for (std::size_t b = 0; b < v.size(); ++b)
    std::transform(v[b].begin(), v[b].end(), start_[b].v.begin(), v[b].begin(),
                   [&](double x, double before) { return before + h_ * x; });
  return v;
}

void DeformableStep::storeStart() {
  start_.clear();
  const auto copied = [](gsl::span<const double> values) { return std::vector<double>(values.begin(), values.end()); };
  for (const auto& body : equations_.mechanics().bodies()) {
    const la::State& state = std::as_const(*body).state();
    start_.push_back({copied(state.displacement()), copied(state.velocity()), copied(state.acceleration())});
  }
}

void DeformableStep::restoreStart() {
  for (std::size_t b = 0; b < start_.size(); ++b) {
    la::State& state = equations_.mechanics().bodies()[b]->state();
    std::copy(start_[b].q.begin(), start_[b].q.end(), state.displacement().begin());
    std::copy(start_[b].v.begin(), start_[b].v.end(), state.velocity().begin());
    std::copy(start_[b].a.begin(), start_[b].a.end(), state.acceleration().begin());
  }
}

}  // namespace tenon::analysis
