// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "exportMatrices.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>

#include "analysis/Statics.hpp"
#include "base/text.hpp"
#include "io/StagingFolder.hpp"
#include "io/textFile.hpp"
#include "la/files/matrixFile.hpp"
#include "simulation/reading/build.hpp"
#include "simulation/reading/outputs.hpp"
#include "simulation/reading/unusedOptionsOf.hpp"
#include "simulation/results/rowMaps.hpp"
#include "sparsityPicture.hpp"
#include "system/operators/WholeSystem.hpp"
#include "tenon/base/Log.hpp"
#include "tenon/base/runCollectively.hpp"
#include "tenon/base/suggest.hpp"
#include "tenon/system/forms/CompositeSystem.hpp"
#include "tenon/system/forms/extract.hpp"

namespace tenon::simulation {
namespace {

using Conditions = ExportOptions::Conditions;
using system::MechanicalSystem;
using Side = la::SparsityGrid::Side;

/// Returns true if a name can be exported from any case; other names must be parts of a
/// composite system.
bool isKnown(const std::string& name) {
  const auto& all = exportQuantities();
  return std::any_of(all.begin(), all.end(), [&](const ExportQuantity& item) { return item.name == name; });
}

/// Options after the checks that do not need the case.
struct Request {
  std::vector<std::string> what;
  la::FileFormat format = la::FileFormat::matrixMarket;
};

Request parseRequest(const ExportOptions& options) {
  Request request;
  request.format = la::fileFormat(options.format);
  for (const auto& name : options.what)
    if (!base::contains(request.what, name)) request.what.push_back(name);
  if (options.every_step && options.step != 0)
    throw base::InputError("--step and --every cannot be combined: remove one of them.");
  if (options.prefix.find('/') != std::string::npos)
    throw base::InputError(fmt::format(
        "--prefix '{}' contains a slash, but a prefix of file names must not contain one: choose the folder with -o.",
        options.prefix));
  if (options.factors) system::requireFinite(*options.factors);
  if (options.factors && base::contains(request.what, "b"))
    throw base::InputError(
        "b is not available with --factors, because b is the right-hand side for the factors of the analysis: omit b "
        "or "
        "--factors.");
  if (request.what.empty() && options.image.empty()) {
    request.what = {"A"};
    if (!options.factors) request.what.emplace_back("b");
  }
  return request;
}

/// Checks that the analysis has the requested data at a step. In a transient analysis the
/// constraint rows are those of statics divided by the displacement per unit acceleration, a factor
/// that the descriptor form (E, Z, Zproducts, N) does not contain.
/// @throws InputError otherwise
void requireProvidedByAnalysis(const Request& request, const Setup& setup) {
  const bool moves = !setup.equations->unknowns().kinematics().isStatic();
  const auto& constraints = setup.system->constraints();
  const bool soft = std::any_of(constraints.begin(), constraints.end(),
                                [](const auto& one) { return one->active && one->compliance != 0.0; });
  for (const auto& name : request.what) {
    if (!moves && (name == "v" || name == "a"))
      throw base::InputError(
          fmt::format("{} is available only in a transient analysis, but this analysis is static.", name));
    if (moves && name == "d")
      throw base::InputError(
          "d is the right-hand side of a static analysis, but this analysis is transient: export b and G instead.");
    if (moves && soft && base::contains({"E", "Z", "Zproducts", "N"}, name))
      throw base::InputError(
          fmt::format("If constraint rows have a compliance, {} is defined only in a static analysis, but this "
                      "analysis is transient: export A, G and C instead.",
                      name));
  }
}

using Multipliers = std::vector<std::vector<double>>;  // Multipliers lambda of each constraint.

Multipliers none(const MechanicalSystem& mechanics) {
  Multipliers zeros;
  for (const auto& constraint : mechanics.constraints())
    zeros.emplace_back(static_cast<std::size_t>(constraint->numRows()), 0.0);
  return zeros;
}

std::string folderOf(int step) {
  return fmt::format("step_{:04d}", step);
}

/// Returns the beginning of the names of a step's files: "step_0001/" and the prefix.
std::string startOf(int step, const ExportOptions& options) {
  return (options.every_step ? folderOf(step) + "/" : "") + options.prefix;
}

/// Current state of a case, from which matrices and vectors are extracted.
class MatrixSnapshot {
 public:
  MatrixSnapshot(const ExportOptions& options, const Setup& setup, system::CompositeSystem* parts,
                 const Multipliers& multipliers)
      : options_(options),
        parts_(parts),
        multipliers_(multipliers),
        mechanics_(*setup.system),
        what_(setup.equations->linearSystem().options().contents),
        factors_(options.factors.value_or(setup.equations->unknowns().kinematics().factors())),
        moves_(!setup.equations->unknowns().kinematics().isStatic()) {
    what_.contributor = options.contributor;
    if (options.conditions != Conditions::asInAnalysis)
      what_.projective_conditions = options.conditions == Conditions::applied;
    of_ = {options.contributor, options.conditions == Conditions::applied, options.rows};
  }

