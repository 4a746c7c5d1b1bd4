// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "tenon/constraint/Constraint.hpp"
#include "tenon/fem/Domain.hpp"
#include "tenon/fem/ObjectGroup.hpp"
#include "tenon/mesh/generation/generate.hpp"

// Objects, displacements and rows for the tests of this folder.
namespace tenon::constraint::testing {

using base::Communicator;
using base::Vec3;
using mesh::CellType;

/// A mesh with its state.
struct Object {
  std::string name;
  mesh::Mesh mesh;
  la::State state;
  fem::Domain domain;

  /// Creates an object; a `block` of 0 means one component for each dimension of the mesh.
  Object(std::string object, mesh::Mesh m, int block = 0)
      : name(std::move(object)),
        mesh(std::move(m)),
        state(name, mesh.sharedLayout(), block > 0 ? block : mesh.dimension(),
              restOf(mesh, block > 0 ? block : mesh.dimension())),
        domain{mesh, state, name} {}
  Object(const Object&) = delete;

  Vec3 place(LocalIndex node) const {
    return Eigen::Map<const Vec3>(mesh.points().data() + 3 * static_cast<std::size_t>(node));
  }
  void move(const std::function<Vec3(const Vec3&)>& motion) {
    const auto block = static_cast<std::size_t>(state.block());
    for (LocalIndex node = 0; node < mesh.layout().numLocal(); ++node) {
      const Vec3 u = motion(place(node));
      for (std::size_t c = 0; c < block; ++c)
        state.displacement()[static_cast<std::size_t>(node) * block + c] = u[static_cast<Eigen::Index>(c)];
    }
  }

 private:
  static std::vector<double> restOf(const mesh::Mesh& m, int block) {
    std::vector<double> rest;
    for (LocalIndex node = 0; node < m.layout().numLocal(); ++node)
      for (int c = 0; c < block; ++c) rest.push_back(m.points()[static_cast<std::size_t>(3 * node + c)]);
    return rest;
  }
};

inline fem::FindDomain among(std::vector<const Object*> objects) {
  return [objects](const std::string& name) -> const fem::Domain& {
    for (const Object* object : objects)
      if (object->name == name) return object->domain;
    throw base::InputError("There is no object '" + name + "'.");
  };
}

/// Distributes the cells pseudo-randomly, but reproducibly.
inline std::function<int(const mesh::Point&)> randomPartition(int ranks, int seed) {
  return [ranks, seed](const mesh::Point& x) {
    const double mixed = std::sin(12.9898 * x[0] + 78.233 * x[1] + 37.719 * x[2] + seed) * 43758.5453;
    return static_cast<int>((mixed - std::floor(mixed)) * ranks) % ranks;
  };
}
inline std::function<int(const mesh::Point&)> allOn(int rank) {
  return [rank](const mesh::Point&) { return rank; };
}

inline std::vector<double> residual(const Constraint& constraint) {
  std::vector<double> phi(static_cast<std::size_t>(constraint.numRows()), 0.0);
  constraint.addResidual(phi);
  return phi;
}

/// Returns the largest |Phi| over the ranks.
inline double largestResidual(const Constraint& constraint, const Communicator& comm) {
  double largest = 0.0;
  for (const double value : residual(constraint)) largest = std::max(largest, std::abs(value));
  return comm.max(largest);
}

inline long numAllRows(const Constraint& constraint, const Communicator& comm) {
  return comm.sum(static_cast<long>(constraint.numRows()));
}

/// Partition-independent coefficient of G: nodes are identified by their positions in the mesh
/// file.
struct Coefficient {
  long carrier;  // position of the node that carries the row
  int row;       // index among the node's rows
  int object;
  long node;
  int component;
  double value;

  auto key() const { return std::make_tuple(carrier, row, object, node, component); }
};

/// Returns the rows of all ranks on every rank, sorted. Each row must have a carrier.
/// @note Collective.
std::vector<Coefficient> allRows(const Constraint& constraint, const std::vector<const Object*>& objects,
                                 const Communicator& comm);

/// Expects G to be the derivative of Phi, by central differences in every dof. @note Collective.
void expectJacobianIsDerivative(const Constraint& constraint, const std::vector<Object*>& objects,
                                const Communicator& comm);

/// Expects the InputError that `work` throws on every rank to contain all `parts` in its message.
void expectInputError(const std::function<void()>& work, const std::vector<std::string>& parts);

/// Returns the forces G^T lambda on the owned nodes of an object, [numOwned x block]; lambda is
/// given on this rank's rows. @note Collective.
std::vector<double> forces(const Constraint& constraint, const std::vector<double>& lambda, const Object& object);

/// Returns the resultant force and moment about the origin of nodal forces. @note Collective.
base::Vec6 resultant(const std::vector<double>& forces, const Object& object);

}  // namespace tenon::constraint::testing
