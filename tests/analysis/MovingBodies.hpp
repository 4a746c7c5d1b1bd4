// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "analysis/Transient.hpp"
#include "analysis/adjoint/TransientGradient.hpp"
#include "constraint/dirichlet/Fixed.hpp"
#include "constraint/dirichlet/Prescribed.hpp"
#include "constraint/joints/Distance.hpp"
#include "constraint/linear/DisplacementConstraint.hpp"
#include "constraint/ties/Tie.hpp"
#include "force/DensityLoad.hpp"
#include "force/solid/Elastic.hpp"
#include "la/arrays.hpp"
#include "la/matrices/Projection.hpp"
#include "system/evaluation.hpp"
#include "system/parameters/NumberParameter.hpp"
#include "tenon/base/Log.hpp"
#include "tenon/mass/ConsistentMass.hpp"
#include "tenon/mesh/generation/generate.hpp"
#include "tenon/solver/options/Preset.hpp"
#include "tenon/system/MechanicalSystem.hpp"

// Bodies in motion whose objective is differentiated with respect to several parameters.
namespace tenon::analysis::testing {

/// Values of the parameters.
struct MotionValues {
  double young = 1000.0;    ///< Young's modulus of all bodies
  double density = 2.0;     ///< density of all bodies
  double load = 30.0;       ///< traction at the end
  double speed = 0.5;       ///< initial velocity at X = 1
  double amplitude = 0.05;  ///< prescribed displacement
  double length = 2.0;      ///< length of the rods

  /// Names of the parameters, with their members.
  static const std::vector<std::pair<std::string, double MotionValues::*>>& members() {
    static const std::vector<std::pair<std::string, double MotionValues::*>> all{
        {"young", &MotionValues::young}, {"density", &MotionValues::density},     {"load", &MotionValues::load},
        {"speed", &MotionValues::speed}, {"amplitude", &MotionValues::amplitude}, {"length", &MotionValues::length}};
    return all;
  }
};

/// Kinds of models.
enum class MotionKind {
  linear,     ///< linear elastic bar
  damped,     ///< linear elastic bar with Rayleigh damping
  nonlinear,  ///< neo-Hookean bar
  tied,       ///< neo-Hookean bar of two tied bodies
  rods,       ///< two neo-Hookean bodies with rods between them
  yielding,   ///< two neo-Hookean bodies with compliant rods between them
  moved,      ///< linear elastic bar with a smooth motion of one end
  jerked,     ///< neo-Hookean bar with an end whose prescribed velocity jumps
  driven,     ///< linear elastic bar with an end that multipliers move from a state at rest
  supported   ///< neo-Hookean bar that meets a frictionless support
};

/// Parameter that scales the initial velocities.
class SpeedParameter : public system::ModelParameter {
 public:
  explicit SpeedParameter(const system::MechanicalSystem& mechanics) : mechanics_(mechanics) {}
  const std::string& name() const override { return name_; }
  std::size_t size() const override { return 1; }
  void addProducts(const system::EquationWeights&, gsl::span<double>) override {}
  void addInitialProducts(const system::StateArrays&, const system::StateArrays& velocities,
                          gsl::span<double> gradient) override {
    double sum = 0.0;
    for (std::size_t b = 0; b < velocities.size(); ++b) {
      const la::State& state = mechanics_.bodies()[b]->state();
      const std::vector<double> pattern = patternOf(state);
      for (std::size_t i = 0; i < 3 * static_cast<std::size_t>(state.layout().numOwned()); ++i)
        sum += pattern[i] * velocities[b][i];
    }
    gradient[0] += mechanics_.comm().sum(sum);
  }
  /// Returns the initial velocities at unit speed, including ghosts: perpendicular to the bar.
  static std::vector<double> patternOf(const la::State& state) {
    std::vector<double> pattern;
    for (std::size_t i = 0; i < state.reference().size(); i += 3) {
      const double x = state.reference()[i];
      pattern.insert(pattern.end(), {0.0, x, 0.2 * x * x});
    }
    return pattern;
  }

 private:
  const system::MechanicalSystem& mechanics_;
  std::string name_ = "speed";
};

/// Objective that depends on displacements, velocities, accelerations, multipliers and reactions:
///   w . q + q . q / 2 + T w . v + T^2 w . a + c lambda . lambda / 2 + c w_r . r.
class WeightedMotion : public Objective {
 public:
  std::string name() const override { return "weighted motion"; }

