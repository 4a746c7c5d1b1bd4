// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include "io/Hdf5File.hpp"
#include "io/RowOrder.hpp"
#include "io/Xdmf.hpp"
#include "tenon/base/algebra.hpp"
#include "tenon/mesh/Mesh.hpp"

namespace tenon::simulation {

using base::LocalIndex;

/// Results in `<stem>.h5`, with `<stem>.xdmf` for ParaView. If there are several blocks of cells,
/// each block has an additional file `<stem>.<object>.<cell type>.xdmf`, for readers that accept a
/// single grid (meshio).
///
/// Nodes and cells are written in the order of the mesh files, so that the file does not depend on
/// the number of ranks. Layout of the file:
///   /meshes/<object>/points [nodes, 3], tags [nodes]
///   /meshes/<object>/<cell type>/cells [cells, nodes of a cell], tags [cells]    VTK node order
///   /steps/<kkkk>/<object>/<field> [nodes, components]
///   /steps/<kkkk>/<object>/<cell type>/<field> [cells, components]
/// Vectors have 3 components, symmetric tensors 9.
///
/// @throws FileError if a file cannot be written
/// @note All members are collective unless stated otherwise.
class ResultFile {
 public:
  /// Creates temporary files. Older results are unchanged until commit(), or until the first
  /// flush() of a growing result.
  ResultFile(const base::Communicator& comm, const std::string& stem,
             io::PartialFile::Use use = io::PartialFile::Use::once);
  ResultFile(const ResultFile&) = delete;
  ResultFile& operator=(const ResultFile&) = delete;
  /// Lists the last steps of a growing result in its .xdmf, whatever ended the run.
  /// @note Not
  /// collective.
  ~ResultFile();

  /// Writes the mesh of an object.
  void addMesh(const std::string& object, const mesh::Mesh& mesh);
  /// Adds a table with a row for each node to the mesh of an object.
  /// @param owned  [owned nodes × columns] values, row by row
  /// @note Collective.
  void addMeshTable(const std::string& object, const std::string& table, const std::vector<double>& owned, int columns);
  /// Adds a table that does not belong to nodes to the mesh of an object.
  /// @param of_root  all rows, on the root
  /// @note Collective.
  void addMeshTable(const std::string& object, const std::string& table, const std::vector<base::Vec3>& of_root);
  /// Begins an output step at this time.
  void beginStep(double time);
  /// Returns the name of the current step's group, <kkkk>.
  std::string stepName() const { return step_path_.substr(step_path_.rfind('/') + 1); }

  /// Writes a field on nodes.
  /// @param owned  [owned nodes × columns] values, row by row. Vectors in the plane (2 columns) are
  ///   padded to 3 columns; 6 columns (XX YY ZZ XY YZ XZ) become the 9 of a tensor.
  void writeNodes(const std::string& object, const std::string& field, const std::vector<double>& owned, int columns);
  /// Writes a field on cells.
  /// @param owned  for each block of the mesh [owned cells × columns]; blocks of lower dimension
  ///   are skipped
  void writeCells(const std::string& object, const std::string& field, const std::vector<std::vector<double>>& owned,
                  int columns);

  /// Copies all steps before a time, with fields and multipliers, from the result of an earlier run
  /// of the same case as the first steps of this result.
  /// @return number of copied steps
  /// @throws InputError if the objects of the earlier result differ
  int copySteps(const io::Hdf5File& earlier, double before);

  /// Returns the HDF5 file, for other data.
  io::Hdf5File& file() { return file_; }

  /// Makes all data written so far readable in the HDF5 file of a growing result, also after any
  /// later failure. The first call gives the files their final names, together with `others`: all
  /// or none. The .xdmf is rewritten, with all steps, when the number of steps has grown by an
  /// eighth, so that its cost per step does not grow with the number of steps, and at the end of
  /// the result.
  void flush(const std::vector<io::PartialFile*>& others = {});
  /// Returns true if the files have their final names.
  bool isPublished() const { return file_.isPublished(); }

  /// Gives the files their final names, all or none, together with the texts `beside` and, if
  /// flush() was not called, `others`. Until then an older result of the same name is unchanged.
  void commit(const std::vector<io::NamedText>& beside = {}, const std::vector<io::PartialFile*>& others = {});

 private:
  struct CellBlockOutput {
    std::size_t index;  // Index of the block in the mesh.
    std::string type;
    io::RowOrder order;
    io::XdmfGrid grid;                  // Grid without fields.
    std::vector<io::XdmfField> fields;  // Fields of the current step.
  };
  struct ObjectOutput {
    std::string name;
    io::RowOrder nodes;
    std::vector<CellBlockOutput> blocks;
    std::vector<io::XdmfField> fields;  // Nodal fields of the current step.
  };

  void writeBlock(ObjectOutput& object, const mesh::Mesh& mesh, std::size_t index);
  ObjectOutput& find(const std::string& object);
  void requireSameMeshes(const io::Hdf5File& earlier) const;
  void copyFields(const io::Hdf5File& earlier, const std::string& step, ObjectOutput& object);
  std::string copyRows(const io::Hdf5File& earlier, const std::string& from, const std::string& to, int& columns);
  void endStep();
  void listStep(const io::XdmfStep& step);
  std::vector<io::NamedText> xdmfTexts(std::size_t num_steps) const;

  base::Communicator comm_;
  std::string stem_;
  io::Hdf5File file_;
  std::vector<ObjectOutput> objects_;
  /// XDMF file and its contents: the first one lists all grids, each further one a single grid of
  /// several.
  struct Listing {
    std::string path;
    io::XdmfSeries series;
  };
  std::vector<Listing> listings_;
  double time_ = 0.0;  // Time of the current step.
  int num_steps_ = 0;
  // Numbers of steps in the HDF5 file and the .xdmf on disk.
  std::size_t num_flushed_ = 0, num_listed_ = 0;
  std::string step_path_;
  bool in_step_ = false;
};

}  // namespace tenon::simulation
