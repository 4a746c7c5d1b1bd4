// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "solver/options/SolverOptions.hpp"

#include <fmt/format.h>
#include <petscsys.h>
#include <strings.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <iterator>
#include <sstream>

#include "base/InputFile.hpp"
#include "base/Runtime.hpp"
#include "base/interface/interfaceNames.hpp"
#include "caseOptions.hpp"
#include "tenon/base/Error.hpp"
#include "tenon/base/Log.hpp"
#include "tenon/base/check.hpp"
#include "tenon/base/runCollectively.hpp"
#include "tenon/base/suggest.hpp"
#include "viewerFiles.hpp"

namespace tenon::solver {
namespace {

const std::string in_environment = "the environment (PETSC_OPTIONS)";

// Returns true if two names are equal without regard to case, as PETSc compares them.
bool sameName(const std::string& a, const std::string& b) {
  return strcasecmp(a.c_str(), b.c_str()) == 0;
}

struct NameAndValue {
  std::string name;
  std::optional<std::string> value;
};

// Returns the options of a database that have not been queried. PETSc lists them without the dash.
std::vector<NameAndValue> unqueriedOptions(PetscOptions database) {
  PetscInt count = 0;
  char **names = nullptr, **values = nullptr;
  TENON_PETSC(PetscOptionsLeftGet(database, &count, &names, &values));
  std::vector<NameAndValue> list;
  for (PetscInt i = 0; i < count; ++i)
    list.push_back({std::string("-") + names[i], values[i] ? std::optional<std::string>(values[i]) : std::nullopt});
  TENON_PETSC(PetscOptionsLeftRestore(database, &count, &names, &values));
  return list;
}

// Parses words with PETSc's parser, in a separate options database in which no option has been
// queried.
std::vector<NameAndValue> parsed(const std::vector<std::string>& words) {
  PetscOptions database = nullptr;
  TENON_PETSC(PetscOptionsCreate(&database));
  std::vector<std::string> copies = words;
  std::vector<char*> arguments;
  for (auto& word : copies) arguments.push_back(word.data());
  TENON_PETSC(PetscOptionsInsertArgs(database, static_cast<int>(arguments.size()), arguments.data()));
  auto list = unqueriedOptions(database);
  TENON_PETSC(PetscOptionsDestroy(&database));
  return list;
}

// Returns all entries of the default database, queried or not.
std::vector<NameAndValue> databaseContents() {
  char* text = nullptr;
  TENON_PETSC(PetscOptionsGetAll(nullptr, &text));
  PetscOptions copy = nullptr;
  TENON_PETSC(PetscOptionsCreate(&copy));
  TENON_PETSC(PetscOptionsInsertString(copy, text));
  auto list = unqueriedOptions(copy);
  TENON_PETSC(PetscOptionsDestroy(&copy));
  TENON_PETSC(PetscFree(text));
  return list;
}

void insert(const SourcedOption& option) {
  TENON_PETSC(PetscOptionsSetValue(nullptr, option.name.c_str(), option.value ? option.value->c_str() : nullptr));
}

// Returns true for options that PETSc reads at the end of the program, or before tenon can detect
// it.
bool isReadElsewhere(const std::string& name) {
  static const std::vector<std::string> names{"-options_left",      "-options_view",
                                              "-options_monitor",   "-options_file",
                                              "-log_view",          "-log_view_memory",
                                              "-log_all",           "-log_trace",
                                              "-log_exclude",       "-malloc_dump",
                                              "-malloc_view",       "-malloc_view_threshold",
                                              "-malloc_debug",      "-malloc_test",
                                              "-memory_view",       "-objects_dump",
                                              "-get_total_flops",   "-mpidump",
                                              "-history",           "-help",
                                              "-version",           "-info",
                                              "-info_exclude",      "-skip_petscrc",
                                              "-on_error_abort",    "-fp_trap",
                                              "-no_signal_handler", "-start_in_debugger",
                                              "-debugger_nodes",    "-nox",
                                              "-display",           "-petsc_ci",
                                              "-citations",         "-options_file_yaml",
                                              "-dll_append",        "-options_string_yaml",
                                              "-dll_prepend"};
  return std::any_of(names.begin(), names.end(), [&](const std::string& other) { return sameName(other, name); });
}

/// Returns true for options of Newton's method and of eigenvalue solvers.
bool isReadLater(const std::string& name) {
  const std::vector<std::string> beginnings{"-snes_", "-newton_", "-eps_", "-st_", "-bv_", "-ds_"};
  return std::any_of(beginnings.begin(), beginnings.end(), [&](const std::string& prefix) {
    return strncasecmp(name.c_str(), prefix.c_str(), prefix.size()) == 0;
  });
}

// Adds the prefix of a solver. Options of matrices have no prefix.
std::string prefixed(const std::string& name, const std::string& prefix) {
  return name.compare(0, 4, "-mat") == 0 ? name : "-" + prefix + name.substr(1);
}

/// Reads an options file on this rank.
std::vector<NameAndValue> contentsOf(const std::string& path, const std::string& where) {
  if (path.empty()) throw base::InputError(fmt::format("-options_file (from {}) needs the name of a file.", where));
  try {
    const base::InputFile readable("the file of PETSc options", path);
  } catch (const base::FileError& error) {
    throw base::InputError(fmt::format("-options_file (from {}): {}", where, error.what()));
  }
  PetscOptions database = nullptr;
  TENON_PETSC(PetscOptionsCreate(&database));
  const PetscErrorCode code = PetscOptionsInsertFile(PETSC_COMM_SELF, database, path.c_str(), PETSC_TRUE);
  auto list = unqueriedOptions(database);
  TENON_PETSC(PetscOptionsDestroy(&database));
  if (code != 0)
    throw base::InputError(
        fmt::format("PETSc cannot parse the file '{}': write one line '-name value' for each option, or 'name: value' "
                    "in a file whose name ends with .yaml.",
                    path));
  for (const auto& [name, value] : list)
    if (isReadElsewhere(name))
      throw base::InputError(fmt::format("'{}': PETSc reads the option '{}' before this file: specify the option {}.",
                                         path, name, base::placeOfStartOptions()));
  return list;
}

std::optional<std::string> caseValue(const base::CaseNode& node) {
  if (!node.isDefined()) return std::nullopt;
  if (node.isList()) {
    std::vector<std::string> parts;
    for (const auto& item : node.items()) parts.push_back(item.text());
    return fmt::format("{}", fmt::join(parts, ","));
  }
  const std::string text = node.text();
  return text == "true" ? std::nullopt : std::optional<std::string>(text);
}

/// Returns true for names that never need a value.
bool isFlag(const std::string& name) {
  for (const char* part : {"_view", "_monitor", "_converged_reason"})
    if (name.find(part) != std::string::npos) return true;
  return isReadElsewhere(name);
}

const std::string relative = "at least 0 and less than 1";

/// Returns the admissible range of a number; empty if there is no restriction.
std::string allowedRange(const std::string& name) {
  const auto endsWith = [&](const std::string& end) {
    return name.size() >= end.size() && sameName(name.substr(name.size() - end.size()), end);
  };
  if (endsWith("ksp_rtol")) return relative;
  for (const char* end : {"ksp_atol", "ksp_divtol", "ksp_max_it", "ksp_gmres_restart"})
    if (endsWith(end)) return "at least 0";
  return "";
}

std::string suggestion(const std::string& name, const std::vector<KnownOption>& candidates) {
  std::vector<std::string> names;
  for (const KnownOption& candidate : candidates) names.push_back(candidate.name);
  const std::string near = base::nearestName(name, names);
  return near.empty() ? "" : fmt::format("; did you mean {}?", near);
}

}  // namespace

SolverOptions::SolverOptions(const std::vector<std::string>& command_line, UnusedOptions unused,
                             const base::Communicator& comm)
    : unused_(unused), comm_(comm) {
  for (const auto& [name, value] : databaseContents())
    options_.push_back({name, value, OptionSource::environment, in_environment});
  std::vector<std::string> files, files_of_environment;
  for (const auto& [name, value] : parsed(base::extractOptionFiles(command_line, files)))
    if (SourcedOption* known = find(name)) {
      known->source = OptionSource::commandLine;
      known->where = base::sourceOfPetscOptions();
    } else {  // The program has not passed its command line to PETSc.
      add({name, value, OptionSource::commandLine, base::sourceOfPetscOptions()});
    }
  base::extractOptionFiles(base::petscOptionsFromEnvironment(), files_of_environment);
  for (const std::string& path : files_of_environment) addFile(path, OptionSource::environment, in_environment);
  for (const std::string& path : files) addFile(path, OptionSource::file, base::sourceOfPetscOptions());
}

void SolverOptions::addFile(const std::string& path, OptionSource source, const std::string& where) {
  std::string lines;
  base::runOnRoot(comm_, [&] {
    for (const auto& [name, value] : contentsOf(path, where)) lines += fmt::format("{} {}\n", name, value.value_or(""));
  });
  lines = comm_.broadcast(std::move(lines));
  std::istringstream words(lines);
  requireViewerFiles(comm_, {std::istream_iterator<std::string>(words), {}}, fmt::format("the file '{}'", path));
  for (std::size_t start = 0, end = 0; (end = lines.find('\n', start)) != std::string::npos; start = end + 1) {
    const std::size_t blank = lines.find(' ', start);
    const std::string value = lines.substr(blank + 1, end - blank - 1);
    add({lines.substr(start, blank - start), value.empty() ? std::nullopt : std::optional(value), source,
         fmt::format("the file '{}'", path)});
  }
  base::log().info("PETSc's options are also read from '{}'.", path);
}

SolverOptions::~SolverOptions() {
  for (const auto& name : inserted_) PetscOptionsClearValue(nullptr, name.c_str());
  for (const auto& option : replaced_)
    PetscOptionsSetValue(nullptr, option.name.c_str(), option.value ? option.value->c_str() : nullptr);
}

SourcedOption* SolverOptions::find(const std::string& name) {
  for (auto& option : options_)
    if (sameName(option.name, name)) return &option;
  return nullptr;
}

void SolverOptions::add(SourcedOption option) {
  if (SourcedOption* present = find(option.name)) {
    if (present->source > option.source) return;
    if (std::none_of(inserted_.begin(), inserted_.end(), [&](const auto& n) { return sameName(n, option.name); }))
      replaced_.insert(replaced_.begin(), *present);  // The oldest value is restored last.
    insert(option);
    *present = std::move(option);
    return;
  }
  insert(option);
  inserted_.push_back(option.name);
  options_.push_back(std::move(option));
}

void SolverOptions::addCase(const base::CaseNode& petsc_block) {
  // Each suggestion is a comparison of the name with the whole list.
  constexpr std::size_t most_suggestions = 20;
  base::ErrorCollector problems;
  for (const auto& key : petsc_block.keys())
    problems.attempt([&] {
      const base::CaseNode node = petsc_block[key];
      const std::string name = !key.empty() && key[0] == '-' ? key : "-" + key;
      if (isReadElsewhere(name))
        node.fail(fmt::format("PETSc reads the option '{}' before the case: specify the option {}.", name,
                              base::placeOfStartOptions()));
      const std::optional<std::string> value = caseValue(node);
      const std::string reason = explainRejection(name, value, problems.messages().size() < most_suggestions);
      if (!reason.empty()) node.fail(reason);
      add({name, value, OptionSource::caseFile, node.location()});
    });
  problems.throwIfAny();
}

void SolverOptions::addCase(const std::string& name, const base::CaseNode& value) {
  add({name, caseValue(value), OptionSource::caseFile, value.location()});
}

void SolverOptions::addCase(const std::string& name, double value, const base::CaseNode& place) {
  add({name, base::printValue(value), OptionSource::caseFile, place.location()});
}

void SolverOptions::addPreset(const Preset& preset, const std::string& prefix) {
  for (const Preset::Option& option : preset.options) {
    if (option.on_one_rank_only && comm_.size() > 1) continue;
    add({prefixed(option.name, prefix), option.value.empty() ? std::nullopt : std::optional<std::string>(option.value),
         OptionSource::preset, fmt::format("the preset '{}'", preset.name)});
  }
}

void SolverOptions::removePreset(const Preset& preset, const std::string& prefix) {
  for (const Preset::Option& option : preset.options) {
    const std::string name = prefixed(option.name, prefix);
    const SourcedOption* present = find(name);
    if (present == nullptr || present->source != OptionSource::preset) continue;
    TENON_PETSC(PetscOptionsClearValue(nullptr, name.c_str()));
    options_.erase(options_.begin() + (present - options_.data()));
    inserted_.erase(
        std::remove_if(inserted_.begin(), inserted_.end(), [&](const auto& n) { return sameName(n, name); }),
        inserted_.end());
  }
}

std::vector<SourcedOption> SolverOptions::activeOptions() const {
  auto list = options_;
  std::sort(list.begin(), list.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
  return list;
}

bool SolverOptions::hasOptionWithPrefix(const std::string& prefix) const {
  return std::any_of(options_.begin(), options_.end(), [&](const auto& option) {
    return strncasecmp(option.name.c_str(), prefix.c_str(), prefix.size()) == 0;
  });
}

bool SolverOptions::hasUncheckedOptions() const {
  const std::vector<std::string> usual{"-ksp_type", "-ksp_rtol", "-ksp_atol", "-ksp_divtol", "-ksp_max_it", "-pc_type"};
  return unused_ != UnusedOptions::accept &&
         std::any_of(options_.begin(), options_.end(), [&](const SourcedOption& option) {
           const bool is_usual =
               std::any_of(usual.begin(), usual.end(), [&](const auto& name) { return sameName(name, option.name); });
           return option.source > OptionSource::environment && !is_usual && !isReadLater(option.name) &&
                  !isReadElsewhere(option.name);
         });
}

std::optional<std::string> SolverOptions::value(const std::string& name) const {
  for (const auto& option : options_)
    if (sameName(option.name, name)) return option.value.value_or("");
  return std::nullopt;
}

// Returns the options that no rank has used. An option that concerns some ranks only (a coarse grid
// on one of them) counts as used.
std::vector<SourcedOption> SolverOptions::unused(const base::Communicator& comm) const {
  const auto mine = unqueriedOptions(nullptr);
  std::string list;
  for (const auto& [name, value] : mine) list += name + "\n";
  list = comm.broadcast(list);
  std::vector<std::string> names;
  std::vector<int> asked;
  for (std::size_t start = 0, end = 0; (end = list.find('\n', start)) != std::string::npos; start = end + 1) {
    names.push_back(list.substr(start, end - start));
    const bool left = std::any_of(mine.begin(), mine.end(), [&](const auto& m) { return m.name == names.back(); });
    asked.push_back(left ? 0 : 1);
  }
  comm.sumInPlace<int>(asked);
  std::vector<SourcedOption> left;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (asked[i] != 0 || isReadElsewhere(names[i])) continue;
    for (const SourcedOption& option : options_)
      if (sameName(option.name, names[i]) && option.source != OptionSource::preset) left.push_back(option);
  }
  return left;
}

void SolverOptions::requireNumbers() const {
  base::ErrorCollector problems;
  for (const SourcedOption& option : options_) {
    char* end = nullptr;
    const std::string text = option.value.value_or("");
    const double value = std::strtod(text.c_str(), &end);
    if (text.empty() || *end != '\0') continue;
    const std::string range = allowedRange(option.name);
    const bool outside = value < 0.0 || (range == relative && value >= 1.0);
    if (std::isnan(value) || (!range.empty() && outside))
      problems.add(fmt::format("{}: the PETSc option {} must be {}, but is {}.", option.where, option.name,
                               range.empty() ? "a number" : range, text));
  }
  problems.throwIfAny();
}

void SolverOptions::requireKnown(const base::Communicator& comm,
                                 const std::function<std::vector<KnownOption>()>& known) const {
  if (unused_ == UnusedOptions::accept) return;
  const auto left = unused(comm);
  const auto isOfUser = [this](const SourcedOption& option) {
    const bool passes = unused_ == UnusedOptions::rejectSolverOptions && isReadLater(option.name);
    return option.source > OptionSource::environment && !passes;
  };
  const auto isBare = [&](const SourcedOption& option) {
    return isOfUser(option) && !option.value && !isFlag(option.name);
  };
  if (std::none_of(left.begin(), left.end(), isOfUser) && std::none_of(options_.begin(), options_.end(), isBare))
    return;
  const std::vector<KnownOption> candidates = known();
  const auto find = [&](const std::string& name) {
    return std::find_if(candidates.begin(), candidates.end(),
                        [&](const KnownOption& candidate) { return sameName(candidate.name, name); });
  };
  base::ErrorCollector problems;
  for (const SourcedOption& option : left)
    if (isOfUser(option) && find(option.name) == candidates.end())
      problems.add(fmt::format("{}: unused PETSc option {}{} ({} accepts it).", option.where, option.name,
                               suggestion(option.name, candidates), base::nameOfOption("--allow-unused")));
  for (const SourcedOption& option : options_)
    if (isBare(option) && find(option.name) != candidates.end() && find(option.name)->needs_value)
      problems.add(fmt::format("{}: the PETSc option {} needs a value.", option.where, option.name));
  base::runCollectively(comm, [&] { problems.throwIfAny(); });
}

void SolverOptions::warnAboutUnused(const base::Communicator& comm) const {
  if (unused_ == UnusedOptions::accept) return;
  for (const SourcedOption& option : unused(comm))
    base::log().warn("The PETSc option {} from {} was not used.", option.name, option.where);
}

}  // namespace tenon::solver
