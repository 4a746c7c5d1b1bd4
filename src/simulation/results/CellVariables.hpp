#pragma once
#include <string>
#include <vector>

#include "tenon/fem/laws/InternalVariables.hpp"
#include "tenon/io/Hdf5File.hpp"
#include "tenon/io/RowOrder.hpp"

namespace tenon::simulation {

/// Internal variables of a force in a checkpoint: one dataset for each cell type, in the order of the mesh file.
/// Whoever reads gets those of its ghost cells too. All members are collective.
class CellVariables {
 public:
  /// `variables` have to outlive this.
  CellVariables(const base::Communicator& comm, const fem::InternalVariables& variables, std::string path);

  /// `values` as of fem::InternalVariables::values().
  void write(io::Hdf5File& file, const std::vector<double>& values) const;
  std::vector<double> read(const io::Hdf5File& file) const;
  /// What makes the file one of another case; empty: nothing.
  std::string differenceFrom(const io::Hdf5File& file) const;

 private:
  struct Part {
    std::string path;
    int columns;
    std::int64_t total;
    std::vector<std::int64_t> rows;  ///< of this rank's cells, ghosts included
    std::size_t num_owned;
    io::RowOrder order;
  };
  Part partOf(const base::Communicator& comm, std::size_t number) const;

  const fem::InternalVariables& variables_;
  std::string path_;
  std::vector<Part> parts_;
};

}  // namespace tenon::simulation
