// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <variant>
#include <vector>

#include "analysis/Equations.hpp"
#include "analysis/Snapshot.hpp"
#include "io/ScratchFile.hpp"

namespace tenon::analysis {

/// One change of the state in a transient analysis, with all data for its differentiation.
struct TrajectoryRecord {
  /// Kinds of changes.
  enum class Kind {
    initial,  ///< given state at the beginning of the run, before it is made consistent
    start,    ///< consistent velocities, accelerations and multipliers at a time
    step      ///< time step
  };
  Kind kind = Kind::step;               ///< kind of the change
  double length = 0.0;                  ///< length of the step; start: length of the first step after it
  std::vector<double> stepper_numbers;  ///< numbers of the time integrator before the change, see restartData()
  /// State after the change, with the number of the completed step, the time, the multipliers and
  /// the memory of contributors.
  Snapshot after;
};

/// Options of a trajectory.
struct TrajectoryOptions {
  double memory = 2e9;       ///< memory for the states on each rank [bytes]; further states are stored in a file
  std::string folder = ".";  ///< folder of the file
};

/// Sequence of the states of a transient analysis, which is recorded in a run and read backwards.
/// Displacements, velocities, accelerations and multipliers are stored in memory up to a limit, and
/// then in one temporary file per rank. The memory of contributors, such as the pairs of contacts,
/// always remains in memory.
class Trajectory {
 public:
  /// Creates an empty trajectory. @param comm  communicator of the equations
  explicit Trajectory(const base::Communicator& comm, const TrajectoryOptions& options = {})
      : comm_(comm), options_(options), file_(options.folder, "the trajectory") {}

  /// Appends a record, whose state must have the same layout as all earlier ones.
  /// @throws FileError on all ranks if the file cannot be written
  /// @note Collective.
  void append(TrajectoryRecord record);
  /// Returns the number of records.
  std::size_t size() const { return entries_.size(); }
  /// Returns a copy of a record.
  /// @throws FileError on all ranks if the file cannot be read
  /// @note Collective.
  TrajectoryRecord at(std::size_t index) const;
  /// Returns the kind of a record, without its state.
  TrajectoryRecord::Kind kind(std::size_t index) const { return entries_[index].record.kind; }
  /// Returns the number of the completed step of a record.
  int step(std::size_t index) const { return entries_[index].record.after.step; }
  /// Removes all records of steps after `step`, for example because the run returns to this step.
  void truncateAfter(int step);
  /// Removes all records.
  void clear();
  /// Returns true if this rank stores states in the file.
  bool usesFile() const { return file_.size() > 0; }

 private:
  struct Entry {
    TrajectoryRecord record;                                              // without vectors
    std::variant<std::vector<double>, io::ScratchFile::Location> values;  // q, v, a and multipliers of this rank
  };
  std::size_t bytesOf(const Entry& entry) const;

  base::Communicator comm_;
  TrajectoryOptions options_;
  io::ScratchFile file_;
  std::vector<Entry> entries_;
  double bytes_in_memory_ = 0.0;
  la::Vector unknowns_, rows_;  // templates of the vectors; rows_: nullptr without constraints
};

/// Sets the equations to the state of a record: time, states, multipliers, pairs and active rows.
/// @note Collective.
void restoreRecord(Equations& equations, const TrajectoryRecord& record);

}  // namespace tenon::analysis
