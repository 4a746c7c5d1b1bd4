// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cstdint>
#include <vector>

#include "contact/sleep/SleepingBodiesStep.hpp"
#include "tenon/la/layout/NodeFrame.hpp"

namespace tenon::contact {

/// Rigid bodies with equal principal moments of inertia, replicated on all ranks. Rank `rankOf(i)`
/// owns body i. Every rank advances all bodies with the velocities computed by their owners.
struct Pile {
  using Vec3 = base::Vec3;
  struct Body {
    Shape shape;
    Vec3 centre = Vec3::Zero(), velocity = Vec3::Zero(), spin = Vec3::Zero();
    double mass = 1.0, inertia = 1.0;  // 0: the velocity is prescribed
    Eigen::Quaterniond turned = Eigen::Quaterniond::Identity();
  };

  std::vector<Body> bodies;
  RigidContactLaw law;
  Vec3 gravity{0, 0, -9.81};
  ImpulseStep::Parameters parameters{"gauss-seidel", {1e-10, 20000}};
  Sleep sleep;
  int first_rank = 0, num_ranks = 1000;  // cyclic distribution from first_rank on
  base::Communicator comm = base::Communicator::world();
  ImpulseStep::Result last{};
  int most_iterations = 0;
  bool must_converge = true;

  static Body sphere(double radius, double mass, const Vec3& centre) {
    return {Sphere{radius}, centre, Vec3::Zero(), Vec3::Zero(), mass, 0.4 * mass * radius * radius};
  }
  static Body cube(double edge, double mass, const Vec3& centre) {
    return {Cuboid{Vec3::Constant(0.5 * edge)}, centre, Vec3::Zero(), Vec3::Zero(), mass, mass * edge * edge / 6.0};
  }
  static Body held(Shape shape, const Vec3& centre = Vec3::Zero()) {
    return {std::move(shape), centre, Vec3::Zero(), Vec3::Zero(), 0.0, 0.0};
  }

  int rankOf(std::size_t i) const {
    return (first_rank + static_cast<int>(i) % std::min(num_ranks, comm.size())) % comm.size();
  }

  std::vector<RigidBody> owned(double h) const {
    std::vector<RigidBody> records;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      if (rankOf(i) != comm.rank()) continue;
      const Body& body = bodies[i];
      RigidBody record;
      record.number = static_cast<std::int64_t>(i) + 1;
      record.sides = Rules::sideOf(0, false) | Rules::sideOf(0, true);
      record.shape = static_cast<int>(i);
      std::copy_n(body.centre.data(), 3, record.centre);
      const base::Mat3 R = body.turned.toRotationMatrix();
      std::copy_n(R.data(), 9, record.rotation);
      const Vec3 free = body.velocity + (body.mass > 0.0 ? h : 0.0) * gravity;
      for (int c = 0; c < 3; ++c) {
        record.before[c] = body.velocity[c], record.before[c + 3] = body.spin[c];
        record.free[c] = free[c], record.free[c + 3] = body.spin[c];
        record.linear[c] = body.mass > 0.0 ? 1.0 / body.mass : 0.0;
        record.angular[4 * c] = body.mass > 0.0 ? 1.0 / body.inertia : 0.0;
      }
      records.push_back(record);
    }
    return records;
  }

  SleepingBodiesStep& step() {
    if (!step_) {
      ContactModel touching;
      for (const Body& body : bodies) touching.shapes.push_back(body.shape);
      touching.rules.add(law);
      step_ = std::make_shared<SleepingBodiesStep>(std::move(touching), parameters, sleep);
    }
    return *step_;
  }

  /// Continues as a new pile, without the impulses of previous steps.
  void renew() { step_.reset(); }

