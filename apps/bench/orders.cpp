// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "orders.hpp"

#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>

#include "cube.hpp"
#include "la/matrices/rigidModes.hpp"
#include "measure.hpp"
#include "solver/saddle/SaddleSolver.hpp"
#include "system/vertexInterpolation.hpp"
#include "tenon/la/matrices/SaddleMatrix.hpp"
#include "tenon/system/forms/AssembledSystem.hpp"
#include "tenon/system/forms/MatrixFreeSystem.hpp"

namespace tenon::bench {
namespace {

using system::statics;  // A = -K

struct Solve {
  Duration set_up, solve;
  int iterations = 0;
  la::Vector displacement;

  double total() const { return set_up.wall + solve.wall; }
};

class OrdersBench {
 public:
  OrdersBench(const base::Communicator& comm, const OrdersOptions& options)
      : comm_(comm), options_(options), mechanics_(makeCube(comm, cellType(), options.n, cubeOptions())) {
    stored_ = std::make_unique<system::AssembledSystem>(*mechanics_);
    stored_->assemble(statics);
    load_ = stored_->residual();
    rigid_modes_ = la::rigidModes(stored_->layout());
    interpolation_ = system::vertexInterpolation(*mechanics_, stored_->layout());
  }

  nlohmann::ordered_json run() {
    const Solve both = options_.matrix_free ? solveMatrixFree() : solve("cg-p-amg", stored_->get(), nullptr);
    const Solve algebraic = solve("cg-amg", stored_->get(), nullptr);
    PetscInt unknowns = 0;
    TENON_PETSC(VecGetSize(load_.get(), &unknowns));
    nlohmann::ordered_json line{{"prog", "tenon"}, {"elem", options_.elem}, {"n", options_.n}};
    line["poisson"] = options_.poisson;
    line["system"] = options_.matrix_free ? "matrix-free" : "assembled";
    line["ranks"] = comm_.size();
    line["dofs"] = static_cast<std::int64_t>(unknowns);
    line["its"] = both.iterations;
    line["setup_ms"] = both.set_up.wall;
    line["solve_ms"] = both.solve.wall;
    line["gamg_its"] = algebraic.iterations;
    line["gamg_ms"] = algebraic.total();
    line["ratio"] = both.total() / algebraic.total();
    line["difference"] = difference(algebraic.displacement.get(), both.displacement.get());
    return line;
  }

 private:
  mesh::CellType cellType() const { return options_.elem == "tet" ? mesh::CellType::tet10 : mesh::CellType::hex27; }

  CubeOptions cubeOptions() const {
    CubeOptions cube;
    cube.poisson = options_.poisson;
    return cube;
  }

  /// Solves matrix-free. The set-up includes the assembly of the first-order matrix, which is used
  /// by the preconditioner only.
  Solve solveMatrixFree() {
    system::MatrixFreeSystem products(*mechanics_, {});
    products.assemble(statics);
    std::unique_ptr<system::AssembledSystem> first_order;
    const Duration assembly = measure(comm_, [&] {
      system::SystemOptions options;
      options.contents.first_order = true;
      first_order = std::make_unique<system::AssembledSystem>(*mechanics_, la::Insertion::slots, options);
      first_order->assemble(statics);
    });
    Solve solved = solve("cg-p-amg", products.get(), first_order->get());
    solved.set_up.wall += assembly.wall;
    return solved;
  }

  Solve solve(const std::string& preset, Mat A, Mat preconditioned) {
    solver::Presets presets;
    solver::registerPresets(presets);
    solver::SolverOptions options(options_.petsc, solver::SolverOptions::UnusedOptions::accept);
    options.addPreset(presets.find(preset));
    solver::SolverParameters parameters;
    parameters.preset = preset;
    solver::SaddleSystem saddle;
    saddle.A = A;
    saddle.P = preconditioned;
    saddle.rigid_modes = rigid_modes_.get();
    saddle.vertex_interpolation = interpolation_.get();
    saddle.objects = la::namedStates(stored_->layout());
    Solve solved;
    solved.displacement = stored_->layout().makeVector();
    std::unique_ptr<solver::SaddleSolver> solver;
    solved.set_up =
        measure(comm_, [&] { solver = std::make_unique<solver::SaddleSolver>(saddle, parameters, options); });
    solved.solve = measure(comm_, [&] {
      solved.iterations = solver->solve(load_.get(), nullptr, solved.displacement.get(), nullptr).iterations;
    });
    return solved;
  }

  /// Returns the largest difference relative to the largest entry of `a`.
  static double difference(Vec a, Vec b) {
    PetscReal size = 0.0, difference = 0.0;
    TENON_PETSC(VecNorm(a, NORM_INFINITY, &size));
    TENON_PETSC(VecAXPY(b, -1.0, a));
    TENON_PETSC(VecNorm(b, NORM_INFINITY, &difference));
    return difference / size;
  }

  base::Communicator comm_;
  OrdersOptions options_;
  std::unique_ptr<system::MechanicalSystem> mechanics_;
  std::unique_ptr<system::AssembledSystem> stored_;
  la::Vector load_;
  la::NullSpace rigid_modes_;
  la::Matrix interpolation_;
};

}  // namespace

void measureOrders(const base::Communicator& comm, const OrdersOptions& options) {
  const std::string line = OrdersBench(comm, options).run().dump();
  if (comm.isRoot()) std::printf("%s\n", line.c_str());
}

}  // namespace tenon::bench
