// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "matrixfree.hpp"

#include <algorithm>
#include <cstdio>
#include <limits>
#include <nlohmann/json.hpp>

#include "cube.hpp"
#include "la/assembly/BlockMatrix.hpp"
#include "measure.hpp"
#include "sizes.hpp"
#include "tenon/system/forms/AssembledSystem.hpp"
#include "tenon/system/forms/MatrixFreeSystem.hpp"

namespace tenon::bench {
namespace {

using system::statics;  // A = -K

mesh::CellType cellType(const MatrixFreeOptions& options) {
  if (options.elem == "tet") return options.order == 1 ? mesh::CellType::tet4 : mesh::CellType::tet10;
  return options.order == 1 ? mesh::CellType::hex8 : mesh::CellType::hex27;
}

/// Returns the bytes that a matrix-free product reads and writes: cells, reference positions, local
/// arrays of x and y.
double bytesOfProduct(const system::Body& body) {
  double bytes = 3.0 * static_cast<double>(body.state().reference().size()) * sizeof(double);
  for (const mesh::CellBlock& block : body.mesh().blocks())
    if (mesh::info(block.type).dimension == body.mesh().dimension())
      bytes += static_cast<double>(block.nodes.size()) * sizeof(base::LocalIndex);
  return bytes;
}

/// Returns | a - b | / | a |.
double relativeDifference(Vec a, Vec b) {
  PetscReal size = 0.0, difference = 0.0;
  TENON_PETSC(VecNorm(a, NORM_2, &size));
  TENON_PETSC(VecAXPY(b, -1.0, a));
  TENON_PETSC(VecNorm(b, NORM_2, &difference));
  return difference / size;
}

constexpr Duration longest{std::numeric_limits<double>::max(), std::numeric_limits<double>::max()};

void updateMinimum(Duration& quickest, const Duration& duration) {
  quickest.wall = std::min(quickest.wall, duration.wall);
  quickest.cpu = std::min(quickest.cpu, duration.cpu);
}

/// Returns the shortest time of a few consecutive products, as a solver executes them.
Duration quickest(const base::Communicator& comm, Mat A, Vec x, Vec y) {
  Duration duration = longest;
  for (int k = 0; k < 3; ++k) updateMinimum(duration, measure(comm, [&] { TENON_PETSC(MatMult(A, x, y)); }));
  return duration;
}

}  // namespace

void measureMatrixFree(const base::Communicator& comm, const MatrixFreeOptions& options) {
  CubeOptions of_cube;
  of_cube.material = options.material;
  const auto mechanics = makeCube(comm, cellType(options), options.n, of_cube);
  deform(mechanics->bodies().front()->state());
  system::AssembledSystem assembled(*mechanics, la::Insertion::slots, la::DirichletDiagonal::one);
  system::SystemOptions as_assembled;
  as_assembled.held_diagonal = la::DirichletDiagonal::one;
  system::MatrixFreeSystem matrix_free(*mechanics, as_assembled);
  assembled.assemble(statics);
  matrix_free.assemble(statics);

  const la::Vector x = assembled.layout().makeVector(), y = assembled.layout().makeVector(),
                   z = assembled.layout().makeVector();
  TENON_PETSC(VecSetRandom(x.get(), nullptr));
  Duration apply = longest, aij = longest;
  for (int r = 0; r < options.reps; ++r) {
    updateMinimum(apply, quickest(comm, matrix_free.get(), x.get(), z.get()));
    updateMinimum(aij, quickest(comm, assembled.get(), x.get(), y.get()));
  }

  PetscInt unknowns = 0;
  TENON_PETSC(VecGetSize(x.get(), &unknowns));
  const double ns_per_dof = 1e6 / static_cast<double>(unknowns);
  nlohmann::ordered_json line{{"prog", "tenon"}, {"elem", options.elem}, {"order", options.order}, {"n", options.n}};
  line["material"] = options.material;
  line["ranks"] = comm.size();
  line["cells"] = numTopCells(mechanics->bodies().front()->mesh());
  line["dofs"] = static_cast<std::int64_t>(unknowns);
  line["apply_ns_per_dof"] = apply.wall * ns_per_dof;
  line["aij_ns_per_dof"] = aij.wall * ns_per_dof;
  line["ratio"] = aij.wall / apply.wall;
  line["apply_cpu_ns_per_dof"] = apply.cpu * ns_per_dof;
  line["aij_cpu_ns_per_dof"] = aij.cpu * ns_per_dof;
  line["ratio_cpu"] = aij.cpu / apply.cpu;
  line["difference"] = relativeDifference(y.get(), z.get());
  line["apply_mb"] = maxMiB(comm, bytesOfProduct(*mechanics->bodies().front()));
  line["aij_mb"] = maxMiB(comm, static_cast<double>(assembled.matrix().bytes()));
  if (comm.isRoot()) std::printf("%s\n", line.dump().c_str());
}

}  // namespace tenon::bench
