// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "system/parameters/CellPairs.hpp"
#include "system/parameters/ModelParameter.hpp"
#include "system/parameters/VariedContributors.hpp"
#include "tenon/force/Solid.hpp"

namespace tenon::system {

/// Values of a material constant in the cells that this rank owns.
struct CellValues {
  /// Cells of one type.
  struct Part {
    std::string type;                     ///< name of the cell type, such as "tet4"
    std::size_t num_cells;                ///< number of owned cells of the field
    std::vector<std::int64_t> positions;  ///< positions in the mesh file of all owned cells of this type
    std::vector<std::size_t> indices;     ///< [num_cells] indices of the cells of the field in `positions`
  };
  std::vector<Part> parts;             ///< parts, whose cells follow each other in the following arrays
  std::vector<std::int64_t> elements;  ///< [cells] numbers of the elements in the mesh file
  std::vector<double> values;          ///< [cells] values
};

/// Constant of the material of a solid that has one value p_c per cell. Since the forces of a cell
/// depend only on its own value,
///   dJ/dp_c = d(w . f_c)/dp_c,
/// where w are the weights of the forces. The solid is created again with the values of all cells
/// changed simultaneously to p_c -+ e |p_c| and p_c -+ 2 e |p_c|, and the products w . f_c of all
/// cells are differentiated by central differences of fourth order. The cost is that of four
/// evaluations of the forces, independent of the number of cells.
class CellFieldParameter : public ModelParameter {
 public:
  /// Function that returns the value in a cell, from the number of the element and the value in the
  /// case.
  using CellChange = std::function<double(std::int64_t element, double value)>;
  /// Function that creates the solid with other values.
  /// @throws InputError if a value is not admissible
  /// @note Collective.
  using MakeVaried = std::function<VariedContributors(const CellChange& change)>;

  /// Creates the parameter; `mechanics` must outlive it.
  /// @param name   name of the parameter
  /// @param place  place of the constant in the case, for messages
  /// @param make   function that creates the solid
  /// @param mesh   mesh of the solid if the pairs of neighbouring cells are needed; otherwise
  ///   nullptr
  /// @throws InputError if the constant cannot vary from cell to cell, or if the forces of a cell
  ///   depend on the constants of other cells
  /// @note Collective.
  CellFieldParameter(MechanicalSystem& mechanics, std::string name, const std::string& place, MakeVaried make,
                     const mesh::Mesh* mesh = nullptr);
  ~CellFieldParameter() override;

  const std::string& name() const override { return name_; }
  std::size_t size() const override { return cells_.values.size(); }
  void addProducts(const EquationWeights& weights, gsl::span<double> gradient) override;

  /// Returns the owned cells and their values.
  const CellValues& cells() const { return cells_; }
  /// Returns the pairs of neighbouring cells; empty if they are not needed.
  const std::vector<CellPair>& pairs() const { return pairs_; }

 private:
  struct Estimate;
  void make(double step);
  Estimate estimate(const EquationWeights& weights) const;
  Estimate difference(const std::array<std::vector<double>, 4>& products) const;
  void storeCells(const fem::Region& region, const std::vector<double>& of_all);

  MechanicalSystem& mechanics_;
  std::string name_;
  MakeVaried make_;
  CellValues cells_;
  std::vector<CellPair> pairs_;
  double step_ = 0.0;                                        // e; 0 before the first product
  std::array<std::optional<VariedContributors>, 4> varied_;  // at -2 e, -e, e, 2 e
};

}  // namespace tenon::system
