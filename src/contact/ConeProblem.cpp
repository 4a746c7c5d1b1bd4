// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "ConeProblem.hpp"

#include <Eigen/Geometry>
#include <algorithm>

#include "tenon/la/layout/NodeFrame.hpp"

namespace tenon::contact {
namespace {

using base::Mat3;
using base::Vec3;
using base::Vec6;

Eigen::Map<const Vec3> angular(const double* v, LocalIndex body) {
  return Eigen::Map<const Vec3>(v + 6 * static_cast<std::size_t>(body) + 3);
}

void push(double* impulses, LocalIndex body, const Vec3& arm, const Vec3& impulse) {
  double* at = impulses + 6 * static_cast<std::size_t>(body);
  Eigen::Map<Vec3>(at) += impulse;
  Eigen::Map<Vec3>(at + 3) += arm.cross(impulse);
}

}  // namespace

void ConeProblem::impulsesOf(const Impulses& x, std::vector<double>& v) const {
  v.assign(6 * static_cast<std::size_t>(layout.numLocal()), 0.0);
  const double* gamma = x.data();
  for (const Contact& contact : contacts) {
    const Vec3 impulse = contact.frame * Eigen::Map<const Vec3>(gamma);
    push(v.data(), contact.first, contact.first_arm, -impulse);
    push(v.data(), contact.second, contact.second_arm, impulse);
    gamma += 3;
  }
  for (const RollingResistance& resistance : rolling_resistances) {
    const Contact& contact = contacts[resistance.contact];
    const Vec3 moment = contact.frame * Eigen::Map<const Vec3>(gamma);
    Eigen::Map<Vec3>(v.data() + 6 * static_cast<std::size_t>(contact.first) + 3) -= moment;
    Eigen::Map<Vec3>(v.data() + 6 * static_cast<std::size_t>(contact.second) + 3) += moment;
    gamma += 3;
  }
  for (const ExactRow& row : rows) {
    for (const ExactRow::BodyTerm& part : row.parts)
      Eigen::Map<Vec6>(v.data() + 6 * static_cast<std::size_t>(part.body)) += *gamma * part.slope;
    ++gamma;
  }
  halo.addGhostsToOwners<double>(v, 6);
}

void ConeProblem::velocitiesOf(const Impulses& x, std::vector<double>& v) const {
  impulsesOf(x, v);
  for (LocalIndex body = 0; body < layout.numOwned(); ++body) {
    if (isPoint(body)) continue;
    double* at = v.data() + 6 * static_cast<std::size_t>(body);
    const Mobility& of = mobility[static_cast<std::size_t>(body)];
    Eigen::Map<Vec3> linear_velocity(at), angular_velocity(at + 3);
    linear_velocity = of.linear.cwiseProduct(linear_velocity);
    angular_velocity = (of.angular * angular_velocity).eval();
  }
  if (points) points->apply(v);
  halo.updateGhosts<double>(v, 6);
}

Vec3 ConeProblem::relativeRotationAt(const Contact& c, const double* v) {
  return c.frame.transpose() * (angular(v, c.second) - angular(v, c.first));
}

double ConeProblem::relativeVelocityAt(const ExactRow& row, const double* v) {
  double sum = 0.0;
  for (const ExactRow::BodyTerm& part : row.parts)
    sum += part.slope.dot(Eigen::Map<const Vec6>(v + 6 * static_cast<std::size_t>(part.body)));
  return sum;
}

void ConeProblem::relativeVelocities(const std::vector<double>& v, Impulses& u) const {
  relativeVelocities(v, nullptr, u);
}

void ConeProblem::relativeVelocities(const std::vector<double>& v, const Impulses& x, Impulses& u) const {
  relativeVelocities(v, x.data(), u);
}

void ConeProblem::relativeVelocities(const std::vector<double>& v, const double* x, Impulses& u) const {
  u.resize(numImpulses());
  double* at = u.data();
  for (const Contact& contact : contacts) {
    Eigen::Map<Vec3> velocity(at);
    velocity = relativeVelocityAt(contact, v.data());
    if (x != nullptr) velocity[0] += contact.compliance * x[at - u.data()];
    at += 3;
  }
  for (const RollingResistance& resistance : rolling_resistances) {
    Eigen::Map<Vec3> velocity(at);
    velocity = relativeRotationAt(contacts[resistance.contact], v.data());
    at += 3;
  }
  for (const ExactRow& row : rows) *at++ = relativeVelocityAt(row, v.data());
}

Impulses ConeProblem::bias() const {
  Impulses b = Impulses::Zero(numImpulses());
  Eigen::Index i = 0;
  for (const Contact& contact : contacts) {
    b[i] = contact.bias;
    i += 3;
  }
  i = firstRow();
  for (const ExactRow& row : rows) b[i++] = row.bias;
  return b;
}

Mat3 ConeProblem::blockAt(LocalIndex body, const Vec3& arm) const {
  if (isPoint(body)) return points->block(body, body);
  const Mobility& of = mobility[static_cast<std::size_t>(body)];
  const Mat3 cross = la::skewMatrix(arm);
  Mat3 block = -cross * of.angular * cross;
  block.diagonal() += of.linear;
  return block;
}

Mat3 ConeProblem::blockOf(const Contact& c, double first_share, double second_share) const {
  const Mat3 block = first_share * blockAt(c.first, c.first_arm) + second_share * blockAt(c.second, c.second_arm);
  Mat3 W = c.frame.transpose() * block * c.frame;
  W(0, 0) += c.compliance;
  return W;
}

Mat3 ConeProblem::blockOf(const RollingResistance& resistance, double first_share, double second_share) const {
  const Contact& c = contacts[resistance.contact];
  const Mat3 block = first_share * mobility[static_cast<std::size_t>(c.first)].angular +
                     second_share * mobility[static_cast<std::size_t>(c.second)].angular;
  return c.frame.transpose() * block * c.frame;
}

Mat3 ConeProblem::blockOf(const FrictionalRows& sliding, const std::vector<double>& shares) const {
  Mat3 block;
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j)
      block(static_cast<int>(i), static_cast<int>(j)) = coupling(rows[sliding.row + i], rows[sliding.row + j], shares);
  return block;
}

double ConeProblem::coupling(const ExactRow& a, const ExactRow& b, const std::vector<double>& shares) const {
  double sum = 0.0;
  for (const ExactRow::BodyTerm& part : a.parts) {
    const double share = shares.empty() ? 1.0 : shares[static_cast<std::size_t>(part.body)];
    for (const ExactRow::BodyTerm& other : b.parts) sum += share * coupling(part, other);
  }
  return sum;
}

double ConeProblem::coupling(const ExactRow::BodyTerm& a, const ExactRow::BodyTerm& b) const {
  if (isPoint(a.body) && isPoint(b.body))
    return a.slope.head<3>().dot(points->block(a.body, b.body) * b.slope.head<3>());
  if (a.body != b.body) return 0.0;
  const Mobility& of = mobility[static_cast<std::size_t>(a.body)];
  return a.slope.head<3>().dot(of.linear.cwiseProduct(b.slope.head<3>())) +
         a.slope.tail<3>().dot(of.angular * b.slope.tail<3>());
}

}  // namespace tenon::contact
