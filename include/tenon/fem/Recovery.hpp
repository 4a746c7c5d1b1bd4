#pragma once
#include <Eigen/Core>
#include <map>
#include <vector>

#include "tenon/fem/CellIntegrator.hpp"
#include "tenon/fem/Tensor.hpp"

namespace tenon::fem {

/// Stress and strain of one object for output: a mean per cell, and values at nodes.
///
/// A cell's values at its quadrature points are fitted by linear functions (least squares with the rule's weights) and
/// evaluated at its nodes; a node gets the plain mean over the cells around it. That mean runs over all cells of the
/// object, whatever their material: where materials meet, cell values show the jump and nodal ones do not.
/// Nodal values are complete on owned nodes, because their cells are all known here; those of ghosts are not.
/// Six components in VTK's order XX YY ZZ XY YZ XZ; shear strain is the tensor's, eps_xy = (du_x/dy + du_y/dx) / 2.
class Recovery {
 public:
  /// What else is recovered beside stress and strain.
  enum class Besides { nothing, deformation };
  explicit Recovery(const Domain& domain, Besides besides = Besides::nothing);

  /// One quantity, [.. x columns]: 6 of stress and strain.
  struct Field {
    std::vector<double> nodes;               ///< [local nodes x columns]
    std::vector<std::vector<double>> cells;  ///< [blocks of the mesh][cells x columns]; empty for faces, lines, points
    int columns = 6;
  };
  /// The object.
  const Domain& domain() const { return domain_; }
  const Field& stress() const { return stress_; }
  const Field& strain() const { return strain_; }
  /// Columns [first, first + count) of what addDeformation() is given: F row by row, J = det F, the invariants I_1, I_2
  /// and I_3 of C = F^T F, the energy per volume at rest, the equivalent plastic strain.
  Field deformation(int first, int count) const;
  enum Column {
    gradient = 0,
    volume_ratio = 9,
    invariants = 10,
    energy_density = 13,
    plastic_strain = 14,
    num_columns = 15
  };
  bool wantsDeformation() const { return besides_ == Besides::deformation; }
  /// Whether a contributor on this rank has added any.
  bool hasDeformation() const { return has_deformation_; }
  /// Von Mises stress of the averaged stress at nodes, [local nodes].
  std::vector<double> vonMisesAtNodes() const;
  /// Of the mean stress of the cells of each block, [blocks][cells].
  std::vector<std::vector<double>> vonMisesOfCells() const;

  /// For contributors: one cell with its stress and strain at the points of its stiffness rule. `measures`: weight
  /// times volume of each point.
  void addCell(const RegionPart& part, base::LocalIndex cell, const std::vector<double>& measures,
               const std::vector<Tensor<double>>& stress, const std::vector<Tensor<double>>& strain);
  /// What is beside a stress that another contributor gives, strain and all: a pressure that keeps the volume.
  void addStress(const RegionPart& part, base::LocalIndex cell, const std::vector<double>& measures,
                 const std::vector<Tensor<double>>& stress) {
    add(stress_, part, cell, measures, stress);
  }
  /// At the points of one cell.
  struct Deformation {
    std::vector<Tensor<double>> gradients;  ///< of the displacement
    std::vector<double> energies;           ///< per volume at rest
    std::vector<double> plastic_strains;    ///< equivalent ones; 0 of what does not yield
  };
  /// For contributors that also call addCell(), where wantsDeformation().
  void addDeformation(const RegionPart& part, base::LocalIndex cell, const std::vector<double>& measures,
                      const Deformation& of_points);
  /// Divides the nodal sums by the number of cells; once, after all contributors.
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
  Besides besides_;
  bool has_deformation_ = false;
  Field stress_, strain_, deformation_;
  std::vector<int> num_cells_;                               // [local nodes] cells around a node
  std::map<mesh::CellType, Eigen::MatrixXd> extrapolation_;  // [nodes of the cell x points]
};

/// A force field that has stress and strain.
class Recoverable {
 public:
  virtual ~Recoverable() = default;
  virtual void addStress(Recovery& recovery) const = 0;
};

/// Adds what every force field of `forces` has that is Recoverable. Not collective.
template <class Forces>
void addStresses(const Forces& forces, Recovery& recovery) {
  for (const auto& force : forces)
    if (const auto* source = dynamic_cast<const Recoverable*>(&*force)) source->addStress(recovery);
}

/// Recovers from these force fields alone. Not collective.
template <class Forces>
Recovery recover(const Domain& domain, const Forces& forces) {
  Recovery recovery(domain);
  addStresses(forces, recovery);
  recovery.average();
  return recovery;
}

/// sqrt(3/2 s : s), s the deviator of `stress` (6 components, VTK's order).
double vonMises(const double* stress);

/// Matrix [nodes x points] that takes values at the points of the stiffness rule of a cell type to its nodes, by the
/// best fit of the shape functions of its vertices. With one point: a constant.
Eigen::MatrixXd extrapolationToNodes(mesh::CellType type);

}  // namespace tenon::fem