  const system::Selection& of() const { return of_; }

  la::Matrix A() const { return system::matrixOf(mechanics_, factors_, what_); }

  /// Writes one matrix or vector. @note Collective.
  la::WriteSummary write(const std::string& name, const std::string& path, la::FileFormat format) const {
    const auto matrix = [&](const la::Matrix& it) { return la::writeMatrix(it, path, format, name); };
    const auto vector = [&](const la::Vector& it) { return la::writeVector(it, path, format, name); };
    if (!isKnown(name)) return matrix(part(name));
    if (system::WholeSystem::has(name)) return whole().write(name, path, format);
    if (name == "K") return matrix(system::stiffnessOf(mechanics_, of_));
    if (name == "B") return matrix(system::dampingOf(mechanics_, of_));
    if (name == "M") return matrix(system::massOf(mechanics_, of_));
    if (name == "A") return matrix(A());
    if (name == "G") return matrix(system::jacobianOf(mechanics_, of_));
    if (name == "C") return matrix(system::complianceOf(mechanics_, of_));
    if (name == "f") return vector(system::forceOf(mechanics_, of_));
    if (name == "b")
      return vector(moves_ ? system::rightHandSideOfStep(mechanics_, factors_, what_)
                           : system::rightHandSideOf(mechanics_, what_));
    if (name == "v") return vector(system::velocityOf(mechanics_));
    if (name == "a") return vector(system::accelerationOf(mechanics_));
    if (name == "lambda") return vector(system::multipliersOf(mechanics_, multipliers_, of_));
    return vector(system::displacementOf(mechanics_));
  }

  /// Draws the sparsity pattern of A with its constraints, or of the entries of one contributor.
  /// @note Collective.
  void draw(const std::string& path) const {
    const base::Communicator& comm = mechanics_.comm();
    const std::string& only = options_.contributor;
    const auto groups = system::multiplierRowsOf(mechanics_, of_);
    const bool is_whole = only.empty(), is_constraint = !is_whole && !groups.empty();
    la::SparsityGrid grid(comm, system::unknownsOf(mechanics_), groups,
                          mostMatrixPixels(mechanics_.bodies().size() + groups.size()));
    if (!is_constraint)
      grid.add(is_whole ? A() : system::matrixOf(mechanics_, {1.0, 1.0, 1.0}, asWritten()), Side::dofs, Side::dofs);
    if (!groups.empty()) {
      const la::Matrix G = system::jacobianOf(mechanics_, {only, what_.projective_conditions, of_.rows});
      grid.add(G, Side::multipliers, Side::dofs);
      grid.addTransposed(G, Side::dofs, Side::multipliers);
      grid.add(system::complianceOf(mechanics_, of_), Side::multipliers, Side::multipliers);
    }
    const std::vector<long> counts = grid.counts();
    const std::string title = is_whole ? "A of " + std::filesystem::path(options_.case_file).filename().string() : only;
    const io::Image picture = comm.isRoot() ? drawSparsity(grid, counts, title) : io::Image(1, 1, {});
    picture.writePng(comm, path);
  }

 private:
  system::MatrixContents asWritten() const {
    system::MatrixContents what = what_;
    what.projective_conditions = of_.projected;
    return what;
  }

  la::Matrix part(const std::string& name) const {
    parts_->assemble(factors_);
    return la::Matrix::share(parts_->part(name));
  }

  const system::WholeSystem& whole() const {
    if (!whole_) whole_ = std::make_unique<system::WholeSystem>(mechanics_, what_, factors_, of_.rows);
    return *whole_;
  }

