// Command `tenon-bench`: reads the command line and runs one benchmark.
#include <CLI/CLI.hpp>
#include <functional>

#include "assembly.hpp"
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
#include "tenon/app/CommandLine.hpp"
#include "tenon/base/Log.hpp"
#include "tenon/base/Runtime.hpp"
#include "tenon/base/collectively.hpp"
#include "tenon/contact/ConeSolver.hpp"
#include "tie.hpp"
#include "transient.hpp"

namespace {

using namespace tenon;
using Benchmark = std::function<void(const base::Communicator&)>;

void declareAssembly(CLI::App& app, bench::AssemblyOptions& options, Benchmark& chosen) {
  auto* command = app.add_subcommand("assembly", "elasticity on the unit cube, phase by phase");
  command->add_option("--elem", options.elem, "tet or hex")->check(CLI::IsMember({"tet", "hex"}));
  command->add_option("--n", options.n, "cells along each edge")->check(CLI::Range(1, 1000));
  command->add_option("--reps", options.reps, "repeated assemblies")->check(CLI::Range(1, 1000));
  command
      ->add_option(
          "--contributor", options.contributor,
          "elastic, corotational, corotational-exact, mass, springs (along all edges) or blocks (springs block by "
          "block)")
      ->check(CLI::IsMember({"elastic", "corotational", "corotational-exact", "mass", "springs", "blocks"}));
  command->add_option("--insertion", options.insertion, "slots or blocked")->check(CLI::IsMember({"slots", "blocked"}));
  command->add_option("--checking", options.checking, "off, on (indices and shapes) or values (these too)")
      ->check(CLI::IsMember({"off", "on", "values"}));
  command->add_flag("--solve", options.solves, "also solve, with the preset cg-amg");
  command->callback([&] { chosen = [&](const base::Communicator& comm) { bench::measureAssembly(comm, options); }; });
}

void declareContact(CLI::App& app, bench::ContactOptions& options, bench::SpheresOptions& spheres,
                    bench::ContactSearchOptions& search, Benchmark& chosen) {
  auto* command = app.add_subcommand("contact", "bodies that touch: newton and its are of each step");
  command
      ->add_option(
          "--problem", options.problem,
          "blocks: two elastic blocks, one pressed onto the other; spheres: that fall into a box; search: nodes "
          "over faces")
      ->check(CLI::IsMember({"blocks", "spheres", "search"}));
  command->add_option("--unknowns", options.unknowns, "of blocks: about so many")->check(CLI::Range(500, 100000000));
  command->add_option("--method", options.method, "of blocks: mortar or nodes")
      ->check(CLI::IsMember({"mortar", "nodes"}));
  command->add_option("--friction", options.friction, "of blocks: Coulomb's coefficient")
      ->check(CLI::NonNegativeNumber);
  command->add_option("--preset", options.preset, "of blocks: how they are solved");
  command->add_option("--bodies", spheres.bodies, "of spheres: how many")->check(CLI::Range(1, 100000000));
  command->add_option("--steps", spheres.steps, "of spheres: of 0.01; means are of the last half")
      ->check(CLI::Range(2, 100000));
  command->add_option("--tolerance", spheres.tolerance, "of spheres: of the complementarity")
      ->check(CLI::PositiveNumber);
  std::vector<std::string> solvers;
  for (const auto& solver : contact::coneSolvers()) solvers.push_back(solver.first);
  command->add_option("--solver", spheres.solver, "of spheres")->check(CLI::IsMember(solvers));
  command->add_flag("--mixed", spheres.are_mixed,
                    "of spheres: numbered and owned in an order that is not that of places");
  command->add_flag("--dealt,!--owned", spheres.is_dealt,
                    "of spheres: who works on them in a step, by place or owners");
  command->add_option("--turn", spheres.turn, "of spheres: steps in which gravity turns once; 0: it does not")
      ->check(CLI::NonNegativeNumber);
  command->add_option("--rolling", spheres.rolling, "of spheres: resistance to rolling and spinning, of the radius")
      ->check(CLI::NonNegativeNumber);
  command
      ->add_option("--sleep-velocity", spheres.sleep_velocity, "of spheres: those slower than this sleep; 0: none do")
      ->check(CLI::NonNegativeNumber);
  command->add_option("--sleep-after", spheres.sleep_after, "of spheres: for how long they have to be slower")
      ->check(CLI::PositiveNumber);
  command->add_option("--nodes", search.nodes, "of search: about so many, over as many faces")
      ->check(CLI::Range(4, 100000000));
  command->footer(
      "its: of blocks outer linear iterations for each Newton step, rounded up. search_ms: of blocks making the "
      "contact, of search the faces near each node (pairs_ms) and the gaps (gaps_ms). sweep_ms, products_ms: of "
      "spheres an iteration of the solver over the contacts of the last step, and products with G and its transpose.");
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
  auto* command = app.add_subcommand("locate", "which of the tetrahedra of the unit cube hold points");
  command->add_option("--points", options.points, "of all ranks")->check(CLI::Range(1, 100000000));
  command->add_option("--n", options.n, "little boxes along each edge, 6 tetrahedra each")->check(CLI::Range(1, 1000));
  command->add_option("--reps", options.reps, "times to repeat all of it")->check(CLI::Range(1, 1000));
  command->footer("make_ms: the tree of the cells. locate_ms: that and the search. outside: points found in no cell.");
  command->callback([&] { chosen = [&](const base::Communicator& comm) { bench::measureLocate(comm, options); }; });
}

void declareMatrixFree(CLI::App& app, bench::MatrixFreeOptions& options, Benchmark& chosen) {
  auto* command = app.add_subcommand("matrixfree", "products without a matrix beside those with the assembled one");
  command->add_option("--elem", options.elem, "tet or hex")->check(CLI::IsMember({"tet", "hex"}));
  command->add_option("--order", options.order, "of the cells: 1 or 2")->check(CLI::Range(1, 2));
  command->add_option("--material", options.material, "of a case, with young and poisson");
  command->add_option("--n", options.n, "little boxes along each edge")->check(CLI::Range(1, 1000));
  command->add_option("--reps", options.reps, "turns of three products; the quickest product counts")
      ->check(CLI::Range(1, 100000));
  command->callback([&] { chosen = [&](const base::Communicator& comm) { bench::measureMatrixFree(comm, options); }; });
}

void declareMaterial(CLI::App& app, bench::MaterialOptions& options, Benchmark& chosen) {
  auto* command = app.add_subcommand("material", "force and tangent of a material beside those of linear elasticity");
  command->add_option("--material", options.material, "as of a case")->check(CLI::IsMember(bench::benchMaterials()));
  command->add_option("--from", options.from, "energy: its stress and tangent differentiated from that alone")
      ->check(CLI::IsMember({"energy"}));
  command->add_option("--formulation", options.formulation, "as of a case")
      ->check(CLI::IsMember({"displacement", "mean-dilatation", "nodal-dilatation"}));
  command->add_flag("--varies", options.varies, "another Young's modulus in each cell");
  command->add_option("--elem", options.elem, "tet or hex")->check(CLI::IsMember({"tet", "hex"}));
  command->add_option("--n", options.n, "little boxes along each edge")->check(CLI::Range(1, 1000));
  command->add_option("--reps", options.reps, "turns of both; their medians count")->check(CLI::Range(1, 100000));
  command->footer(
      "Processor time. residual_ms, tangent_ms: forces, and element matrices that nobody keeps. linear_ms: both of "
      "linear-elastic. ratio: of the sums. residual_part: residual_ms over the sum. assembled_ms: tangents into the "
      "matrix.");
  command->callback([&] { chosen = [&](const base::Communicator& comm) { bench::measureMaterial(comm, options); }; });
}

struct MeshArguments {
  std::string file;
  int reps = 5;
};

void declareMesh(CLI::App& app, MeshArguments& arguments, Benchmark& chosen) {
  auto* command = app.add_subcommand("mesh", "from a file to a distributed mesh, beside METIS alone");
  command->add_option("--file", arguments.file, "the mesh (.msh, or .h5 by tenon partition)")->required();
  command->add_option("--reps", arguments.reps, "times to repeat all of it")->check(CLI::Range(1, 1000));
  command->callback([&] {
    chosen = [&](const base::Communicator& comm) { bench::measureMesh(comm, arguments.file, arguments.reps); };
  });
}

const char* const tie_keys =
    "a_setup_ms: pattern and assembly of A, numbering and entries of held unknowns included. g_setup_ms: construction "
    "of the mortar (search, overlaps, integration, rows) and of the constraint matrices. Either depends on meshes and "
    "materials only, not on the solver. setup_ms: scaling, augmentation, preconditioner. solve_ms: iterations to 1e-8 "
    "and the check of the residuals residual_u and residual_lambda. total_ms: the sum of the four. dofs: all unknowns, "
    "multipliers included. ..._cpu_ms: processor time.";

void declareTie(CLI::App& app, bench::TieOptions& options, Benchmark& chosen) {
  auto* command = app.add_subcommand("tie", "two blocks tied by a mortar, beside the same in one piece");
  command->add_option("--elem", options.elem, "tet or hex")->check(CLI::IsMember({"tet", "hex"}));
  command->add_option("--unknowns", options.unknowns, "about so many, multipliers included")
      ->check(CLI::Range(500, 100000000));
  command->add_option("--preset", options.preset, "default: schur, and cg-amg in one piece");
  command->add_option("--augmentation", options.augmentation, "gamma in A + gamma G^T W G")
      ->check(CLI::NonNegativeNumber);
  command->add_option("--multipliers", options.multipliers, "standard or dual")
      ->check(CLI::IsMember({"standard", "dual"}));
  command->add_flag("--onepiece", options.one_piece, "both blocks meshed in one piece, without a tie");
  command->footer(tie_keys);
  command->callback([&] { chosen = [&](const base::Communicator& comm) { bench::measureTie(comm, options); }; });
}

void declareLongRow(CLI::App& app, bench::LongRowOptions& options, Benchmark& chosen) {
  auto* command = app.add_subcommand("long-row", "a cube with rows that join all its nodes, beside the same without");
  command->add_option("--elem", options.elem, "hex or quad")->check(CLI::IsMember({"hex", "quad"}));
  command->add_option("--n", options.n, "cells along each edge")->check(CLI::Range(1, 10000));
  command
      ->add_option("--row", options.row,
                   "none; mean: of u_x over the body; all: means of u and X x u instead of the clamp; rigid: the top; "
                   "volume: of the body, nonlinear")
      ->check(CLI::IsMember({"none", "mean", "all", "rigid", "volume"}));
  command->add_flag("--nonlinear", options.nonlinear, "a Saint Venant-Kirchhoff material, by Newton's method");
  command->add_option("--preset", options.preset, "default: schur, and cg-amg without rows");
  command->footer("total_ms: constraint, assembly, set-up and solve; its: iterations of all linear solves.");
  command->callback([&] { chosen = [&](const base::Communicator& comm) { bench::measureLongRow(comm, options); }; });
}

void declareOrders(CLI::App& app, bench::OrdersOptions& options, Benchmark& chosen) {
  auto* command = app.add_subcommand("orders", "p-multigrid on second-order cells beside algebraic multigrid alone");
  command->add_option("--elem", options.elem, "tet (tet10) or hex (hex27)")->check(CLI::IsMember({"tet", "hex"}));
  command->add_option("--n", options.n, "little boxes along each edge")->check(CLI::Range(1, 1000));
  command->add_option("--poisson", options.poisson, "Poisson's ratio")->check(CLI::Range(0.0, 0.4999));
  command->add_flag("--matrix-free", options.matrix_free, "p-multigrid on products without a stored matrix");
  command->footer(
      "its, setup_ms, solve_ms: of cg-p-amg; of --matrix-free the set-up includes the assembly of the first-order "
      "matrix. gamg_its, gamg_ms: of cg-amg on the stored matrix, set-up and solve. ratio: of the sums.");
  command->callback([&] { chosen = [&](const base::Communicator& comm) { bench::measureOrders(comm, options); }; });
}

void declareSchurProduct(CLI::App& app, bench::SchurProductOptions& options, Benchmark& chosen) {
  auto* command = app.add_subcommand(
      "schur-product", "G M^-1 G^T of a chain of points with masses, beside the two products with G and G^T");
  command->add_option("--rows", options.rows, "of G: three for each point")->check(CLI::Range(3, 100000000));
  command->add_option("--reps", options.reps, "products; their median counts")->check(CLI::Range(1, 100000));
  command->callback(
      [&] { chosen = [&](const base::Communicator& comm) { bench::measureSchurProduct(comm, options); }; });
}

std::vector<std::string> stepperNames() {
  std::vector<std::string> names;
  for (const auto& stepper : analysis::steppers()) names.push_back(stepper.first);
  return names;
}

void declareTransient(CLI::App& app, bench::TransientOptions& options, Benchmark& chosen) {
  auto* command = app.add_subcommand("transient", "steps of a motion in time, of the cube of `assembly` with a mass");
  command->add_option("--elem", options.elem, "tet or hex")->check(CLI::IsMember({"tet", "hex"}));
  command->add_option("--n", options.n, "cells along each edge")->check(CLI::Range(1, 1000));
  command->add_option("--steps", options.steps, "the first one is not measured")->check(CLI::Range(2, 1000000));
  command
      ->add_option("--step", options.step,
                   "its length; default: 1e-3, of central-difference 0.4 of what a wave takes through a cell")
      ->check(CLI::PositiveNumber);
  command->add_option("--stepper", options.stepper, "as of a case")->check(CLI::IsMember(stepperNames()));
  command->add_option("--system", options.system, "form of the matrix: assembled or matrix-free")
      ->check(CLI::IsMember({"assembled", "matrix-free"}));
  command->add_option("--preset", options.preset, "default: cg-amg, of matrix-free cg-block-jacobi");
  command->add_flag("--nonlinear", options.nonlinear, "a Saint Venant-Kirchhoff material, by Newton's method");
  command->footer(
      "Medians of the steps after the first one; solves, its: linear solves of a step, and their iterations. "
      "new_patterns, new_solvers, "
      "symbolic_products: what all these steps together have made of matrices, solvers and symbolic phases. "
      "ns_per_dof: of a step.");
  command->callback([&] { chosen = [&](const base::Communicator& comm) { bench::measureTransient(comm, options); }; });
}

void declareChain(CLI::App& app, bench::ChainOptions& options, Benchmark& chosen) {
  auto* command = app.add_subcommand("chain", "steps of rigid bodies that hang in a chain by ball joints, and swing");
  command->add_option("--bodies", options.bodies, "of the chain")->check(CLI::Range(2, 10000000));
  command->add_option("--steps", options.steps, "the first one is not measured")->check(CLI::Range(2, 1000000));
  command->add_option("--step", options.step, "its length")->check(CLI::PositiveNumber);
  command->add_option("--stepper", options.stepper, "as of a case")->check(CLI::IsMember(stepperNames()));
  command->add_option("--preset", options.preset, "default: schur-sparse");
  command->footer(
      "assemble_us_per_body: an evaluation of the residual, G and A. drift: the widest gap of a joint in the end, over "
      "the length of a body. Others as of `transient`.");
  command->callback([&] { chosen = [&](const base::Communicator& comm) { bench::measureChain(comm, options); }; });
}

void declareMapped(CLI::App& app, bench::MappedOptions& options, Benchmark& chosen) {
  auto* command = app.add_subcommand(
      "mapped", "the cube of `assembly` with a skin of embedded points, which carries springs and a pressure");
  command->add_option("--n", options.n, "boxes of cells along each edge")->check(CLI::Range(1, 1000));
  command->add_option("--elem", options.elem, "tet or hex")->check(CLI::IsMember({"tet", "hex"}));
  command->add_option("--points", options.points, "of the skin, about")->check(CLI::Range(4, 100000000));
  command->add_option("--reps", options.reps, "assemblies; their median counts")->check(CLI::Range(1, 100000));
  command->add_option("--chain", options.chain, "skins, each of which follows the one before")
      ->check(CLI::Range(1, 100));
  command->add_flag("--frame", options.frame, "instead: the cube, nonlinear, carried by one rigid body");
  command->footer(
      "k_ms: K of the cube alone. mapped_ms: with J^T K J of the skin, formed anew. constant_ms: the same where the "
      "skin's K never changes. with_petsc_ptap_ms: J as a sparse matrix, PETSc's MatPtAP and MatAXPY instead. "
      "difference: of the two matrices, of the largest entry.");
  command->callback([&] { chosen = [&](const base::Communicator& comm) { bench::measureMapped(comm, options); }; });
}

}  // namespace

int main(int argc, char** argv) {
  const app::SortedWords words = app::sortWords(std::vector<std::string>(argv + 1, argv + argc));
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
  CLI::App app("tenon-bench: speed and memory of tenon's phases, one JSON line each", "tenon-bench");
  app.require_subcommand(1);
  app.failure_message(CLI::FailureMessage::simple);
  app.footer("Options for PETSc (-name value) come from PETSC_OPTIONS or stand on the command line.");
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
    app.parse(std::vector<std::string>(words.ours.rbegin(), words.ours.rend()));  // in reverse for CLI11
  } catch (const CLI::ParseError& error) {
    // All ranks parse the same arguments and therefore stop alike; only the root prints.
    const int code = world.isRoot() ? app.exit(error) : error.get_exit_code();
    return code == 0 ? 0 : static_cast<int>(base::ExitCode::input);
  }
  return base::runProgram([&] {
    base::collectively(world, [&] { base::setUpLog(world, "warn"); });
    chosen(world);
  });
}
