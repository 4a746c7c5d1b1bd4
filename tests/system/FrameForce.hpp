// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <gtest/gtest.h>

#include <functional>

#include "la/vectors.hpp"
#include "mass/RigidInertia.hpp"
#include "mesh/distribution/distribute.hpp"
#include "system/evaluation.hpp"
#include "tenon/force/ForceField.hpp"
#include "tenon/system/forms/AssembledSystem.hpp"

namespace tenon::system {

/// Returns two bodies, displaced, rotated and moving, in 3D or in 2D.
inline std::unique_ptr<Body> twoBodies(const base::Communicator& comm, int dimension) {
  mesh::Mesh mesh =
      mesh::distribute(comm, mesh::meshOfPoints("arm", {{0, 0, 0}, {2, 1, 0}}, {"1", "2"}), {0, comm.size() - 1});
  mesh.setSpaceDimension(dimension);
  const auto inertia = std::make_shared<fem::NodalInertia>();
  inertia->mass.assign(mesh.nodeTags().size(), 1.0);
  inertia->reference_inertia.assign(mesh.nodeTags().size(), base::Mat3::Identity());
  const std::vector<base::Vec3> rotations(inertia->mass.size(), base::Vec3::Zero());
  auto body = std::make_unique<Body>("arm", std::move(mesh), la::NodeKind::frames, inertia, rotations);
  body->masses.push_back(std::make_unique<mass::RigidInertia>(body->domain()));
  la::State& state = body->state();
  for (LocalIndex node = 0; node < state.layout().numOwned(); ++node)
    for (int i = 0; i < state.block(); ++i) {
      const auto at = static_cast<std::size_t>(node * state.block() + i);
      const auto number = static_cast<double>(state.layout().global(node).value() * state.block() + i);
      state.displacement()[at] = 0.3 * std::sin(number + 1);
      state.velocity()[at] = 0.8 * std::cos(2 * number);
    }
  return body;
}

/// Forces between the two bodies "arm/1" and "arm/2". Their stiffness and damping are compared with
/// finite differences along rotations, for any partition.
class FrameForce {
 public:
  using Make = std::function<std::unique_ptr<force::ForceField>(const fem::FindDomain&)>;

  FrameForce(int dimension, const Make& make) {
    std::vector<std::unique_ptr<Body>> bodies;
    bodies.push_back(twoBodies(base::Communicator::world(), dimension));
    const fem::Domain& domain = bodies.front()->domain();
    std::vector<std::unique_ptr<force::ForceField>> forces;
    forces.push_back(make([&](const std::string&) -> const fem::Domain& { return domain; }));
    mechanics_ = std::make_unique<MechanicalSystem>(
        std::move(bodies), std::vector<std::unique_ptr<constraint::Constraint>>{}, std::move(forces));
    state().updateGhosts();
    for (std::size_t i = 0; i < static_cast<std::size_t>(state().layout().numOwned() * state().block()); ++i)
      direction_.push_back(std::cos(3.0 * static_cast<double>(i) + 1.0 + mechanics_->comm().rank()));
  }

  MechanicalSystem& mechanics() const { return *mechanics_; }
  la::State& state() const { return mechanics_->bodies().front()->state(); }

  void expectStiffness() const {
    const std::vector<double> before(state().displacement().begin(), state().displacement().end());
    expectSlope(product({0.0, 0.0, 1.0}), [&](double h) {
      std::copy(before.begin(), before.end(), state().displacement().begin());
      std::vector<double> increment = direction_;
      for (double& value : increment) value *= h;
      state().retract(increment);
    });
    std::copy(before.begin(), before.end(), state().displacement().begin());
    state().updateGhosts();
  }

  void expectDamping() const {
    const std::vector<double> before(state().velocity().begin(), state().velocity().end());
    expectSlope(product({0.0, 1.0, 0.0}), [&](double h) {
      for (std::size_t i = 0; i < direction_.size(); ++i) state().velocity()[i] = before[i] + h * direction_[i];
    });
    std::copy(before.begin(), before.end(), state().velocity().begin());
    state().updateGhosts();
  }

  /// Compares the forces with minus the derivative of the energy; the velocities must be 0.
  void expectPotential() const {
    constexpr double h = 1e-5;
    const std::vector<double> before(state().displacement().begin(), state().displacement().end());
    const std::vector<double> force = forcesOf(*mechanics_).front();
    double work = 0.0;
    for (std::size_t i = 0; i < direction_.size(); ++i) work += force[i] * direction_[i];
    std::vector<double> energies;
    for (const double sign : {1.0, -1.0}) {
      std::copy(before.begin(), before.end(), state().displacement().begin());
      std::vector<double> increment = direction_;
      for (double& value : increment) value *= sign * h;
      state().retract(increment);
      state().updateGhosts();
      double energy = 0.0;
      for (const auto* one : mechanics_->forceFields()) energy += one->energy();
      energies.push_back(mechanics_->comm().sum(energy));
    }
    std::copy(before.begin(), before.end(), state().displacement().begin());
    state().updateGhosts();
    EXPECT_NEAR(-(energies[0] - energies[1]) / (2 * h), mechanics_->comm().sum(work), 1e-7);
  }

 private:
  /// Returns the product of the matrix with these factors and the direction.
  std::vector<double> product(const Factors& factors) const {
    AssembledSystem system(*mechanics_);
    system.assemble(factors);
    const la::Vector x = system.layout().makeVector(), y = system.layout().makeVector();
    system.layout().gather({direction_}, x.get());
    TENON_PETSC(MatMult(system.get(), x.get(), y.get()));
    std::vector<double> values(state().displacement().size(), 0.0);
    system.layout().scatter(y.get(), {values});
    return values;
  }

  /// Returns the derivative of the forces with respect to h, where `move(h)` moves the bodies.
  template <class Move>
  void expectSlope(const std::vector<double>& expected, Move&& move) const {
    constexpr double h = 1e-5;
    std::vector<std::vector<double>> forces;
    for (const double sign : {1.0, -1.0}) {
      move(sign * h);
      state().updateGhosts();
      forces.push_back(forcesOf(*mechanics_).front());
    }
    double largest = 0.0;
    for (std::size_t i = 0; i < direction_.size(); ++i) {
      EXPECT_NEAR((forces[0][i] - forces[1][i]) / (2 * h), expected[i], 1e-7) << "motion " << i;
      largest = std::max(largest, std::abs(expected[i]));
    }
    EXPECT_GT(mechanics_->comm().max(largest), 0.05);
  }

  std::unique_ptr<MechanicalSystem> mechanics_;
  std::vector<double> direction_;
};

}  // namespace tenon::system
