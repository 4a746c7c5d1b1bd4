#pragma once
#include <string>
#include <vector>

#include "tenon/base/algebra.hpp"
#include "tenon/io/Hdf5File.hpp"
#include "tenon/io/RowOrder.hpp"
#include "tenon/io/Xdmf.hpp"
#include "tenon/mesh/Mesh.hpp"

namespace tenon::simulation {

using base::LocalIndex;

/// Results in `<stem>.h5`, with `<stem>.xdmf` beside it for ParaView. Where there are several blocks of cells, each has
/// an .xdmf of its own as well, `<stem>.<object>.<cell type>.xdmf`, for readers that take one grid only (meshio).
///
/// Everything stands in the order of the mesh files, so that any number of ranks writes the same. Layout of the file:
///   /meshes/<object>/points [nodes, 3], tags [nodes]
///   /meshes/<object>/<cell type>/cells [cells, nodes of a cell], tags [cells]      node order of VTK
///   /steps/<kkkk>/<object>/<field> [nodes, components]
///   /steps/<kkkk>/<object>/<cell type>/<field> [cells, components]
/// Vectors have 3 components, symmetric tensors 9. All members are collective; errors are FileError.
class ResultFile {
 public:
  /// Nothing of an older result is touched before commit(), or the first flush() of a growing one.
  ResultFile(const base::Communicator& comm, const std::string& stem,
             io::PartialFile::Use use = io::PartialFile::Use::once);
  ResultFile(const ResultFile&) = delete;
  ResultFile& operator=(const ResultFile&) = delete;
  /// Lists the last steps of a growing result in its .xdmf, whatever has ended the run. Not collective.
  ~ResultFile();

  void addMesh(const std::string& object, const mesh::Mesh& mesh);
  /// Adds a table to an object's mesh: rows of `columns` numbers, those of this rank's owned nodes. @note Collective.
  void addToMesh(const std::string& object, const std::string& table, const std::vector<double>& owned, int columns);
  /// Adds a table to an object's mesh that belongs to no nodes; the root has all of it. @note Collective.
  void addToMesh(const std::string& object, const std::string& table, const std::vector<base::Vec3>& of_root);
  void beginStep(double time);
  /// Name of the present step's group, <kkkk>.
  std::string stepName() const { return step_path_.substr(step_path_.rfind('/') + 1); }

  /// `owned`: [owned nodes x columns], row by row. Vectors in the plane (2 columns) are padded to 3; 6 columns
  /// (XX YY ZZ XY YZ XZ) become the 9 of a tensor.
  void writeNodes(const std::string& object, const std::string& field, const std::vector<double>& owned, int columns);
  /// `owned`: by block of the mesh, [owned cells x columns]; blocks of lower dimension are passed over.
  void writeCells(const std::string& object, const std::string& field, const std::vector<std::vector<double>>& owned,
                  int columns);

  /// Of the results of an earlier run of the same case: all steps before a time, fields and multipliers, as the first
  /// ones here; how many there are. InputError where its objects are others.
  int carryOver(const io::Hdf5File& earlier, double before);

  /// The HDF5 file, for whatever else belongs into it.
  io::Hdf5File& file() { return file_; }

  /// Makes readers of a growing result find all that was written so far in the HDF5 file, also after any later failure.
  /// With the first call the files get their names, together with `others`: all or none. The .xdmf is written anew when
  /// the number of steps has grown by an eighth, so that its cost per step does not grow with their number; it then
  /// lists all steps, as it does when the result ends.
  void flush(const std::vector<io::PartialFile*>& others = {});
  bool isPublished() const { return file_.isPublished(); }

  /// Gives the files their names, all or none; other texts `beside` them, and `others` where there has been no flush(),
  /// too. Until then an older result of that name stays whole.
  void commit(const std::vector<io::NamedText>& beside = {}, const std::vector<io::PartialFile*>& others = {});

 private:
  struct Block {
    std::size_t index;  // in the mesh
    std::string type;
    io::RowOrder order;
    io::XdmfGrid grid;                  // without fields
    std::vector<io::XdmfField> fields;  // of the present step
  };
  struct Object {
    std::string name;
    io::RowOrder nodes;
    std::vector<Block> blocks;
    std::vector<io::XdmfField> fields;  // of the present step, on nodes
  };

  void writeBlock(Object& object, const mesh::Mesh& mesh, std::size_t index);
  Object& find(const std::string& object);
  void requireSameMeshes(const io::Hdf5File& earlier) const;
  void copyFields(const io::Hdf5File& earlier, const std::string& step, Object& object);
  std::string copyRows(const io::Hdf5File& earlier, const std::string& from, const std::string& to, int& columns);
  void endStep();
  void listStep(const io::XdmfStep& step);
  std::vector<io::NamedText> xdmfTexts(std::size_t num_steps) const;

  base::Communicator comm_;
  std::string stem_;
  io::Hdf5File file_;
  std::vector<Object> objects_;
  /// An .xdmf and what it lists: the first one all grids, each further one a single grid of several.
  struct Listing {
    std::string path;
    io::XdmfSeries series;
  };
  std::vector<Listing> listings_;
  double time_ = 0.0;  // of the present step
  int num_steps_ = 0;
  std::size_t num_flushed_ = 0, num_listed_ = 0;  // steps that the HDF5 file and the .xdmf on the disk have
  std::string step_path_;
  bool in_step_ = false;
};

}  // namespace tenon::simulation