  const ExportOptions& options_;
  system::CompositeSystem* parts_;  // nullptr: the system of the case is not composite.
  const Multipliers& multipliers_;
  MechanicalSystem& mechanics_;
  system::MatrixContents what_;
  system::Factors factors_;
  bool moves_;
  system::Selection of_;
  mutable std::unique_ptr<system::WholeSystem> whole_;  // Created on first use.
};

bool isVector(const std::string& name) {
  return base::contains({"f", "b", "x", "v", "a", "lambda"}, name) || system::WholeSystem::isVector(name);
}

bool hasRowsOfUnknowns(const std::string& name) {
  return !base::contains({"C", "lambda", "E", "bi", "N", "W"}, name);
}

bool hasRowsOfConstraints(const std::string& name) {
  return base::contains({"G", "C", "lambda", "Cq", "E", "bi", "N", "W"}, name) ||
         system::WholeSystem::hasBothBlocks(name);
}

/// Checks a name.
/// @throws InputError if the name is neither exportable nor a part
void requireKnown(const std::string& name, const system::CompositeSystem* parts) {
  std::vector<std::string> names;
  for (const auto& item : exportQuantities()) names.push_back(item.name);
  if (parts != nullptr)
    for (const auto& part : parts->parts()) names.push_back(part);
  if (!base::contains(names, name))
    throw base::InputError(fmt::format("There is no matrix or vector '{}'{}", name, base::suggestionFor(name, names)));
}

/// Checks that the case has the requested data.
/// @throws InputError otherwise
/// @note Collective.
void requireAvailable(const Request& request, const ExportOptions& options, const Setup& setup,
                      const system::CompositeSystem* parts) {
  const MechanicalSystem& mechanics = *setup.system;
  base::runCollectively(mechanics.comm(), [&] {
    const int steps = setup.analysis->numSteps();
    if (options.step < 0 || (options.step > steps && setup.analysis->hasFixedNumSteps()))
      throw base::InputError(fmt::format(
          "There is no step {} in '{}': its analysis has {} step{}; step 0 is the state before the first step.",
          options.step, options.case_file, steps, steps == 1 ? "" : "s"));
    if (!options.contributor.empty()) system::requireContributor(mechanics, options.contributor);
    for (const auto& name : request.what) {
      requireKnown(name, parts);
      if (isKnown(name)) system::requireExtractable(mechanics, options.contributor, name);
      if (!isKnown(name) && !options.contributor.empty())
        throw base::InputError(
            fmt::format("'{}' belongs to the whole system and is not available for a single contributor.", name));
    }
  });
}

/// Writes all files and the maps of the rows.
/// @param start  beginning of the names of files
/// @return one line for each file
/// @note Collective.
std::vector<std::string> writeAll(const Request& request, const MatrixSnapshot& snapshot,
                                  const MechanicalSystem& mechanics, const io::StagingFolder& folder,
                                  const std::string& start) {
  std::vector<std::string> lines;
  const auto add = [&](const std::string& name, const std::string& help) {
    lines.push_back(fmt::format("{:<16} {}", start + name, help));
  };
  bool of_unknowns = false, of_constraints = false, of_both = false;
  for (const auto& name : request.what) {
    const std::string file = name + la::fileExtension(request.format);
    const la::WriteSummary written = snapshot.write(name, folder / (start + file), request.format);
    add(file, isVector(name) ? base::formatCount(written.rows, "row")
                             : fmt::format("{} x {}, {}", written.rows, written.columns,
                                           base::formatCount(written.entries, "entry", "entries")));
    of_unknowns = of_unknowns || hasRowsOfUnknowns(name);
    of_constraints = of_constraints || (hasRowsOfConstraints(name) && mechanics.hasMultipliers());
    of_both = of_both || system::WholeSystem::hasBothBlocks(name);
  }
  if (of_unknowns) {
    writeRowMap(mechanics, folder / (start + "rows.csv"));
    add("rows.csv", "object, node and component of each row");
  }
  if (of_constraints) {
    writeMultiplierMap(mechanics, snapshot.of(), folder / (start + "multipliers.csv"));
    add("multipliers.csv", "constraint and node of each row of G");
  }
  if (of_both) {
    writeWholeMap(mechanics, snapshot.of(), folder / (start + "whole.csv"));
    add("whole.csv", "row of A or G that corresponds to each row of Z");
  }
  return lines;
}

/// Returns the files that may be written in `steps` steps.
std::vector<std::string> filesOf(const Request& request, const ExportOptions& options, int steps) {
  std::vector<std::string> names{"rows.csv", "multipliers.csv", "whole.csv"}, files{options.image};
  for (const auto& name : request.what)
    for (const char* end : {"", ".info"}) names.push_back(name + la::fileExtension(request.format) + end);
  for (int step = 1; !request.what.empty() && step <= (options.every_step ? steps : 1); ++step)
    for (const auto& name : names)
      files.push_back((std::filesystem::path(options.folder) / (startOf(step, options) + name)).string());
  return files;
}

/// Creates the folder with its subfolders.
/// @throws FileError if it cannot be created
/// @note Collective.
std::unique_ptr<io::StagingFolder> stagingFolder(const base::Communicator& comm, const ExportOptions& options,
                                                 int steps) {
  auto folder = std::make_unique<io::StagingFolder>(comm, options.folder);
  for (int step = 1; options.every_step && step <= steps; ++step) folder->addFolder(folderOf(step));
  return folder;
}

/// Checks the requested data and the files that are written.
/// @throws InputError or FileError
/// @note Collective.
void requireExportable(const Request& request, const ExportOptions& options, const CaseFile& file, const Setup& setup,
                       const system::CompositeSystem* parts) {
  const base::Communicator& comm = setup.system->comm();
  base::runCollectively(comm, [&] { requireProvidedByAnalysis(request, setup); });
  requireAvailable(request, options, setup, parts);
  requireNoInput(comm, filesOf(request, options, setup.analysis->numSteps()), file.inputs());
  if (!options.allow_outside && options.folder == ExportOptions().folder)
    requireConfined(comm, {(std::filesystem::path(options.folder) / "rows.csv").string()}, {".", "."}, options.folder);
  if (!options.image.empty()) io::requireWritable(comm, options.image);
}

/// Calls `write(step, is_last, multipliers)` in the states that are exported, after the necessary
/// steps of the analysis. @note Collective.
template <class Write>
void writeStates(const ExportOptions& options, const Setup& setup, base::Phases& phases, const Write& write) {
  setup.requireSupported();
  const int last = options.every_step ? analysis::Analysis::all_steps : options.step;
  const auto run = setup.analysis->begin(*setup.equations, *setup.solver, phases, last);
  const auto write_step = [&](int step, double, const auto& describe) {
    if (options.every_step ? step > 0 : step == options.step)
      write(step, !options.every_step || run->isLast(), describe({false, false}).multipliers);
  };
  run->complete(write_step, last);
}

}  // namespace

const std::vector<ExportQuantity>& exportQuantities() {
  static const std::vector<ExportQuantity> all = [] {
    std::vector<ExportQuantity> items = {
        {"K", "df/dx"},
        {"B", "df/dv, including Rayleigh damping"},
        {"M", "mass"},
        {"A", "the system matrix"},
        {"f", "forces"},
        {"b", "right-hand side: A x = b + G^T lambda; in a time step A a = b + G^T lambda"},
        {"x", "displacement"},
        {"v", "velocity"},
        {"a", "acceleration"},
        {"G", "dPhi/dq of the constraints"},
        {"C", "compliance of the constraints, diagonal"},
        {"lambda", "multipliers of the constraints"}};
    for (const auto& item : system::WholeSystem::items()) items.push_back({item.name, item.help});
    return items;
  }();
  return all;
}

void exportMatrices(const base::Communicator& comm, const ExportOptions& options) {
  base::Phases phases(comm);
  Request request;
  base::runCollectively(comm, [&] { request = parseRequest(options); });
  const CaseFile file = CaseFile::read(comm, options.case_file, options.settings);
  solver::SolverOptions petsc(options.petsc_words, unusedOptionsOf(options));
  Setup setup = build(comm, file, petsc, phases);
  const std::unique_ptr<system::LinearSystem> own = makeSystem(file.root, *setup.system);
  auto* const parts = dynamic_cast<system::CompositeSystem*>(own.get());
  requireExportable(request, options, file, setup, parts);
  const int planned = setup.analysis->numSteps();
  const auto folder = request.what.empty() ? nullptr : stagingFolder(comm, options, planned);
  std::vector<std::string> lines;
  bool has_written = false;
  const auto write = [&](int step, bool is_last, const Multipliers& multipliers) {
    has_written = true;
    const auto phase = phases.begin("export");
    const MatrixSnapshot snapshot(options, setup, parts, multipliers);
    if (folder && options.every_step && step > planned) folder->addFolder(folderOf(step));
    if (folder)
      for (const auto& line : writeAll(request, snapshot, *setup.system, *folder, startOf(step, options)))
        lines.push_back((std::filesystem::path(options.folder) / line).string());
    if (!options.image.empty() && is_last) snapshot.draw(options.image);
  };
  if (options.step == 0 && !options.every_step) {
    write(0, true, none(*setup.system));
  } else {
    writeStates(options, setup, phases, write);
    petsc.warnAboutUnused(comm);
  }
  base::runCollectively(comm, [&] {
    if (!has_written)
      throw base::InputError(fmt::format("There is no step {} in '{}': its analysis ended after fewer steps.",
                                         options.step, options.case_file));
  });
  if (folder) folder->commit();
  phases.report();
  for (const auto& line : lines) base::log().info("{}", line);
  if (!options.image.empty()) base::log().info("{:<16} the sparsity pattern", options.image);
}

}  // namespace tenon::simulation
