// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "CellVariables.hpp"
#include "analysis/EnergyBalance.hpp"
#include "analysis/Equations.hpp"
#include "analysis/Snapshot.hpp"
#include "io/Hdf5File.hpp"
#include "io/RowOrder.hpp"

namespace tenon::simulation {

/// Snapshots of a transient analysis in the files `<stem>.checkpoint.h5` and, for the previous one,
/// `<stem>.checkpoint-old.h5`. The data are in the order of mesh files and of constraint rows, so
/// that a run can continue on any number of ranks:
///   /objects/<name>/{displacement, velocity, acceleration, memory-<vector>} [nodes, dofs]
///   /constraints/<name> [rows], of the system
///   /internal/<k>/<cell type> [cells, points x variables] of the k-th force field with internal
///     variables, whose name is the attribute `force`
///   /energies [sums], with the attribute `stores`: 0 or 1 for each force field
///
/// Attributes are the step, the time, the time integrator, its stored data and the step-size
/// control. `memory` and `numbers` name the vectors and numbers of the integrator. `layout` is the
/// version of this layout. Files of earlier versions have no layout and contain numbers instead of
/// these names.
/// @note All members are collective.
class Checkpoints {
 public:
  /// @param equations  must outlive this object
  /// @param stem  path of the results without extension
  Checkpoints(const analysis::Equations& equations, const std::string& stem);

  /// Returns the path of the newest checkpoint.
  const std::string& path() const { return path_; }
  /// Returns the path of the previous checkpoint.
  const std::string& oldPath() const { return old_path_; }
  /// Writes a snapshot, with the energies if they are recorded. The newest checkpoint becomes the
  /// previous one; a damaged checkpoint does not replace a valid one.
  /// @throws FileError if a file cannot be written; the files are then unchanged
  void write(const analysis::Snapshot& snapshot, const analysis::EnergyBalance* energies);

  /// Contents of a checkpoint.
  struct Contents {
    analysis::Snapshot snapshot;
    std::optional<analysis::EnergyBalance::RestartData> energies;
  };
  /// Reads the newest readable checkpoint, with a warning if this is the previous one.
  /// @throws InputError if the checkpoint belongs to another case; the message names the
  ///   difference: objects, nodes, constraints, rows, the time integrator, or its step size
  Contents read(const analysis::SteppingScheme& stepping);

 private:
  /// Returns true if path() is a readable checkpoint according to its checksum.
  bool isNewestReadable() const;
  void writeStepperData(io::Hdf5File& file, const analysis::Snapshot& snapshot) const;
  void readStepperData(const io::Hdf5File& file, analysis::Snapshot& snapshot) const;
  void writeVector(io::Hdf5File& file, const std::string& field, Vec vector) const;
  la::Vector readVector(const io::Hdf5File& file, const std::string& field) const;
  Contents readFrom(const std::string& path, const analysis::SteppingScheme& stepping) const;
  /// Returns the contacts in the file, each with existing objects. @note Collective.
  std::vector<analysis::BodyContact> readValidContacts(const io::Hdf5File& file) const;
  void requireSame(const io::Hdf5File& file, const analysis::SteppingScheme& stepping) const;

  const analysis::Equations& equations_;
  std::string path_, old_path_;
  bool is_newest_damaged_ = false;          // True if read() has found the newest checkpoint to be damaged.
  std::vector<io::RowOrder> nodes_, rows_;  // Row orders by body and by constraint.
  std::vector<CellVariables> internal_;     // Internal variables of each force field that has any.
};

}  // namespace tenon::simulation
