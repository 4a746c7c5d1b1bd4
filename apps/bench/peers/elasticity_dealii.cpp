// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// Reference problem in deal.II: linear elasticity on the unit cube, clamped at x = 0, body force
// (0, 0, -1).
//   mpirun -n P elasticity_dealii tet|hex N [reps = 7] [solve = 0]
// The solver options are read from PETSC_OPTIONS. Prints one JSON line.
#include <deal.II/base/mpi.h>
#include <deal.II/base/quadrature_lib.h>
#include <deal.II/distributed/shared_tria.h>
#include <deal.II/distributed/tria.h>
#include <deal.II/dofs/dof_handler.h>
#include <deal.II/dofs/dof_tools.h>
#include <deal.II/fe/fe_q.h>
#include <deal.II/fe/fe_simplex_p.h>
#include <deal.II/fe/fe_system.h>
#include <deal.II/fe/fe_values.h>
#include <deal.II/fe/mapping_fe.h>
#include <deal.II/fe/mapping_q.h>
#include <deal.II/grid/grid_generator.h>
#include <deal.II/grid/tria.h>
#include <deal.II/lac/affine_constraints.h>
#include <deal.II/lac/dynamic_sparsity_pattern.h>
#include <deal.II/lac/full_matrix.h>
#include <deal.II/lac/petsc_sparse_matrix.h>
#include <deal.II/lac/petsc_vector.h>
#include <deal.II/lac/sparsity_tools.h>
#include <deal.II/numerics/vector_tools.h>
#include <petscksp.h>
#include <sys/resource.h>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <memory>
#include <string>

using namespace dealii;

