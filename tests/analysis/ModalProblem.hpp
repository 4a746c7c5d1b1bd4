// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "analysis/modal/Modal.hpp"
#include "constraint/dirichlet/Fixed.hpp"
#include "constraint/linear/DisplacementConstraint.hpp"
#include "fem/LinearElastic.hpp"
#include "tenon/base/Log.hpp"
#include "tenon/force/SolidForce.hpp"
#include "tenon/mass/ConsistentMass.hpp"
#include "tenon/mesh/generation/generate.hpp"
#include "tenon/solver/options/Preset.hpp"
#include "tenon/system/MechanicalSystem.hpp"

namespace tenon::analysis {
class ModalOperators;
}

namespace tenon::testing {

/// A mechanical system that is built step by step and whose modes are then computed.
class ModalProblem {
 public:
  system::Body& add(std::unique_ptr<system::Body> body) {
    bodies_.push_back(std::move(body));
    return *bodies_.back();
  }
  /// Adds an elastic solid with a mass.
  system::Body& addSolid(const std::string& name, mesh::Mesh mesh, double young = 1.0, double density = 1.0,
                         const force::SolidOptions& options = {}) {
    system::Body& body = add(std::make_unique<system::Body>(name, std::move(mesh)));
    body.forces.push_back(
        std::make_unique<force::SolidForce<fem::LinearElastic>>(fem::LinearElastic{young, .3}, options, body.domain()));
    mass::ConsistentMass::Data mass;
    mass.density = density, mass.thickness = options.thickness;
    body.masses.push_back(std::make_unique<mass::ConsistentMass>(mass, body.domain()));
    return body;
  }
  system::Body& addBox(mesh::CellType type, std::array<int, 3> cells, std::array<double, 3> size) {
    return addSolid("box", mesh::box(base::Communicator::world(), type, cells, {0, 0, 0}, size));
  }
  fem::FindDomain find() {
    return [this](const std::string& name) -> const fem::Domain& {
      for (const auto& body : bodies_)
        if (body->name() == name) return body->domain();
      throw base::InputError(name);
    };
  }
  constraint::Constraint& constrain(std::unique_ptr<constraint::Constraint> constraint) {
    constraints_.push_back(std::move(constraint));
    return *constraints_.back();
  }
  void fix(system::Body& body, const std::string& group) {
    body.conditions.push_back(std::make_unique<constraint::Fixed>(constraint::Fixed::Data{group, {}}, body.domain()));
  }
  /// Constrains a group of the first body by multipliers.
  constraint::Constraint& hold(const std::string& group) {
    constraint::DisplacementConstraint::Data data;
    data.name = "hold", data.object = bodies_.front()->name(), data.group = group;
    data.values = {0.0, 0.0, 0.0};
    return constrain(std::make_unique<constraint::DisplacementConstraint>(data, find()));
  }

  using StepCallback = analysis::Analysis::StepCallback;
  using MakeSystem = std::function<std::unique_ptr<system::LinearSystem>(const system::MechanicalSystem&)>;
  std::vector<analysis::Mode> modes(const analysis::Modal::Data& data, const StepCallback& on_step = {},
                                    const std::string& preset = "direct", const MakeSystem& make_system = {}) {
    base::setUpLog(base::Communicator::world(), "warn");
    if (!mechanics_)
      mechanics_ = std::make_unique<system::MechanicalSystem>(std::move(bodies_), std::move(constraints_));
    solver::Presets presets;
    solver::registerPresets(presets);
    solver::SolverOptions options;
    options.addPreset(presets.find(preset));
    solver::SolverParameters parameters;
    parameters.preset = preset;
    base::Phases phases(mechanics_->comm());
    analysis::Equations equations(*mechanics_, make_system ? make_system(*mechanics_) : nullptr);
    analysis::TangentSolver solver(equations, parameters, options);
    analysis::Modal modal(data);
    modal.requireSupported(equations);
    solution_ = static_cast<analysis::Analysis&>(modal).run(equations, solver, phases, on_step);
    return solution_.modes;
  }
  /// Calls work(operators) with the operators of a modal analysis, solved by `direct`.
  template <class Operators = analysis::ModalOperators, class Work>
  void withOperators(Work&& work) {
    base::setUpLog(base::Communicator::world(), "warn");
    if (!mechanics_)
      mechanics_ = std::make_unique<system::MechanicalSystem>(std::move(bodies_), std::move(constraints_));
    solver::Presets presets;
    solver::registerPresets(presets);
    solver::SolverOptions options;
    options.addPreset(presets.find("direct"));
    solver::SolverParameters parameters;
    parameters.preset = "direct";
    base::Phases phases(mechanics_->comm());
    analysis::Equations equations(*mechanics_);
    analysis::TangentSolver solver(equations, parameters, options);
    Operators operators(equations, solver, phases);
    work(operators);
  }
  const system::MechanicalSystem& mechanics() const { return *mechanics_; }
  const analysis::Solution& solution() const { return solution_; }

 private:
  std::vector<std::unique_ptr<system::Body>> bodies_;
  std::vector<std::unique_ptr<constraint::Constraint>> constraints_;
  std::unique_ptr<system::MechanicalSystem> mechanics_;
  analysis::Solution solution_;
};

inline analysis::Modal::Data lowest(int modes) {
  analysis::Modal::Data data;
  data.modes = modes;
  return data;
}

}  // namespace tenon::testing
