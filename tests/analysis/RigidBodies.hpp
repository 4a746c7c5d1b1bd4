// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "analysis/Transient.hpp"
#include "constraint/joints/Joint.hpp"
#include "force/Gravity.hpp"
#include "force/GyroscopicForce.hpp"
#include "mass/RigidInertia.hpp"
#include "mesh/distribution/distribute.hpp"
#include "tenon/base/Log.hpp"
#include "tenon/la/layout/NodeFrame.hpp"
#include "tenon/solver/options/Preset.hpp"
#include "tenon/system/MechanicalSystem.hpp"

namespace tenon::testing {

using base::Mat3;
using base::Vec3;

/// Rigid bodies of one object, distributed one by one over all ranks; each is a group "1", "2",
/// .... Joints are added before run().
class RigidBodies {
 public:
  struct BodyEntry {
    Vec3 place;
    double mass = 1.0;
    Vec3 moments = Vec3::Ones();  ///< about the spatial axes in the reference configuration
    Vec3 velocity = Vec3::Zero(), spin = Vec3::Zero();
  };

  explicit RigidBodies(const std::vector<BodyEntry>& entries, int dimension = 3) {
    const base::Communicator comm = base::Communicator::world();
    std::vector<std::array<double, 3>> points;
    std::vector<std::string> names;
    std::vector<int> parts;
    for (int i = 0; i < static_cast<int>(entries.size()); ++i) {
      const Vec3& place = entries[static_cast<std::size_t>(i)].place;
      points.push_back({place[0], place[1], place[2]});
      names.push_back(std::to_string(i + 1));
      parts.push_back(i % comm.size());
    }
    mesh::Mesh mesh = mesh::distribute(comm, mesh::meshOfPoints("bodies", points, names), std::move(parts));
    mesh.setSpaceDimension(dimension);
    const auto inertia = std::make_shared<fem::NodalInertia>();
    std::vector<Vec3> rotations;
    std::vector<double> velocities;
    for (const std::int64_t number : mesh.nodeTags()) {
      const BodyEntry& entry = entries[static_cast<std::size_t>(number - 1)];
      inertia->mass.push_back(entry.mass);
      inertia->reference_inertia.push_back(entry.moments.asDiagonal());
      rotations.emplace_back(Vec3::Zero());
      velocities.insert(velocities.end(), entry.velocity.begin(), entry.velocity.begin() + dimension);
      if (dimension == 3)
        velocities.insert(velocities.end(), entry.spin.begin(), entry.spin.end());
      else
        velocities.push_back(entry.spin[2]);
    }
    bodies_.push_back(
        std::make_unique<system::Body>("bodies", std::move(mesh), la::NodeKind::frames, inertia, rotations));
    std::copy(velocities.begin(), velocities.end(), body().state().velocity().begin());
    body().masses.push_back(std::make_unique<mass::RigidInertia>(body().domain()));
    if (dimension == 3) body().forces.push_back(std::make_unique<force::GyroscopicForce>(body().domain()));
    state_ = &body().state();
    tags_.assign(body().mesh().nodeTags().begin(), body().mesh().nodeTags().end());
  }

  system::Body& body() { return *bodies_.front(); }
  system::Body& add(std::unique_ptr<system::Body> body) {
    bodies_.push_back(std::move(body));
    return *bodies_.back();
  }
  fem::FindDomain find() {
    return [this](const std::string& name) -> const fem::Domain& {
      for (const auto& body : bodies_)
        if (body->name() == name) return body->domain();
      throw base::InputError("there is no object " + name);
    };
  }
  RigidBodies& pull(const Vec3& acceleration) {
    force::Gravity::Data gravity;
    gravity.acceleration = acceleration;
    body().forces.push_back(std::make_unique<force::Gravity>(gravity, body().domain()));
    return *this;
  }
  /// Adds a joint between two bodies by number, or between a body and the ground (second 0).
  template <class Type>
  RigidBodies& join(typename Type::Data data, int first, int second, const Vec3& at) {
    data.first = {"bodies", std::to_string(first)};
    if (second > 0) data.second = {"bodies", std::to_string(second)};
    data.at.given = at;
    constraints_.push_back(std::make_unique<Type>(data, find()));
    return *this;
  }
  RigidBodies& add(std::unique_ptr<constraint::Constraint> constraint) {
    constraints_.push_back(std::move(constraint));
    return *this;
  }

  RigidBodies& add(std::unique_ptr<force::ForceField> interaction) {
    interactions_.push_back(std::move(interaction));
    return *this;
  }

  /// Builds the system, once; nothing can be added afterwards. @note Collective.
  system::MechanicalSystem& build() {
    mechanics_ = std::make_unique<system::MechanicalSystem>(std::move(bodies_), std::move(constraints_),
                                                            std::move(interactions_));
    return *mechanics_;
  }

  /// Runs the analysis, once. @note Collective.
  analysis::Solution run(const analysis::Transient::Data& data, const analysis::Analysis::StepCallback& on_step = {},
                         const char* preset = "direct") {
    base::setUpLog(base::Communicator::world(), "warn");
    build();
    solver::Presets presets;
    solver::registerPresets(presets);
    solver::SolverOptions options;
    options.addPreset(presets.find(preset));
    solver::SolverParameters parameters;
    parameters.preset = preset;
    base::Phases phases(mechanics_->comm());
    analysis::Equations equations(*mechanics_);
    analysis::TangentSolver solver(equations, parameters, options);
    return analysis::Transient(data).run(equations, solver, phases, on_step);
  }
  system::MechanicalSystem& mechanics() { return *mechanics_; }

  /// Motion of a body, replicated on every rank.
  struct BodyState {
    Vec3 place, velocity, spin, acceleration;
    Mat3 rotation;
  };
  BodyState of(int number) const {
    Eigen::Matrix<double, 21, 1> sum = Eigen::Matrix<double, 21, 1>::Zero();
    for (base::LocalIndex node = 0; node < state_->layout().numOwned(); ++node) {
      if (tags_[static_cast<std::size_t>(node)] != number) continue;
      const la::NodeFrame frame = la::NodeFrame::of(*state_, node);
      const base::Vec6 v = la::expandToFrame(*state_, state_->velocity(), node),
                       a = la::expandToFrame(*state_, state_->acceleration(), node);
      sum << frame.reference + frame.displacement, v, a.head<3>(),
          Eigen::Map<const Eigen::Matrix<double, 9, 1>>(frame.rotation.data());
    }
    base::Communicator::world().sumInPlace(gsl::span<double>(sum.data(), 21));
    return {sum.head<3>(), sum.segment<3>(3), sum.segment<3>(6), sum.segment<3>(9), Mat3(sum.data() + 12)};
  }

 private:
  std::vector<std::unique_ptr<system::Body>> bodies_;
  std::vector<std::unique_ptr<constraint::Constraint>> constraints_;
  std::vector<std::unique_ptr<force::ForceField>> interactions_;
  std::unique_ptr<system::MechanicalSystem> mechanics_;
  la::State* state_ = nullptr;
  std::vector<std::int64_t> tags_;
};

}  // namespace tenon::testing