namespace {

double peakMiB() {
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return Utilities::MPI::max(usage.ru_maxrss / 1024.0, MPI_COMM_WORLD);
}

double processorMilliseconds() {
  timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return time.tv_sec * 1e3 + time.tv_nsec * 1e-6;
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

template <class Work>
double milliseconds(Work work) {
  AssertThrowMPI(MPI_Barrier(MPI_COMM_WORLD));
  const double start = MPI_Wtime();
  work();
  return Utilities::MPI::max(MPI_Wtime() - start, MPI_COMM_WORLD) * 1e3;
}

/// Creates n^3 hexes, distributed by p4est: the coarsest box that reaches n by refinement.
std::unique_ptr<Triangulation<3>> hexCube(unsigned n) {
  auto cube = std::make_unique<parallel::distributed::Triangulation<3>>(MPI_COMM_WORLD);
  const unsigned refinements = n % 4 == 0 ? 2 : n % 2 == 0 ? 1 : 0;
  GridGenerator::subdivided_hyper_rectangle(*cube, std::vector<unsigned>(3, n >> refinements), Point<3>(0, 0, 0),
                                            Point<3>(1, 1, 1), true);
  cube->refine_global(refinements);
  return cube;
}

/// Creates n^3 cells, each divided into six tetrahedra along the paths between two opposite
/// corners, distributed by METIS.
std::unique_ptr<Triangulation<3>> tetCube(unsigned n) {
  auto cube = std::make_unique<parallel::shared::Triangulation<3>>(MPI_COMM_WORLD, Triangulation<3>::none, true,
                                                                   parallel::shared::Triangulation<3>::partition_metis);
  const unsigned m = n + 1;
  std::vector<Point<3>> points;
  for (unsigned k = 0; k < m; ++k)
    for (unsigned j = 0; j < m; ++j)
      for (unsigned i = 0; i < m; ++i) points.emplace_back(double(i) / n, double(j) / n, double(k) / n);
  static const int ways[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
  std::vector<CellData<3>> cells;
  for (unsigned k = 0; k < n; ++k)
    for (unsigned j = 0; j < n; ++j)
      for (unsigned i = 0; i < n; ++i)
        for (int w = 0; w < 6; ++w) {
          int corner[4] = {0};
          for (int step = 0; step < 3; ++step) corner[step + 1] = corner[step] | (1 << ways[w][step]);
          if (w == 1 || w == 2 || w == 5) std::swap(corner[1], corner[2]);  // odd permutations
          CellData<3> cell(4);
          for (int a = 0; a < 4; ++a)
            cell.vertices[a] = ((k + (corner[a] >> 2)) * m + j + ((corner[a] >> 1) & 1)) * m + i + (corner[a] & 1);
          cells.push_back(cell);
        }
  cube->create_triangulation(points, cells, SubCellData());
  for (const auto& cell : cube->active_cell_iterators())
    for (const auto f : cell->face_indices())
      if (cell->face(f)->at_boundary()) cell->face(f)->set_boundary_id(cell->face(f)->center()[0] < 1e-12 ? 0 : 1);
  return cube;
}

/// Assembles element matrices in blocks over pairs of nodes, as an experienced deal.II user writes
/// it.
class Elasticity {
 public:
  Elasticity(const DoFHandler<3>& dofs, const Mapping<3>& mapping, const Quadrature<3>& quadrature)
      : dofs_(dofs),
        values_(mapping, dofs.get_fe(), quadrature, update_values | update_gradients | update_JxW_values),
        size_(dofs.get_fe().n_dofs_per_cell()),
        at_(size_) {
    for (unsigned i = 0; i < size_; ++i) {
      const auto component = dofs.get_fe().system_to_component_index(i);
      at_[3 * component.second + component.first] = i;
    }
  }

  /// Calls put(numbers, K, F) for each cell of this rank.
  template <class Put>
  void forEachCell(Put put) {
    FullMatrix<double> K(size_, size_);
    Vector<double> F(size_);
    std::vector<types::global_dof_index> numbers(size_);
    for (const auto& cell : dofs_.active_cell_iterators()) {
      if (!cell->is_locally_owned()) continue;
      values_.reinit(cell);
      K = 0;
      F = 0;
      for (unsigned q = 0; q < values_.n_quadrature_points; ++q) addPoint(q, K, F);
      for (unsigned a = 0; a < size_ / 3; ++a)
        for (unsigned b = a + 1; b < size_ / 3; ++b)
          for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 3; ++j) K(at_[3 * b + j], at_[3 * a + i]) = K(at_[3 * a + i], at_[3 * b + j]);
      cell->get_dof_indices(numbers);
      put(numbers, K, F);
    }
  }

 private:
  void addPoint(unsigned q, FullMatrix<double>& K, Vector<double>& F) const {
    const double young = 1e5, poisson = 0.3;
    const double lambda = young * poisson / ((1 + poisson) * (1 - 2 * poisson)), mu = young / (2 * (1 + poisson));
    const double w = values_.JxW(q);
    for (unsigned a = 0; a < size_ / 3; ++a) {
      const Tensor<1, 3> ga = values_.shape_grad(at_[3 * a], q);
      F(at_[3 * a + 2]) -= w * values_.shape_value(at_[3 * a + 2], q);
      for (unsigned b = a; b < size_ / 3; ++b) {
        const Tensor<1, 3> gb = values_.shape_grad(at_[3 * b], q);
        const double diagonal = mu * w * (ga * gb);
        for (int i = 0; i < 3; ++i)
          for (int j = 0; j < 3; ++j)
            K(at_[3 * a + i], at_[3 * b + j]) +=
                w * (lambda * ga[i] * gb[j] + mu * ga[j] * gb[i]) + (i == j ? diagonal : 0.0);
      }
    }
  }

  const DoFHandler<3>& dofs_;
  FEValues<3> values_;
  unsigned size_;
  std::vector<unsigned> at_;  // dof of (node, component)
};

struct Solution {
  double setup_ms = 0, solve_ms = 0, umax = 0;
  PetscInt iterations = 0;
};

Solution solve(Mat A, Vec b, Vec x, const DoFHandler<3>& dofs, const Mapping<3>& mapping) {
  PetscCallAbort(MPI_COMM_WORLD, MatSetBlockSize(A, 3));
  Vec places;
  PetscCallAbort(MPI_COMM_WORLD, VecDuplicate(b, &places));
  PetscCallAbort(MPI_COMM_WORLD, VecSetBlockSize(places, 3));
  std::map<types::global_dof_index, Point<3>> points;
  DoFTools::map_dofs_to_support_points(mapping, dofs, points);
  PetscInt first, last;
  PetscCallAbort(MPI_COMM_WORLD, VecGetOwnershipRange(places, &first, &last));
  for (const auto& [number, point] : points)
    if (PetscInt(number) >= first && PetscInt(number) < last)
      PetscCallAbort(MPI_COMM_WORLD, VecSetValue(places, number, point[(number - first) % 3], INSERT_VALUES));
  PetscCallAbort(MPI_COMM_WORLD, VecAssemblyBegin(places));
  PetscCallAbort(MPI_COMM_WORLD, VecAssemblyEnd(places));
  MatNullSpace modes;
  PetscCallAbort(MPI_COMM_WORLD, MatNullSpaceCreateRigidBody(places, &modes));
  PetscCallAbort(MPI_COMM_WORLD, MatSetNearNullSpace(A, modes));
  PetscCallAbort(MPI_COMM_WORLD, MatSetOption(A, MAT_SPD, PETSC_TRUE));
  KSP ksp;
  PC pc;
  PetscCallAbort(MPI_COMM_WORLD, KSPCreate(MPI_COMM_WORLD, &ksp));
  PetscCallAbort(MPI_COMM_WORLD, KSPSetOperators(ksp, A, A));
  PetscCallAbort(MPI_COMM_WORLD, KSPSetType(ksp, KSPCG));
  PetscCallAbort(MPI_COMM_WORLD, KSPSetNormType(ksp, KSP_NORM_UNPRECONDITIONED));
  PetscCallAbort(MPI_COMM_WORLD, KSPSetTolerances(ksp, 1e-8, PETSC_DEFAULT, PETSC_DEFAULT, 500));
  PetscCallAbort(MPI_COMM_WORLD, KSPGetPC(ksp, &pc));
  PetscCallAbort(MPI_COMM_WORLD, PCSetType(pc, PCGAMG));
  PetscCallAbort(MPI_COMM_WORLD, KSPSetFromOptions(ksp));
  Solution s;
  s.setup_ms = milliseconds([&] { PetscCallAbort(MPI_COMM_WORLD, KSPSetUp(ksp)); });
  s.solve_ms = milliseconds([&] { PetscCallAbort(MPI_COMM_WORLD, KSPSolve(ksp, b, x)); });
  PetscCallAbort(MPI_COMM_WORLD, KSPGetIterationNumber(ksp, &s.iterations));
  PetscCallAbort(MPI_COMM_WORLD, VecNorm(x, NORM_INFINITY, &s.umax));
  PetscCallAbort(MPI_COMM_WORLD, KSPDestroy(&ksp));
  PetscCallAbort(MPI_COMM_WORLD, MatNullSpaceDestroy(&modes));
  PetscCallAbort(MPI_COMM_WORLD, VecDestroy(&places));
  return s;
}

}  // namespace

int main(int argc, char** argv) {
  Utilities::MPI::MPI_InitFinalize mpi(argc, argv, 1);
  const std::string elem = argc > 1 ? argv[1] : "tet";
  const bool is_tet = elem == "tet";
  const unsigned n = argc > 2 ? std::stoi(argv[2]) : 24, reps = argc > 3 ? std::stoi(argv[3]) : 7;
  const bool solves = argc > 4 && std::stoi(argv[4]) != 0;
  const MPI_Comm comm = MPI_COMM_WORLD;
  const double rss_start = peakMiB();

  std::unique_ptr<Triangulation<3>> cube;
  double mesh_ms = milliseconds([&] { cube = is_tet ? tetCube(n) : hexCube(n); });

  std::unique_ptr<FiniteElement<3>> element;
  std::unique_ptr<Mapping<3>> mapping;
  Quadrature<3> quadrature;
  if (is_tet) {
    element = std::make_unique<FESystem<3>>(FE_SimplexP<3>(1), 3);
    mapping = std::make_unique<MappingFE<3>>(FE_SimplexP<3>(1));
    quadrature = QGaussSimplex<3>(1);
  } else {
    element = std::make_unique<FESystem<3>>(FE_Q<3>(1), 3);
    mapping = std::make_unique<MappingQ<3>>(1);
    quadrature = QGauss<3>(2);
  }
  DoFHandler<3> dofs(*cube);
  IndexSet owned, relevant;
  AffineConstraints<double> clamp;
  mesh_ms += milliseconds([&] {
    dofs.distribute_dofs(*element);
    owned = dofs.locally_owned_dofs();
    DoFTools::extract_locally_relevant_dofs(dofs, relevant);
    clamp.reinit(relevant);
    VectorTools::interpolate_boundary_values(*mapping, dofs, 0, Functions::ZeroFunction<3>(3), clamp);
    clamp.close();
  });

  PETScWrappers::MPI::SparseMatrix A;
  PETScWrappers::MPI::Vector b, x;
  const double pattern_ms = milliseconds([&] {
    DynamicSparsityPattern pattern(relevant);
    DoFTools::make_sparsity_pattern(dofs, pattern, clamp, false);
    SparsityTools::distribute_sparsity_pattern(pattern, owned, comm, relevant);
    A.reinit(owned, owned, pattern, comm);
  });
  b.reinit(owned, comm);
  x.reinit(owned, comm);

  Elasticity elasticity(dofs, *mapping, quadrature);
  const auto assemble = [&] {
    A = 0;
    elasticity.forEachCell(
        [&](const auto& numbers, const auto& K, const auto&) { clamp.distribute_local_to_global(K, numbers, A); });
    A.compress(VectorOperation::add);
  };
  const double first_ms = milliseconds(assemble);
  std::vector<double> repeats, processor;
  for (unsigned r = 0; r < reps; ++r) {
    const double start = processorMilliseconds();
    repeats.push_back(milliseconds(assemble));
    processor.push_back(Utilities::MPI::max(processorMilliseconds() - start, comm));
  }
  const double peak = peakMiB(), fro = A.frobenius_norm();

  Solution solution;
  if (solves) {
    elasticity.forEachCell(
        [&](const auto& numbers, const auto&, const auto& F) { clamp.distribute_local_to_global(F, numbers, b); });
    b.compress(VectorOperation::add);
    solution = solve(A.petsc_matrix(), b, x, dofs, *mapping);
  }
  MatInfo info;
  PetscCallAbort(MPI_COMM_WORLD, MatGetInfo(A.petsc_matrix(), MAT_GLOBAL_SUM, &info));
  const double num_elements = cube->n_global_active_cells();
  if (Utilities::MPI::this_mpi_process(comm) == 0)
    std::printf(
        "{\"prog\": \"dealii-%s\", \"elem\": \"%s\", \"n\": %u, \"ranks\": %u, \"rss_start_mb\": %.1f, "
        "\"mesh_ms\": %.1f, \"pattern_ms\": %.2f, \"first_ms\": %.2f, \"repeat_ms\": %.2f, \"repeat_cpu_ms\": %.2f, "
        "\"peak_asm_mb\": %.1f, "
        "\"elements\": %.0f, \"dofs\": %u, \"nnz\": %.0f, \"fro\": %.10e, \"pc_setup_ms\": %.1f, \"solve_ms\": %.1f, "
        "\"its\": %d, \"umax\": %.8e}\n",
        DEAL_II_PACKAGE_VERSION, elem.c_str(), n, Utilities::MPI::n_mpi_processes(comm), rss_start, mesh_ms, pattern_ms,
        first_ms, median(repeats), median(processor), peak, num_elements, unsigned(dofs.n_dofs()), info.nz_used, fro,
        solution.setup_ms, solution.solve_ms, int(solution.iterations), solution.umax);
}
