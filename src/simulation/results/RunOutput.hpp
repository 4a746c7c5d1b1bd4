// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <optional>

#include "analysis/Analysis.hpp"
#include "analysis/EnergyBalance.hpp"
#include "results.hpp"
#include "simulation/reading/OutputSettings.hpp"
#include "tenon/simulation/results/Output.hpp"

namespace tenon::simulation {

/// All output during a run: fields of every n-th step, histories and energies of each step.
///
/// A run of one step writes its files at the end. A run of several steps publishes its files after
/// the first step, all or none; older results are unchanged until then. From then on the files are
/// complete after each written step, whatever ends the run. Tables of histories receive a line in
/// each step.
///
/// @throws FileError if a file cannot be written
/// @note All members are collective.
class RunOutput {
 public:
  /// @note The arguments except `analysis` and `stem` must outlive this object.
  RunOutput(system::MechanicalSystem& mechanics, const analysis::Analysis& analysis, const OutputSettings& settings,
            const std::string& stem);

  /// Returns the names of all files that such a run writes.
  static std::vector<std::string> filesOf(const system::MechanicalSystem& mechanics, const OutputSettings& settings,
                                          const std::string& stem);

  /// Copies the output of an earlier run before a time as the beginning of these results: steps,
  /// histories and their tables.
  void copyEarlierResults(const io::Hdf5File& earlier, double before);
  /// Sets the energy sums at that time, from which the balance continues.
  void restoreEnergies(const analysis::EnergyBalance::RestartData& energies);

  /// Writes the last completed step of a run, or its start.
  void writeStep(const analysis::AnalysisRun& run);

  /// Writes all data so far to disk, for a checkpoint. Nothing happens before the end of the first
  /// step.
  void flush();

  /// Returns the file of the fields.
  ResultFile& file() { return file_; }
  /// Returns the energy balance; nullptr if energies are not recorded.
  const analysis::EnergyBalance* energies() const { return energies_ ? &*energies_ : nullptr; }

  /// Publishes the files that are not yet published, together with the texts `beside`.
  void finish(const std::vector<io::NamedText>& beside);

 private:
  /// History with its CSV table, on the root.
  struct Table {
    std::unique_ptr<History> history;
    std::optional<io::PartialFile> csv;
    std::int64_t size = 0;
    std::string last_line;
    /// Checks that the CSV file is unchanged.
    /// @throws FileError if another program has removed, replaced or truncated the file
    void requireUnmodified() const;
  };

  void append(const std::string& line, Table& table) const;
  void appendHistories(double time, const History::TimeSample& sample);
  void appendRow(const History& history, double time, gsl::span<const double> values);
  std::vector<double> earlierRows(const io::Hdf5File& earlier, const History& history, double before,
                                  std::vector<double>& times) const;
  analysis::SolutionRequest solutionRequest(bool fields) const;
  std::vector<io::PartialFile*> csvFiles();

  const system::MechanicalSystem& mechanics_;
  const OutputSettings& settings_;
  bool grows_;
  ResultFile file_;
  Results results_;
  std::optional<analysis::EnergyBalance> energies_;
  std::vector<Table> tables_;
  // True if fields of any step have been written, and if any step has been made.
  bool has_fields_ = false, has_steps_ = false;
};

}  // namespace tenon::simulation
