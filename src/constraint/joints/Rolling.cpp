// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Rolling.hpp"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <limits>

#include "base/dense.hpp"
#include "constraint/unitVector.hpp"
#include "fem/meanPosition.hpp"
#include "tenon/base/runCollectively.hpp"

namespace tenon::constraint {

using base::Mat3;
using base::Vec3;

namespace {

std::string nameOf(const Rolling::Data& data) {
  return data.name.empty() ? fmt::format("rolling of {}", data.wheel.name()) : data.name;
}

Vec3 sum(const base::Communicator& comm, Vec3 vector) {
  comm.sumInPlace(gsl::span<double>(vector.data(), 3));
  return vector;
}

Vec3 valueOf(gsl::span<const double> values, LocalIndex node, int dim) {
  Vec3 value = Vec3::Zero();
  for (int c = 0; c < dim; ++c) value[c] = values[static_cast<std::size_t>(node * dim + c)];
  return value;
}

/// Returns J; in plane problems only the rotation about z.
Mat3 inertiaOf(const base::Communicator& comm, const std::vector<Vec3>& arms, int dim) {
  Mat3 J = Mat3::Zero();
  for (const Vec3& r : arms) J += r.squaredNorm() * Mat3::Identity() - r * r.transpose();
  comm.sumInPlace(gsl::span<double>(J.data(), 9));
  if (dim == 2) J = Vec3(1.0, 1.0, J(2, 2)).asDiagonal();
  return J;
}

}  // namespace

void Rolling::declare(base::Parameters<Data>& p) {
  p.optional("name", &Data::name, "", "name in messages and results; default: derived from the wheel");
  p.required("wheel", &Data::wheel, "", "the nodes of the wheel, or of its rim");
  p.optional("point", &Data::point, "length", "a point of the rolling plane");
  p.required("normal", &Data::normal, "", "normal of the rolling plane, of any length");
}

Rolling::Rolling(const Data& data, const fem::FindDomain& find)
    : name_(nameOf(data)),
      domain_(find(data.wheel.object)),
      nodes_(fem::ownedNodes(domain_, data.wheel.group)),
      point_(data.point),
      normal_(unitVector(data.normal, "normal", domain_, name_)) {
  const base::Communicator& comm = domain_.mesh.comm();
  tangents_.push_back(domain_.state.block() == 2 ? Vec3(-normal_[1], normal_[0], 0.0) : Vec3(normal_.unitOrthogonal()));
  if (domain_.state.block() == 3) tangents_.push_back(normal_.cross(tangents_.front()));
  num_nodes_ = comm.sum(static_cast<double>(nodes_.size()));
  long first = std::numeric_limits<long>::max();
  for (const LocalIndex node : nodes_)
    first = std::min(first, static_cast<long>(domain_.mesh.nodePositions()[static_cast<std::size_t>(node)]));
  const long lowest = comm.min(first);
  owner_ = comm.max(!nodes_.empty() && first == lowest ? comm.rank() : 0);
  Vec3 centre;
  const Mat3 J = inertiaOf(comm, fromCentre(centre), domain_.state.block());
  base::runCollectively(comm, [&] {
    if (num_nodes_ == 0.0) throw base::InputError(fmt::format("The constraint '{}' contains no nodes.", name_));
    const Vec3 moments = base::computePrincipalValues(J);
    if (!(moments[0] > 1e-12 * moments[2]))
      throw base::InputError(
          fmt::format("{}: the nodes of the wheel are collinear or coincident, so its rotation is undefined.", name_));
  });
}

/// Returns r_i of the owned nodes in the current configuration. @note Collective.
std::vector<Vec3> Rolling::fromCentre(Vec3& centre) const {
  const int dim = domain_.state.block();
  std::vector<Vec3> arms, motion;
  for (const LocalIndex node : nodes_) {
    arms.push_back(valueOf(domain_.state.reference(), node, dim));
    motion.push_back(valueOf(domain_.state.displacement(), node, dim));
  }
  const Vec3 rest = fem::meanPosition(domain_.mesh.comm(), arms),
             moved = fem::meanPosition(domain_.mesh.comm(), motion);
  for (std::size_t k = 0; k < arms.size(); ++k) arms[k] = (arms[k] - rest) + (motion[k] - moved);
  centre = rest + moved;
  return arms;
}

// Based on t . (v_c + omega x rho) = sum_i v_i . (t / n + (J^-1 (rho x t)) x r_i).
std::vector<Vec3> Rolling::coefficients() const {
  Vec3 centre;
  const std::vector<Vec3> arms = fromCentre(centre);
  const Mat3 J = inertiaOf(domain_.mesh.comm(), arms, domain_.state.block());
  const Vec3 to_contact = -normal_.dot(centre - point_) * normal_;
  std::vector<Vec3> rows;
  for (const Vec3& arm : arms)
    for (const Vec3& tangent : tangents_)
      rows.push_back(tangent / num_nodes_ + Vec3(J.inverse() * to_contact.cross(tangent)).cross(arm));
  return rows;
}

void Rolling::addJacobian(JacobianRows& G) const {
  struct Entry {
    base::GlobalIndex node;
    double row[2][3];
  };
  const base::Communicator& comm = domain_.mesh.comm();
  const std::vector<Vec3> rows = coefficients();
  std::vector<std::vector<Entry>> outgoing(static_cast<std::size_t>(comm.size()));
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    Entry entry{domain_.mesh.layout().global(nodes_[i]), {}};
    for (std::size_t k = 0; k < tangents_.size(); ++k) Eigen::Map<Vec3>(entry.row[k]) = rows[i * tangents_.size() + k];
    outgoing[static_cast<std::size_t>(owner_)].push_back(entry);
  }
  for (const auto& from_rank : comm.exchange(outgoing))
    for (const Entry& entry : from_rank)
      for (int k = 0; k < block(); ++k)
        for (int c = 0; c < domain_.state.block(); ++c) G.add(k, domain_.state, entry.node, c, entry.row[k][c]);
}

void Rolling::addResidual(gsl::span<double> phi) const {
  const std::vector<Vec3> rows = coefficients();
  Vec3 velocity = Vec3::Zero();
  for (std::size_t i = 0; i < nodes_.size(); ++i)
    for (std::size_t k = 0; k < tangents_.size(); ++k)
      velocity[static_cast<Eigen::Index>(k)] +=
          rows[i * tangents_.size() + k].dot(valueOf(domain_.state.velocity(), nodes_[i], domain_.state.block()));
  velocity = sum(domain_.mesh.comm(), velocity);
  for (std::size_t k = 0; k < phi.size(); ++k) phi[k] += velocity[static_cast<Eigen::Index>(k)];
}

}  // namespace tenon::constraint
