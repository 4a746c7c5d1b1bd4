// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// Members of Equations that check requirements.
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <set>

#include "Equations.hpp"
#include "WeightedNorms.hpp"
#include "analysis/modal/completeTangents.hpp"
#include "analysis/steppers/representable.hpp"
#include "analysis/steps/invalidConfiguration.hpp"
#include "la/arrays.hpp"
#include "la/matrices/Projection.hpp"
#include "la/vectors.hpp"
#include "solver/rigid_modes/findFreeRigidModes.hpp"
#include "splitByBody.hpp"
#include "tenon/base/runCollectively.hpp"

namespace tenon::analysis {
namespace {

using base::LocalIndex;
using system::Body;

std::vector<la::ElementTable> solidCells(const mesh::Mesh& mesh) {
  std::vector<la::ElementTable> tables;
  for (const auto& block : mesh.blocks())
    if (mesh::info(block.type).dimension == mesh.dimension())
      tables.push_back({block.nodes.data(), mesh::info(block.type).num_nodes, block.numCells()});
  return tables;
}

}  // namespace

template <class Search>
auto Equations::searchFreeModes(Mat G, Search&& search) {
  std::vector<solver::ConstrainedState> states;
  for (std::size_t b = 0; b < mechanics_.bodies().size(); ++b) {
    const Body& body = *mechanics_.bodies()[b];
    const auto& held = mechanics_.constrainedDofs()[b];
    states.push_back({&body.state(), solidCells(body.mesh()),
                      [&held](LocalIndex node, int component) { return held.isConstrained(node, component); },
                      body.mesh().dimension() == 0 ? body.mesh().nodeTags() : gsl::span<const std::int64_t>{}});
  }
  const std::vector<Mat> rows{G, mechanics_.projection().directions()};
  return search(states, rows, [&] {
    system_->assemble(system::statics);
    is_assembled_ = false;
    return system_->get();
  });
}

void Equations::requireSupported() {
  if (isSupported()) return;
  const ScopedLoadDisabling without_loads(mechanics_);
  searchFreeModes(constraints_ ? constraints_->full() : nullptr,
                  [](const auto&... of_bodies) { solver::requireSupported(of_bodies...); });
}

std::string Equations::describeFreeModesWithoutBounds() {
  if (!active_set_) return {};
  try {
    searchFreeModes(activeRows(constraints_->full()),
                    [](const auto&... of_bodies) { solver::requireSupported(of_bodies...); });
  } catch (const base::InputError& error) {
    return error.what();
  }
  return {};
}

// Loads are ignored if necessary, because the negative stiffness of an external follower pressure
// does not remove a support.
bool Equations::isSupported() {
  const auto is_supported = [this] {
    return searchFreeModes(constraints_ ? constraints_->full() : nullptr,
                           [](const auto&... of_bodies) { return solver::findFreeRigidModes(of_bodies...).empty(); });
  };
  if (is_supported()) return true;
  if (!mechanics_.areLoadsEnabled()) return false;
  const ScopedLoadDisabling without_loads(mechanics_);
  return is_supported();
}

namespace {

/// Returns the nodes of objects without cells that constraint rows determine: a massless point
/// moves with the nodes to which it is attached.
std::set<std::pair<const la::State*, LocalIndex>> determinedPoints(const system::MechanicalSystem& mechanics) {
  std::set<std::pair<const la::State*, LocalIndex>> points;
  for (const auto& body : mechanics.bodies()) {
    if (body->mesh().dimension() > 0) continue;
    for (const auto& constraint : mechanics.constraints())
      for (const auto& slave : constraint->slaves())
        if (constraint->active && slave.state == &body->state()) points.emplace(slave.state, slave.node);
  }
  return points;
}

}  // namespace

namespace {

/// Returns a `masses` entry of a case file that suits the cells of a body.
std::string massFor(const Body& body) {
  if (body.mesh().dimension() == 0) return "[{type: nodal, mass: ...}]";
  if (body.mesh().dimension() == 1) return "[{type: line, density: ..., area: ...}]";
  if (body.mesh().dimension() < body.state().dimension()) return "[{type: surface, density: ..., thickness: ...}]";
  return "[{type: consistent, density: ...}]";
}

/// Returns a remedy that gives the cells of a body a stiffness.
std::string stiffnessFor(const Body& body) {
  if (body.mesh().dimension() == body.state().dimension()) return "every cell needs a force of type elastic";
  if (body.mesh().dimension() == 1)
    return "every line needs a force of type truss, cable or beam; without stress, trusses and cables have no "
           "transverse stiffness: specify a `prestress`, however small";
  return "every face needs a force of type membrane; without stress, membranes have no transverse stiffness: specify a "
         "`prestress`, however small";
}

}  // namespace

// Checks that the diagonal of each unconstrained node is finite and, if the node has stiffness or
// mass, positive.
void Equations::requireDiagonal(Vec diagonal) {
  if (!is_assembled_ && largestEntry(diagonal) > largest_representable) {  // later on, Newton's method diverges
    requireInDomain();
    refuseStiffness(mechanics_);
  }
  requireNoZeros(diagonal, !kinematics_.isStatic() && kinematics_.position == 0.0);
}

void Equations::requireMasses() {
  system_->assemble({1.0, 0.0, 0.0});
  is_assembled_ = false;
  const la::Vector masses = system_->layout().makeVector();
  TENON_PETSC(MatGetDiagonal(system_->get(), masses.get()));
  requireNoZeros(masses.get(), true);
}

void Equations::requireNoZeros(Vec diagonal, bool is_mass_alone) {
  bool any_zero = false;
  {
    const la::ReadArray all(diagonal);
    any_zero = std::find(all.begin(), all.end(), 0.0) != all.end();
  }
  if (!comm().any(any_zero)) return;
  const auto entries = splitByBody(mechanics_, system_->layout(), diagonal);
  const auto determined = determinedPoints(mechanics_);
  for (std::size_t b = 0; b < entries.size(); ++b) {
    const Body& body = *mechanics_.bodies()[b];
    if (kinematics_.isStatic() && body.mesh().dimension() == 0) continue;  // constraints may be the only support
    const int block = body.state().block();
    long first = std::numeric_limits<long>::max(), count = 0;
    for (LocalIndex node = 0; node < body.state().layout().numOwned(); ++node) {
      bool soft = false;
      for (int i = 0; i < block; ++i)
        soft = soft || (entries[b][static_cast<std::size_t>(node * block + i)] == 0.0 &&
                        !mechanics_.constrainedDofs()[b].isConstrained(node, i));
      if (!soft || determined.count({&body.state(), node}) > 0) continue;
      first = std::min(first, static_cast<long>(body.mesh().nodeTags()[static_cast<std::size_t>(node)]));
      ++count;
    }
    first = mechanics_.comm().min(first);
    count = mechanics_.comm().sum(count);
    base::runCollectively(mechanics_.comm(), [&] {
      if (count == 0) return;
      const std::string begin = fmt::format("At {} free node{} of object '{}', no contributor provides", count,
                                            count == 1 ? "" : "s", body.name());
      if (is_mass_alone)
        throw base::InputError(
            fmt::format("{} a mass (first: node {}), but a transient analysis needs masses at all free nodes: specify "
                        "`masses` for the object, such as {}.",
                        begin, first, massFor(body)));
      throw base::InputError(fmt::format("{} a {} (first: node {}): {}{}.", begin,
                                         kinematics_.isStatic() ? "stiffness" : "stiffness or a mass", first,
                                         stiffnessFor(body), kinematics_.isStatic() ? "" : ", or a mass"));
    });
  }
}

// Detects forces that are not finite for any load, because the domain of a constitutive model is
// left.
void Equations::requireInDomain() const {
  const la::Vector u = vectorOf(&la::State::displacement);
  const double moved = norms_->largestDisplacement(u.get());
  if (isLinear() || !(moved > 0.0) || !(moved <= largest_representable)) return;
  const std::string force = unrepresentableMaterial(mechanics_);
  if (force.empty()) return;
  const la::Vector free = la::makeZeroLike(u.get());
  TENON_PETSC(VecCopy(u.get(), free.get()));
  mechanics_.projection().project(free.get());
  TENON_PETSC(VecAXPY(u.get(), -1.0, free.get()));
  const bool is_prescribed = la::norm(u.get()) > 0.0;
  const std::string element = describeInvertedElement(mechanics_);
  base::runCollectively(comm(), [&] {
    throw base::NotConvergedError(
        fmt::format("The {} displaces nodes by up to {:.3g} before the equilibrium iteration{}: the force of {} is not "
                    "finite in this configuration. {}.",
                    is_prescribed ? "prescribed displacement" : "predictor of the step", moved,
                    element.empty() ? "" : ", and " + element, force,
                    is_prescribed ? "Apply the displacement gradually by `history: [[0, 0], [1, 1]]` of the condition "
                                    "and several `steps` of the analysis"
                                  : "Reduce `step` to shorten the predictor"));
  });
}

void Equations::requireRepresentable(const Residual& residual, Vec constraint_residual) const {
  const bool fits = residual.free_norm + residual.reaction_norm <= largest_representable &&
                    (constraint_residual == nullptr || la::norm(constraint_residual) <= largest_representable);
  if (fits) return;
  requireInDomain();
  // After the first step, prescribed displacements may have inverted elements: shorter steps are
  // then a remedy.
  const bool is_later = largest_stiffness_ >= 0.0 && !isLinear();
  if (kinematics_.position == 0.0 || (kinematics_.isStatic() && !is_later))
    analysis::requireRepresentable<base::InputError>(mechanics_);
  else
    analysis::requireRepresentable<base::NotConvergedError>(mechanics_);
}

void Equations::requireLargeRotationConstraints() const {
  const auto forces = mechanics_.forceFields();
  const auto turning =
      std::find_if(forces.begin(), forces.end(), [](const auto* force) { return force->supportsLargeRotations(); });
  if (turning == forces.end()) return;
  for (const auto& constraint : mechanics_.constraints())
    if (const std::string instead = constraint->largeRotationAlternative(); constraint->active && !instead.empty())
      throw base::InputError(fmt::format(
          "The constraint '{}' is valid only for small rotations, but {} is intended for large rotations: {}.",
          constraint->name(), (*turning)->name(), instead));
}

void Equations::requireNoBounds(const std::string& analysis) const {
  for (const auto& constraint : mechanics_.constraints())
    if (constraint->active && constraint->isUnilateral())
      throw base::InputError(
          fmt::format("The constraint '{}' has a bound. Bounds are supported by static analyses, `implicit-euler`, "
                      "`generalised-alpha`, `newmark`, `trapezoid`, `hht` and `moreau-jean`, but not by {}: remove "
                      "`bound`, or set `active: false` for the constraint.",
                      constraint->name(), analysis));
}

void Equations::requireNoRates(const std::string& analysis) const {
  for (const auto* force : mechanics_.forceFields())
    if (force->dependsOnRate())
      throw base::InputError(
          fmt::format("{} relaxes in time, but the time of {} is a load factor, which may decrease: use `analysis: "
                      "{{type: static}}` or `{{type: transient}}`, or only the elastic material.",
                      force->name(), analysis));
}

void Equations::requireLevels() const {
  if (!kinematics_.isStatic() && !bounds_are_allowed_) return requireNoBounds("this time integrator");
  if (!kinematics_.isStatic()) return;
  for (const auto& constraint : mechanics_.constraints())
    if (constraint->active && constraint->level() == constraint::Constraint::Level::velocity)
      throw base::InputError(
          fmt::format("The constraint '{}' acts on velocities, which a static analysis does not have: remove the "
                      "constraint, or set `active: false`.",
                      constraint->name()));
}

}  // namespace tenon::analysis
