// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "restraint.hpp"

#include <vector>

#include "analysis/modal/completeTangents.hpp"
#include "la/arrays.hpp"
#include "la/matrices/Projection.hpp"
#include "solver/rigid_modes/findFreeRigidModes.hpp"

namespace tenon::analysis {
namespace {

using base::LocalIndex;
using system::Body;

std::vector<la::ElementTable> solidCells(const mesh::Mesh& mesh) {
  std::vector<la::ElementTable> tables;
  for (const auto& block : mesh.blocks())
    if (mesh::info(block.type).dimension == mesh.dimension())
      tables.push_back({block.nodes.data(), mesh::info(block.type).num_nodes, block.numCells()});
  return tables;
}

/// Calls `search` with the states, the rows and the stiffness of the equations.
template <class Search>
auto searchFreeModes(Equations& equations, Mat G, Search&& search) {
  const system::MechanicalSystem& mechanics = equations.mechanics();
  std::vector<solver::ConstrainedState> states;
  for (std::size_t b = 0; b < mechanics.bodies().size(); ++b) {
    const Body& body = *mechanics.bodies()[b];
    const auto& held = mechanics.constrainedDofs()[b];
    states.push_back({&body.state(), solidCells(body.mesh()),
                      [&held](LocalIndex node, int component) { return held.isConstrained(node, component); },
                      body.mesh().dimension() == 0 ? body.mesh().nodeTags() : gsl::span<const std::int64_t>{}});
  }
  const std::vector<Mat> rows{G, mechanics.projection().directions()};
  return search(states, rows, [&] { return equations.tangent().assembleFor(system::statics); });
}

/// Returns G with all columns; nullptr without constraints.
Mat allRows(const Equations& equations) {
  return equations.constraints() == nullptr ? nullptr : equations.constraints()->full();
}

}  // namespace

void requireSupported(Equations& equations) {
  if (isSupported(equations)) return;
  const ScopedLoadDisabling without_loads(equations.mechanics());
  searchFreeModes(equations, allRows(equations),
                  [](const auto&... of_bodies) { solver::requireSupported(of_bodies...); });
}

std::string describeFreeModes(Equations& equations, const std::vector<char>& rows) {
  if (equations.rows().activeSet() == nullptr) return {};
  la::Matrix G;
  TENON_PETSC(MatDuplicate(equations.constraints()->full(), MAT_COPY_VALUES, G.out()));
  const la::Vector flags = equations.constraints()->makeVector();
  la::setEntries(flags.get(), std::vector<double>(rows.begin(), rows.end()));
  TENON_PETSC(MatDiagonalScale(G.get(), flags.get(), nullptr));
  try {
    searchFreeModes(equations, G.get(), [](const auto&... of_bodies) { solver::requireSupported(of_bodies...); });
  } catch (const base::InputError& error) {
    return error.what();
  }
  return {};
}

// Loads are ignored if necessary, because the negative stiffness of an external follower pressure
// does not remove a support.
bool isSupported(Equations& equations) {
  const auto is_supported = [&] {
    return searchFreeModes(equations, allRows(equations),
                           [](const auto&... of_bodies) { return solver::findFreeRigidModes(of_bodies...).empty(); });
  };
  if (is_supported()) return true;
  if (!equations.mechanics().areLoadsEnabled()) return false;
  const ScopedLoadDisabling without_loads(equations.mechanics());
  return is_supported();
}

}  // namespace tenon::analysis