  /// @note Collective.
  void advance(double h, int steps = 1) {
    for (int s = 0; s < steps; ++s) {
      last = step().advance(comm, owned(h), h);
      EXPECT_TRUE(last.outcome.converged || !must_converge) << "step " << s << ": " << last.outcome.complementarity;
      most_iterations = std::max(most_iterations, last.outcome.iterations);
      std::vector<double> v(12 * bodies.size(), 0.0);  // velocities of all bodies, then corrections
      for (std::size_t i = 0, k = 0; i < bodies.size(); ++i) {
        if (rankOf(i) != comm.rank()) continue;
        for (std::size_t c = 0; c < 6; ++c) {
          v[12 * i + c] = last.velocity[6 * k + c];
          if (!last.correction.empty()) v[12 * i + 6 + c] = last.correction[6 * k + c];
        }
        ++k;
      }
      comm.sumInPlace(gsl::span<double>(v));
      for (std::size_t i = 0; i < bodies.size(); ++i) {
        const auto at = [&](std::size_t c) { return Vec3(v.data() + 12 * i + c); };
        bodies[i].velocity = at(0), bodies[i].spin = at(3);
        bodies[i].centre += h * (at(0) + at(6));
        bodies[i].turned = (la::quaternionOf(h * (at(3) + at(9))) * bodies[i].turned).normalized();
      }
    }
  }

  double kineticEnergy() const {
    double energy = 0.0;
    for (const Body& body : bodies)
      energy += 0.5 * body.mass * body.velocity.squaredNorm() + 0.5 * body.inertia * body.spin.squaredNorm();
    return energy;
  }
  double energy() const {
    double energy = kineticEnergy();
    for (const Body& body : bodies) energy -= body.mass * gravity.dot(body.centre);
    return energy;
  }
  Vec3 momentum() const {
    Vec3 sum = Vec3::Zero();
    for (const Body& body : bodies) sum += body.mass * body.velocity;
    return sum;
  }
  /// Returns the angular momentum about the origin.
  Vec3 angularMomentum() const {
    Vec3 sum = Vec3::Zero();
    for (const Body& body : bodies) sum += body.mass * body.centre.cross(body.velocity) + body.inertia * body.spin;
    return sum;
  }
  /// Returns the force of body i on body j in the last step, summed over their contacts.
  /// @note Collective.
  Vec3 forceBetween(std::size_t i, std::size_t j) {
    std::vector<double> sum(3, 0.0);
    for (const ContactRecord& touch : step().contactRecords()) {
      const auto a = static_cast<std::int64_t>(i) + 1, b = static_cast<std::int64_t>(j) + 1;
      const double sign = touch.first == a && touch.second == b   ? 1.0
                          : touch.first == b && touch.second == a ? -1.0
                                                                  : 0.0;
      for (int c = 0; c < 3; ++c) sum[static_cast<std::size_t>(c)] += sign * touch.force[c];
    }
    comm.sumInPlace(gsl::span<double>(sum));
    return Vec3(sum.data());
  }

 private:
  std::shared_ptr<SleepingBodiesStep> step_;
};

/// Advances bodies without external forces. Expects conservation of the momenta and no growth of
/// energy. Returns the largest number of contacts in a step. @note Collective.
inline std::int64_t advanceFreeBodies(Pile& pile, double h, int steps) {
  const base::Vec3 momentum = pile.momentum();
  base::Vec3 angular = pile.angularMomentum();
  double energy = pile.energy();
  std::int64_t most_contacts = 0;
  for (int s = 0; s < steps; ++s) {
    pile.advance(h);
    EXPECT_LT((pile.momentum() - momentum).norm(), 1e-11);
    EXPECT_LE(pile.energy(), energy * (1 + 1e-10));
    if (pile.last.correction.empty()) {
      EXPECT_LT((pile.angularMomentum() - angular).norm(), 1e-9);
    }
    EXPECT_LE(pile.last.outcome.complementarity, 1e-10);
    angular = pile.angularMomentum();
    energy = pile.energy();
    most_contacts = std::max(most_contacts, pile.last.num_contacts);
  }
  return most_contacts;
}

}  // namespace tenon::contact
