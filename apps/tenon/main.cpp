// The command `tenon`: reads the command line and calls the simulation module.
#include <CLI/CLI.hpp>
#include <cstdio>

#include "CommandLine.hpp"
#include "tenon/base/Log.hpp"
#include "tenon/base/Runtime.hpp"
#include "tenon/base/collectively.hpp"
#include "tenon/simulation/catalogue.hpp"
#include "tenon/simulation/commands.hpp"

namespace {

using namespace tenon;

struct Arguments {
  simulation::RunOptions run;
  std::string name;  // of a kind or type
  std::string mesh, partitioned;
  int parts = 0;
  std::string log_level = "info";
};

/// Declares the commands; the one that was named is run through `chosen`.
void declareCommands(CLI::App& app, Arguments& a, std::function<void(const base::Communicator&)>& chosen) {
  app.require_subcommand(1);
  app.failure_message(CLI::FailureMessage::simple);
  app.footer("Options with one dash and a longer name (-ksp_monitor, -log_view, ...) go to PETSc.\n"
             "Exit codes: 0 ok, 2 input, 3 not converged, 4 files, 5 internal.");

  auto* run = app.add_subcommand("run", "solve a case and write its results");
  run->add_option("case", a.run.case_file, "the case file (.yaml)")->required();
  run->add_option("-o,--output", a.run.output, "results go to OUTPUT.h5 and OUTPUT.xdmf");
  run->add_option("--summary", a.run.summary_file, "write a summary in JSON, with the imbalance over the ranks");
  run->add_option("--log-level", a.log_level, "trace, debug, info, warn, error or off");
  run->add_flag("--allow-unused", a.run.allow_unused, "do not refuse PETSc options that nothing used");
  run->callback([&] { chosen = [&](const base::Communicator& comm) { simulation::run(comm, a.run); }; });

  auto* check = app.add_subcommand("check", "say what is wrong with a case, without solving it");
  check->add_option("case", a.run.case_file, "the case file (.yaml)")->required();
  check->add_option("--log-level", a.log_level, "trace, debug, info, warn, error or off");
  check->callback([&] { chosen = [&](const base::Communicator& comm) { simulation::check(comm, a.run.case_file); }; });

  auto* list = app.add_subcommand("list", "show the kinds, the types of a kind, or the parameters of a type");
  list->add_option("name", a.name, "a kind (force, mass, condition, ...) or a type (tie, traction, ...)");
  list->callback([&] {
    chosen = [&](const base::Communicator& comm) {
      std::string text;
      base::collectively(comm, [&] { text = simulation::catalogueText(a.name); });
      if (comm.isRoot()) std::fputs(text.c_str(), stdout);
    };
  });

  auto* info = app.add_subcommand("info", "describe a mesh");
  info->add_option("mesh", a.mesh, "the mesh file (.msh)")->required();
  info->add_option("--parts", a.parts, "also the cut, the halo and the balance METIS would give for that many ranks")
      ->check(CLI::Range(1, 1000000));
  info->callback([&] { chosen = [&](const base::Communicator& comm) { simulation::describeMesh(comm, a.mesh, a.parts); }; });

  auto* partition = app.add_subcommand("partition", "cut a mesh once, into a file that every rank reads in parallel");
  partition->add_option("mesh", a.mesh, "the mesh file (.msh)")->required();
  partition->add_option("-o,--output", a.partitioned, "the partitioned mesh (.h5)")->required();
  partition->add_option("--parts", a.parts, "number of parts; default: 64")->check(CLI::Range(1, 1000000));
  partition->callback([&] {
    chosen = [&](const base::Communicator& comm) { simulation::partitionMesh(comm, a.mesh, a.partitioned, a.parts); };
  });
}

}  // namespace

int main(int argc, char** argv) {
  const app::SortedWords words = app::sortWords(std::vector<std::string>(argv + 1, argv + argc));
  const base::Runtime runtime(words.petsc);
  const auto world = base::Communicator::world();

  Arguments arguments;
  arguments.run.petsc_words = words.petsc;
  std::function<void(const base::Communicator&)> chosen;
  CLI::App app("tenon: a distributed-memory assembler and solver for constrained mechanics", "tenon");
  declareCommands(app, arguments, chosen);
  try {
    app.parse(std::vector<std::string>(words.ours.rbegin(), words.ours.rend()));
  } catch (const CLI::ParseError& error) {
    // Every rank reads the same words, so every rank ends here alike; the root speaks.
    const int code = world.isRoot() ? app.exit(error) : error.get_exit_code();
    return code == 0 ? 0 : static_cast<int>(base::ExitCode::input);
  }
  return base::runProgram([&] {
    base::collectively(world, [&] { base::setUpLog(world, arguments.log_level); });
    chosen(world);
  });
}
