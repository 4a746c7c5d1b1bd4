// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// Command `tenon-bench`: reads the command line and runs one benchmark.
#include <CLI/CLI.hpp>
#include <functional>

#include "app/CommandLine.hpp"
#include "assembly.hpp"
#include "base/Runtime.hpp"
#include "chain.hpp"
#include "contact.hpp"
#include "contactSearch.hpp"
#include "locate.hpp"
#include "longRow.hpp"
#include "mapped.hpp"
#include "material.hpp"
#include "matrixfree.hpp"
#include "meshing.hpp"
#include "orders.hpp"
#include "schurProduct.hpp"
#include "spheres.hpp"
#include "tenon/analysis/Stepper.hpp"
#include "tenon/base/Log.hpp"
#include "tenon/base/runCollectively.hpp"
#include "tenon/contact/ConeSolver.hpp"
#include "tie.hpp"
#include "transient.hpp"

namespace {

using namespace tenon;
using Benchmark = std::function<void(const base::Communicator&)>;

void declareAssembly(CLI::App& app, bench::AssemblyOptions& options, Benchmark& chosen) {
  auto* command = app.add_subcommand("assembly", "elasticity on the unit cube, timed phase by phase");
  command->add_option("--elem", options.elem, "tet or hex")->check(CLI::IsMember({"tet", "hex"}));
  command->add_option("--n", options.n, "cells along each edge")->check(CLI::Range(1, 1000));
  command->add_option("--reps", options.reps, "number of repeated assemblies")->check(CLI::Range(1, 1000));
  command
      ->add_option("--contributor", options.contributor,
                   "elastic, corotational, corotational-exact, mass, springs (along all edges) or blocks (the same "
                   "springs, added block by block)")
      ->check(CLI::IsMember({"elastic", "corotational", "corotational-exact", "mass", "springs", "blocks"}));
  command->add_option("--insertion", options.insertion, "slots or blocked")->check(CLI::IsMember({"slots", "blocked"}));
  command
      ->add_option("--checking", options.checking,
                   "checks of contributions: off, on (indices and shapes) or values (also finite values)")
      ->check(CLI::IsMember({"off", "on", "values"}));
  command->add_flag("--solve", options.solves, "also solve the system, with the preset cg-amg");
  command->callback([&] { chosen = [&](const base::Communicator& comm) { bench::measureAssembly(comm, options); }; });
}

void declareContact(CLI::App& app, bench::ContactOptions& options, bench::SpheresOptions& spheres,
                    bench::ContactSearchOptions& search, Benchmark& chosen) {
  auto* command =
      app.add_subcommand("contact", "bodies in contact; the values of `newton` and `its` are listed for each step");
  command
      ->add_option("--problem", options.problem,
                   "blocks: two elastic blocks pressed together; spheres: spheres falling into a box; search: contact "
                   "detection between nodes and faces")
      ->check(CLI::IsMember({"blocks", "spheres", "search"}));
  command->add_option("--unknowns", options.unknowns, "blocks: approximate number of unknowns")
      ->check(CLI::Range(500, 100000000));
  command->add_option("--method", options.method, "blocks: contact discretisation, mortar or nodes")
      ->check(CLI::IsMember({"mortar", "nodes"}));
  command->add_option("--friction", options.friction, "blocks: Coulomb friction coefficient")
      ->check(CLI::NonNegativeNumber);
  command->add_option("--preset", options.preset, "blocks: solver preset");
  command->add_option("--bodies", spheres.bodies, "spheres: number of spheres")->check(CLI::Range(1, 100000000));
  command
      ->add_option("--steps", spheres.steps,
                   "spheres: number of time steps of 0.01; means are taken over the last half")
      ->check(CLI::Range(2, 100000));
  command->add_option("--tolerance", spheres.tolerance, "spheres: tolerance of the complementarity")
      ->check(CLI::PositiveNumber);
  command->add_option("--solver", spheres.solver, "spheres: solver of the contact impulses")
      ->check(CLI::IsMember(contact::coneSolvers().names()));
  command->add_flag("--mixed", spheres.are_mixed,
                    "spheres: number and distribute the spheres independently of their positions");
  command->add_flag("--dealt,!--owned", spheres.is_load_balanced,
                    "spheres: distribution of the work of a step, by position or by owner");
  command
      ->add_option("--turn", spheres.period,
                   "spheres: number of steps in which gravity rotates once; 0: constant gravity")
      ->check(CLI::NonNegativeNumber);
  command
      ->add_option("--rolling", spheres.rolling,
                   "spheres: coefficient of rolling and spinning friction, relative to the radius")
      ->check(CLI::NonNegativeNumber);
  command
      ->add_option("--sleep-velocity", spheres.sleep_velocity,
                   "spheres: velocity below which bodies fall asleep; 0: bodies never fall asleep")
      ->check(CLI::NonNegativeNumber);
  command
      ->add_option("--sleep-after", spheres.sleep_after,
                   "spheres: time for which bodies must be slower before they fall asleep")
      ->check(CLI::PositiveNumber);
  command->add_option("--nodes", search.nodes, "search: approximate number of nodes, and of faces")
      ->check(CLI::Range(4, 100000000));
  command->footer(
      "its (blocks): outer linear iterations per Newton step, rounded up. search_ms (blocks): construction of the "
      "contact. search_ms (search): pairs_ms, the detection of candidate faces, plus gaps_ms, the evaluation of the "
      "gaps. sweep_ms (spheres): one iteration of the contact solver in the last step. products_ms (spheres): "
      "matrix-vector products with G and with its transpose.");
  command->callback([&] {
    chosen = [&](const base::Communicator& comm) {
      if (options.problem == "spheres")
        bench::measureSpheres(comm, spheres);
      else if (options.problem == "search")
        bench::measureContactSearch(comm, search);
      else
        bench::measureContact(comm, options);
    };
  });
}

void declareLocate(CLI::App& app, bench::LocateOptions& options, Benchmark& chosen) {
  auto* command = app.add_subcommand("locate", "point location in the tetrahedra of the unit cube");
  command->add_option("--points", options.points, "total number of points")->check(CLI::Range(1, 100000000));
  command->add_option("--n", options.n, "cells along each edge, each divided into 6 tetrahedra")
      ->check(CLI::Range(1, 1000));
  command->add_option("--reps", options.reps, "number of repetitions")->check(CLI::Range(1, 1000));
  command->footer(
      "make_ms: construction of the search tree. locate_ms: construction and search. outside: number of points that "
      "lie in no cell.");
  command->callback([&] { chosen = [&](const base::Communicator& comm) { bench::measureLocate(comm, options); }; });
}

void declareMatrixFree(CLI::App& app, bench::MatrixFreeOptions& options, Benchmark& chosen) {
  auto* command = app.add_subcommand("matrixfree",
                                     "matrix-free matrix-vector products compared with those of the assembled matrix");
  command->add_option("--elem", options.elem, "tet or hex")->check(CLI::IsMember({"tet", "hex"}));
  command->add_option("--order", options.order, "order of the cells: 1 or 2")->check(CLI::Range(1, 2));
  command->add_option("--material", options.material, "type of a material with the parameters young and poisson");
  command->add_option("--n", options.n, "cells along each edge")->check(CLI::Range(1, 1000));
  command->add_option("--reps", options.reps, "rounds of three products; the fastest product is reported")
      ->check(CLI::Range(1, 100000));
  command->callback([&] { chosen = [&](const base::Communicator& comm) { bench::measureMatrixFree(comm, options); }; });
}

void declareMaterial(CLI::App& app, bench::MaterialOptions& options, Benchmark& chosen) {
  auto* command = app.add_subcommand("material", "force and tangent of a material compared with linear elasticity");
  command->add_option("--material", options.material, "material type, as in a case")
      ->check(CLI::IsMember(bench::benchMaterials()));
  command->add_option("--from", options.from, "energy: stress and tangent by automatic differentiation of the energy")
      ->check(CLI::IsMember({"energy"}));
  command->add_option("--formulation", options.formulation, "formulation, as in a case")
      ->check(CLI::IsMember({"displacement", "mean-dilatation", "nodal-dilatation"}));
  command->add_flag("--varies", options.varies, "use a Young's modulus that varies between cells");
  command->add_option("--elem", options.elem, "tet or hex")->check(CLI::IsMember({"tet", "hex"}));
  command->add_option("--n", options.n, "cells along each edge")->check(CLI::Range(1, 1000));
  command->add_option("--reps", options.reps, "number of rounds; medians are reported")->check(CLI::Range(1, 100000));
  command->footer(
      "All times are processor times. residual_ms: internal forces. tangent_ms: element matrices, which are not "
      "stored. linear_ms: sum of residual_ms and tangent_ms for linear-elastic. ratio: (residual_ms + tangent_ms) / "
      "linear_ms. residual_part: residual_ms / (residual_ms + tangent_ms). assembled_ms: assembly of the tangent "
      "stiffness.");
  command->callback([&] { chosen = [&](const base::Communicator& comm) { bench::measureMaterial(comm, options); }; });
}

struct MeshArguments {
  std::string file;
  int reps = 5;
};

void declareMesh(CLI::App& app, MeshArguments& arguments, Benchmark& chosen) {
  auto* command = app.add_subcommand("mesh", "reading and distributing a mesh file, compared with METIS alone");
  command->add_option("--file", arguments.file, "the mesh (.msh, or .h5 written by `tenon partition`)")->required();
  command->add_option("--reps", arguments.reps, "number of repetitions")->check(CLI::Range(1, 1000));
  command->callback([&] {
    chosen = [&](const base::Communicator& comm) { bench::measureMesh(comm, arguments.file, arguments.reps); };
  });
}

const char* const tie_keys =
    "a_setup_ms: pattern and assembly of A, including the numbering and entries of constrained degrees of freedom. "
    "g_setup_ms: construction of the mortar tie (search, overlaps, integration, rows) and of the constraint matrices. "
    "Both depend only on the meshes and materials, not on the solver. setup_ms: scaling, augmentation, preconditioner. "
    "solve_ms: iterations to 1e-8 and evaluation of the residuals residual_u and residual_lambda. total_ms: sum of "
    "these four. dofs: number of unknowns, including multipliers. Keys that end in _cpu_ms: processor time.";

void declareTie(CLI::App& app, bench::TieOptions& options, Benchmark& chosen) {
  auto* command = app.add_subcommand("tie", "two blocks joined by a mortar tie, compared with one continuous mesh");
  command->add_option("--elem", options.elem, "tet or hex")->check(CLI::IsMember({"tet", "hex"}));
  command->add_option("--unknowns", options.unknowns, "approximate number of unknowns, including multipliers")
      ->check(CLI::Range(500, 100000000));
  command->add_option("--preset", options.preset, "solver preset; default: schur, and cg-amg for one continuous mesh");
  command->add_option("--augmentation", options.augmentation, "gamma in A + gamma G^T W G")
      ->check(CLI::NonNegativeNumber);
  command->add_option("--multipliers", options.multipliers, "multiplier space, standard or dual")
      ->check(CLI::IsMember({"standard", "dual"}));
  command->add_flag("--onepiece", options.one_piece, "mesh both blocks as one continuous mesh, without a tie");
  command->footer(tie_keys);
  command->callback([&] { chosen = [&](const base::Communicator& comm) { bench::measureTie(comm, options); }; });
}

void declareLongRow(CLI::App& app, bench::LongRowOptions& options, Benchmark& chosen) {
  auto* command = app.add_subcommand(
      "long-row", "a cube with constraint rows that couple all its nodes, compared with the same cube without them");
  command->add_option("--elem", options.elem, "hex or quad")->check(CLI::IsMember({"hex", "quad"}));
  command->add_option("--n", options.n, "cells along each edge")->check(CLI::Range(1, 10000));
  command
      ->add_option("--row", options.row,
                   "none; mean: mean of u_x over the body; all: means of u and X x u instead of the clamp; rigid: "
                   "rigid top face; volume: volume of the body (nonlinear)")
      ->check(CLI::IsMember({"none", "mean", "all", "rigid", "volume"}));
  command->add_flag("--nonlinear", options.nonlinear, "use a Saint Venant-Kirchhoff material and Newton's method");
  command->add_option("--preset", options.preset, "solver preset; default: schur, and cg-amg without constraint rows");
  command->footer("total_ms: constraint, assembly, set-up and solve; its: total number of linear iterations.");
  command->callback([&] { chosen = [&](const base::Communicator& comm) { bench::measureLongRow(comm, options); }; });
}

void declareOrders(CLI::App& app, bench::OrdersOptions& options, Benchmark& chosen) {
  auto* command =
      app.add_subcommand("orders", "p-multigrid on second-order cells compared with algebraic multigrid alone");
  command->add_option("--elem", options.elem, "tet (tet10) or hex (hex27)")->check(CLI::IsMember({"tet", "hex"}));
  command->add_option("--n", options.n, "cells along each edge")->check(CLI::Range(1, 1000));
  command->add_option("--poisson", options.poisson, "Poisson's ratio")->check(CLI::Range(0.0, 0.4999));
  command->add_flag("--matrix-free", options.matrix_free, "p-multigrid with matrix-free products");
  command->footer(
      "its, setup_ms, solve_ms: iterations and times of cg-p-amg; with --matrix-free, the set-up includes the assembly "
      "of the first-order matrix. gamg_its, gamg_ms: iterations and time of cg-amg on the assembled matrix, including "
      "the set-up. ratio: (setup_ms + solve_ms) / gamg_ms.");
  command->callback([&] { chosen = [&](const base::Communicator& comm) { bench::measureOrders(comm, options); }; });
}

void declareSchurProduct(CLI::App& app, bench::SchurProductOptions& options, Benchmark& chosen) {
  auto* command = app.add_subcommand(
      "schur-product", "G M^-1 G^T for a chain of point masses, compared with the two products with G and G^T");
  command->add_option("--rows", options.rows, "number of rows of G, three for each point")
      ->check(CLI::Range(3, 100000000));
  command->add_option("--reps", options.reps, "number of products; the median is reported")
      ->check(CLI::Range(1, 100000));
  command->callback(
      [&] { chosen = [&](const base::Communicator& comm) { bench::measureSchurProduct(comm, options); }; });
}

void declareTransient(CLI::App& app, bench::TransientOptions& options, Benchmark& chosen) {
  auto* command = app.add_subcommand("transient", "time steps of the cube of `assembly` with mass");
  command->add_option("--elem", options.elem, "tet or hex")->check(CLI::IsMember({"tet", "hex"}));
  command->add_option("--n", options.n, "cells along each edge")->check(CLI::Range(1, 1000));
  command->add_option("--steps", options.steps, "number of time steps; the first one is not measured")
      ->check(CLI::Range(2, 1000000));
  command
      ->add_option(
          "--step", options.step,
          "step size; default: 1e-3, or for central-difference 0.4 times the travel time of a wave through a cell")
      ->check(CLI::PositiveNumber);
  command->add_option("--stepper", options.stepper, "time integrator, as in a case")
      ->check(CLI::IsMember(analysis::steppers().names()));
  command->add_option("--system", options.system, "form of the matrix: assembled or matrix-free")
      ->check(CLI::IsMember({"assembled", "matrix-free"}));
  command->add_option("--preset", options.preset,
                      "solver preset; default: cg-amg, or cg-block-jacobi with --system matrix-free");
  command->add_flag("--nonlinear", options.nonlinear, "use a Saint Venant-Kirchhoff material and Newton's method");
  command->footer(
      "All values are medians over the steps after the first one. solves, its: linear solves per step and their "
      "iterations. new_patterns, new_solvers, symbolic_products: numbers of matrix patterns, solvers and symbolic "
      "products that are created in all these steps. ns_per_dof: time per step and degree of freedom.");
  command->callback([&] { chosen = [&](const base::Communicator& comm) { bench::measureTransient(comm, options); }; });
}

void declareChain(CLI::App& app, bench::ChainOptions& options, Benchmark& chosen) {
  auto* command =
      app.add_subcommand("chain", "time steps of a swinging chain of rigid bodies connected by ball joints");
  command->add_option("--bodies", options.bodies, "number of bodies")->check(CLI::Range(2, 10000000));
  command->add_option("--steps", options.steps, "number of time steps; the first one is not measured")
      ->check(CLI::Range(2, 1000000));
  command->add_option("--step", options.step, "step size")->check(CLI::PositiveNumber);
  command->add_option("--stepper", options.stepper, "time integrator, as in a case")
      ->check(CLI::IsMember(analysis::steppers().names()));
  command->add_option("--preset", options.preset, "solver preset; default: schur-sparse");
  command->footer(
      "assemble_us_per_body: evaluation of the residual, G and A. drift: largest joint gap at the end, relative to the "
      "length of a body. The other keys have the same meaning as for `transient`.");
  command->callback([&] { chosen = [&](const base::Communicator& comm) { bench::measureChain(comm, options); }; });
}

void declareMapped(CLI::App& app, bench::MappedOptions& options, Benchmark& chosen) {
  auto* command = app.add_subcommand(
      "mapped", "the cube of `assembly` with a skin of embedded points, loaded by springs and a pressure");
  command->add_option("--n", options.n, "cells along each edge")->check(CLI::Range(1, 1000));
  command->add_option("--elem", options.elem, "tet or hex")->check(CLI::IsMember({"tet", "hex"}));
  command->add_option("--points", options.points, "approximate number of points of the skin")
      ->check(CLI::Range(4, 100000000));
  command->add_option("--reps", options.reps, "number of assemblies; the median is reported")
      ->check(CLI::Range(1, 100000));
  command
      ->add_option("--chain", options.chain,
                   "number of skins; each one has the previous one as the parent of its mapping")
      ->check(CLI::Range(1, 100));
  command->add_flag("--frame", options.frame, "instead of a skin, use a nonlinear cube that follows one rigid body");
  command->footer(
      "k_ms: assembly of K of the cube alone. mapped_ms: assembly including J^T K J of the skin, which is recomputed "
      "in each assembly. constant_ms: like mapped_ms, but with a constant K of the skin. with_petsc_ptap_ms: like "
      "mapped_ms, but with J as a sparse matrix and with PETSc's MatPtAP and MatAXPY. difference: difference between "
      "the matrices that are assembled for mapped_ms and for with_petsc_ptap_ms, relative to the largest entry.");
  command->callback([&] { chosen = [&](const base::Communicator& comm) { bench::measureMapped(comm, options); }; });
}

}  // namespace

