#include "tenon/solver/SolverOptions.hpp"

#include <fmt/format.h>
#include <petscsys.h>
#include <strings.h>

#include <algorithm>
#include <cctype>

#include "tenon/base/Log.hpp"
#include "tenon/base/Problems.hpp"
#include "tenon/base/check.hpp"
#include "tenon/base/collectively.hpp"
#include "tenon/base/suggest.hpp"

namespace tenon::solver {
namespace {

// PETSc compares the names of options without regard to case.
bool sameName(const std::string& a, const std::string& b) {
  return strcasecmp(a.c_str(), b.c_str()) == 0;
}

struct NameAndValue {
  std::string name;
  std::optional<std::string> value;
};

// All options of a database that nothing has asked for; PETSc lists them without the dash.
std::vector<NameAndValue> unaskedOptions(PetscOptions database) {
  PetscInt count = 0;
  char **names = nullptr, **values = nullptr;
  TENON_PETSC(PetscOptionsLeftGet(database, &count, &names, &values));
  std::vector<NameAndValue> list;
  for (PetscInt i = 0; i < count; ++i)
    list.push_back({std::string("-") + names[i], values[i] ? std::optional<std::string>(values[i]) : std::nullopt});
  TENON_PETSC(PetscOptionsLeftRestore(database, &count, &names, &values));
  return list;
}

// PETSc's own parser, in a database of its own where nothing has been asked for yet.
std::vector<NameAndValue> parsed(const std::vector<std::string>& words) {
  PetscOptions database = nullptr;
  TENON_PETSC(PetscOptionsCreate(&database));
  std::vector<std::string> copies = words;
  std::vector<char*> arguments;
  for (auto& word : copies) arguments.push_back(word.data());
  TENON_PETSC(PetscOptionsInsertArgs(database, static_cast<int>(arguments.size()), arguments.data()));
  auto list = unaskedOptions(database);
  TENON_PETSC(PetscOptionsDestroy(&database));
  return list;
}

// Everything the default database holds, asked for or not.
std::vector<NameAndValue> databaseContents() {
  char* text = nullptr;
  TENON_PETSC(PetscOptionsGetAll(nullptr, &text));
  PetscOptions copy = nullptr;
  TENON_PETSC(PetscOptionsCreate(&copy));
  TENON_PETSC(PetscOptionsInsertString(copy, text));
  auto list = unaskedOptions(copy);
  TENON_PETSC(PetscOptionsDestroy(&copy));
  TENON_PETSC(PetscFree(text));
  return list;
}

void insert(const SourcedOption& option) {
  TENON_PETSC(PetscOptionsSetValue(nullptr, option.name.c_str(), option.value ? option.value->c_str() : nullptr));
}

// PETSc reads these when the program ends, or before tenon could see it.
bool readElsewhere(const std::string& name) {
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
                                              "-citations"};
  return std::any_of(names.begin(), names.end(), [&](const std::string& other) { return sameName(other, name); });
}

std::optional<std::string> caseValue(const base::CaseNode& node) {
  if (!node.defined()) return std::nullopt;
  if (node.isList()) {
    std::vector<std::string> parts;
    for (const auto& item : node.items()) parts.push_back(item.text());
    return fmt::format("{}", fmt::join(parts, ","));
  }
  const std::string text = node.text();
  return text == "true" ? std::nullopt : std::optional<std::string>(text);
}

}  // namespace

SolverOptions::SolverOptions(const std::vector<std::string>& command_line) {
  for (const auto& [name, value] : databaseContents())
    options_.push_back({name, value, OptionSource::environment, "the environment (PETSC_OPTIONS or .petscrc)"});
  for (const auto& [name, value] : parsed(command_line))
    if (SourcedOption* known = find(name)) {
      known->source = OptionSource::commandLine;
      known->where = "the command line";
    } else {  // a program that did not hand its command line to PETSc
      add({name, value, OptionSource::commandLine, "the command line"});
    }
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
      replaced_.insert(replaced_.begin(), *present);  // the oldest is put back last
    insert(option);
    *present = std::move(option);
    return;
  }
  insert(option);
  inserted_.push_back(option.name);
  options_.push_back(std::move(option));
}

