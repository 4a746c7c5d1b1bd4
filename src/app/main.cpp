// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "tenon/app/main.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <csignal>
#include <cstdio>
#include <optional>

#include "CommandLine.hpp"
#include "base/Runtime.hpp"
#include "base/processor/ProcessorLevel.hpp"
#include "base/text.hpp"
#include "base/viewerWrites.hpp"
#include "declareCommands.hpp"
#include "preinit.hpp"
#include "reportSignals.hpp"
#include "solver/options/viewerFiles.hpp"
#include "tenon/base/Log.hpp"
#include "tenon/base/runCollectively.hpp"
#include "tenon/base/suggest.hpp"

namespace tenon {
namespace {

/// Checks a word with two dashes.
/// @throws InputError if it is an option neither of the command nor of all commands
void refuseMisspeltOption(const CLI::App& app, const CLI::App& command, const std::string& word) {
  if (word.size() < 3 || word.compare(0, 2, "--") != 0) return;
  const std::string name = word.substr(2, word.find('=') == std::string::npos ? std::string::npos : word.find('=') - 2);
  std::vector<std::string> options;
  for (const CLI::App* owner : {&app, &command})
    for (const CLI::Option* option : owner->get_options())
      for (const std::string& one : option->get_lnames()) options.push_back(one);
  const std::string meant = base::contains(options, name) ? "" : base::nearestName(name, options);
  if (!meant.empty())
    throw base::InputError(fmt::format("tenon {} has no option '--{}'; did you mean '--{}'?", command.get_name(),
                                       base::abbreviate(name), meant));
}

/// Checks the words for errors that CLI11 would only report as unexpected.
/// @throws InputError for a misspelt command or option, or an option of tenon with one dash
void refuseMisspelt(const CLI::App& app, const app::CommandLineWords& words) {
  std::vector<std::string> commands, options;
  for (const auto* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    commands.push_back(command->get_name());
    for (const auto* option : command->get_options())
      for (const auto& name : option->get_lnames()) options.push_back(name);
  }
  for (const auto& word : words.petsc)
    if (word != "-help" && word[0] == '-' && base::contains(options, word.substr(1)))
      throw base::InputError(
          fmt::format("{} has one dash, so it would be passed to PETSc; did you mean -{}?", word, word));
  const CLI::App* command = nullptr;
  for (const auto& word : words.tenon_words) {
    if (command != nullptr) refuseMisspeltOption(app, *command, word);
    if (command == nullptr && base::contains(commands, word)) command = app.get_subcommand(word);
    if (command != nullptr || word[0] == '-') continue;
    throw base::InputError(fmt::format("There is no command '{}'{}", word, base::suggestionFor(word, commands)));
  }
}

/// Parses the words. Returns false for the help or the version, which the root then prints. The
/// result is the same on all ranks, because all ranks parse the same words.
bool parse(CLI::App& app, const app::CommandLineWords& words, bool is_root) {
  try {
    refuseMisspelt(app, words);
    app.parse(std::vector<std::string>(words.tenon_words.rbegin(), words.tenon_words.rend()));
    return true;
  } catch (const CLI::Success& asked) {
    if (is_root) app.exit(asked);
    return false;
  } catch (const CLI::ParseError& error) {
    throw base::InputError(fmt::format("{} (see tenon --help and tenon <command> --help).", error.what()));
  }
}

/// Ignores signals that end runs, from the end of a command on: they would only prevent the message
/// and the exit code.
struct ScopedSignalBlocking {
  ~ScopedSignalBlocking() {
    for (const int number : {SIGINT, SIGTERM, SIGUSR1}) std::signal(number, SIG_IGN);
  }
};

int runCommandLine(const app::CommandLineWords& words, const base::Communicator& world,
                   const RegisterTypes& register_types) {
  app::Arguments arguments;
  arguments.run.petsc_words = arguments.exported.petsc_words = arguments.homogenised.petsc_words = words.petsc;
  arguments.reported.petsc_words = arguments.checked.petsc_words = words.petsc;
  arguments.studied.petsc_words = arguments.differentiated.petsc_words = words.petsc;
  arguments.optimised.petsc_words = words.petsc;
  app::Command chosen;
  CLI::App parser("tenon: a distributed-memory assembler and solver for constrained mechanics", "tenon");
  app::declareCommands(parser, arguments, chosen);
  if (words.tenon_words.empty()) {
    if (world.isRoot()) std::fputs(parser.help().c_str(), stdout);
    return static_cast<int>(base::ExitCode::input);
  }
  return base::runProgram([&] {
    base::requireSameLevel(world);
    if (register_types) register_types(simulation::registries());
    base::runCollectively(world, [] { simulation::requireDistinctNames(simulation::registries()); });
    bool goes_on = false;
    base::runCollectively(world, [&] { goes_on = parse(parser, words, world.isRoot()); });
    if (!goes_on) return base::requireStandardOutput(world);
    base::runCollectively(world, [&] { base::setUpLog(world, arguments.log_level); });
    solver::requireViewerFiles(world, words.petsc, "the command line", words.tenon_words);
    solver::requireViewerFiles(world, base::petscOptionsFromEnvironment(), "the environment (PETSC_OPTIONS)",
                               words.tenon_words);
    const ScopedSignalBlocking at_end;
    chosen(world);
    base::requireStandardOutput(world);
    base::requireViewerWrites(world);
  });
}

}  // namespace

int main(int argc, char** argv, const RegisterTypes& register_types) {
  app::linkPreinit();
  base::ensureStandardStreams();
  const app::CommandLineWords words = app::separateWords(std::vector<std::string>(argv + 1, argv + argc));
  if (base::contains(words.tenon_words, "study")) base::requestThreads();  // see simulation::RunDistributor
  try {
    std::optional<base::Runtime> runtime(std::in_place, words.petsc);
    base::monitorViewerWrites();
    if (base::Communicator::world().isRoot()) app::reportSignals();
    int code = runCommandLine(words, base::Communicator::world(), register_types);
    runtime.reset();  // PETSc prints its log
    if (code == 0 && !base::viewerWriteError().empty()) {
      base::printError(base::viewerWriteError());
      code = static_cast<int>(base::ExitCode::files);
    }
    return code;
  } catch (const base::Error& error) {  // MPI or PETSc did not start
    base::printError(error.what());
    return static_cast<int>(error.code());
  }
}

}  // namespace tenon
