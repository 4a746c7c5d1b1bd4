// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>
#include <tenon/analysis/Stepper.hpp>
#include <tenon/base/Parameters.hpp>
#include <tenon/contact/ConeSolver.hpp>
#include <tenon/fem/Domain.hpp>
#include <tenon/fem/Tensor.hpp>
#include <tenon/force/ForceField.hpp>
#include <tenon/force/SolidForce.hpp>
#include <tenon/python/module.hpp>
#include <tenon/simulation/results/Output.hpp>
#include <tenon/system/MechanicalSystem.hpp>
#include <vector>

namespace {

/// Springs between the nodes of a group and the ground: f = -k u on each node.
class GroundSprings : public tenon::force::ForceField {
 public:
  struct Data {
    double stiffness = 0;
    std::string group;
  };
  static void declare(tenon::base::Parameters<Data>& p) {
    p.required("stiffness", &Data::stiffness, "force/length", "stiffness k of the spring at each node").positive();
    p.required("group", &Data::group, "", "group of nodes");
  }

  GroundSprings(const Data& data, const tenon::fem::Domain& domain)
      : k_(data.stiffness),
        name_(domain.nameOf("ground-springs", data.group)),
        state_(domain.state),
        nodes_(domain.mesh.nodesOf(domain.mesh.group(data.group))) {}

  std::string name() const override { return name_; }

  void addForce(tenon::la::ForceVector& f) const override {
    const auto force = f.on(state_);
    for (const auto node : nodes_)
      for (int i = 3 * node; i < 3 * node + 3; ++i) force[i] -= k_ * state_.displacement()[i];
  }

  void addStiffness(tenon::la::StiffnessMatrix& K) const override {
    auto dfdx = K.forceOn(state_).byPositionOf(state_);
    for (const auto node : nodes_) dfdx(node, node) -= k_ * tenon::base::Mat3::Identity();
  }

  bool isLinear() const override { return true; }

 private:
  double k_;
  std::string name_;
  const tenon::la::State& state_;
  std::vector<tenon::base::LocalIndex> nodes_;
};

/// Nearly incompressible gel at small strain, given by its shear modulus.
struct LinearGel {
  double shear = 0;

  static constexpr bool is_linear = true;
  static void declare(tenon::base::Parameters<LinearGel>& p) {
    p.required("shear", &LinearGel::shear, "force/length^2", "shear modulus G; the bulk modulus is 100 G").positive();
  }

  template <class T>
  tenon::fem::Tensor<T> stress(const tenon::fem::Tensor<T>& H) const {
    const auto eps = tenon::fem::strain(H);
    return tenon::fem::spherical<T>((100 - 2.0 / 3.0) * shear * tenon::fem::trace(eps)) + 2.0 * shear * eps;
  }
};

/// Theta method: q = q_n + h ((1 - theta) v_n + theta v), and v depends on a in the same way.
class Theta : public tenon::analysis::ImplicitStepper {
 public:
  struct Data {
    double theta = 0.5;
  };
  static void declare(tenon::base::Parameters<Data>& p) {
    p.required("theta", &Data::theta, "", "1/2: trapezoidal rule; 1: implicit Euler method").positive().atMost(1.0);
  }
  explicit Theta(const Data& data) : theta_(data.theta) {}

  int order() const override { return theta_ == 0.5 ? 2 : 1; }
  tenon::analysis::Kinematics kinematics(double h) const override {
    return tenon::analysis::Kinematics::fromAcceleration(theta_ * h * theta_ * h, theta_ * h);
  }
  void predict(double h, const tenon::analysis::StateVectors& now, Vec d0, Vec v0) override {
    TENON_PETSC(VecWAXPY(v0, (1 - theta_) * h, now.a.get(), now.v.get()));
    TENON_PETSC(VecAXPBYPCZ(d0, (1 - theta_) * h, theta_ * h, 0.0, now.v.get(), v0));
  }

 private:
  double theta_;
};

/// Projected gradients with a constant step.
class ProjectedGradients : public tenon::contact::ConeSolver {
 public:
  struct Data {
    double step = 0.1;
  };
  static void declare(tenon::base::Parameters<Data>& p) { p.optional("step", &Data::step, "", "step size").positive(); }
  explicit ProjectedGradients(const Data& data) : step_(data.step) {}

  tenon::contact::Outcome solve(const tenon::contact::ConeProblem& problem, const Limits& limits,
                                tenon::contact::Impulses& x) override {
    tenon::contact::ScaledProblem scaled(problem);
    tenon::contact::Impulses y = scaled.toScaled(x), Ny, gradient;
    tenon::contact::Outcome outcome;
    for (scaled.project(y);; ++outcome.iterations) {
      scaled.multiply(y, Ny);
      outcome.complementarity = scaled.complementarity(y, Ny);
      outcome.converged = outcome.complementarity <= limits.tolerance;
      if (outcome.converged || outcome.iterations == limits.max_iterations) break;
      scaled.augment(Ny);
      scaled.gradient(Ny, gradient);
      y -= step_ * gradient;
      scaled.project(y);
    }
    x = scaled.toImpulses(y);
    return outcome;
  }

 private:
  double step_;
};

/// Speed |v| at the nodes.
class Speed : public tenon::simulation::OutputField {
 public:
  struct Data {
    double unit = 1;
  };
  static void declare(tenon::base::Parameters<Data>& p) {
    p.optional("unit", &Data::unit, "length/time", "velocity that is written as 1").positive();
  }
  explicit Speed(const Data& data) : unit_(data.unit) {}

  void write(const tenon::simulation::FieldSample& sample, tenon::simulation::FieldWriter& writer) const override {
    const tenon::la::State& state = sample.body.state();
    if (!sample.has_velocities || state.block() != 3) return;
    std::vector<double> speeds;
    for (tenon::base::LocalIndex node = 0; node < state.layout().numOwned(); ++node)
      speeds.push_back(tenon::base::Vec3(&state.velocity()[3 * node]).norm() / unit_);
    writer.writeNodes("speed", speeds, 1);
  }

 private:
  double unit_;
};

/// Largest component of a displacement in the model.
class Reach : public tenon::simulation::History {
 public:
  struct Data {};
  static void declare(tenon::base::Parameters<Data>&) {}
  Reach(const Data&, const tenon::system::MechanicalSystem& mechanics) : History({"reach"}), mechanics_(mechanics) {}

  std::vector<double> values(const TimeSample&) const override {
    double largest = 0;
    for (const auto& body : mechanics_.bodies())
      for (const double u : body->state().displacement()) largest = std::max(largest, std::abs(u));
    return {mechanics_.comm().max(largest)};
  }

 private:
  const tenon::system::MechanicalSystem& mechanics_;
};

}  // namespace

TENON_PYTHON_MODULE(custom_types, [](tenon::simulation::Registries& all) {
  all.forces.add<GroundSprings>("ground-springs", "springs between nodes and the ground");
  all.materials.add<tenon::force::SolidForce<LinearGel>>("linear-gel", "nearly incompressible gel at small strain");
  all.steppers.add<Theta>("theta", "theta method");
  all.contact_solvers.add<ProjectedGradients>("projected-gradients", "projected gradients with a constant step");
  all.output_fields.add<Speed>("speed", "magnitude of the velocity at nodes");
  all.histories.add<Reach>("reach", "largest displacement");
})
