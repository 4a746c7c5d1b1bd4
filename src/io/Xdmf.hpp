// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace tenon::io {

/// Number type of a dataset written by Hdf5File.
enum class XdmfNumber { float64, int32, int64 };

/// Field on the nodes or cells of a grid. The dataset has the shape [nodes or cells] for a scalar,
/// [.., 3] for a vector (also in two dimensions), and [.., 9] for a tensor (row by row; symmetric
/// tensors in full).
struct XdmfField {
  /// Tensor order of the field.
  enum class Kind { scalar, vector, tensor };
  /// Location of the values.
  enum class Center { node, cell };

  std::string name;                         ///< name of the field
  Kind kind;                                ///< tensor order
  Center center;                            ///< location of the values
  std::string path;                         ///< path of the dataset, from '/'
  XdmfNumber number = XdmfNumber::float64;  ///< number type of the dataset
};

/// Cells of one type with their points: one block of one object.
struct XdmfGrid {
  std::string name;               ///< name of the grid
  std::string topology;           ///< TopologyType of XDMF 3: "Tetrahedron_10"
  std::int64_t num_cells;         ///< number of cells
  int nodes_per_cell;             ///< number of nodes per cell
  std::string cells_path;         ///< dataset [num_cells, nodes_per_cell] of point numbers from 0, in VTK's node order
  std::int64_t num_points;        ///< number of points
  std::string points_path;        ///< dataset [num_points, 3]
  std::vector<XdmfField> fields;  ///< fields on the grid
  XdmfNumber cells_number = XdmfNumber::int64;  ///< number type of the dataset of cells
};

/// Output step.
struct XdmfStep {
  double time;                  ///< time of the step
  std::vector<XdmfGrid> grids;  ///< grids of the step
};

/// Returns XDMF 3 text with which ParaView, VTK and meshio read datasets of an HDF5 file in the
/// same folder: a temporal collection of steps. A step with one grid is this grid itself (as
/// meshio's TimeSeriesReader requires); a step with several grids is a spatial collection. Grids
/// without cells are omitted, because readers fail on empty datasets.
/// @param h5_name  file name without folders
/// @note Not collective.
/// @see https://www.xdmf.org/index.php/XDMF_Model_and_Format
std::string xdmfText(const std::string& h5_name, const std::vector<XdmfStep>& steps);

/// XDMF text of a growing series of steps; each step is formatted once.
class XdmfSeries {
 public:
  explicit XdmfSeries(std::string h5_name) : h5_name_(std::move(h5_name)) {}

  /// Appends a step.
  void append(const XdmfStep& step);
  /// Returns the number of steps.
  std::size_t numSteps() const { return ends_.size(); }
  /// Returns the whole text with the first `num_steps` steps.
  std::string text(std::size_t num_steps) const;

 private:
  std::string h5_name_;
  std::string steps_;              // text of all steps
  std::vector<std::size_t> ends_;  // end of each step in the text
};

}  // namespace tenon::io
