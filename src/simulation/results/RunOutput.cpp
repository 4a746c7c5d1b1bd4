#include "RunOutput.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "tenon/base/collectively.hpp"

namespace tenon::simulation {
namespace {

using io::PartialFile;

PartialFile::Use useOf(const analysis::Analysis& analysis) {
  return analysis.numSteps() > 1 ? PartialFile::Use::growing : PartialFile::Use::once;
}

std::string csvName(const std::string& stem, const std::string& history) {
  return fmt::format("{}.{}.csv", stem, history);
}

}  // namespace

RunOutput::RunOutput(system::MechanicalSystem& mechanics, const analysis::Analysis& analysis,
                     const OutputSettings& settings, const std::string& stem)
    : mechanics_(mechanics),
      settings_(settings),
      analysis_(analysis),
      grows_(useOf(analysis) == PartialFile::Use::growing),
      file_(mechanics.comm(), stem, useOf(analysis)),
      results_(mechanics, settings, !analysis.kinematics().isStatic(), file_) {
  const bool moves = !analysis.kinematics().isStatic();
  if (moves && settings.energies) energies_.emplace(mechanics);
  for (auto& history : makeHistories(settings.histories, mechanics, moves, settings.energies))
    tables_.push_back({std::move(history), {}, 0});
  for (Table& table : tables_) {
    base::onRoot(mechanics.comm(),
                 [&] { table.csv = PartialFile::create(csvName(stem, table.history->name()), useOf(analysis)); });
    append(fmt::format("time,{}\n", fmt::join(table.history->columns(), ",")), table);
  }
}

std::vector<std::string> RunOutput::filesOf(const OutputSettings& settings, const std::string& stem) {
  std::vector<std::string> names{stem + ".h5", stem + ".xdmf"};
  for (const base::CaseNode& entry : settings.histories) names.push_back(csvName(stem, entry["name"].text()));
  return names;
}

void RunOutput::writeStep(int step, double time, const analysis::Analysis::Describe& describe) {
  const bool fields = step % settings_.every == 0 || analysis_.isLast(step);
  const analysis::Solution solution = describe(wanted(fields));
  if (energies_) energies_->follow(time, solution);
  appendHistories(time, {solution, energies_ ? &energies_->now() : nullptr});
  if (fields) results_.writeStep(solution, time);
  has_fields_ = has_fields_ || fields;
  const bool first_is_done = step >= 1 && has_fields_ && !file_.isPublished();
  if (grows_ && (first_is_done || (fields && file_.isPublished()))) file_.flush(csvFiles());
}

analysis::Wanted RunOutput::wanted(bool fields) const {
  analysis::Wanted all{energies_.has_value(), false};
  const auto add = [&](const analysis::Wanted& more) {
    all.forces = all.forces || more.forces;
    all.constraint_forces = all.constraint_forces || more.constraint_forces;
  };
  if (fields) add(results_.wanted());
  for (const Table& table : tables_) add(table.history->wanted());
  return all;
}

void RunOutput::appendHistories(double time, const History::Moment& moment) {
  io::Hdf5File& h5 = file_.file();
  const auto store = [&](const History& history, const std::vector<double>& values) {
    const std::string path = "/histories/" + history.name();
    const bool is_new = !h5.exists(path);
    h5.appendRow(path + "/time", gsl::span<const double>(&time, 1));
    h5.appendRow(path + "/values", values);
    if (is_new) h5.writeAttribute(path, "columns", nlohmann::json(history.columns()).dump());
  };
  bool energies_are_asked_for = false;
  for (Table& table : tables_) {
    const std::vector<double> values = table.history->values(moment);
    store(*table.history, values);
    append(fmt::format("{},{}\n", time, fmt::join(values, ",")), table);
    energies_are_asked_for = energies_are_asked_for || table.history->name() == EnergyHistory::table;
  }
  if (!energies_ || energies_are_asked_for) return;
  const EnergyHistory energies(EnergyHistory::table);
  store(energies, energies.values(moment));
}

void RunOutput::append(const std::string& line, Table& table) const {
  base::onRoot(mechanics_.comm(), [&] {
    table.csv->write(table.size, line);
    table.size += static_cast<std::int64_t>(line.size());
  });
}

std::vector<PartialFile*> RunOutput::csvFiles() {
  std::vector<PartialFile*> files;
  for (Table& table : tables_)
    if (table.csv) files.push_back(&*table.csv);
  return files;
}

void RunOutput::finish(const std::vector<io::NamedText>& beside) {
  base::onRoot(mechanics_.comm(), [&] {
    for (const PartialFile* csv : csvFiles()) csv->sync();
  });
  file_.commit(beside, csvFiles());
}

}  // namespace tenon::simulation