  double value(const ObjectiveSample& sample) const override {
    const Equations& equations = sample.equations();
    const StateVectors state = equations.unknowns().states();
    const la::Vector w = weights(equations);
    double sum = dot(w.get(), state.q.get()) + 0.5 * dot(state.q.get(), state.q.get());
    sum += time_scale * dot(w.get(), state.v.get()) + time_scale * time_scale * dot(w.get(), state.a.get());
    if (equations.constraints() != nullptr) {
      const la::Vector lambda = physicalMultipliers(equations, 1);
      sum += 0.5 * small * dot(lambda.get(), lambda.get());
    }
    return sum + small * dot(weightsOfReactions(equations).get(), residual(equations).get());
  }

  void addDerivatives(const ObjectiveSample& sample, ObjectiveDerivatives& derivatives) const override {
    const Equations& equations = sample.equations();
    Cotangents& cotangents = derivatives.cotangents();
    const la::Vector w = weights(equations), q = equations.unknowns().displacement();
    TENON_PETSC(VecAXPBYPCZ(cotangents.q.get(), 1.0, 1.0, 1.0, w.get(), q.get()));
    TENON_PETSC(VecAXPY(cotangents.v.get(), time_scale, w.get()));
    TENON_PETSC(VecAXPY(cotangents.a.get(), time_scale * time_scale, w.get()));
    TENON_PETSC(VecAXPY(cotangents.residual.get(), small, weightsOfReactions(equations).get()));
    if (equations.constraints() == nullptr) return;
    TENON_PETSC(VecAXPY(cotangents.multipliers.get(), small, physicalMultipliers(equations, 2).get()));
  }

 private:
  static constexpr double time_scale = 0.05, small = 1e-4;

  static double dot(Vec a, Vec b) {
    PetscScalar product = 0.0;
    TENON_PETSC(VecDot(a, b, &product));
    return product;
  }
  static la::Vector weights(const Equations& equations) {
    system::StateArrays arrays;
    for (const auto& body : equations.mechanics().bodies()) {
      const auto X = body->state().reference();
      arrays.emplace_back(X.size());
      for (std::size_t i = 0; i < X.size(); ++i) {
        const std::size_t node = i - i % 3;
        arrays.back()[i] =
            std::sin(1.0 + 1.3 * X[node] + 2.1 * X[node + 1] + 3.7 * X[node + 2] + static_cast<double>(i % 3));
      }
    }
    la::Vector w = equations.linearSystem().layout().makeVector();
    equations.linearSystem().layout().gather({arrays.begin(), arrays.end()}, w.get());
    return w;
  }
  static la::Vector weightsOfReactions(const Equations& equations) {
    return equations.mechanics().projection().complementOf(weights(equations).get());
  }
  /// Returns scale^power times the multipliers of the system.
  static la::Vector physicalMultipliers(const Equations& equations, int power) {
    la::Vector lambda = equations.rows().copyMultipliers();
    la::WriteArray entries(lambda.get());
    for (PetscInt row = 0; row < entries.size(); ++row)
      entries[row] *= std::pow(equations.constraints()->scales()[static_cast<std::size_t>(row)], power);
    return lambda;
  }
  static la::Vector residual(const Equations& equations) {
    const la::CombinedLayout& layout = equations.linearSystem().layout();
    la::Vector sum = layout.makeVector();
    const la::Vector part = layout.makeVector();
    const auto f = system::forcesOf(equations.mechanics()), inertia = system::inertiaOf(equations.mechanics());
    layout.gather({f.begin(), f.end()}, sum.get());
    layout.gather({inertia.begin(), inertia.end()}, part.get());
    TENON_PETSC(VecAXPY(sum.get(), -1.0, part.get()));
    if (equations.constraints() == nullptr) return sum;
    TENON_PETSC(
        MatMultTransposeAdd(equations.constraints()->full(), equations.rows().multipliers(), sum.get(), sum.get()));
    return sum;
  }
};

/// Model with all contributors, which depend on the values.
class MotionModel {
 public:
  MotionModel(MotionKind kind, const MotionValues& values, const base::Communicator& comm)
      : kind_(kind), values_(values) {
    addBody("bar", comm, 3, 0.0, 3.0);
    if (kind == MotionKind::tied) addBody("block", comm, 1, 3.0, 4.0);
    if (hasRods()) addBody("block", comm, 1, 5.0, 6.0);
    std::vector<std::unique_ptr<constraint::Constraint>> constraints;
    if (auto one = makeConstraint(values)) constraints.push_back(std::move(one));
    mechanics_ = std::make_unique<system::MechanicalSystem>(std::move(bodies_), std::move(constraints));
    if (kind == MotionKind::damped) mechanics_->rayleigh = {2.0, 2e-3};
    for (const auto& body : mechanics_->bodies()) {
      const std::vector<double> pattern = SpeedParameter::patternOf(body->state());
      for (std::size_t i = 0; i < pattern.size(); ++i) body->state().velocity()[i] = values.speed * pattern[i];
    }
  }

