// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <Eigen/Core>
#include <map>
#include <vector>

#include "tenon/fem/CellIntegrator.hpp"
#include "tenon/fem/Tensor.hpp"

namespace tenon::fem {

/// Stress and strain recovery for one object. The recovered cell means and nodal values are
/// intended for output.
///
/// In each cell, the values at the quadrature points are extrapolated to the nodes by a
/// least-squares fit (see extrapolationToNodes()). A nodal value is the arithmetic mean of the
/// extrapolated values of all adjacent cells of the object, regardless of their material. Stress
/// jumps at material interfaces are therefore visible in cell values but not in nodal values.
///
/// Nodal values are complete at owned nodes, whose adjacent cells are all present on this rank, and
/// incomplete at ghost nodes. Tensors have six components in VTK's order XX YY ZZ XY YZ XZ. Shear
/// strains are tensor components, eps_xy = (du_x/dy + du_y/dx) / 2.
class Recovery {
 public:
  /// Quantities to be recovered.
  enum class Content {
    stress,                 ///< stress and strain
    stress_and_deformation  ///< stress, strain and the quantities of deformation()
  };
  /// Constructs a recovery that does not yet contain any contributions.
  /// @param domain  object, which must outlive the recovery
  /// @param content  quantities to be recovered
  /// @note Not collective.
  explicit Recovery(const Domain& domain, Content content = Content::stress);

  /// Nodal and cell values of one quantity, with 6 columns for stress and strain.
  struct Field {
    std::vector<double> nodes;  ///< nodal values, [local nodes x columns]
    /// Cell values, [blocks of the mesh][cells x columns]; empty for blocks whose cells have a
    /// lower dimension than the problem.
    std::vector<std::vector<double>> cells;
    int columns = 6;  ///< number of columns of the quantity
  };
  /// Returns the object whose stress and strain are recovered.
  const Domain& domain() const { return domain_; }
  /// Returns the Cauchy stress, 6 columns [force/length²].
  const Field& stress() const { return stress_; }
  /// Returns the strain, 6 columns.
  const Field& strain() const { return strain_; }
  /// Returns the columns [first, first + count) of the recovered deformation. The columns contain F
  /// row by row, J = det F, the invariants I_1, I_2 and I_3 of C = F^T F, the energy per reference
  /// volume, and the equivalent plastic strain; see Column.
  /// @param first  first column, a value of Column
  /// @param count  number of columns
  /// @return values with `count` columns; empty if the content is Content::stress
  /// @note Not collective.
  Field deformation(int first, int count) const;
  /// First column of each quantity in deformation().
  enum Column {
    gradient = 0,         ///< deformation gradient F, 9 columns
    volume_ratio = 9,     ///< volume ratio J = det F
    invariants = 10,      ///< I_1, I_2 and I_3 of C, 3 columns
    energy_density = 13,  ///< energy per reference volume [force/length²]
    plastic_strain = 14,  ///< equivalent plastic strain
    num_columns = 15      ///< total number of columns of all quantities
  };
  /// Returns true if contributors must call addDeformation().
  bool needsDeformation() const { return content_ == Content::stress_and_deformation; }
  /// Returns true if a contributor on this rank has called addDeformation().
  bool hasDeformation() const { return has_deformation_; }
  /// Returns the von Mises stress at the nodes, computed from the averaged stress, [local nodes]
  /// [force/length²]. Must be called after average().
  std::vector<double> vonMisesAtNodes() const;
  /// Returns the von Mises stress of each cell, computed from its mean stress, [blocks][cells]
  /// [force/length²].
  std::vector<std::vector<double>> vonMisesOfCells() const;

