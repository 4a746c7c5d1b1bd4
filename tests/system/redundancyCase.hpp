// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <Eigen/Dense>
#include <memory>
#include <optional>
#include <string>

#include "constraint/linear/MultiPoint.hpp"
#include "la/arrays.hpp"
#include "la/dense.hpp"
#include "rigidlyJoined.hpp"
#include "system/evaluation.hpp"
#include "system/redundancy/Redundancy.hpp"
#include "tenon/system/forms/AssembledSystem.hpp"

namespace tenon::testing {

/// Returns the entries of an assembled matrix, replicated on all ranks, in PETSc's numbering.
inline Eigen::MatrixXd entriesOf(Mat matrix) {
  return la::testing::dense(world(), matrix);
}

/// A mechanical system with its static A and G, and its redundant rows.
struct RedundancyCase {
  explicit RedundancyCase(std::unique_ptr<MechanicalSystem> made,
                          const std::function<void(MechanicalSystem&)>& change = {},
                          const std::optional<std::int64_t>& largest = {})
      : mechanics(std::move(made)), A(*mechanics) {
    if (change) change(*mechanics);
    A.assemble(system::statics);
    G = std::make_unique<system::ConstraintJacobian>(*mechanics, A.layout(), A.constrainedFlags());
    diagonal = A.layout().makeVector();
    TENON_PETSC(MatGetDiagonal(A.get(), diagonal.get()));
    redundancy = largest ? std::make_unique<system::Redundancy>(*mechanics, *G, diagonal.get(), *largest)
                         : std::make_unique<system::Redundancy>(*mechanics, *G, diagonal.get());
  }
  std::string contradiction() const {
    try {
      redundancy->requireConsistent(constraintResidualOf(*mechanics));
    } catch (const base::InputError& error) {
      return error.what();
    }
    return "";
  }
  Eigen::Index rank(Mat matrix) const {
    Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(entriesOf(matrix).transpose());
    qr.setThreshold(1e-10);
    return qr.rank();
  }
  std::unique_ptr<MechanicalSystem> mechanics;
  system::AssembledSystem A;
  std::unique_ptr<system::ConstraintJacobian> G;
  la::Vector diagonal;
  std::unique_ptr<system::Redundancy> redundancy;
};

/// Equations between the x displacements of the nodes of one cube of one or more cells:
/// coefficients by node, and a value.
using Equations = std::vector<std::pair<std::vector<std::pair<int, double>>, double>>;

inline std::unique_ptr<MechanicalSystem> cubeWith(const Equations& equations, std::array<int, 3> cells = {1, 1, 1},
                                                  int partition = 0) {
  std::vector<std::unique_ptr<Body>> bodies;
  bodies.push_back(elasticBox(world(), "cube", CellType::hex8, cells, 0.0, partition));
  constraint::MultiPoint::Data data;
  for (const auto& [terms, value] : equations) {
    data.equations.emplace_back();
    data.equations.back().value = value;
    for (const auto& [node, coefficient] : terms) {
      constraint::EquationTerm term;
      term.object = "cube", term.node = node, term.coefficient = coefficient;
      data.equations.back().terms.push_back(term);
    }
  }
  std::vector<std::unique_ptr<constraint::Constraint>> constraints;
  const fem::FindDomain find = [&](const std::string&) -> const fem::Domain& { return bodies[0]->domain(); };
  constraints.push_back(std::make_unique<constraint::MultiPoint>(data, find));
  return std::make_unique<MechanicalSystem>(std::move(bodies), std::move(constraints));
}

}  // namespace tenon::testing
