// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <Eigen/Core>
#include <map>
#include <vector>

#include "tenon/fem/CellIntegrator.hpp"
#include "tenon/fem/Tensor.hpp"

namespace tenon::fem {

/// Stress and strain of one object for output, with a mean value for each cell and nodal values.
///
/// The values at the quadrature points of a cell are fitted by linear functions (least squares with
/// the weights of the rule), which are evaluated at the nodes of the cell. The nodal value is the
/// arithmetic mean over the adjacent cells. The mean includes all cells of the object, regardless
/// of their material: at material interfaces cell values show the jump and nodal values do not.
///
/// Nodal values are complete on owned nodes, because all adjacent cells of these nodes are present.
/// Values of ghost nodes are incomplete. Tensors have six components in VTK's order XX YY ZZ XY YZ
/// XZ. Shear strains are tensor components, eps_xy = (du_x/dy + du_y/dx) / 2.
class Recovery {
 public:
  /// Quantities to be recovered: stress and strain, or also the deformation.
  enum class Content {
    stress,                 ///< stress and strain
    stress_and_deformation  ///< stress, strain and the quantities of deformation()
  };
  /// Constructs a recovery without contributions.
  /// @param domain  object, which must outlive the recovery
  /// @param content  quantities to be recovered
  /// @note Not collective.
  explicit Recovery(const Domain& domain, Content content = Content::stress);

  /// Nodal and cell values of one quantity, with 6 columns for stress and strain.
  struct Field {
    std::vector<double> nodes;  ///< nodal values, [local nodes x columns]
    /// Cell values, [blocks of the mesh][cells x columns]; empty for blocks of cells with a lower
    /// dimension than the problem.
    std::vector<std::vector<double>> cells;
    int columns = 6;  ///< number of columns of the quantity
  };
  /// Returns the object whose stress and strain are recovered.
  const Domain& domain() const { return domain_; }
  /// Returns the Cauchy stress, 6 columns [force/length²].
  const Field& stress() const { return stress_; }
  /// Returns the strain, 6 columns.
  const Field& strain() const { return strain_; }
  /// Returns the columns [first, first + count) of the quantities of addDeformation(): F row by
  /// row, J = det F, the invariants I_1, I_2 and I_3 of C = F^T F, the energy per reference volume,
  /// and the equivalent plastic strain. See Column.
  /// @param first  first column, a value of Column
  /// @param count  number of columns
  /// @return values with `count` columns; empty if the content is Content::stress
  /// @note Not collective.
  Field deformation(int first, int count) const;
  /// First column of each quantity of deformation().
  enum Column {
    gradient = 0,         ///< deformation gradient F, 9 columns
    volume_ratio = 9,     ///< volume ratio J = det F
    invariants = 10,      ///< I_1, I_2 and I_3 of C, 3 columns
    energy_density = 13,  ///< energy per reference volume [force/length²]
    plastic_strain = 14,  ///< equivalent plastic strain
    num_columns = 15      ///< number of columns of all quantities
  };
  /// Returns true if contributors must call addDeformation().
  bool needsDeformation() const { return content_ == Content::stress_and_deformation; }
  /// Returns true if a contributor on this rank has called addDeformation().
  bool hasDeformation() const { return has_deformation_; }
  /// Returns the von Mises stress of the averaged nodal stress, [local nodes] [force/length²].
  /// Called after average().
  std::vector<double> vonMisesAtNodes() const;
  /// Returns the von Mises stress of the mean stress of the cells of each block, [blocks][cells]
  /// [force/length²].
  std::vector<std::vector<double>> vonMisesOfCells() const;

  /// Adds the stress and strain of one cell at the points of its stiffness rule. Called by
  /// contributors.
  /// @param part  part of the region that contains the cell
  /// @param cell  number of the cell in the part
  /// @param measures  [points] weight times volume of each point
  /// @param stress  [points] Cauchy stress, symmetric [force/length²]
  /// @param strain  [points] strain, symmetric
  /// @note Not collective.
  void addCell(const RegionPart& part, base::LocalIndex cell, const std::vector<double>& measures,
               const std::vector<Tensor<double>>& stress, const std::vector<Tensor<double>>& strain);
  /// Adds a stress without strain to the stress of another contributor, such as the pressure of an
  /// incompressibility constraint.
  /// @param part  part of the region that contains the cell
  /// @param cell  number of the cell in the part
  /// @param measures  [points] weight times volume of each point
  /// @param stress  [points] Cauchy stress, symmetric [force/length²]
  /// @note Not collective.
  void addStress(const RegionPart& part, base::LocalIndex cell, const std::vector<double>& measures,
                 const std::vector<Tensor<double>>& stress) {
    add(stress_, part, cell, measures, stress);
  }
  /// Deformation at the points of one cell.
  struct Deformation {
    std::vector<Tensor<double>> gradients;  ///< displacement gradients, [points]
    std::vector<double> energies;           ///< energies per reference volume, [points] [force/length²]
    std::vector<double> plastic_strains;    ///< equivalent plastic strains, [points]; 0 without plasticity
  };
  /// Adds the deformation of one cell. Called by contributors that also call addCell(), if
  /// needsDeformation() is true.
  /// @param part  part of the region that contains the cell
  /// @param cell  number of the cell in the part
  /// @param measures  [points] weight times volume of each point
  /// @param of_points  deformation at the points of the stiffness rule of the cell
  /// @note Not collective.
  void addDeformation(const RegionPart& part, base::LocalIndex cell, const std::vector<double>& measures,
                      const Deformation& of_points);
  /// Divides the nodal sums by the number of cells. Called once, after all contributors.
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

/// Interface of force fields that provide stress and strain.
class StressSource {
 public:
  virtual ~StressSource() = default;
  /// Adds the stress and strain of all cells of this force field to `recovery`, ghost cells
  /// included. Calls Recovery::addCell() for each cell, and Recovery::addDeformation() if
  /// Recovery::needsDeformation() is true.
  /// @note Not collective.
  virtual void addStress(Recovery& recovery) const = 0;
};

/// Adds the stresses and strains of all force fields that implement StressSource.
/// @param forces  range of pointers to force fields of one object
/// @param recovery  recovery of the same object
/// @note Not collective.
template <class Forces>
void addStresses(const Forces& forces, Recovery& recovery) {
  for (const auto& force : forces)
    if (const auto* source = dynamic_cast<const StressSource*>(&*force)) source->addStress(recovery);
}

/// Returns the recovered stress and strain of an object.
/// @param domain  object, which must outlive the result
/// @param forces  range of pointers to the force fields of the object
/// @return averaged values
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

/// Returns the matrix that extrapolates values at the points of the stiffness rule of a cell type
/// to its nodes, by a least-squares fit of the shape functions of its vertices with the weights of
/// the rule. With one point the fit is a constant.
/// @return [nodes × points]
/// @see Hinton and Campbell, International Journal for Numerical Methods in Engineering 8, 1974
Eigen::MatrixXd extrapolationToNodes(mesh::CellType type);

}  // namespace tenon::fem