  /// Adds the stress and strain at the quadrature points (stiffness rule) of one cell. Called by
  /// contributors.
  /// @param part  part of the region that contains the cell
  /// @param cell  number of the cell in the part
  /// @param measures  [points] PointGeometry::measure of each point
  /// @param stress  [points] Cauchy stress, symmetric [force/length²]
  /// @param strain  [points] strain, symmetric
  /// @note Not collective.
  void addCell(const RegionPart& part, base::LocalIndex cell, const std::vector<double>& measures,
               const std::vector<Tensor<double>>& stress, const std::vector<Tensor<double>>& strain);
  /// Adds a contribution to the stress only, such as the pressure of an incompressibility
  /// constraint. Another contributor must call addCell() for the same cell.
  /// @param part  part of the region that contains the cell
  /// @param cell  number of the cell in the part
  /// @param measures  [points] PointGeometry::measure of each point
  /// @param stress  [points] Cauchy stress, symmetric [force/length²]
  /// @note Not collective.
  void addStress(const RegionPart& part, base::LocalIndex cell, const std::vector<double>& measures,
                 const std::vector<Tensor<double>>& stress) {
    add(stress_, part, cell, measures, stress);
  }
  /// Deformation at the quadrature points of one cell.
  struct Deformation {
    std::vector<Tensor<double>> gradients;  ///< displacement gradients, [points]
    std::vector<double> energies;           ///< energies per reference volume, [points] [force/length²]
    std::vector<double> plastic_strains;    ///< equivalent plastic strains, [points]; 0 without plasticity
  };
  /// Adds the deformation of one cell. If needsDeformation() is true, contributors must call this
  /// function in addition to addCell().
  /// @param part  part of the region that contains the cell
  /// @param cell  number of the cell in the part
  /// @param measures  [points] PointGeometry::measure of each point
  /// @param of_points  deformation at the quadrature points (stiffness rule) of the cell
  /// @note Not collective.
  void addDeformation(const RegionPart& part, base::LocalIndex cell, const std::vector<double>& measures,
                      const Deformation& of_points);
  /// Divides the nodal sums by the number of adjacent cells. Must be called once, after all
  /// contributors have added their values.
  /// @note Not collective.
  void average();

 private:
  using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  void prepare(Field& field, int columns);
  const Eigen::MatrixXd& extrapolation(mesh::CellType type);
  void add(Field& field, const RegionPart& part, base::LocalIndex cell, const std::vector<double>& measures,
           const std::vector<Tensor<double>>& values);
  void add(Field& field, const RegionPart& part, base::LocalIndex cell, const std::vector<double>& measures,
           const Rows& at_points);

  const Domain& domain_;
  Content content_;
  bool has_deformation_ = false;
  Field stress_, strain_, deformation_;
  std::vector<int> num_cells_;                               // [local nodes] number of cells around a node
  std::map<mesh::CellType, Eigen::MatrixXd> extrapolation_;  // [nodes of the cell x points] by cell type
};

/// Interface of force fields that provide stresses and strains for output.
class StressSource {
 public:
  virtual ~StressSource() = default;
  /// Adds the stress and strain of all cells of this force field, including ghost cells, to
  /// `recovery`. Calls Recovery::addCell() for each cell, and Recovery::addDeformation() if
  /// Recovery::needsDeformation() is true.
  /// @note Not collective.
  virtual void addStress(Recovery& recovery) const = 0;
};

/// Adds the stresses and strains of all force fields that implement StressSource to a recovery.
/// @param forces  range of pointers to force fields of one object
/// @param recovery  recovery of the same object
/// @note Not collective.
template <class Forces>
void addStresses(const Forces& forces, Recovery& recovery) {
  for (const auto& force : forces)
    if (const auto* source = dynamic_cast<const StressSource*>(&*force)) source->addStress(recovery);
}

/// Returns the recovered stresses and strains of an object.
/// @param domain  object, which must outlive the result
/// @param forces  range of pointers to the force fields of the object
/// @return recovery, on which average() has been called
/// @note Not collective.
template <class Forces>
Recovery recover(const Domain& domain, const Forces& forces) {
  Recovery recovery(domain);
  addStresses(forces, recovery);
  recovery.average();
  return recovery;
}

/// Returns the von Mises stress sqrt(3/2 s : s), where s is the deviator of the stress.
/// @param stress  [6] components in VTK's order XX YY ZZ XY YZ XZ
/// @return von Mises stress in the unit of `stress`
double vonMises(const double* stress);

/// Returns the matrix that extrapolates values from the quadrature points (stiffness rule) to the
/// nodes of a cell. The fit uses the shape functions of the first-order cell, with the weights of
/// the quadrature rule as least-squares weights. A single value is extrapolated as a constant.
/// @return [nodes × points]
/// @see Hinton and Campbell, International Journal for Numerical Methods in Engineering 8, 1974
Eigen::MatrixXd extrapolationToNodes(mesh::CellType type);

}  // namespace tenon::fem