  system::MechanicalSystem& mechanics() { return *mechanics_; }

  /// Returns the parameter with the given name.
  std::unique_ptr<system::ModelParameter> makeParameter(const std::string& name, double MotionValues::*member) {
    if (name == "speed") return std::make_unique<SpeedParameter>(*mechanics_);
    return std::make_unique<system::NumberParameter>(*mechanics_, name, values_.*member, name == "amplitude",
                                                     [this, name, member](double value) {
                                                       MotionValues moved = values_;
                                                       moved.*member = value;
                                                       return makeVaried(name, moved);
                                                     });
  }

 private:
  bool hasRods() const { return kind_ == MotionKind::rods || kind_ == MotionKind::yielding; }
  bool isLinear() const {
    return kind_ == MotionKind::linear || kind_ == MotionKind::damped || kind_ == MotionKind::moved ||
           kind_ == MotionKind::driven;
  }
  bool isFixed() const {
    return kind_ != MotionKind::moved && kind_ != MotionKind::jerked && kind_ != MotionKind::driven;
  }

  void addBody(const std::string& name, const base::Communicator& comm, int cells, double from, double to) {
    bodies_.push_back(std::make_unique<system::Body>(
        name, mesh::box(comm, mesh::CellType::hex8, {cells, 1, 1}, {from, 0, 0}, {to, 1, 1})));
    system::Body& body = *bodies_.back();
    body.forces.push_back(makeSolid(body.domain(), values_));
    if (isLast(name)) body.forces.push_back(makeLoad(body.domain(), values_));
    body.masses.push_back(makeMass(body.domain(), values_));
    if (name != "bar") return;
    if (isFixed())
      body.conditions.push_back(
          std::make_unique<constraint::Fixed>(constraint::Fixed::Data{"xmin", {}}, body.domain()));
    if (auto condition = makeCondition(body.domain(), values_)) body.conditions.push_back(std::move(condition));
  }
  bool isLast(const std::string& name) const { return (name == "block") == (kind_ == MotionKind::tied || hasRods()); }

  std::unique_ptr<force::ForceField> makeSolid(const fem::Domain& domain, const MotionValues& values) const {
    const std::string material = fmt::format("{{type: {}, young: {:.17g}, poisson: 0.3}}",
                                             isLinear() ? "linear-elastic" : "neo-hookean", values.young);
    return force::Elastic::make(force::Elastic::Data{base::CaseNode::parse(material, "test"), ""}, domain);
  }
  std::unique_ptr<force::ForceField> makeLoad(const fem::Domain& domain, const MotionValues& values) const {
    force::Traction::Data data;
    data.group = "xmax";
    data.traction = fem::VectorSource(0.3 * values.load, 0.2 * values.load, -values.load);
    return std::make_unique<force::Traction>(data, domain);
  }
  static std::unique_ptr<mass::Mass> makeMass(const fem::Domain& domain, const MotionValues& values) {
    mass::ConsistentMass::Data data;
    data.density = values.density;
    return std::make_unique<mass::ConsistentMass>(data, domain);
  }
  std::unique_ptr<constraint::DirichletCondition> makeCondition(const fem::Domain& domain,
                                                                const MotionValues& values) const {
    constraint::Prescribed::Data data;
    data.group = "xmin";
    if (kind_ == MotionKind::moved) {
      const auto expression = [&](const char* text) {
        return base::Expression(fmt::format("{:.17g}*{}", values.amplitude, text));
      };
      data.field.components = {expression("sin(15*t)"), expression("(1 - cos(20*t))"), base::Expression(0.0)};
    } else if (kind_ == MotionKind::jerked) {
      data.values[0] = values.amplitude, data.values[1] = 0.5 * values.amplitude, data.values[2] = 0.0;
      data.history = base::History({{0.0, 0.0}, {0.04, 1.0}, {1.0, 1.0}});
    } else {
      return nullptr;
    }
    return std::make_unique<constraint::Prescribed>(std::move(data), domain);
  }
  std::unique_ptr<constraint::Constraint> makeConstraint(const MotionValues& values) const {
    const fem::FindDomain find = [this](const std::string& name) -> const fem::Domain& {
      for (const auto& body : mechanics_ ? mechanics_->bodies() : bodies_)
        if (body->name() == name) return body->domain();
      throw base::InternalError("unknown body");
    };
    if (kind_ == MotionKind::tied) {
      constraint::Tie::Data data;
      data.slave = {"block", "xmin"}, data.master = {"bar", "xmax"};
      return constraint::Tie::make(data, find);
    }
    if (hasRods()) {
      constraint::Distance::Data data;
      data.first = {"bar", "xmax"}, data.second = {"block", "xmin"};
      data.distance.given = values.length;
      auto rods = std::make_unique<constraint::Distance>(data, find);
      if (kind_ == MotionKind::yielding) rods->compliance = 1e-3;
      return rods;
    }
    if (kind_ != MotionKind::driven && kind_ != MotionKind::supported) return nullptr;
    constraint::DisplacementConstraint::Data data;
    data.object = "bar";
    if (kind_ == MotionKind::driven) {
      data.group = "xmin";
      data.values[0] = values.amplitude, data.values[1] = 0.5 * values.amplitude, data.values[2] = 0.0;
      data.history = base::History({{0.0, 0.0}, {1.0, 10.0}});
      return std::make_unique<constraint::DisplacementConstraint>(data, find);
    }
    data.group = "xmax";
    data.values[2] = -0.2 * values.amplitude;
    auto support = std::make_unique<constraint::DisplacementConstraint>(data, find);
    support->bound = "lower";
    return support;
  }

