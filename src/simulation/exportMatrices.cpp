#include "tenon/simulation/exportMatrices.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <optional>

#include "WholeSystem.hpp"
#include "tenon/base/Log.hpp"
#include "tenon/base/collectively.hpp"
#include "tenon/base/suggest.hpp"
#include "tenon/io/StagingFolder.hpp"
#include "tenon/io/textFile.hpp"
#include "tenon/la/matrixFile.hpp"
#include "tenon/simulation/build.hpp"
#include "tenon/simulation/rowMaps.hpp"
#include "tenon/simulation/sparsityPicture.hpp"
#include "tenon/solver/Statics.hpp"
#include "tenon/system/extract.hpp"
#include "unusedOf.hpp"

namespace tenon::simulation {
namespace {

using Conditions = ExportOptions::Conditions;
using system::MechanicalSystem;
using Side = la::SparsityGrid::Side;

using system::statics;  // A = -K

/// What the options ask for, checked as far as it goes without the case.
struct Request {
  std::vector<std::string> what;
  la::FileFormat format = la::FileFormat::matrixMarket;
};

Request understand(const ExportOptions& options) {
  std::vector<std::string> names;
  for (const auto& item : exportable()) names.push_back(item.name);
  Request request;
  request.format = la::fileFormat(options.format);
  for (const auto& name : options.what) {
    if (!base::contains(names, name))
      throw base::InputError(fmt::format("There is no '{}' to export{}", name, base::didYouMean(name, names)));
    if (!base::contains(request.what, name)) request.what.push_back(name);
  }
  if (request.what.empty() && options.image.empty()) request.what = {"A", "b"};
  return request;
}

/// A case at one of its steps, and what is taken out of it.
class Snapshot {
 public:
  Snapshot(const ExportOptions& options, const Setup& setup)
      : options_(options), mechanics_(*setup.system), what_(setup.statics->linearSystem().options().what) {
    what_.contributor = options.contributor;
    if (options.conditions != Conditions::asUsual)
      what_.projective_conditions = options.conditions == Conditions::applied;
    of_ = {options.contributor, options.conditions == Conditions::applied};
    for (const auto& constraint : mechanics_.constraints())
      multipliers.emplace_back(static_cast<std::size_t>(constraint->numRows()), 0.0);
  }

  la::Matrix A() const { return system::matrixOf(mechanics_, statics, what_); }

  /// Collective. Writes one matrix or vector.
  la::Written write(const std::string& name, const std::string& path, la::FileFormat format) const {
    const auto matrix = [&](const la::Matrix& it) { return la::writeMatrix(it, path, format, name); };
    const auto vector = [&](const la::Vector& it) { return la::writeVector(it, path, format, name); };
    if (WholeSystem::has(name)) return whole().write(name, path, format);
    if (name == "K") return matrix(system::stiffnessOf(mechanics_, of_));
    if (name == "B") return matrix(system::dampingOf(mechanics_, of_));
    if (name == "M") return matrix(system::massOf(mechanics_, of_));
    if (name == "A") return matrix(A());
    if (name == "G") return matrix(system::jacobianOf(mechanics_, of_));
    if (name == "C") return matrix(system::complianceOf(mechanics_, of_));
    if (name == "f") return vector(system::forceOf(mechanics_, of_));
    if (name == "b") return vector(system::rightHandSideOf(mechanics_, what_));
    if (name == "lambda") return vector(system::multipliersOf(mechanics_, multipliers, of_));
    return vector(system::displacementOf(mechanics_));
  }

  /// Collective. Writes the picture: of A with its constraints, or of what the contributor adds to a matrix.
  void draw(const std::string& path) const {
    const base::Communicator& comm = mechanics_.comm();
    const std::string& only = options_.contributor;
    const auto groups = system::multiplierRowsOf(mechanics_, of_);
    const bool is_whole = only.empty(), is_constraint = !is_whole && !groups.empty();
    la::SparsityGrid grid(comm, system::unknownsOf(mechanics_), groups,
                          mostMatrixPixels(mechanics_.bodies().size() + groups.size()));
    if (!is_constraint)
      grid.add(is_whole ? A() : system::matrixOf(mechanics_, {1.0, 1.0, 1.0}, asWritten()), Side::unknowns,
               Side::unknowns);
    if (!groups.empty()) {
      const la::Matrix G = system::jacobianOf(mechanics_, {only, what_.projective_conditions});
      grid.add(G, Side::multipliers, Side::unknowns);
      grid.addTransposed(G, Side::unknowns, Side::multipliers);
      grid.add(system::complianceOf(mechanics_, of_), Side::multipliers, Side::multipliers);
    }
    const std::vector<long> counts = grid.counts();
    const std::string title = is_whole ? "A of " + std::filesystem::path(options_.case_file).filename().string() : only;
    const io::Image picture = comm.isRoot() ? drawSparsity(grid, counts, title) : io::Image(1, 1, {});
    picture.writePng(comm, path);
  }

  std::vector<std::vector<double>> multipliers;  ///< lambda, by constraint

 private:
  system::What asWritten() const {
    system::What what = what_;
    what.projective_conditions = of_.projected;
    return what;
  }

  const WholeSystem& whole() const {
    if (!whole_) whole_ = std::make_unique<WholeSystem>(mechanics_, what_);
    return *whole_;
  }

