// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "tenon/base/Expression.hpp"
#include "tenon/fem/CellIntegrator.hpp"
#include "tenon/fem/Domain.hpp"

namespace tenon::fem {

/// Source of a field that varies in space and time, as given in a case file: numbers and
/// expressions, or a file with one value for each node or each element. The file is a CSV file, or
/// an HDF5 file with a dataset that has one row for each node or element in the order of the mesh
/// file.
struct FieldSource {
  std::array<std::optional<base::Expression>, 3> components;  ///< given components; the others are empty
  std::string csv,                                            ///< path of the CSV file; empty if there is none
      hdf5;                                                   ///< path of the HDF5 file; empty if there is none
  std::string dataset;                                        ///< name of the dataset in the HDF5 file
  bool is_elementwise = false;                                ///< true if the dataset has one row for each element

  /// Returns true if the values are read from a file.
  bool isFile() const { return !csv.empty() || !hdf5.empty(); }
  /// Returns true if a file or at least one component is given.
  bool isGiven() const { return isFile() || components[0] || components[1] || components[2]; }
};

/// Source of a field with the components x, y and z: [1, "2 * y", 0], {y: "2 * t"}, {csv: file}
/// with the columns node or element, x, y, z, or {hdf5: file, nodes: dataset} or {hdf5: file,
/// elements: dataset} with 3 columns (2 in plane problems).
struct VectorSource : FieldSource {
  /// Constructs a source without components.
  VectorSource() = default;
  /// Constructs the source of a uniform field with the components x, y and z.
  VectorSource(double x, double y, double z) { components = {x, y, z}; }
  /// Constructs the source of a uniform field from a vector with three components.
  template <class Derived>
  VectorSource(const Eigen::MatrixBase<Derived>& vector) : VectorSource(base::Vec3(vector)) {}
  /// Constructs the source of a uniform field from a vector.
  VectorSource(const base::Vec3& v) : VectorSource(v[0], v[1], v[2]) {}
};

/// Source of a scalar field: 20, "20 + x", {csv: file} with the columns node or element, value, or
/// {hdf5: file, nodes: dataset} or {hdf5: file, elements: dataset} with 1 column.
struct ScalarSource : FieldSource {
  /// Constructs a source without a value.
  ScalarSource() = default;
  /// Constructs the source of a uniform field.
  ScalarSource(double value) { components[0] = value; }
};

/// Reads a source of a vector field from a case file. Paths are relative to the folder of the case.
/// @throws InputError, whose message gives the line of the case, for unknown keys, a malformed
///   expression, and an `hdf5` file without exactly one of `nodes` and `elements`.
void readValue(const base::CaseNode& node, VectorSource& source);
/// Reads a source of a scalar field from a case file. Paths are relative to the folder of the case.
/// @throws InputError as for a vector field.
void readValue(const base::CaseNode& node, ScalarSource& source);
/// Returns a source of a vector field in the notation of case files.
std::string printValue(const VectorSource& source);
/// Returns a source of a scalar field in the notation of case files.
std::string printValue(const ScalarSource& source);
/// Returns the type name of a source of a vector field, for help texts.
inline const char* typeName(const VectorSource*) {
  return "[x, y, z] of numbers or expressions, or {csv: file}, {hdf5: file, nodes|elements: dataset}";
}
/// Returns the type name of a source of a scalar field, for help texts.
inline const char* typeName(const ScalarSource*) {
  return "number, expression, or {csv: file}, {hdf5: file, nodes|elements: dataset}";
}

/// Field over the cells of an object or over some of its nodes, with the components x, y, z or one
/// value. Values that a file gives at nodes are interpolated in cells by the shape functions.
/// Values that a file gives for elements are constant in each element. Components that are not
/// given are 0.
class Field {
 public:
  /// Constructs a field in the cells of a region.
  ///
  /// @param source  expressions or file of the field
  /// @param domain  object of the field
  /// @param region  region of the cells
  /// @param context  name of the contributor, with which messages begin
  /// @throws InputError, whose message starts with `context` or the file name, if a node or element
  ///   has no value, if a line of the file is malformed, or if a z component other than 0 is given
  ///   for a plane problem.
  /// @throws FileError if a file cannot be read.
  /// @note Collective.
  Field(const VectorSource& source, const Domain& domain, const Region& region, const std::string& context);
  /// Constructs a scalar field in the cells of a region. Its value is component 0.
  /// @throws InputError and FileError as for a vector field.
  /// @note Collective.
  Field(const ScalarSource& source, const Domain& domain, const Region& region, const std::string& context);
  /// Constructs a field at local nodes, for atNode() only.
  /// @param source  expressions or file of the field
  /// @param domain  object of the field
  /// @param nodes  local nodes at which the field is evaluated
  /// @param context  name of the contributor, with which messages begin
  /// @throws InputError as the constructor for cells, and if the file contains values of elements.
  /// @throws FileError if a file cannot be read.
  /// @note Collective.
  Field(const VectorSource& source, const Domain& domain, const std::vector<LocalIndex>& nodes,
        const std::string& context);

  /// Returns true if the field depends neither on position nor on time.
  bool isConstant() const;
  /// Returns the value of a field for which isConstant() is true.
  base::Vec3 constant() const;
  /// Returns true if a component is given; for a file, if the file has that column.
  bool has(int component) const { return given_[static_cast<std::size_t>(component)]; }

  /// Returns the value of a component at a local node.
  /// @param component  0 to 2 for x, y and z; 0 for a scalar field
  /// @param node  local node of the object
  /// @param time  time t of expressions [time]
  /// @return value in the unit of the field; 0 if the component is not given
  /// @note Not collective.
  double atNode(int component, LocalIndex node, double time) const;
  /// Returns the value of a component at a point of a cell of a part of the region.
  /// @param component  0 to 2 for x, y and z; 0 for a scalar field
  /// @param part  part of the region for which the field was constructed
  /// @param cell  number of the cell in the part
  /// @param point  geometry of the point
  /// @param time  time t of expressions [time]
  /// @return value in the unit of the field; 0 if the component is not given
  /// @note Not collective.
  double at(int component, const RegionPart& part, LocalIndex cell, const PointGeometry& point, double time) const;
  /// Returns the three components at a point of a cell of a part of the region.
  /// @param part  part of the region for which the field was constructed
  /// @param cell  number of the cell in the part
  /// @param point  geometry of the point
  /// @param time  time t of expressions [time]
  /// @return components in the unit of the field; 0 where a component is not given
  /// @note Not collective.
  base::Vec3 vectorAt(const RegionPart& part, LocalIndex cell, const PointGeometry& point, double time) const {
    return {at(0, part, cell, point, time), at(1, part, cell, point, time), at(2, part, cell, point, time)};
  }

 private:
  void readHdf5(const std::vector<std::string>& columns, const Region* region, const std::string& context);
  Field(const FieldSource& source, const std::vector<std::string>& columns, const Domain& domain,
        const std::vector<LocalIndex>& nodes, const Region* region, const std::string& context);
  void requireInPlane(const std::string& context) const;

  FieldSource source_;
  Domain domain_;
  std::array<bool, 3> given_{};
  std::vector<double> nodal_;               // [local nodes x 3], from a file of nodes
  std::vector<double> cell_values_;         // [cells x 3], from a file of elements
  std::vector<std::size_t> block_offsets_;  // first entry in cell_values_ of each block of the mesh
};

/// Returns the local nodes of the cells of a region, ghosts included, in ascending order.
/// @note Not collective.
std::vector<LocalIndex> nodesOf(const Region& region);

}  // namespace tenon::fem
