// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include "io/Hdf5File.hpp"
#include "io/RowOrder.hpp"
#include "tenon/fem/laws/InternalVariables.hpp"

namespace tenon::simulation {

/// Internal variables of a force field in a checkpoint: one dataset for each cell type, in the
/// order of the mesh file. Values of ghost cells are read as well.
/// @note All members are collective.
class CellVariables {
 public:
  /// @param variables  must outlive this object
  /// @param path  group in the file
  CellVariables(const base::Communicator& comm, const fem::InternalVariables& variables, std::string path);

  /// Writes the values of owned cells.
  /// @param values  as returned by fem::InternalVariables::values()
  void write(io::Hdf5File& file, const std::vector<double>& values) const;
  /// Returns the values of owned and ghost cells, in the form of fem::InternalVariables::values().
  std::vector<double> read(const io::Hdf5File& file) const;
  /// Returns the reason why the file belongs to another case; empty if there is none.
  std::string differenceFrom(const io::Hdf5File& file) const;

 private:
  struct VariableTable {
    std::string path;
    int columns;
    std::int64_t total;
    std::vector<std::int64_t> rows;  ///< rows of the cells of this rank, including ghosts
    std::size_t num_owned;
    io::RowOrder order;
  };
  VariableTable makeTable(const base::Communicator& comm, std::size_t number) const;

  const fem::InternalVariables& variables_;
  std::string path_;
  std::vector<VariableTable> parts_;
};

}  // namespace tenon::simulation