void SolverOptions::addCase(const base::CaseNode& petsc_block) {
  base::Problems problems;
  for (const auto& key : petsc_block.keys())
    problems.attempt([&] {
      const base::CaseNode node = petsc_block[key];
      const std::string name = key[0] == '-' ? key : "-" + key;
      PetscBool valid = PETSC_FALSE;
      TENON_PETSC(PetscOptionsValidKey(name.c_str(), &valid));
      if (!valid || name.find(' ') != std::string::npos)
        node.fail(fmt::format("'{}' is no PETSc option: a name such as ksp_rtol is needed.", key));
      if (readElsewhere(name))
        node.fail(fmt::format("PETSc reads '{}' before it reads the case: give it on the command line.", name));
      add({name, caseValue(node), OptionSource::caseFile, node.where()});
    });
  problems.throwIfAny();
}

void SolverOptions::addCase(const std::string& name, const base::CaseNode& value) {
  add({name, caseValue(value), OptionSource::caseFile, value.where()});
}

void SolverOptions::addPreset(const Preset& preset, const std::string& prefix) {
  int num_ranks = 1;
  TENON_MPI(MPI_Comm_size(PETSC_COMM_WORLD, &num_ranks));
  for (const Preset::Option& option : preset.options) {
    if (option.on_one_rank_only && num_ranks > 1) continue;
    const bool of_matrices = option.name.compare(0, 4, "-mat") == 0;
    const std::string name = of_matrices ? option.name : "-" + prefix + option.name.substr(1);
    add({name, option.value.empty() ? std::nullopt : std::optional<std::string>(option.value), OptionSource::preset,
         fmt::format("the preset '{}'", preset.name)});
  }
}

std::vector<SourcedOption> SolverOptions::inForce() const {
  auto list = options_;
  std::sort(list.begin(), list.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
  return list;
}

bool SolverOptions::any(const std::string& beginning) const {
  return std::any_of(options_.begin(), options_.end(), [&](const auto& option) {
    return strncasecmp(option.name.c_str(), beginning.c_str(), beginning.size()) == 0;
  });
}

std::optional<std::string> SolverOptions::value(const std::string& name) const {
  for (const auto& option : options_)
    if (sameName(option.name, name)) return option.value.value_or("");
  return std::nullopt;
}

// An option that concerns a part of the ranks only (a coarse grid on one of them) counts as used.
std::vector<std::string> SolverOptions::unused(const base::Communicator& comm) const {
  const auto mine = unaskedOptions(nullptr);
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
  std::vector<std::string> left;
  for (std::size_t i = 0; i < names.size(); ++i)
    if (asked[i] == 0 && !readElsewhere(names[i])) left.push_back(names[i]);
  return left;
}

void SolverOptions::checkUsed(const base::Communicator& comm, bool allow_unused,
                              const std::function<std::vector<std::string>()>& known) const {
  if (allow_unused) return;
  base::Problems problems;
  std::optional<std::vector<std::string>> candidates;
  for (const auto& name : unused(comm)) {
    const auto option =
        std::find_if(options_.begin(), options_.end(), [&](const auto& other) { return sameName(other.name, name); });
    if (option == options_.end() || option->source == OptionSource::preset) continue;
    if (option->source == OptionSource::environment) {
      base::log().warn("nothing used the PETSc option {} of {}.", name, option->where);
      continue;
    }
    if (!candidates) candidates = known();
    const std::string near = base::nearest(name, *candidates);
    problems.add(fmt::format("{}: nothing used the PETSc option {}{} (--allow-unused lets it pass).", option->where,
                             name, near.empty() ? "" : fmt::format("; did you mean {}?", near)));
  }
  base::collectively(comm, [&] { problems.throwIfAny(); });
}

}  // namespace tenon::solver
