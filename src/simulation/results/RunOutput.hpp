#pragma once
#include <optional>

#include "History.hpp"
#include "reading/OutputSettings.hpp"
#include "tenon/analysis/Analysis.hpp"
#include "tenon/simulation/results.hpp"

namespace tenon::simulation {

/// All that a run writes, while it runs: fields of each n-th step, histories and energies of every one.
///
/// A run of one step writes its files in the end. One of more gives them their names when its first step is done, all
/// or none, an older result being whole until then; from that moment on they are whole after each step that is written,
/// whatever becomes of the run. Tables of histories get a line with every step.
///
/// All members are collective; FileError.
class RunOutput {
 public:
  /// All have to outlive this.
  RunOutput(system::MechanicalSystem& mechanics, const analysis::Analysis& analysis, const OutputSettings& settings,
            const std::string& stem);

  /// The names of all files that such a run writes.
  static std::vector<std::string> filesOf(const system::MechanicalSystem& mechanics, const OutputSettings& settings,
                                          const std::string& stem);

  /// Makes what an earlier run has written before a time the beginning of these results: steps, histories and their
  /// tables. `energies`: where its sums were at that time, which go on.
  void carryOver(const io::Hdf5File& earlier, double before);
  void carryOver(const analysis::EnergyBalance::Memory& energies);

  /// For Analysis::run().
  void writeStep(int step, double time, const analysis::Analysis::Describe& describe);

  /// Brings all to the disk that was written so far, for a checkpoint. Nothing before the first step is done.
  void flush();

  ResultFile& file() { return file_; }
  /// nullptr where they are not followed.
  const analysis::EnergyBalance* energies() const { return energies_ ? &*energies_ : nullptr; }

  /// Gives the files that have none yet their names, and the texts beside them theirs.
  void finish(const std::vector<io::NamedText>& beside);

 private:
  /// A history and its table of text, on the root.
  struct Table {
    std::unique_ptr<History> history;
    std::optional<io::PartialFile> csv;
    std::int64_t size = 0;
    std::string last_line;
    /// FileError if somebody has removed, replaced or truncated the text meanwhile.
    void requireUntouched() const;
  };

  void append(const std::string& line, Table& table) const;
  void appendHistories(double time, const History::Moment& moment);
  void appendRow(const History& history, double time, gsl::span<const double> values);
  std::vector<double> earlierRows(const io::Hdf5File& earlier, const History& history, double before,
                                  std::vector<double>& times) const;
  analysis::Wanted wanted(bool fields) const;
  std::vector<io::PartialFile*> csvFiles();

  const system::MechanicalSystem& mechanics_;
  const OutputSettings& settings_;
  const analysis::Analysis& analysis_;
  bool grows_;
  ResultFile file_;
  Results results_;
  std::optional<analysis::EnergyBalance> energies_;
  std::vector<Table> tables_;
  bool has_fields_ = false, has_steps_ = false;  // of any step; any step that was made
};

}  // namespace tenon::simulation