  system::VariedContributors makeVaried(const std::string& name, const MotionValues& values) const {
    system::VariedContributors varied;
    for (const auto& body : mechanics_->bodies()) {
      const fem::Domain& domain = body->domain();
      if (name == "young") varied.forces.push_back(makeSolid(domain, values));
      if (name == "load" && isLast(body->name())) varied.forces.push_back(makeLoad(domain, values));
      if (name == "density") varied.masses.push_back(makeMass(domain, values));
      if (name != "amplitude" || body->name() != "bar") continue;
      if (auto condition = makeCondition(domain, values)) varied.conditions.push_back(std::move(condition));
    }
    const bool has_row = name == "length" ? hasRods() : name == "amplitude" && !hasRods() && kind_ != MotionKind::tied;
    if (!has_row || mechanics_->constraints().empty()) return varied;
    varied.constraints.push_back({0, {}});
    varied.constraints.back().constraints.push_back(makeConstraint(values));
    return varied;
  }

  MotionKind kind_;
  MotionValues values_;
  std::vector<std::unique_ptr<system::Body>> bodies_;
  std::unique_ptr<system::MechanicalSystem> mechanics_;
};

/// Objective and gradient of a run.
struct MotionResult {
  double value = 0.0;
  std::vector<double> gradient;  // [MotionValues::members()]
  double shortest_step = 1.0, longest_step = 0.0;
  bool has_used_file = false;
};

/// Runs a model, and differentiates its objective if `with_gradient` is true. @note Collective.
inline MotionResult runMotion(MotionKind kind, const Transient::Data& data, const MotionValues& values,
                              bool with_gradient, const base::Communicator& comm = base::Communicator::world(),
                              const TrajectoryOptions& options = {}) {
  base::setUpLog(comm, "error");
  MotionModel model(kind, values, comm);
  solver::Presets presets;
  solver::registerPresets(presets);
  solver::SolverOptions petsc;
  petsc.addPreset(presets.find("direct"));
  solver::SolverParameters direct;
  direct.preset = "direct";
  base::Phases phases(comm);
  Equations equations(model.mechanics());
  TangentSolver solver(equations, direct, petsc);
  Transient transient(data);
  std::vector<std::unique_ptr<Objective>> objectives;
  objectives.push_back(std::make_unique<WeightedMotion>());
  objectives.back()->at.kind = EvaluationSteps::Kind::all;
  std::vector<std::unique_ptr<system::ModelParameter>> parameters;
  for (const auto& [name, member] : MotionValues::members())
    if (with_gradient) parameters.push_back(model.makeParameter(name, member));
  const GradientTerms terms{objectives, parameters, options};
  std::unique_ptr<RunGradient> gradient;
  if (with_gradient) gradient = transient.differentiate(equations, solver, phases, terms);
  MotionResult result;
  const auto run = transient.begin(equations, solver, phases);
  while (!run->isDone()) {
    const double begin = run->time();
    run->advance();
    result.shortest_step = std::min(result.shortest_step, run->time() - begin);
    result.longest_step = std::max(result.longest_step, run->time() - begin);
    result.value += objectives[0]->value({equations, run->numCompletedSteps(), run->time()});
    if (gradient) gradient->addStep(run->numCompletedSteps(), run->time(), run->isDone());
  }
  if (!gradient) return result;
  const GradientResult& found = gradient->finish();
  for (const auto& of_parameter : found.gradient) result.gradient.push_back(of_parameter[0]);
  result.has_used_file = comm.any(dynamic_cast<TransientGradient&>(*gradient).trajectory().usesFile());
  return result;
}

}  // namespace tenon::analysis::testing
