// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "tenon/system/operators/Descriptor.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "constrainedSlaves.hpp"
#include "contact/coulombCone.hpp"
#include "la/arrays.hpp"
#include "la/matrices/Projection.hpp"
#include "la/matrices/rigidModes.hpp"
#include "system/evaluation.hpp"
#include "tenon/base/runCollectively.hpp"
#include "tenon/base/suggest.hpp"

namespace tenon::system {
namespace {

/// Returns true if a row is a tangential row of a block, which follows the row of its gap.
bool isSlip(const constraint::Constraint& constraint, std::size_t row) {
  return constraint.isUnilateral() && constraint.friction().isEnabled() &&
         row % static_cast<std::size_t>(constraint.block()) != 0;
}

/// Replaces the multipliers by the closest admissible ones, [rows of this rank]; see
/// Descriptor::project().
void projectOnAdmissible(const constraint::Constraint& constraint, gsl::span<double> lambda) {
  if (!constraint.active) return std::fill(lambda.begin(), lambda.end(), 0.0);
  if (!constraint.isUnilateral()) return;
  const constraint::DryFriction friction = constraint.friction();
  if (!friction.isEnabled()) {
    for (double& one : lambda) one = constraint.bound == "lower" ? std::max(one, 0.0) : std::min(one, 0.0);
    return;
  }
  const auto width = static_cast<std::size_t>(constraint.block());
  const std::vector<double> areas = constraint.contactAreas();
  const bool are_tractions = !constraint.measures().empty();
  for (std::size_t first = 0, k = 0; first < lambda.size(); first += width, ++k)
    contact::projectOnFrictionCone(lambda.subspan(first, width), friction.coefficient,
                                   friction.cohesion * (are_tractions || k >= areas.size() ? 1.0 : areas[k]),
                                   friction.is_pyramid);
}

std::vector<la::NamedRows> concatenated(std::vector<la::NamedRows> rows, const std::vector<la::NamedRows>& more) {
  const LocalIndex start = rows.empty() ? 0 : rows.back().first + rows.back().count;
  for (auto row : more) {
    row.first += start;
    rows.push_back(row);
  }
  return rows;
}

std::vector<DescriptorEntry> described(const base::Communicator& comm, const std::vector<la::NamedRows>& rows) {
  std::vector<DescriptorEntry> list;
  for (const auto& row : rows)
    list.push_back({row.name, row.first, row.count,
                    base::toPetscInt(comm.sum(static_cast<long>(row.count)), "rows of the system")});
  return list;
}

PetscInt totalOf(const std::vector<DescriptorEntry>& list) {
  return std::accumulate(list.begin(), list.end(), PetscInt{0},
                         [](PetscInt sum, const DescriptorEntry& one) { return sum + one.total; });
}

Selection rowsOf(RowKind kind) {
  return {{}, false, kind};
}

/// Returns the global indices of local rows of a matrix.
la::IndexSet globalSet(const base::Communicator& comm, Mat matrix, const std::vector<LocalIndex>& rows) {
  PetscInt first = 0;
  TENON_PETSC(MatGetOwnershipRange(matrix, &first, nullptr));
  std::vector<PetscInt> entries(rows.begin(), rows.end());
  for (PetscInt& entry : entries) entry += first;
  la::IndexSet set;
  TENON_PETSC(
      ISCreateGeneral(comm.mpi(), static_cast<PetscInt>(entries.size()), entries.data(), PETSC_COPY_VALUES, set.out()));
  return set;
}

double largest(const base::Communicator& comm, const std::vector<double>& values) {
  double size = 0.0;
  for (const double value : values) size = std::max(size, std::abs(value));
  return comm.max(size);
}

}  // namespace

Descriptor::Descriptor(MechanicalSystem& mechanics, LinearSystem& system)
    : mechanics_(mechanics),
      system_(system),
      rigid_modes_(la::rigidModes(system.layout())),
      unknowns_(mechanics.comm(), "unknowns", unknownsOf(mechanics)),
      multipliers_(mechanics.comm(), "multipliers", multiplierRowsOf(mechanics)),
      all_(mechanics.comm(), "unknowns and multipliers", concatenated(unknowns_.rows(), multipliers_.rows())) {
  base::ensure(&system.mechanics() == &mechanics,
               "The linear system of a descriptor belongs to a different mechanical system.");
}

void Descriptor::assemble(const Factors& factors) {
  system_.assemble(factors);
  saddle_.reset();
  jacobian_ = std::make_unique<ConstraintJacobian>(mechanics_, system_.layout(), system_.constrainedFlags());
  TENON_PETSC(MatTranspose(G(), MAT_INITIAL_MATRIX, transpose_.out()));
  std::vector<double> compliance;
  if (jacobian_->compliance() != nullptr) compliance = la::entriesOf(jacobian_->compliance());
  saddle_ = std::make_unique<la::SaddleMatrix>(
      la::SaddleBlocks{A(), G(), transpose_.get(), la::namedStates(system_.layout()), jacobian_->groups()}, compliance);
}

const ConstraintJacobian& Descriptor::jacobian() const {
  base::ensure(jacobian_ != nullptr, "A descriptor is used before it is assembled.");
  return *jacobian_;
}

const la::SaddleMatrix& Descriptor::saddle() const {
  base::ensure(saddle_ != nullptr, "A descriptor is used before it is assembled.");
  return *saddle_;
}

std::vector<DescriptorEntry> Descriptor::variables() const {
  return described(mechanics_.comm(), unknowns_.rows());
}

std::vector<DescriptorEntry> Descriptor::constraints() const {
  auto list = described(mechanics_.comm(), multipliers_.rows());
  for (std::size_t c = 0; c < list.size(); ++c) list[c].active = mechanics_.constraints()[c]->active;
  return list;
}

std::vector<DescriptorEntry> Descriptor::activeConstraints(RowKind kind) const {
  return described(mechanics_.comm(), multiplierRowsOf(mechanics_, rowsOf(kind)));
}

la::IndexSet Descriptor::activeEntries(RowKind kind) const {
  std::vector<LocalIndex> entries(static_cast<std::size_t>(unknowns_.size()));
  std::iota(entries.begin(), entries.end(), 0);
  for (const LocalIndex row : selectedRows(mechanics_, rowsOf(kind))) entries.push_back(unknowns_.size() + row);
  return globalSet(mechanics_.comm(), saddle().get(), entries);
}

la::IndexSet Descriptor::activeMultipliers(RowKind kind) const {
  return globalSet(mechanics_.comm(), G(), selectedRows(mechanics_, rowsOf(kind)));
}

std::vector<std::string> Descriptor::blocks() const {
  std::vector<std::string> names = contributorNames(mechanics_);
  const auto is_constraint = [&](const std::string& name) {
    return std::any_of(multipliers_.rows().begin(), multipliers_.rows().end(),
                       [&](const la::NamedRows& rows) { return rows.name == name; });
  };
  names.erase(std::remove_if(names.begin(), names.end(), is_constraint), names.end());
  return names;
}

PetscInt Descriptor::numVariables() const {
  return totalOf(variables());
}

PetscInt Descriptor::numActiveVariables() const {
  const auto owned = system_.constrainedFlags().begin();
  PetscInt num_directions = 0;
  if (system_.obliqueProjection() != nullptr)
    TENON_PETSC(MatGetSize(system_.obliqueProjection()->directions(), &num_directions, nullptr));
  const auto num_held = std::count_if(owned, owned + unknowns_.size(), [](char held) { return held != 0; });
  return numVariables() - num_directions - static_cast<PetscInt>(mechanics_.comm().sum(static_cast<long>(num_held)));
}

PetscInt Descriptor::numConstraints() const {
  return totalOf(constraints());
}

PetscInt Descriptor::numActiveConstraints(RowKind kind) const {
  return totalOf(activeConstraints(kind));
}

void Descriptor::setActive(const std::string& name, bool active) {
  std::vector<std::string> names;
  bool found = false;
  for (const auto& constraint : mechanics_.constraints()) {
    names.push_back(constraint->name());
    if (constraint->name() != name) continue;
    if (active) refuseConstrainedSlaves({mechanics_.bodies(), mechanics_.constrainedDofs()}, *constraint);
    constraint->active = active;
    found = true;
  }
  if (!found)
    throw base::InputError(fmt::format("There is no constraint '{}'{}", name, base::suggestionFor(name, names)));
}

la::Matrix Descriptor::assembled() const {
  if (!system_.isStored())
    throw base::InputError(fmt::format(
        "A system of type '{}' is matrix-free and therefore not available as a single matrix.", system_.kind()));
  return saddle().convertToAij();
}

la::Matrix Descriptor::assembledActive(RowKind kind) const {
  const la::Matrix all = assembled();
  const la::IndexSet active = activeEntries(kind);
  la::Matrix left;
  TENON_PETSC(MatCreateSubMatrix(all.get(), active.get(), active.get(), MAT_INITIAL_MATRIX, left.out()));
  return left;
}

la::Vector Descriptor::b() const {
  la::Vector b = jacobian().makeVector();
  std::vector<double> entries = constraintResidualOf(mechanics_);
  for (std::size_t r = 0; r < entries.size(); ++r) entries[r] *= jacobian().relaxations()[r] * jacobian().scales()[r];
  la::setEntries(b.get(), entries);
  return b;
}

la::Vector Descriptor::d() const {
  const la::Vector f = this->f(), minus_b = b();
  TENON_PETSC(VecScale(minus_b.get(), -1.0));
  la::Vector d = saddle().makeVector();
  saddle().join(f.get(), minus_b.get(), d.get());
  return d;
}

la::Vector Descriptor::diagonal() const {
  const la::Vector of_A = system_.layout().makeVector(), of_E = jacobian().makeVector();
  TENON_PETSC(MatGetDiagonal(A(), of_A.get()));
  TENON_PETSC(MatGetDiagonal(E(), of_E.get()));
  la::Vector diagonal = saddle().makeVector();
  saddle().join(of_A.get(), of_E.get(), diagonal.get());
  return diagonal;
}

la::Vector Descriptor::displacement() const {
  return displacementOf(mechanics_);
}

void Descriptor::setDisplacement(Vec q) {
  unknowns_.requireSize(q);
  std::vector<gsl::span<double>> parts;
  for (const auto& body : mechanics_.bodies()) parts.push_back(body->state().displacement());
  system_.layout().scatter(q, parts);
  for (const auto& body : mechanics_.bodies()) body->state().updateGhosts();
}

la::Vector Descriptor::join(Vec q, gsl::span<const VectorPart> lambda) const {
  unknowns_.requireSize(q);
  const la::Vector l = jacobian().makeVector();
  multipliers_.gather(lambda, l.get());
  std::vector<double> entries = la::entriesOf(l.get());
  for (std::size_t r = 0; r < entries.size(); ++r) entries[r] /= -jacobian().scales()[r];
  la::setEntries(l.get(), entries);
  la::Vector x = saddle().makeVector();
  saddle().join(q, l.get(), x.get());
  return x;
}

std::vector<VectorPart> Descriptor::split(Vec x, Vec q) const {
  all_.requireSize(x);
  unknowns_.requireSize(q);
  const la::Vector l = jacobian().makeVector();
  saddle().split(x, q, l.get());
  std::vector<double> entries = la::entriesOf(l.get());
  for (std::size_t r = 0; r < entries.size(); ++r) entries[r] *= -jacobian().scales()[r];
  la::setEntries(l.get(), entries);
  return multipliers_.scatter(l.get());
}

std::vector<VectorPart> Descriptor::project(gsl::span<const VectorPart> lambda) const {
  const la::Vector checked = jacobian().makeVector();
  multipliers_.gather(lambda, checked.get());
  std::vector<VectorPart> nearest(lambda.begin(), lambda.end());
  for (std::size_t c = 0; c < nearest.size(); ++c) projectOnAdmissible(*mechanics_.constraints()[c], nearest[c].values);
  return nearest;
}

void Descriptor::projectUnknowns(Vec x) const {
  const la::Vector q = system_.layout().makeVector();
  const std::vector<VectorPart> lambda = split(x, q.get());
  TENON_PETSC(VecCopy(join(q.get(), project(lambda)).get(), x));
}

SchurComplement Descriptor::schurComplement(const std::string& prefix) const {
  return SchurComplement({A(), la::namedStates(system_.layout()), rigid_modes_.get()}, G(), jacobian().compliance(),
                         prefix);
}

std::vector<Feasibility> Descriptor::feasibility(gsl::span<const VectorPart> lambda) const {
  const la::Vector checked = jacobian().makeVector();
  multipliers_.gather(lambda, checked.get());
  const std::vector<double> phi = constraintResidualOf(mechanics_);
  const std::vector<VectorPart> nearest = project(lambda);
  std::vector<Feasibility> all;
  for (std::size_t c = 0; c < lambda.size(); ++c) {
    const auto& constraint = *mechanics_.constraints()[c];
    const la::NamedRows& rows = multipliers_.rows()[c];
    std::vector<double> left(phi.begin() + rows.first, phi.begin() + rows.first + rows.count), work(left.size(), 0.0),
        excess(left.size(), 0.0);
    const std::vector<double> compliance = constraint.compliances();
    for (std::size_t r = 0; r < left.size() && constraint.active; ++r) {
      const double multiplier = lambda[c].values[r];
      if (isSlip(constraint, r)) left[r] = 0.0;
      if (!compliance.empty()) left[r] += compliance[r] * multiplier;
      work[r] = left[r] * multiplier;
      if (constraint.bound == "lower") left[r] = std::min(left[r], 0.0);
      if (constraint.bound == "upper") left[r] = std::max(left[r], 0.0);
      excess[r] = multiplier - nearest[c].values[r];
    }
    all.push_back({rows.name, largest(mechanics_.comm(), left), largest(mechanics_.comm(), work),
                   largest(mechanics_.comm(), excess)});
  }
  return all;
}

}  // namespace tenon::system
