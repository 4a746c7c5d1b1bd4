#pragma once
#include <string>
#include <vector>

#include "tenon/base/FileName.hpp"
#include "tenon/fem/Side.hpp"
#include "tenon/force/ForceField.hpp"

namespace tenon::force {

/// A stiffness from a file: f = c K u, c a factor. What `tenon export` wrote, changed outside or not; the stiffness
/// that another program condensed; springs of any kind.
///
/// Which unknown a row and a column is, a file says that is like the export's `rows.csv` (columns row, object, node,
/// component); its unknowns may be of several objects, and need not be all of them. Without it the matrix is that of
/// one object: its nodes in the order of the mesh file, x, y and z of each.
class StoredMatrix : public ForceField {
 public:
  struct Data {
    base::FileName file, rows;
    std::string object;
    double factor = 1.0;
  };
  static void declare(base::Parameters<Data>& p);

  /// Collective. FileError for files that cannot be read; InputError where the matrix and the unknowns do not fit.
  StoredMatrix(const Data& data, const fem::FindDomain& find);

  std::string name() const override { return name_; }
  std::vector<const la::State*> states() const override { return states_; }
  void addForce(la::ForceVector& f) const override;
  void addStiffness(la::StiffnessMatrix& K) const override;
  bool isLinear() const override { return true; }
  bool isSymmetric() const override { return symmetric_; }
  /// -u . K u / 2.
  double energy() const override;
  bool knowsEnergy() const override { return symmetric_; }
  /// What a matrix does to a rigid motion comes from outside.
  bool isSupport() const override { return true; }

 private:
  /// Blocks of owned nodes of one state by nodes of another, ascending.
  struct Blocks {
    const la::State *row, *column;
    std::vector<base::LocalIndex> rows, columns;
    std::vector<double> values;  // [blocks][row unknowns][column unknowns]
  };

  std::string name_;
  std::vector<const la::State*> states_;
  std::vector<Blocks> blocks_;
  bool symmetric_ = true;
};

}  // namespace tenon::force
