// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "tenon/system/forms/extract.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "la/arrays.hpp"
#include "la/matrices/Projection.hpp"
#include "system/DeferredErrors.hpp"
#include "system/evaluation.hpp"
#include "tenon/base/runCollectively.hpp"
#include "tenon/base/suggest.hpp"
#include "tenon/system/forms/AssembledSystem.hpp"
#include "tenon/system/operators/ConstraintJacobian.hpp"

namespace tenon::system {
namespace {

/// Kinds of contributors with a given name.
struct Kinds {
  bool force = false, mass = false, constraint = false;
};

Kinds kindsOf(const MechanicalSystem& mechanics, const std::string& name) {
  Kinds kinds;
  for (const auto* force : mechanics.forceFields()) kinds.force = kinds.force || force->name() == name;
  for (const auto* mass : mechanics.masses()) kinds.mass = kinds.mass || mass->name() == name;
  for (const auto& constraint : mechanics.constraints())
    kinds.constraint = kinds.constraint || constraint->name() == name;
  return kinds;
}

/// Returns the kinds of contributors that have the matrix or vector `what`.
Kinds kindsWith(const std::string& what) {
  if (what == "K" || what == "f" || what == "b") return {true, false, false};
  if (what == "M") return {false, true, false};
  if (what == "A" || what == "B") return {true, true, false};
  if (base::contains({"G", "C", "lambda", "Cq", "E", "bi", "N", "W"}, what)) return {false, false, true};
  return {true, true, true};
}

/// Returns true if `what` is an item of a Descriptor.
bool isOfWholeOnly(const std::string& what) {
  return base::contains({"H", "Cq", "E", "bi", "d", "Z", "Zproducts", "N", "W"}, what);
}

/// Calls requireExtractable() on all ranks. @note Collective.
void require(const MechanicalSystem& mechanics, const std::string& contributor, const std::string& what) {
  base::runCollectively(mechanics.comm(), [&] { requireExtractable(mechanics, contributor, what); });
}

constexpr Factors only_stiffness{0.0, 0.0, 1.0}, only_damping{0.0, 1.0, 0.0}, only_mass{1.0, 0.0, 0.0};

MatrixContents contentsOf(const Selection& of) {
  MatrixContents contents;
  contents.projective_conditions = of.projected;
  contents.contributor = of.contributor;
  return contents;
}

/// Returns -1 if each term of m M + b B + k K is negative semidefinite for a stable system, like
/// K = df/dx and B = df/dv, and 1 otherwise.
double signOf(const Factors& factors) {
  const bool has_positive = factors.mass > 0.0 || factors.damping < 0.0 || factors.stiffness < 0.0;
  const bool has_negative = factors.mass < 0.0 || factors.damping > 0.0 || factors.stiffness > 0.0;
  return has_negative && !has_positive ? -1.0 : 1.0;
}

AssembledSystem systemOf(const MechanicalSystem& mechanics, const MatrixContents& contents) {
  SystemOptions options;
  options.contents = contents;
  return AssembledSystem(mechanics, la::Insertion::slots, options);
}

std::vector<std::vector<double>> forcesOf(const MechanicalSystem& mechanics, const std::string& name) {
  std::vector<std::vector<double>> values;
  for (const auto* state : mechanics.states())
    values.emplace_back(static_cast<std::size_t>(state->layout().numLocal() * state->block()), 0.0);
  la::ForceVector f([&](const la::State& state) { return gsl::span<double>(values[mechanics.indexOf(state)]); });
  DeferredErrors errors;
  for (const auto* force : mechanics.forceFields())
    if (force->name() == name) errors.run([&] { force->addForce(f); });
  errors.throwOnAllRanks(mechanics.comm());
  return values;
}

la::Vector gathered(const la::CombinedLayout& layout, const std::vector<std::vector<double>>& arrays) {
  const std::vector<gsl::span<const double>> parts(arrays.begin(), arrays.end());
  la::Vector vector = layout.makeVector();
  layout.gather(parts, vector.get());
  return vector;
}

la::Vector forceOf(const LinearSystem& system) {
  const std::string& contributor = system.options().contents.contributor;
  if (contributor.empty()) return system.residual();
  la::Vector force = gathered(system.layout(), forcesOf(system.mechanics(), contributor));
  if (system.options().contents.projective_conditions) system.mechanics().projection().project(force.get());
  return force;
}

la::Vector motionOf(const MechanicalSystem& mechanics, gsl::span<const double> (la::State::*values)() const) {
  const la::CombinedLayout layout(mechanics.states());
  std::vector<gsl::span<const double>> parts;
  for (const auto* state : layout.states()) parts.push_back((state->*values)());
  la::Vector vector = layout.makeVector();
  layout.gather(parts, vector.get());
  return vector;
}

ConstraintJacobian jacobian(const MechanicalSystem& mechanics, const Selection& of) {
  const AssembledSystem system = systemOf(mechanics, contentsOf({{}, of.projected}));
  return ConstraintJacobian(mechanics, system.layout(), system.constrainedFlags());
}

bool isSelected(const constraint::Constraint& constraint, const Selection& of) {
  if (!of.contributor.empty() && constraint.name() != of.contributor) return false;
  if (of.rows == RowKind::all) return true;
  return constraint.active &&
         (of.rows == RowKind::active || constraint.isUnilateral() == (of.rows == RowKind::unilateral));
}

la::IndexSet rowsOf(const ConstraintJacobian& G, const std::vector<LocalIndex>& selected) {
  PetscInt first = 0;
  TENON_PETSC(MatGetOwnershipRange(G.full(), &first, nullptr));
  std::vector<PetscInt> rows(selected.begin(), selected.end());
  for (PetscInt& row : rows) row += first;
  la::IndexSet set;
  TENON_PETSC(ISCreateGeneral(PetscObjectComm(reinterpret_cast<PetscObject>(G.full())),
                              static_cast<PetscInt>(rows.size()), rows.data(), PETSC_COPY_VALUES, set.out()));
  return set;
}

la::Matrix withRows(Mat matrix, IS rows, IS columns) {
  la::Matrix part;
  TENON_PETSC(MatCreateSubMatrix(matrix, rows, columns, MAT_INITIAL_MATRIX, part.out()));
  return part;
}

/// Removes the scales from selected rows: rows of G contain one factor, entries of C contain two.
void unscale(Mat rows, const ConstraintJacobian& G, const std::vector<LocalIndex>& selected, int factors) {
  std::vector<double> inverse;
  for (const LocalIndex row : selected)
    inverse.push_back(std::pow(G.scales()[static_cast<std::size_t>(row)], -factors));
  la::Vector left;
  TENON_PETSC(MatCreateVecs(rows, nullptr, left.out()));
  la::setEntries(left.get(), inverse);
  TENON_PETSC(MatDiagonalScale(rows, left.get(), nullptr));
}

la::Matrix diagonalOf(Vec values, const la::Vector& like) {
  la::Matrix matrix;
  PetscInt rows = 0, first = 0;
  TENON_PETSC(VecGetLocalSize(like.get(), &rows));
  TENON_PETSC(VecGetOwnershipRange(like.get(), &first, nullptr));
  TENON_PETSC(MatCreateAIJ(PetscObjectComm(reinterpret_cast<PetscObject>(like.get())), rows, rows, PETSC_DETERMINE,
                           PETSC_DETERMINE, 1, nullptr, 0, nullptr, matrix.out()));
  for (PetscInt r = 0; r < rows; ++r) TENON_PETSC(MatSetValue(matrix.get(), first + r, first + r, 0.0, INSERT_VALUES));
  TENON_PETSC(MatAssemblyBegin(matrix.get(), MAT_FINAL_ASSEMBLY));
  TENON_PETSC(MatAssemblyEnd(matrix.get(), MAT_FINAL_ASSEMBLY));
  if (values != nullptr) TENON_PETSC(MatDiagonalSet(matrix.get(), values, INSERT_VALUES));
  return matrix;
}

}  // namespace

std::vector<std::string> contributorNames(const MechanicalSystem& mechanics) {
  std::vector<std::string> names;
  const auto add = [&](const std::string& name) {
    if (!base::contains(names, name)) names.push_back(name);
  };
  for (const auto* force : mechanics.forceFields()) add(force->name());
  for (const auto* mass : mechanics.masses()) add(mass->name());
  for (const auto& constraint : mechanics.constraints()) add(constraint->name());
  return names;
}

void requireContributor(const MechanicalSystem& mechanics, const std::string& name) {
  const auto names = contributorNames(mechanics);
  if (!base::contains(names, name))
    throw base::InputError(fmt::format("There is no contributor '{}'{}", name, base::suggestionFor(name, names)));
}

void requireExtractable(const MechanicalSystem& mechanics, const std::string& contributor, const std::string& what) {
  const Kinds wanted = kindsWith(what);
  if (contributor.empty()) {
    if (wanted.constraint && !wanted.force && !mechanics.hasMultipliers())
      throw base::InputError(fmt::format("The case has no constraints, and therefore no {}.", what));
    return;
  }
  requireContributor(mechanics, contributor);
  if (isOfWholeOnly(what))
    throw base::InputError(
        fmt::format("{} belongs to the whole system and is not available for '{}' alone.", what, contributor));
  const Kinds is = kindsOf(mechanics, contributor);
  if ((is.force && wanted.force) || (is.mass && wanted.mass) || (is.constraint && wanted.constraint)) return;
  const char* kind = is.force ? "force" : is.mass ? "mass" : "constraint";
  throw base::InputError(fmt::format("'{}' is a {} and therefore has no {}.", contributor, kind, what));
}

la::Matrix matrixOf(const MechanicalSystem& mechanics, const Factors& factors, const MatrixContents& contents) {
  require(mechanics, contents.contributor, "A");
  AssembledSystem system = systemOf(mechanics, contents);
  // The assembly sets positive diagonal entries in the rows of constrained degrees of freedom. They
  // take the sign of the matrix, so that it remains definite.
  const double sign = contents.projective_conditions ? signOf(factors) : 1.0;
  system.assemble({sign * factors.mass, sign * factors.damping, sign * factors.stiffness});
  if (sign < 0.0) TENON_PETSC(MatScale(system.get(), sign));
  return la::Matrix::share(system.get());
}

la::Matrix stiffnessOf(const MechanicalSystem& mechanics, const Selection& of) {
  require(mechanics, of.contributor, "K");
  return matrixOf(mechanics, only_stiffness, contentsOf(of));
}

la::Matrix dampingOf(const MechanicalSystem& mechanics, const Selection& of) {
  require(mechanics, of.contributor, "B");
  return matrixOf(mechanics, only_damping, contentsOf(of));
}

la::Matrix massOf(const MechanicalSystem& mechanics, const Selection& of) {
  require(mechanics, of.contributor, "M");
  return matrixOf(mechanics, only_mass, contentsOf(of));
}

la::Vector forceOf(const MechanicalSystem& mechanics, const Selection& of) {
  require(mechanics, of.contributor, "f");
  return forceOf(systemOf(mechanics, contentsOf(of)));
}

la::Vector displacementOf(const MechanicalSystem& mechanics) {
  return motionOf(mechanics, &la::State::displacement);
}

la::Vector velocityOf(const MechanicalSystem& mechanics) {
  return motionOf(mechanics, &la::State::velocity);
}

la::Vector accelerationOf(const MechanicalSystem& mechanics) {
  return motionOf(mechanics, &la::State::acceleration);
}

la::Vector rightHandSideOf(const MechanicalSystem& mechanics, const MatrixContents& contents) {
  require(mechanics, contents.contributor, "b");
  AssembledSystem system = systemOf(mechanics, contents);
  system.assemble(statics);
  la::Vector b = forceOf(system);
  const la::Vector x = displacementOf(mechanics);
  TENON_PETSC(MatMultAdd(system.get(), x.get(), b.get(), b.get()));
  return b;
}

la::Vector rightHandSideOfStep(const MechanicalSystem& mechanics, const Factors& factors,
                               const MatrixContents& contents) {
  require(mechanics, contents.contributor, "b");
  AssembledSystem system = systemOf(mechanics, contents);
  system.assemble(factors);
  la::Vector b = forceOf(system);
  if (contents.contributor.empty()) {
    const la::Vector inertia = gathered(system.layout(), inertiaOf(mechanics));
    if (contents.projective_conditions) mechanics.projection().project(inertia.get());
    TENON_PETSC(VecAXPY(b.get(), -1.0, inertia.get()));
  }
  const la::Vector a = accelerationOf(mechanics);
  TENON_PETSC(MatMultAdd(system.get(), a.get(), b.get(), b.get()));
  return b;
}

la::Matrix jacobianOf(const MechanicalSystem& mechanics, const Selection& of) {
  require(mechanics, of.contributor, "G");
  const ConstraintJacobian G = jacobian(mechanics, of);
  const Mat all = of.projected ? G.free() : G.full();
  PetscInt first = 0, last = 0;
  TENON_PETSC(MatGetOwnershipRangeColumn(all, &first, &last));
  la::IndexSet columns;
  TENON_PETSC(ISCreateStride(mechanics.comm().mpi(), last - first, first, 1, columns.out()));
  const std::vector<LocalIndex> selected = selectedRows(mechanics, of);
  la::Matrix rows = withRows(all, rowsOf(G, selected).get(), columns.get());
  unscale(rows.get(), G, selected, 1);
  return rows;
}

la::Matrix complianceOf(const MechanicalSystem& mechanics, const Selection& of) {
  require(mechanics, of.contributor, "C");
  const ConstraintJacobian G = jacobian(mechanics, of);
  const la::Matrix all = diagonalOf(G.compliance(), G.makeVector());
  const std::vector<LocalIndex> selected = selectedRows(mechanics, of);
  const la::IndexSet rows = rowsOf(G, selected);
  la::Matrix part = withRows(all.get(), rows.get(), rows.get());
  unscale(part.get(), G, selected, 2);
  return part;
}

la::Vector multipliersOf(const MechanicalSystem& mechanics, const std::vector<std::vector<double>>& lambda,
                         const Selection& of) {
  require(mechanics, of.contributor, "lambda");
  std::vector<double> all, selected;
  for (const auto& of_constraint : lambda) all.insert(all.end(), of_constraint.begin(), of_constraint.end());
  for (const LocalIndex row : selectedRows(mechanics, of)) selected.push_back(all[static_cast<std::size_t>(row)]);
  la::Vector vector;
  TENON_PETSC(VecCreate(mechanics.comm().mpi(), vector.out()));
  TENON_PETSC(VecSetSizes(vector.get(), static_cast<PetscInt>(selected.size()), PETSC_DETERMINE));
  TENON_PETSC(VecSetType(vector.get(), VECSTANDARD));
  double* values = nullptr;
  TENON_PETSC(VecGetArrayWrite(vector.get(), &values));
  std::copy(selected.begin(), selected.end(), values);
  TENON_PETSC(VecRestoreArrayWrite(vector.get(), &values));
  return vector;
}

std::vector<la::NamedRows> unknownsOf(const MechanicalSystem& mechanics) {
  std::vector<la::NamedRows> objects;
  const la::CombinedLayout& layout = mechanics.layout();
  for (std::size_t s = 0; s < layout.states().size(); ++s)
    objects.push_back(
        {layout.states()[s]->name(), layout.firstOwned(s) * layout.block(), layout.numOwnedRows(s) * layout.block()});
  return objects;
}

std::vector<LocalIndex> selectedRows(const MechanicalSystem& mechanics, const Selection& of) {
  std::vector<LocalIndex> rows;
  LocalIndex row = 0;
  for (const auto& constraint : mechanics.constraints()) {
    const bool selected = isSelected(*constraint, of);
    for (const LocalIndex end = row + constraint->numRows(); row < end; ++row)
      if (selected && (of.rows == RowKind::all || mechanics.dropped()[static_cast<std::size_t>(row)] == 0))
        rows.push_back(row);
  }
  return rows;
}

std::vector<la::NamedRows> multiplierRowsOf(const MechanicalSystem& mechanics, const Selection& of) {
  const std::vector<LocalIndex> rows = selectedRows(mechanics, of);
  const auto before = [&](LocalIndex row) {
    return static_cast<LocalIndex>(std::lower_bound(rows.begin(), rows.end(), row) - rows.begin());
  };
  std::vector<la::NamedRows> groups;
  LocalIndex start = 0;
  for (const auto& constraint : mechanics.constraints()) {
    const LocalIndex end = start + constraint->numRows();
    if (isSelected(*constraint, of)) groups.push_back({constraint->name(), before(start), before(end) - before(start)});
    start = end;
  }
  return groups;
}

}  // namespace tenon::system
