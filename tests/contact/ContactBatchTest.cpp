// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "contact/ContactBatch.hpp"

#include <gtest/gtest.h>

#include <random>
#include <set>

#include "contact/coulombCone.hpp"
#include "contact/localProblem.hpp"

// Batched evaluation of contacts compared with sequential evaluation of the same contacts.
namespace tenon::contact {
namespace {

using base::Mat3;
using base::Vec3;

class ContactBatchTest : public ::testing::Test {
 protected:
  static constexpr int num_bodies = 30, num_held = 3;

  ContactBatchTest() {
    for (int b = 0; b < num_bodies; ++b) {
      Mobility of;
      Mat3 A;
      for (int i = 0; i < 9; ++i) A.data()[i] = number();
      if (b >= num_held) of = {Vec3::Constant(1.5), 2.5 * Mat3::Identity()};
      if (b == num_bodies - 1) of = {Vec3(1.0, 2.0, 0.0), A * A.transpose()};  // anisotropic, unlike a sphere
      problem.mobility.push_back(of);
      shares.push_back(1.0 + b % 3);
    }
    for (int i = 0; i < 6 * num_bodies; ++i) v.push_back(number());
    std::uniform_int_distribution<int> body(0, num_bodies - 1);
    for (int c = 0; c < 101; ++c) {
      const int first = body(random), apart = 1 + body(random) % (num_bodies - num_held - 1);
      const int second = num_held + (std::max(first - num_held, 0) + apart) % (num_bodies - num_held);
      Contact contact{first, second, frameOf(vector().normalized()), vector(), vector(), c % 4 == 0 ? 0.0 : 0.4};
      contact.bias = 0.1 * number();
      contact.least = c % 7 == 0 ? 0.2 : 0.0;
      contact.compliance = c % 5 == 0 ? 0.7 : 0.0;
      problem.contacts.push_back(contact);
    }
    x = Impulses::Zero(problem.numImpulses());
    for (Eigen::Index i = 0; i < x.size(); i += 3) x.segment<3>(i) = projectOnCone(0.1 * vector(), 0.4);
  }

  double number() { return normal_(random); }
  Vec3 vector() { return {number(), number(), number()}; }

  void push(int body, const Vec3& arm, const Vec3& impulse, std::vector<double>& velocities) const {
    const auto b = static_cast<std::size_t>(body);
    const Mobility& of = problem.mobility[b];
    Eigen::Map<Vec3>(&velocities[6 * b]) += shares[b] * of.linear.cwiseProduct(impulse);
    Eigen::Map<Vec3>(&velocities[6 * b + 3]) += shares[b] * (of.angular * arm.cross(impulse));
  }

  /// Performs one sweep, contact by contact.
  void sweep(double relaxation, const std::vector<double>& seen, std::vector<double>& velocities,
             Impulses& impulses) const {
    Eigen::Index i = 0;
    for (const Contact& contact : problem.contacts) {
      const LocalProblem local(problem.blockOf(contact, shares[static_cast<std::size_t>(contact.first)],
                                               shares[static_cast<std::size_t>(contact.second)]));
      auto gamma = impulses.segment<3>(i);
      const Vec3 u = ConeProblem::relativeVelocityAt(contact, seen.data()) +
                     (contact.bias + contact.compliance * gamma[0]) * Vec3::UnitX();
      const Vec3 found = local.solve(u - local.W() * gamma, contact.friction, contact.least);
      const Vec3 next = projectOnCone(gamma + relaxation * (found - gamma), contact.friction, contact.least);
      const Vec3 impulse = contact.frame * (next - gamma);
      gamma = next;
      push(contact.first, contact.first_arm, -impulse, velocities);
      push(contact.second, contact.second_arm, impulse, velocities);
      i += 3;
    }
  }

  void expectTheSame(double relaxation, bool see_changes) {
    std::vector<ContactBatch> batches;
    for (const auto& contacts : batchesOf(problem)) batches.emplace_back(problem, contacts, shares, x);
    std::vector<double> expected_v = v, found_v = v;
    Impulses expected_x = x, found_x = x;
    for (int k = 0; k < 3; ++k) {
      const std::vector<double> before = found_v;
      sweep(relaxation, see_changes ? expected_v : before, expected_v, expected_x);
      for (ContactBatch& batch : batches)
        batch.relax(relaxation, see_changes ? found_v.data() : before.data(), found_v.data());
    }
    for (const ContactBatch& batch : batches) batch.writeTo(found_x);
    EXPECT_GT((expected_x - x).norm(), 0.1);
    EXPECT_LT((found_x - expected_x).norm(), 1e-10 * expected_x.norm());
    for (std::size_t i = 0; i < v.size(); ++i) EXPECT_NEAR(found_v[i], expected_v[i], 1e-9) << i;
  }

  la::Layout layout{base::Communicator::self(), num_bodies, {}};
  la::Halo halo{layout};
  ConeProblem problem{layout, halo};
  std::vector<double> shares, v;
  Impulses x;

 private:
  std::mt19937 random{11};
  std::normal_distribution<double> normal_;
};

TEST_F(ContactBatchTest, isOneSweepInTheOrderOfContacts) {
  expectTheSame(1.0, true);
}

TEST_F(ContactBatchTest, appliesTheRelaxation) {
  expectTheSame(0.7, true);
}

TEST_F(ContactBatchTest, usesTheGivenVelocities) {
  expectTheSame(1.0, false);
}

TEST_F(ContactBatchTest, pushesNoBodyTwice) {
  std::vector<int> batch_of(problem.contacts.size(), -1);
  int number_of_batch = 0;
  const auto batches = batchesOf(problem);
  for (const auto& contacts : batches) {
    EXPECT_LE(contacts.size(), ContactBatch::capacity);
    std::set<int> pushed;
    for (const std::size_t c : contacts) {
      EXPECT_EQ(batch_of[c], -1);
      batch_of[c] = number_of_batch;
      for (const int body : {problem.contacts[c].first, problem.contacts[c].second})
        EXPECT_TRUE(body < num_held || pushed.insert(body).second);
    }
    ++number_of_batch;
  }
  for (const int batch : batch_of) EXPECT_GE(batch, 0);
  EXPECT_LT(batches.size(), problem.contacts.size() / 3);
}

}  // namespace
}  // namespace tenon::contact