  const ExportOptions& options_;
  MechanicalSystem& mechanics_;
  system::What what_;
  system::Selection of_;
  mutable std::unique_ptr<WholeSystem> whole_;  // made when something of it is asked for
};

/// The same analysis, ended after so many of its steps.
solver::StaticsParameters firstSteps(solver::StaticsParameters analysis, int steps) {
  analysis.end_time *= static_cast<double>(steps) / analysis.steps;
  analysis.steps = steps;
  return analysis;
}

bool isVector(const std::string& name) {
  return name == "f" || name == "b" || name == "x" || name == "lambda" || WholeSystem::isVector(name);
}

bool hasRowsOfUnknowns(const std::string& name) {
  return !base::contains({"C", "lambda", "E", "bi", "N", "W"}, name);
}

bool hasRowsOfConstraints(const std::string& name) {
  return base::contains({"G", "C", "lambda", "Cq", "E", "bi", "N", "W"}, name) || WholeSystem::isOfBoth(name);
}

/// Collective. InputError for what the case does not have.
void requireThere(const Request& request, const ExportOptions& options, const Setup& setup) {
  const MechanicalSystem& mechanics = *setup.system;
  base::collectively(mechanics.comm(), [&] {
    const int steps = setup.analysis.steps;
    if (options.step < 0 || options.step > steps)
      throw base::InputError(
          fmt::format("There is no step {} in '{}': its analysis has {} step{}; step 0 is the state before the first.",
                      options.step, options.case_file, steps, steps == 1 ? "" : "s"));
    if (!options.contributor.empty()) system::requireContributor(mechanics, options.contributor);
    for (const auto& name : request.what) system::requireExtractable(mechanics, options.contributor, name);
  });
}

/// Collective. Writes everything and the maps of the rows; gives a line for each file.
std::vector<std::string> writeAll(const Request& request, const Snapshot& snapshot, const ExportOptions& options,
                                  const MechanicalSystem& mechanics, const io::StagingFolder& folder) {
  std::vector<std::string> lines;
  bool of_unknowns = false, of_constraints = false, of_both = false;
  for (const auto& name : request.what) {
    const std::string file = name + la::fileEnding(request.format);
    const la::Written written = snapshot.write(name, folder / file, request.format);
    lines.push_back(isVector(name) ? fmt::format("{:<16} {} rows", file, written.rows)
                                   : fmt::format("{:<16} {} x {}, {} entries", file, written.rows, written.columns,
                                                 written.entries));
    of_unknowns = of_unknowns || hasRowsOfUnknowns(name);
    of_constraints = of_constraints || (hasRowsOfConstraints(name) && mechanics.hasMultipliers());
    of_both = of_both || WholeSystem::isOfBoth(name);
  }
  if (of_unknowns) {
    writeRowMap(mechanics, folder / "rows.csv");
    lines.push_back(fmt::format("{:<16} object, node and component of each row", "rows.csv"));
  }
  if (of_constraints) {
    writeMultiplierMap(mechanics, options.contributor, folder / "multipliers.csv");
    lines.push_back(fmt::format("{:<16} constraint and node of each row of G", "multipliers.csv"));
  }
  if (of_both) {
    writeWholeMap(mechanics, folder / "whole.csv");
    lines.push_back(fmt::format("{:<16} row of A or of G that each row of Z is", "whole.csv"));
  }
  return lines;
}

}  // namespace

const std::vector<Exportable>& exportable() {
  static const std::vector<Exportable> all = [] {
    std::vector<Exportable> items = {{"K", "df/dx"},
                                     {"B", "df/dv, Rayleigh damping included"},
                                     {"M", "mass"},
                                     {"A", "the matrix that is solved"},
                                     {"f", "forces"},
                                     {"b", "right-hand side: A x = b + G^T lambda"},
                                     {"x", "displacement"},
                                     {"G", "dPhi/dq of the constraints"},
                                     {"C", "their compliance, diagonal"},
                                     {"lambda", "their multipliers"}};
    items.insert(items.end(), WholeSystem::items().begin(), WholeSystem::items().end());
    return items;
  }();
  return all;
}

void exportMatrices(const base::Communicator& comm, const ExportOptions& options) {
  base::Phases phases(comm);
  Request request;
  base::collectively(comm, [&] { request = understand(options); });
  const CaseFile file = CaseFile::read(comm, options.case_file);
  solver::SolverOptions petsc(options.petsc_words, unusedOf(options));
  Setup setup = build(comm, file, petsc, phases);
  requireThere(request, options, setup);
  if (!options.image.empty()) io::checkWritable(comm, options.image);
  std::optional<io::StagingFolder> folder;
  if (!request.what.empty()) folder.emplace(comm, options.folder);

  Snapshot snapshot(options, setup);
  if (options.step > 0) {
    solver::Statics statics(*setup.system, *setup.statics, firstSteps(setup.analysis, options.step));
    snapshot.multipliers = statics.solve(setup.solver, petsc, phases).multipliers;
    petsc.warnOfUnused(comm);
  }
  std::vector<std::string> lines;
  {
    const auto phase = phases.begin("export");
    if (folder) lines = writeAll(request, snapshot, options, *setup.system, *folder);
    if (!options.image.empty()) snapshot.draw(options.image);
    if (folder) folder->commit();
  }
  for (const auto& line : lines) base::log().info("{}", (std::filesystem::path(options.folder) / line).string());
  if (!options.image.empty()) base::log().info("{:<16} the sparsity", options.image);
}

}  // namespace tenon::simulation
