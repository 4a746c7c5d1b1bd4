// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include "base/FileName.hpp"
#include "tenon/fem/ObjectGroup.hpp"
#include "tenon/force/ForceField.hpp"

namespace tenon::force {

/// Stiffness read from a file: f = c K u with a factor c. The matrix may have been written by
/// `tenon export`, condensed by another program, or describe springs of any kind.
///
/// A file in the format of the export's `rows.csv` (columns row, object, node, component) assigns
/// rows and columns to degrees of freedom, which may belong to several objects and need not be all
/// of them. Without this file the matrix belongs to one object: its nodes in the order of the mesh
/// file, with the components x, y and z of each node.
class StoredMatrix : public ForceField {
 public:
  /// Parameters of a case.
  struct Data {
    base::FileName file, rows;  ///< matrix, and optionally the degrees of freedom of its rows
    std::string object;         ///< object of the matrix, if no `rows` are given
    double factor = 1.0;        ///< factor c of the matrix
  };
  /// Declares the parameters of a case.
  static void declare(base::Parameters<Data>& p);

  /// Reads the matrix.
  /// @throws FileError for files that cannot be read
  /// @throws InputError if the matrix does not fit the degrees of freedom
  /// @note Collective.
  StoredMatrix(const Data& data, const fem::FindDomain& find);

  std::string name() const override { return name_; }
  std::vector<const la::State*> states() const override { return states_; }
  void addForce(la::ForceVector& f) const override;
  void addStiffness(la::StiffnessMatrix& K) const override;
  bool isLinear() const override { return true; }
  bool isSymmetric() const override { return symmetric_; }
  /// Returns -u . f / 2.
  double energy() const override;
  bool hasEnergy() const override { return symmetric_; }
  /// Returns true: forces that the matrix exerts in rigid-body modes come from the surroundings.
  bool isSupport() const override { return true; }

 private:
  /// Blocks of owned nodes of one state (rows) and nodes of another (columns), ascending.
  struct Blocks {
    const la::State *row, *column;
    std::vector<base::LocalIndex> rows, columns;
    std::vector<double> values;  // [blocks][row dofs][column dofs]
  };

  std::string name_;
  std::vector<const la::State*> states_;
  std::vector<Blocks> blocks_;
  bool symmetric_ = true;
};

}  // namespace tenon::force
