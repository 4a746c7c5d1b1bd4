// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "analysis/Transient.hpp"
#include "constraint/dirichlet/Fixed.hpp"
#include "constraint/joints/Distance.hpp"
#include "force/Gravity.hpp"
#include "mesh/GroupBuilder.hpp"
#include "mesh/reading/readMeshes.hpp"
#include "tenon/base/Log.hpp"
#include "tenon/base/runCollectively.hpp"
#include "tenon/mass/ConsistentMass.hpp"
#include "tenon/solver/options/Preset.hpp"
#include "tenon/system/MechanicalSystem.hpp"

namespace tenon::testing {

using base::Vec3;

/// One triangle of density 2 with the corners (0, 0), (1, 0) and (0.8, 0.5). Each corner is a group
/// (a, b, c); rods may make them rigid. Further objects under test are added before run(). Mass and
/// moments of inertia are those of the plate, because the mass is consistent and the displacement
/// is linear in x and y.
class PlaneBody {
 public:
  using Matrix = Eigen::Matrix<double, 3, 2>;

  explicit PlaneBody(const std::string& file = "data/triangle.msh") {
    mesh::Mesh mesh = mesh::readMesh(base::Communicator::world(), file);
    mesh::GroupBuilder builder(mesh);
    for (const auto& [name, tag] : {std::pair{"a", 1}, {"b", 2}, {"c", 3}})
      builder.build({name, {{mesh::NodeList{{tag}}, {}, {}}}});
    bodies_.push_back(std::make_unique<system::Body>("plate", std::move(mesh)));
    mass::ConsistentMass::Data mass;
    mass.density = density;
    body().masses.push_back(std::make_unique<mass::ConsistentMass>(mass, domain()));
  }

  system::Body& body() { return *bodies_.front(); }
  const fem::Domain& domain() { return body().domain(); }
  fem::FindDomain find() {
    return [this](const std::string&) -> const fem::Domain& { return domain(); };
  }

  PlaneBody& pin(const std::string& group) {
    body().conditions.push_back(std::make_unique<constraint::Fixed>(constraint::Fixed::Data{group, {}}, domain()));
    return *this;
  }
  PlaneBody& pull(const Vec3& acceleration) {
    force::Gravity::Data gravity;
    gravity.density = density;
    gravity.acceleration = acceleration;
    body().forces.push_back(std::make_unique<force::Gravity>(gravity, domain()));
    return *this;
  }
  PlaneBody& makeRigid() {
    constraint::Distance::Data rods;
    rods.first.object = rods.second.object = "plate";
    rods.pairs.list = {{1, 2}, {1, 3}, {2, 3}};
    return add(std::make_unique<constraint::Distance>(rods, find()));
  }
  PlaneBody& add(std::unique_ptr<constraint::Constraint> constraint) {
    constraints_.push_back(std::move(constraint));
    return *this;
  }
  /// Sets v = velocity + spin x (X - about) at time 0.
  PlaneBody& move(const Vec3& velocity, double spin, const Vec3& about = Vec3::Zero()) {
    la::State& state = body().state();
    for (base::LocalIndex node = 0; node < state.layout().numLocal(); ++node) {
      const std::size_t at = 2 * static_cast<std::size_t>(node);
      state.velocity()[at] = velocity[0] - spin * (state.reference()[at + 1] - about[1]);
      state.velocity()[at + 1] = velocity[1] + spin * (state.reference()[at] - about[0]);
    }
    return *this;
  }

  using MakeSystem = std::function<std::unique_ptr<system::LinearSystem>(const system::MechanicalSystem&)>;
  using StepCallback = std::function<void(int step, double time, const analysis::Solution&)>;
  /// Runs the analysis, once. @note Collective.
  analysis::Solution run(const analysis::Transient::Data& data, const StepCallback& on_step = {},
                         const MakeSystem& make_system = {}, const system::Rayleigh& rayleigh = {}) {
    base::setUpLog(base::Communicator::world(), "warn");
    mechanics_ = std::make_unique<system::MechanicalSystem>(std::move(bodies_), std::move(constraints_));
    mechanics_->rayleigh = rayleigh;
    solver::Presets presets;
    solver::registerPresets(presets);
    solver::SolverOptions options;
    options.addPreset(presets.find("direct"));
    solver::SolverParameters parameters;
    parameters.preset = "direct";
    base::Phases phases(mechanics_->comm());
    analysis::Equations equations(*mechanics_, make_system ? make_system(*mechanics_) : nullptr);
    analysis::TangentSolver solver(equations, parameters, options);
    return analysis::Transient(data).run(equations, solver, phases, [&](int step, double time, const auto& describe) {
      if (on_step) on_step(step, time, describe({}));
    });
  }

  system::MechanicalSystem& mechanics() { return *mechanics_; }
  /// Returns the positions of all three corners, on every rank. @note Collective.
  Matrix places() const {
    return gather([](const la::State& s, std::size_t i) { return s.reference()[i] + s.displacement()[i]; });
  }
  Matrix velocities() const {
    return gather([](const la::State& s, std::size_t i) { return s.velocity()[i]; });
  }
  Matrix accelerations() const {
    return gather([](const la::State& s, std::size_t i) { return s.acceleration()[i]; });
  }

  static constexpr double density = 2.0;
  static Matrix corners() { return (Matrix() << 0, 0, 1, 0, 0.8, 0.5).finished(); }
  static double mass() { return density * 0.25; }
  /// Returns M of the corners, the same in x and y: m / 12 (1 + I).
  static Eigen::Matrix3d massMatrix() { return mass() / 12 * (Eigen::Matrix3d::Ones() + Eigen::Matrix3d::Identity()); }
  static Eigen::RowVector2d centre() { return corners().colwise().mean(); }
  /// Returns the moment of inertia about a point.
  static double inertia(const Eigen::RowVector2d& about) {
    const Matrix arms = corners().rowwise() - about;
    return (arms.transpose() * massMatrix() * arms).trace();
  }

 private:
  Matrix gather(const std::function<double(const la::State&, std::size_t)>& value) const {
    const system::Body& body = *mechanics_->bodies().front();
    Matrix all = Matrix::Zero();
    for (base::LocalIndex node = 0; node < body.mesh().layout().numOwned(); ++node)
      for (Eigen::Index c = 0; c < 2; ++c)
        all(body.mesh().nodeTags()[static_cast<std::size_t>(node)] - 1, c) =
            value(body.state(), 2 * static_cast<std::size_t>(node) + static_cast<std::size_t>(c));
    mechanics_->comm().sumInPlace(gsl::span<double>(all.data(), 6));
    return all;
  }

  std::vector<std::unique_ptr<system::Body>> bodies_;
  std::vector<std::unique_ptr<constraint::Constraint>> constraints_;
  std::unique_ptr<system::MechanicalSystem> mechanics_;
};

}  // namespace tenon::testing