int main(int argc, char** argv) {
  const app::CommandLineWords words = app::separateWords(std::vector<std::string>(argv + 1, argv + argc));
  const base::Runtime runtime(words.petsc);
  const auto world = base::Communicator::world();
  bench::AssemblyOptions assembly;
  bench::MappedOptions mapped;
  bench::MaterialOptions material;
  bench::MatrixFreeOptions matrix_free;
  bench::LocateOptions locate;
  bench::LongRowOptions long_row;
  long_row.petsc = words.petsc;
  MeshArguments mesh;
  bench::OrdersOptions orders;
  orders.petsc = words.petsc;
  bench::SchurProductOptions schur_product;
  bench::TieOptions tie;
  tie.petsc = words.petsc;
  bench::ChainOptions chain;
  chain.petsc = words.petsc;
  bench::TransientOptions transient;
  transient.petsc = words.petsc;
  bench::ContactOptions contact;
  contact.petsc = words.petsc;
  bench::SpheresOptions spheres;
  bench::ContactSearchOptions contact_search;
  Benchmark chosen;
  CLI::App app("tenon-bench: measures the speed and memory of tenon's phases and prints them as one line of JSON",
               "tenon-bench");
  app.require_subcommand(1);
  app.failure_message(CLI::FailureMessage::simple);
  app.footer("Options for PETSc (-name value) are read from PETSC_OPTIONS and from the command line.");
  declareAssembly(app, assembly, chosen);
  declareChain(app, chain, chosen);
  declareContact(app, contact, spheres, contact_search, chosen);
  declareLocate(app, locate, chosen);
  declareLongRow(app, long_row, chosen);
  declareMapped(app, mapped, chosen);
  declareMaterial(app, material, chosen);
  declareMatrixFree(app, matrix_free, chosen);
  declareMesh(app, mesh, chosen);
  declareOrders(app, orders, chosen);
  declareSchurProduct(app, schur_product, chosen);
  declareTie(app, tie, chosen);
  declareTransient(app, transient, chosen);
  try {
    app.parse(std::vector<std::string>(words.tenon_words.rbegin(), words.tenon_words.rend()));  // in reverse for CLI11
  } catch (const CLI::ParseError& error) {
    // All ranks parse the same arguments and therefore stop alike; only the root prints.
    const int code = world.isRoot() ? app.exit(error) : error.get_exit_code();
    return code == 0 ? 0 : static_cast<int>(base::ExitCode::input);
  }
  return base::runProgram([&] {
    base::runCollectively(world, [&] { base::setUpLog(world, "warn"); });
    chosen(world);
  });
}
