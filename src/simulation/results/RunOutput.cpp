// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "RunOutput.hpp"

#include <fmt/format.h>

#include <algorithm>

#include <nlohmann/json.hpp>

#include "makeHistories.hpp"
#include "simulation/results/histories/EnergyHistory.hpp"
#include "tenon/base/runCollectively.hpp"

namespace tenon::simulation {
namespace {

using io::PartialFile;

PartialFile::Use useOf(const analysis::Analysis& analysis) {
  return analysis.numSteps() > 1 ? PartialFile::Use::growing : PartialFile::Use::once;
}

std::string lineOf(double time, gsl::span<const double> values) {
  return fmt::format("{},{}\n", time, fmt::join(values, ","));
}

std::string csvName(const std::string& stem, const std::string& history) {
  return fmt::format("{}.{}.csv", stem, history);
}

/// Returns the name of the XDMF file and, if there are several blocks of cells, of one file for
/// each object and cell type.
std::vector<std::string> xdmfNames(const system::MechanicalSystem& mechanics, const std::string& stem) {
  std::vector<std::string> names;
  for (const system::Body* body : mechanics.allBodies())
    for (const mesh::CellBlock& block : body->mesh().blocks())
      if (mesh::info(block.type).dimension == body->mesh().dimension())
        names.push_back(fmt::format("{}.{}.{}.xdmf", stem, body->name(), mesh::info(block.type).name));
  if (names.size() == 1) names.clear();
  names.push_back(stem + ".xdmf");
  return names;
}

}  // namespace

RunOutput::RunOutput(system::MechanicalSystem& mechanics, const analysis::Analysis& analysis,
                     const OutputSettings& settings, const std::string& stem)
    : mechanics_(mechanics),
      settings_(settings),
      grows_(useOf(analysis) == PartialFile::Use::growing),
      file_(mechanics.comm(), stem, useOf(analysis)),
      results_(mechanics, settings, !analysis.kinematics().isStatic(), file_) {
  const bool moves = !analysis.kinematics().isStatic();
  if (moves && settings.energies) energies_.emplace(mechanics);
  for (auto& history : makeHistories(settings.histories, mechanics, moves, settings.energies))
    tables_.push_back({std::move(history), {}, 0, {}});
  for (Table& table : tables_) {
    base::runOnRoot(mechanics.comm(),
                    [&] { table.csv = PartialFile::create(csvName(stem, table.history->name()), useOf(analysis)); });
    append(fmt::format("time,{}\n", fmt::join(table.history->columns(), ",")), table);
  }
}

std::vector<std::string> RunOutput::filesOf(const system::MechanicalSystem& mechanics, const OutputSettings& settings,
                                            const std::string& stem) {
  std::vector<std::string> names = xdmfNames(mechanics, stem);
  names.push_back(stem + ".h5");
  for (const base::CaseNode& entry : settings.histories) names.push_back(csvName(stem, entry["name"].text()));
  return names;
}

void RunOutput::writeStep(const analysis::AnalysisRun& run) {
  const int step = run.numCompletedSteps();
  const double time = run.time();
  const bool fields = step % settings_.every == 0 || run.isLast();
  const analysis::Solution solution = run.evaluateSolution(solutionRequest(fields));
  if (energies_) energies_->update(time, solution);
  appendHistories(time, {solution, energies_ ? &energies_->energies() : nullptr, time});
  if (fields) results_.writeStep(solution, time);
  has_fields_ = has_fields_ || fields;
  has_steps_ = has_steps_ || step >= 1;
  if (fields || !file_.isPublished()) flush();
}

analysis::SolutionRequest RunOutput::solutionRequest(bool fields) const {
  analysis::SolutionRequest all{energies_.has_value(), false, false};
  const auto add = [&](const analysis::SolutionRequest& more) {
    all.forces = all.forces || more.forces;
    all.constraint_forces = all.constraint_forces || more.constraint_forces;
    all.body_contacts = all.body_contacts || more.body_contacts;
  };
  if (fields) add(results_.solutionRequest());
  for (const Table& table : tables_) add(table.history->solutionRequest());
  return all;
}

void RunOutput::appendRow(const History& history, double time, gsl::span<const double> values) {
  io::Hdf5File& h5 = file_.file();
  const std::string path = "/histories/" + history.name();
  const bool is_new = !h5.exists(path);
  h5.appendRow(path + "/time", gsl::span<const double>(&time, 1));
  h5.appendRow(path + "/values", values);
  if (is_new) h5.writeAttribute(path, "columns", nlohmann::json(history.columns()).dump());
}

void RunOutput::appendHistories(double time, const History::TimeSample& sample) {
  bool energies_are_asked_for = false;
  for (Table& table : tables_) {
    const std::vector<double> values = table.history->values(sample);
    appendRow(*table.history, time, values);
    append(lineOf(time, values), table);
    energies_are_asked_for = energies_are_asked_for || table.history->name() == EnergyHistory::table;
  }
  if (!energies_ || energies_are_asked_for) return;
  const EnergyHistory energies(EnergyHistory::table);
  appendRow(energies, time, energies.values(sample));
}

// Returns the rows of an earlier history with the same columns; otherwise none.
std::vector<double> RunOutput::earlierRows(const io::Hdf5File& earlier, const History& history, double before,
                                           std::vector<double>& times) const {
  const std::string path = "/histories/" + history.name();
  if (!earlier.exists(path + "/values") ||
      earlier.textAttribute(path, "columns") != nlohmann::json(history.columns()).dump())
    return {};
  times = earlier.readTable(path + "/time");
  std::vector<double> values = earlier.readTable(path + "/values");
  times.erase(std::lower_bound(times.begin(), times.end(), before), times.end());
  values.resize(times.size() * history.columns().size());
  return values;
}

void RunOutput::copyEarlierResults(const io::Hdf5File& earlier, double before) {
  has_fields_ = file_.copySteps(earlier, before) > 0;
  const auto carry = [&](const History& history, Table* table) {
    std::vector<double> times;
    const std::vector<double> values = earlierRows(earlier, history, before, times);
    const std::size_t columns = history.columns().size();
    for (std::size_t row = 0; row < times.size(); ++row) {
      const auto of_row = gsl::span<const double>(values).subspan(row * columns, columns);
      appendRow(history, times[row], of_row);
      if (table != nullptr) append(lineOf(times[row], of_row), *table);
    }
  };
  bool has_energies = false;
  for (Table& table : tables_) {
    carry(*table.history, &table);
    has_energies = has_energies || table.history->name() == EnergyHistory::table;
  }
  if (energies_ && !has_energies) carry(EnergyHistory(EnergyHistory::table), nullptr);
}

void RunOutput::restoreEnergies(const analysis::EnergyBalance::RestartData& energies) {
  if (energies_) energies_->restartFrom(energies);
}

void RunOutput::flush() {
  if (grows_ && has_steps_ && has_fields_) file_.flush(csvFiles());
}

void RunOutput::Table::requireUnmodified() const {
  csv->requireIntact(size, size - static_cast<std::int64_t>(last_line.size()), last_line);
}

void RunOutput::append(const std::string& line, Table& table) const {
  base::runOnRoot(mechanics_.comm(), [&] {
    table.requireUnmodified();
    table.csv->write(table.size, line);
    table.size += static_cast<std::int64_t>(line.size());
    table.last_line = line;
  });
}

std::vector<PartialFile*> RunOutput::csvFiles() {
  std::vector<PartialFile*> files;
  for (Table& table : tables_)
    if (table.csv) files.push_back(&*table.csv);
  return files;
}

void RunOutput::finish(const std::vector<io::NamedText>& beside) {
  base::runOnRoot(mechanics_.comm(), [&] {
    for (const Table& table : tables_) {
      table.requireUnmodified();
      table.csv->sync();
    }
  });
  file_.commit(beside, csvFiles());
}

}  // namespace tenon::simulation
