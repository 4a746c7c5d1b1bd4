// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "tenon/base/Expression.hpp"
#include "tenon/fem/CellIntegrator.hpp"
#include "tenon/fem/Domain.hpp"

namespace tenon::fem {

/// Source of a field that may vary in space and time, as specified in a case file: numbers or
/// expressions, or a file with values for all nodes or all elements. The file is either a CSV file,
/// or an HDF5 file with a dataset whose rows follow the order of the nodes or elements in the mesh
/// file.
struct FieldSource {
  std::array<std::optional<base::Expression>, 3> components;  ///< expressions of the components; empty if not given
  std::string csv,                                            ///< path of the CSV file; empty if there is none
      hdf5;                                                   ///< path of the HDF5 file; empty if there is none
  std::string dataset;                                        ///< name of the dataset in the HDF5 file
  bool is_elementwise = false;                                ///< true if the dataset has one row for each element
  /// Returns the value in a cell, from the number of the element and the mean of the field over the
  /// cell; empty for the mean itself. Only constants of materials support it.
  std::function<double(std::int64_t element, double mean)> change{};

  /// Returns true if the values are read from a file.
  bool isFile() const { return !csv.empty() || !hdf5.empty(); }
  /// Returns true if a file or at least one component is given.
  bool isGiven() const { return isFile() || components[0] || components[1] || components[2]; }
};

/// Source of a vector field. In a case file it is written as a list [1, "2 * y", 0], as a map {y:
/// "2 * t"}, as {csv: file} with a column `node` or `element` and the columns x, y, z, or as {hdf5:
/// file, nodes: dataset} or {hdf5: file, elements: dataset} with 3 columns (2 in plane problems).
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

/// Source of a scalar field. In a case file it is written as a number 20, as an expression "20 +
/// x", as {csv: file} with a column `node` or `element` and the column `value`, or as {hdf5: file,
/// nodes: dataset} or {hdf5: file, elements: dataset} with 1 column.
struct ScalarSource : FieldSource {
  /// Constructs a source without a value.
  ScalarSource() = default;
  /// Constructs the source of a uniform field.
  ScalarSource(double value) { components[0] = value; }
};

/// Sources of the fibre and sheet directions of a material, as given in a case file. A source is
/// empty if its direction is not given.
struct FibreSources {
  VectorSource fibre,         ///< directions along the fibres
      sheet;                  ///< directions across the fibres within the sheet
  bool needs_fibres = false;  ///< true if the material model requires fibre directions
};

/// Reads the source of a vector field from a case file. Paths are relative to the folder that
/// contains the case file.
/// @throws InputError for unknown keys, a malformed expression, a list of the wrong length, or an
///   `hdf5` file without exactly one of the keys `nodes` and `elements`; the message gives the line
///   of the case file
void readValue(const base::CaseNode& node, VectorSource& source);
/// Reads the source of a scalar field from a case file. Paths are relative to the folder that
/// contains the case file.
/// @throws InputError for unknown keys, a malformed expression, or an `hdf5` file without exactly
///   one of the keys `nodes` and `elements`; the message gives the line of the case file
void readValue(const base::CaseNode& node, ScalarSource& source);
/// Returns a description of the source of a vector field for messages: its components or its file.
std::string printValue(const VectorSource& source);
/// Returns a description of the source of a scalar field for messages: its value or its file.
std::string printValue(const ScalarSource& source);
/// Returns the type name of the source of a vector field, for help texts.
inline const char* typeName(const VectorSource*) {
  return "[x, y, z] of numbers or expressions, or {csv: file}, {hdf5: file, nodes|elements: dataset}";
}
/// Returns the type name of the source of a scalar field, for help texts.
inline const char* typeName(const ScalarSource*) {
  return "number, expression, or {csv: file}, {hdf5: file, nodes|elements: dataset}";
}

/// Vector or scalar field on the cells of a region or at some nodes of an object. Nodal values from
/// a file are interpolated within cells by the shape functions. Element values from a file are
/// constant in each element. Components that are not given are 0.
class Field {
 public:
  /// Constructs a vector field on the cells of a region.
  /// @param source  expressions or file that define the field
  /// @param domain  object to which the region belongs
  /// @param region  region on which the field is evaluated
  /// @param context  name of the contributor, for error messages
  /// @throws InputError if the file is malformed or does not match the mesh, if the value of a node
  ///   or element is missing, or if the z component in a plane problem is not the number 0
  /// @throws FileError if the file cannot be read
  /// @note Collective.
  Field(const VectorSource& source, const Domain& domain, const Region& region, const std::string& context);
  /// Constructs a scalar field on the cells of a region. Its value is component 0.
  /// @param source  expression or file of the field
  /// @param domain  object to which the region belongs
  /// @param region  region on which the field is evaluated
  /// @param context  name of the contributor, for error messages
  /// @throws InputError if the file is malformed or does not match the mesh, or if the value of a
  ///   node or element is missing
  /// @throws FileError if the file cannot be read
  /// @note Collective.
  Field(const ScalarSource& source, const Domain& domain, const Region& region, const std::string& context);
  /// Constructs a vector field at local nodes. Such a field can be evaluated only by atNode().
  /// @param source  expressions or file that define the field
  /// @param domain  object to which the nodes belong
  /// @param nodes  local nodes at which the field is evaluated
  /// @param context  name of the contributor, for error messages
  /// @throws InputError if the file is malformed or does not match the mesh, if it contains element
  ///   values, if the value of a node is missing, or if the z component in a plane problem is not
  ///   the number 0
  /// @throws FileError if the file cannot be read
  /// @note Collective.
  Field(const VectorSource& source, const Domain& domain, const std::vector<LocalIndex>& nodes,
        const std::string& context);

  /// Returns the value of a scalar field in a cell whose mean value is known; see
  /// FieldSource::change.
  double inCell(const RegionPart& part, LocalIndex cell, double mean) const;
  /// Returns true if the field is given by numbers and is therefore independent of position and
  /// time. Fields that are read from files are never considered constant.
  bool isConstant() const;
  /// Returns the value of a field for which isConstant() is true.
  base::Vec3 constant() const;
  /// Returns true if a component is given by an expression or by a column of the file.
  bool has(int component) const { return given_[static_cast<std::size_t>(component)]; }

  /// Returns the value of a component at a local node.
  /// @param component  0 to 2 for x, y and z; 0 for a scalar field
  /// @param node  local node of the object
  /// @param time  value of t in expressions [time]
  /// @return value in the unit of the field; 0 if the component is not given
  /// @note Not collective.
  double atNode(int component, LocalIndex node, double time) const;
  /// Returns the value of a component at a quadrature point of a cell.
  /// @param component  0 to 2 for x, y and z; 0 for a scalar field
  /// @param part  part of the region for which the field was constructed
  /// @param cell  number of the cell in the part
  /// @param point  geometry of the quadrature point
  /// @param time  value of t in expressions [time]
  /// @return value in the unit of the field; 0 if the component is not given
  /// @note Not collective.
  double at(int component, const RegionPart& part, LocalIndex cell, const PointGeometry& point, double time) const;
  /// Returns the three components at a quadrature point of a cell.
  /// @param part  part of the region for which the field was constructed
  /// @param cell  number of the cell in the part
  /// @param point  geometry of the quadrature point
  /// @param time  value of t in expressions [time]
  /// @return components in the unit of the field; 0 for components that are not given
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

/// Returns the local nodes of all cells in a region, including ghost cells, in ascending order.
/// @note Not collective.
std::vector<LocalIndex> nodesOf(const Region& region);

}  // namespace tenon::fem
