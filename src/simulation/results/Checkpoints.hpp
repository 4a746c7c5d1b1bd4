#pragma once
#include <optional>
#include <string>
#include <vector>

#include "CellVariables.hpp"
#include "tenon/analysis/EnergyBalance.hpp"
#include "tenon/analysis/Equations.hpp"
#include "tenon/analysis/Snapshot.hpp"
#include "tenon/io/Hdf5File.hpp"
#include "tenon/io/RowOrder.hpp"

namespace tenon::simulation {

/// Snapshots of a motion in files of the stem: `<stem>.checkpoint.h5`, and the one before, `<stem>.checkpoint-old.h5`.
/// What stands in them is in the order of mesh files and of constraint rows, so that any number of ranks goes on:
///   /objects/<name>/{displacement, velocity, acceleration, memory-<vector>} [nodes, unknowns of a node]
///   /constraints/<name> [rows], of the system
///   /internal/<k>/<cell type> [cells, points x variables] of the k-th force with internal variables, whose name is the
///   attribute `force`
///   /energies [sums], with the attribute `stores`: a 0 or 1 for each force
/// with step, time, stepper, what it remembers and the pace of the steps as attributes: `memory` and `numbers` name the
/// vectors and numbers of the stepper, `layout` counts changes of all this. Files of earlier versions have no layout
/// and number what is named here. All members are collective.
class Checkpoints {
 public:
  /// The equations have to outlive this.
  Checkpoints(const analysis::Equations& equations, const std::string& stem);

  const std::string& path() const { return path_; }
  const std::string& oldPath() const { return old_path_; }
  /// Writes the snapshot, with the energies if they are followed. The newest checkpoint becomes the one before; a
  /// damaged one does not take the place of a good one.
  /// @throws FileError; the files stay as they were.
  void write(const analysis::Snapshot& snapshot, const analysis::EnergyBalance* energies);

  /// The newest one that can be read; a warning where that is the one before. InputError that names what is of another
  /// case: objects, their nodes, constraints and their rows, the stepper, the length of its step.
  struct Kept {
    analysis::Snapshot snapshot;
    std::optional<analysis::EnergyBalance::Memory> energies;
  };
  Kept read(const analysis::Steps& steps);

 private:
  /// True if path() is a checkpoint that can be read, as far as its checksum tells.
  bool isNewestWhole() const;
  void writeMemory(io::Hdf5File& file, const analysis::Snapshot& snapshot) const;
  void readMemory(const io::Hdf5File& file, analysis::Snapshot& snapshot) const;
  void writeVector(io::Hdf5File& file, const std::string& field, Vec vector) const;
  la::Vector readVector(const io::Hdf5File& file, const std::string& field) const;
  Kept readFrom(const std::string& path, const analysis::Steps& steps) const;
  /// Those of the file, each of objects that there are. Collective.
  std::vector<analysis::BodyTouch> touchesOf(const io::Hdf5File& file) const;
  void requireSame(const io::Hdf5File& file, const analysis::Steps& steps) const;

  const analysis::Equations& equations_;
  std::string path_, old_path_;
  bool is_newest_damaged_ = false;          // as read() has found out
  std::vector<io::RowOrder> nodes_, rows_;  // by body, by constraint
  std::vector<CellVariables> internal_;     // by force that has some
};

}  // namespace tenon::simulation
