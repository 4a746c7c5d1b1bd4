#pragma once
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "tenon/base/Expression.hpp"
#include "tenon/fem/CellIntegrator.hpp"
#include "tenon/fem/Domain.hpp"

namespace tenon::fem {

/// What a case says of a field that varies in space and time: numbers and expressions, or the name of a file that has a
/// value for each node or for each element: a CSV file, or an HDF5 file whose dataset has a row for each, in the order
/// of the mesh file.
struct FieldSource {
  std::array<std::optional<base::Expression>, 3> components;  ///< those that are given
  std::string csv, hdf5;                                      ///< path; empty where there is none
  std::string dataset;                                        ///< of the HDF5 file
  bool is_of_elements = false;                                ///< of the dataset

  bool isFile() const { return !csv.empty() || !hdf5.empty(); }
  bool isGiven() const { return isFile() || components[0] || components[1] || components[2]; }
};

/// A field with the components x, y and z: [1, "2 * y", 0], {y: "2 * t"}, {csv: file} with the columns node or element,
/// x, y, z, or {hdf5: file, nodes: dataset} or {hdf5: file, elements: dataset} of 3 columns, 2 in the plane.
struct VectorSource : FieldSource {
  VectorSource() = default;
  VectorSource(double x, double y, double z) { components = {x, y, z}; }
  template <class Derived>
  VectorSource(const Eigen::MatrixBase<Derived>& vector) : VectorSource(base::Vec3(vector)) {}
  VectorSource(const base::Vec3& v) : VectorSource(v[0], v[1], v[2]) {}
};

/// A field with one value: 20, "20 + x", {csv: file} with the columns node or element, value, or {hdf5: file, nodes:
/// dataset} or {hdf5: file, elements: dataset} of 1 column.
struct ScalarSource : FieldSource {
  ScalarSource() = default;
  ScalarSource(double value) { components[0] = value; }
};

// Fields as parameters.
void readValue(const base::CaseNode& node, VectorSource& source);
void readValue(const base::CaseNode& node, ScalarSource& source);
std::string printValue(const VectorSource& source);
std::string printValue(const ScalarSource& source);
inline const char* typeName(const VectorSource*) {
  return "[x, y, z] of numbers or expressions, or {csv: file}, {hdf5: file, nodes|elements: dataset}";
}
inline const char* typeName(const ScalarSource*) {
  return "number, expression, or {csv: file}, {hdf5: file, nodes|elements: dataset}";
}

/// A field over cells of an object, or over some of its nodes; its components x, y, z, or one value. What a file
/// gives at nodes is interpolated in cells by their shape functions, what it gives in elements is constant there.
/// Components that are not given are 0.
class Field {
 public:
  /// Collective. In the cells of a region. InputError, which begins with `wanted_by` or with the file, for a node or an
  /// element without a value and for lines that are no rows; FileError for a file that cannot be read.
  Field(const VectorSource& source, const Domain& domain, const Region& region, const std::string& wanted_by);
  Field(const ScalarSource& source, const Domain& domain, const Region& region, const std::string& wanted_by);
  /// The same at local nodes, for atNode() alone.
  Field(const VectorSource& source, const Domain& domain, const std::vector<LocalIndex>& nodes,
        const std::string& wanted_by);

  bool isConstant() const;
  /// Its value where it is constant.
  base::Vec3 constant() const;
  /// Whether a component is given. Of a file: whether it has that column.
  bool has(int component) const { return given_[static_cast<std::size_t>(component)]; }

  double atNode(int component, LocalIndex node, double time) const;
  /// At a point of a cell of a part of the region.
  double at(int component, const RegionPart& part, LocalIndex cell, const PointGeometry& point, double time) const;
  base::Vec3 vectorAt(const RegionPart& part, LocalIndex cell, const PointGeometry& point, double time) const {
    return {at(0, part, cell, point, time), at(1, part, cell, point, time), at(2, part, cell, point, time)};
  }

 private:
  void readHdf5(const std::vector<std::string>& columns, const Region* region, const std::string& wanted_by);
  Field(const FieldSource& source, const std::vector<std::string>& columns, const Domain& domain,
        const std::vector<LocalIndex>& nodes, const Region* region, const std::string& wanted_by);
  void requireInPlane(const std::string& wanted_by) const;

  FieldSource source_;
  Domain domain_;
  std::array<bool, 3> given_{};
  std::vector<double> nodal_;                // [local nodes x 3], of a file of nodes
  std::vector<double> of_cells_;             // [cells x 3], of a file of elements
  std::vector<std::size_t> first_of_block_;  // of of_cells_, by block of the mesh
};

/// Local nodes of the cells of a region, ascending.
std::vector<LocalIndex> nodesOf(const Region& region);

}  // namespace tenon::fem
