// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include <Eigen/Core>
#include <set>

#include "Grid.hpp"
#include "base/Runtime.hpp"
#include "countOnce.hpp"
#include "fem/LinearElastic.hpp"
#include "fem/kernels/SolidKernel.hpp"
#include "kernels.hpp"
#include "la/assembly/MatrixAssembly.hpp"

// Executes each piece of work twice for check_instructions.py, which counts the instructions of
// each call of countOnce(): matrix assembly in this file, kernels in kernels.cpp. Prints a name and
// the number of elements, blocks or contacts of each.

/// Calls `work`. Callgrind finds functions with C linkage only.
extern "C" [[gnu::noinline]] void countOnce(const std::function<void()>& work) {
  work();
}

namespace tenon::bench {
namespace {

using Contribute = la::MatrixAssembly::Contribute;

void assemble(const char* name, base::LocalIndex items, const la::State& state, const Contribute& contribute,
              la::Insertion insertion, la::IndexChecking checking = la::IndexChecking::off) {
  const auto layout = std::make_shared<la::CombinedLayout>(std::vector<const la::State*>{&state});
  la::AssemblyRules rules;
  rules.checking = checking;
  la::MatrixAssembly assembly(layout, insertion, rules);
  assembly.record(contribute);
  countTwice(name, items, [&] { assembly.assemble(contribute); });
}

la::State makeState(const Grid& grid) {
  const auto world = base::Communicator::world();
  auto layout = std::make_shared<la::Layout>(world, grid.numNodes(), std::vector<base::GlobalIndex>{});
  return la::State("grid", std::move(layout), 3, grid.points());
}

/// Adds whole element matrices of linear elasticity, as force::SolidForce does.
template <fem::CellType type>
Contribute elastic(const Grid& grid, const la::State& state) {
  using Law = fem::IsotropicLaw<3>;
  return [&](const la::Contributions& to) {
    auto K = to.stiffness(-1.0);
    const la::ElementTable table = grid.table();
    const fem::SolidKernel<type, Law> kernel{table, state.reference().data(), state.displacement().data(),
                                             Law(fem::LinearElastic{1e5, 0.3}, fem::Plane::strain), -1.0};
    K.forceOn(state).byPositionOf(state).addElements(
        table, 3, la::ElementSymmetry::symmetric,
        [&](base::LocalIndex first, int, base::Lane* matrix) { kernel.stiffness(first, matrix); });
  };
}

using Edges = std::set<std::array<base::LocalIndex, 2>>;

/// Returns every pair of nodes that share a cell.
Edges edgesOf(const Grid& grid) {
  Edges edges;
  const la::ElementTable table = grid.table();
  for (base::LocalIndex e = 0; e < table.num_elements; ++e) {
    const base::LocalIndex* nodes = table.nodes + std::ptrdiff_t{e} * table.nodes_per_element;
    for (int a = 0; a < table.nodes_per_element; ++a)
      for (int b = 0; b < a; ++b) edges.insert({std::min(nodes[a], nodes[b]), std::max(nodes[a], nodes[b])});
  }
  return edges;
}

/// Adds springs along the edges, block by block.
Contribute springs(const std::vector<Edges::value_type>& edges, const la::State& state) {
  return [&](const la::Contributions& to) {
    auto K = to.stiffness(-1.0);
    auto dfdx = K.forceOn(state).byPositionOf(state);
    const double* const rest = state.reference().data();
    for (const auto& [a, b] : edges) {
      const Eigen::Vector3d edge = Eigen::Vector3d::Map(rest + 3 * b) - Eigen::Vector3d::Map(rest + 3 * a);
      const Eigen::Matrix3d k = edge * edge.transpose() / edge.squaredNorm();
      dfdx(a, a) -= k;
      dfdx(b, b) -= k;
      dfdx(a, b) += k;
      dfdx(b, a) += k;
    }
  };
}

void assembleAll() {
  const Grid tets(16, 4), hexes(16, 8);
  const la::State on_tets = makeState(tets), on_hexes = makeState(hexes);
  const Contribute of_tets = elastic<fem::CellType::tet4>(tets, on_tets);
  const Contribute of_hexes = elastic<fem::CellType::hex8>(hexes, on_hexes);
  const Edges edges = edgesOf(tets);
  const std::vector<Edges::value_type> ordered(edges.begin(), edges.end());
  const Contribute of_springs = springs(ordered, on_tets);
  const auto num_blocks = 4 * static_cast<base::LocalIndex>(edges.size());

  assemble("tets", tets.numCells(), on_tets, of_tets, la::Insertion::slots);
  assemble("tets-checked", tets.numCells(), on_tets, of_tets, la::Insertion::slots, la::IndexChecking::on);
  assemble("tets-blocked", tets.numCells(), on_tets, of_tets, la::Insertion::blocked);
  assemble("hexes", hexes.numCells(), on_hexes, of_hexes, la::Insertion::slots);
  assemble("hexes-checked", hexes.numCells(), on_hexes, of_hexes, la::Insertion::slots, la::IndexChecking::on);
  assemble("hexes-blocked", hexes.numCells(), on_hexes, of_hexes, la::Insertion::blocked);
  assemble("blocks", num_blocks, on_tets, of_springs, la::Insertion::slots);
  assemble("blocks-checked", num_blocks, on_tets, of_springs, la::Insertion::slots, la::IndexChecking::on);
  assemble("blocks-blocked", num_blocks, on_tets, of_springs, la::Insertion::blocked);
}

void runAll() {
  assembleAll();
  runKernels();
}

}  // namespace
}  // namespace tenon::bench

int main() {
  const tenon::base::Runtime runtime;
  return tenon::base::runProgram(tenon::bench::runAll);
}
