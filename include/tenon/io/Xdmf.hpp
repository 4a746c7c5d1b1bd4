#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace tenon::io {

/// Type of the numbers in a dataset, as Hdf5File writes them.
enum class XdmfNumber { float64, int32, int64 };

/// A field on the nodes or cells of a grid. The dataset is [nodes or cells] for a scalar, [.., 3] for a vector (also
/// in the plane), [.., 9] for a tensor (row by row; symmetric ones in full).
struct XdmfField {
  enum class Kind { scalar, vector, tensor };
  enum class Center { node, cell };

  std::string name;
  Kind kind;
  Center center;
  std::string path;  ///< of the dataset, from '/'
  XdmfNumber number = XdmfNumber::float64;
};

/// Cells of one type with their points: one block of one object.
struct XdmfGrid {
  std::string name;
  std::string topology;  ///< TopologyType of XDMF 3: "Tetrahedron_10"
  std::int64_t num_cells;
  int nodes_per_cell;
  std::string cells_path;  ///< dataset [num_cells, nodes_per_cell] of point numbers from 0, in VTK's node order
  std::int64_t num_points;
  std::string points_path;  ///< dataset [num_points, 3]
  std::vector<XdmfField> fields;
  XdmfNumber cells_number = XdmfNumber::int64;
};

struct XdmfStep {
  double time;
  std::vector<XdmfGrid> grids;
};

/// XDMF 3 text by which ParaView, VTK and meshio read datasets of an HDF5 file that lies beside it: a temporal
/// collection of steps; a step of one grid is that grid itself (as meshio's TimeSeriesReader wants it), a step of more
/// is a spatial collection. `h5_name` is the file's name without folders. Grids without cells are left out, because
/// readers stumble over empty datasets. Not collective.
///
/// Source: https://www.xdmf.org/index.php/XDMF_Model_and_Format
std::string xdmfText(const std::string& h5_name, const std::vector<XdmfStep>& steps);

/// XDMF text of a growing series of steps; each step is formatted once.
class XdmfSeries {
 public:
  explicit XdmfSeries(std::string h5_name) : h5_name_(std::move(h5_name)) {}

  void append(const XdmfStep& step);
  std::size_t numSteps() const { return ends_.size(); }
  /// The whole text with the first `num_steps` steps.
  std::string text(std::size_t num_steps) const;

 private:
  std::string h5_name_;
  std::string steps_;              // their text
  std::vector<std::size_t> ends_;  // of each step in it
};

}  // namespace tenon::io
