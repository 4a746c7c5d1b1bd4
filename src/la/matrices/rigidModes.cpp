// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "rigidModes.hpp"

#include <deque>
#include <limits>

#include "la/arrays.hpp"
#include "la/vectors.hpp"
#include "tenon/la/layout/NodeFrame.hpp"

namespace tenon::la {
namespace {

using base::Vec3;
using base::Vec6;

// Calls visit(state, reference position, first row) for every owned node.
template <class Visit>
void forOwnedNodes(const CombinedLayout& layout, Visit&& visit) {
  PetscInt row = 0;
  for (std::size_t s = 0; s < layout.states().size(); ++s) {
    const State& state = *layout.states()[s];
    for (LocalIndex node = 0; node < state.layout().numOwned(); ++node, row += layout.scalarRowsPerNode(s))
      visit(state, expandToFrame(state, state.reference(), node).head<3>(), row);
  }
}

Vec3 lowestCorner(const CombinedLayout& layout) {
  Vec3 lowest = Vec3::Constant(std::numeric_limits<double>::max());
  forOwnedNodes(layout, [&](const State& state, const Vec3& x, PetscInt) {
    if (state.kind() != NodeKind::scalars) lowest = lowest.cwiseMin(x);
  });
  for (double& c : lowest) c = layout.comm().min(c);
  return lowest;
}

// Orthogonalises v against `basis`. Two passes are needed, because one pass leaves components at
// the level of round-off.
void orthogonalise(std::vector<Vec>& basis, Vec v) {
  std::vector<PetscScalar> along(basis.size());
  for (int pass = 0; pass < 2; ++pass) {
    TENON_PETSC(VecMDot(v, static_cast<PetscInt>(basis.size()), basis.data(), along.data()));
    for (PetscScalar& part : along) part = -part;
    TENON_PETSC(VecMAXPY(v, static_cast<PetscInt>(basis.size()), along.data(), basis.data()));
  }
}

}  // namespace

base::Vec6 rigidModeComponents(int component, const base::Vec3& arm) {
  base::Vec6 row = base::Vec6::Zero();
  row[component] = 1.0;
  if (component < 3)
    for (int axis = 0; axis < 3; ++axis) row[3 + axis] = base::Vec3::Unit(axis).cross(arm)[component];
  return row;
}

NullSpace rigidModes(const CombinedLayout& layout) {
  std::vector<Vector> vectors(6);
  for (Vector& vector : vectors) vector = layout.makeVector();
  {
    std::deque<WriteArray> values;
    for (const Vector& vector : vectors) values.emplace_back(vector.get());
    const Vec3 corner = lowestCorner(layout);
    forOwnedNodes(layout, [&](const State& state, const Vec3& x, PetscInt row) {
      if (state.kind() == NodeKind::scalars) return;
      for (const int component : frameComponentsOf(state)) {
        const Vec6 by_mode = rigidModeComponents(component, x - corner);
        for (std::size_t m = 0; m < 6; ++m) values[m][row] = by_mode[static_cast<Eigen::Index>(m)];
        ++row;
      }
    });
  }
  bool is_plane = true;
  for (const State* state : layout.states()) is_plane = is_plane && state->dimension() < 3;  // scalars have dimension 0
  if (is_plane) {  // rotations about x and y leave the plane
    std::swap(vectors[3], vectors[5]);
    vectors.resize(4);
  }
  return spanOf(vectors);
}

NullSpace rigidModesOf(MatNullSpace modes, PetscInt first, PetscInt count, PetscInt block) {
  std::vector<Vector> parts;
  for (Vec whole : vectorsOf(modes)) {
    Vector& part = parts.emplace_back();
    TENON_PETSC(VecCreate(PetscObjectComm(reinterpret_cast<PetscObject>(whole)), part.out()));
    TENON_PETSC(VecSetBlockSize(part.get(), block));
    TENON_PETSC(VecSetSizes(part.get(), count, PETSC_DETERMINE));
    TENON_PETSC(VecSetType(part.get(), VECSTANDARD));
    const ReadArray from(whole);
    std::copy_n(from.begin() + first, count, WriteArray(part.get()).begin());
  }
  return spanOf(parts);
}

NullSpace spanOf(const std::vector<Vector>& vectors) {
  constexpr double follows = 1e-10;
  std::vector<Vec> basis;
  for (const Vector& v : vectors) {
    const double size = norm(v.get());
    if (size == 0.0) continue;
    orthogonalise(basis, v.get());
    const double left = norm(v.get());
    if (left <= follows * size) continue;
    TENON_PETSC(VecScale(v.get(), 1.0 / left));
    basis.push_back(v.get());
  }
  NullSpace space;
  if (!basis.empty())
    TENON_PETSC(MatNullSpaceCreate(PetscObjectComm(reinterpret_cast<PetscObject>(basis.front())), PETSC_FALSE,
                                   static_cast<PetscInt>(basis.size()), basis.data(), space.out()));
  return space;
}

gsl::span<const Vec> vectorsOf(MatNullSpace space) {
  if (space == nullptr) return {};
  PetscInt count = 0;
  const Vec* vectors = nullptr;
  TENON_PETSC(MatNullSpaceGetVecs(space, nullptr, &count, &vectors));
  return {vectors, static_cast<std::size_t>(count)};
}

}  // namespace tenon::la
