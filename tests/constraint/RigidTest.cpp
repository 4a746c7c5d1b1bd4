// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "constraint/linear/Rigid.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>
#include <Eigen/LU>

#include "objects.hpp"

namespace tenon::constraint {
namespace {

using base::Communicator;
using base::Vec3;
using mesh::CellType;
using mesh::Point;
using testing::allOn;
using testing::among;
using testing::Object;
using testing::randomPartition;

Communicator world() {
  return Communicator::world();
}

Vec3 rigidMotion(const Vec3& x) {
  return Vec3(2, 3, 4) + Vec3(0.001, 0.002, 0.003).cross(x);
}

/// G of small objects as one dense matrix on every rank, with columns by object, global node and
/// component; Phi(0) = -value.
struct Dense {
  Eigen::MatrixXd G;
  std::vector<int> first;  // first column of each object

  Dense(const Constraint& constraint, const std::vector<const Object*>& objects) {
    int columns = 0;
    for (const Object* object : objects) {
      first.push_back(columns);
      columns += static_cast<int>(object->mesh.layout().numGlobal()) * object->state.block();
    }
    JacobianRows rows;
    constraint.addJacobian(rows);
    const Communicator& comm = objects[0]->mesh.comm();
    const int before = comm.exclusiveSum(static_cast<int>(constraint.numRows()));
    G = Eigen::MatrixXd::Zero(comm.sum(static_cast<int>(constraint.numRows())), columns);
    for (const auto& e : rows.entries())
      for (std::size_t o = 0; o < objects.size(); ++o)
        if (e.state == &objects[o]->state)
          G(before + e.row, first[o] + static_cast<int>(e.node.value()) * e.state->block() + e.component) += e.value;
    comm.sumInPlace<double>({G.data(), static_cast<std::size_t>(G.size())});
  }
};

/// Returns the column of a dof of the node at `place`, the same on every rank.
int columnAt(const Object& object, const Vec3& place, int component) {
  int column = -1;
  for (LocalIndex node = 0; node < object.mesh.layout().numOwned(); ++node)
    if ((object.place(node) - place).norm() < 1e-12)
      column = static_cast<int>(object.mesh.layout().global(node).value()) * object.state.block() + component;
  return world().max(column);
}

/// Expects Phi = 0 for rigid-body motions, full rank, and a null space of rigid-body modes only:
/// rows = dofs - `freedoms`.
void expectRigid(const Rigid& rigid, const std::vector<Object*>& objects, long num_nodes, int freedoms) {
  const int block = objects[0]->state.block();
  const long num_rows = block * num_nodes - freedoms;
  EXPECT_EQ(testing::numAllRows(rigid, world()), num_rows);
  const Dense dense(rigid, {objects.begin(), objects.end()});
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> squares(dense.G * dense.G.transpose());
  EXPECT_GT(squares.eigenvalues()[0], 1e-6);  // square of the smallest singular value
  for (Object* object : objects) object->move(rigidMotion);
  EXPECT_LT(testing::largestResidual(rigid, world()), 1e-13);
  testing::expectJacobianIsDerivative(rigid, objects, world());
}

TEST(Rigid, LeavesSixMotionsInSpace) {
  for (const auto& part : {std::function<int(const Point&)>(nullptr), randomPartition(world().size(), 6), allOn(0)}) {
    Object cube("cube", mesh::box(world(), CellType::tet4, {2, 1, 1}, {0, 0, 0}, {1, 1, 1}, {nullptr, part}));
    expectRigid(Rigid({"", {{"cube", "all"}}}, among({&cube})), {&cube}, 12, 6);
  }
}

TEST(Rigid, LeavesThreeMotionsInThePlane) {
  Object plate("plate", mesh::box(world(), CellType::quad8, {2, 2, 0}));
  expectRigid(Rigid({"", {{"plate", "all"}}}, among({&plate})), {&plate}, 21, 3);
}

TEST(Rigid, LeavesFiveMotionsOfALineAndThreeOfAPoint) {
  Object sheet("sheet", mesh::box(world(), CellType::quad4, {3, 1, 0}), 3);
  expectRigid(Rigid({"", {{"sheet", "ymin"}}}, among({&sheet})), {&sheet}, 4, 5);
  const auto onto_a_point = [](const Point&) { return Point{0, 3, 0}; };
  Object point("point", mesh::box(world(), CellType::quad4, {2, 1, 0}, {0, 0, 0}, {1, 1, 1}, {onto_a_point, nullptr}),
               3);
  expectRigid(Rigid({"", {{"point", "ymin"}}}, among({&point})), {&point}, 3, 3);
}

TEST(Rigid, LinksFacesOfTwoSolids) {
  Object lower("lower", mesh::box(world(), CellType::hex8, {2, 1, 1}, {0, 0, 0}, {1, 1, 1}, {nullptr, allOn(0)}));
  Object upper("upper", mesh::box(world(), CellType::hex8, {1, 1, 1}, {0, 0, 1.5}, {1, 1, 2},
                                  {nullptr, allOn(world().size() - 1)}));
  const Rigid rigid({"link", {{"lower", "zmax"}, {"upper", "zmin"}}}, among({&lower, &upper}));
  expectRigid(rigid, {&lower, &upper}, 6 + 4, 6);
}

TEST(Rigid, HasTheSameRowsOnEveryPartition) {
  const auto make = [](const Communicator& comm, const std::function<int(const Point&)>& part) {
    return mesh::box(comm, CellType::hex8, {2, 2, 1}, {0, 0, 0}, {1, 1, 1}, {nullptr, part});
  };
  // G^T G does not depend on the order of the rows; its columns are sorted in the order of the mesh
  // file.
  const auto product = [](const Object& object) {
    const Rigid rigid({"", {{"cube", "all"}}}, among({&object}));
    JacobianRows rows;
    rigid.addJacobian(rows);
    std::vector<GlobalIndex> nodes;
    for (const auto& e : rows.entries()) nodes.push_back(e.node);
    std::vector<long> owned, positions(nodes.size());
    for (LocalIndex n = 0; n < object.mesh.layout().numOwned(); ++n)
      owned.push_back(object.mesh.nodePositions()[static_cast<std::size_t>(n)]);
    la::Halo(object.mesh.layout(), nodes).forward<long>(owned, positions, 1);
    const auto unknowns = static_cast<Eigen::Index>(3 * object.mesh.layout().numGlobal());
    Eigen::MatrixXd G = Eigen::MatrixXd::Zero(rigid.numRows(), unknowns);
    for (std::size_t k = 0; k < nodes.size(); ++k)
      G(rows.entries()[k].row, 3 * positions[k] + rows.entries()[k].component) += rows.entries()[k].value;
    Eigen::MatrixXd GtG = G.transpose() * G;
    object.mesh.comm().sumInPlace<double>({GtG.data(), static_cast<std::size_t>(GtG.size())});
    return GtG;
  };
  const Object whole("cube", make(Communicator::self(), nullptr));
  const Eigen::MatrixXd expected = product(whole);
  for (int seed = 1; seed < 4; ++seed) {
    const Object cube("cube", make(world(), randomPartition(world().size(), seed)));
    EXPECT_LT((product(cube) - expected).cwiseAbs().maxCoeff(), 1e-12);
  }
}

/// code_aster SSLV114 (V3.04.114), part 3D: a rigid unit cube F(0,0,0) G H I(0,1,0) J(0,0,1) K
/// L(1,1,1) M. Its six rigid-body displacements are prescribed by u(F) = (2, 3, 4), u_x(J) = 2.002,
/// u_y(J) = 2.999 and u_x(I) = 1.997, hence omega = (1, 2, 3)e-3.
TEST(Rigid, MovesTheCubeOfSslv114) {
  const Object cube("cube", mesh::box(world(), CellType::hex8, {1, 1, 1}));
  const Rigid rigid({"", {{"cube", "all"}}}, among({&cube}));
  const Dense dense(rigid, {&cube});
  ASSERT_EQ(dense.G.rows(), 18);
  Eigen::MatrixXd A = Eigen::MatrixXd::Zero(24, 24);
  Eigen::VectorXd given = Eigen::VectorXd::Zero(24);
  A.topRows(18) = dense.G;
  const Vec3 F(0, 0, 0), I(0, 1, 0), J(0, 0, 1), L(1, 1, 1);
  const std::vector<std::tuple<Vec3, int, double>> held{{F, 0, 2.0},   {F, 1, 3.0},   {F, 2, 4.0},
                                                        {J, 0, 2.002}, {J, 1, 2.999}, {I, 0, 1.997}};
  for (std::size_t k = 0; k < held.size(); ++k) {
    const auto& [place, component, value] = held[k];
    A(18 + static_cast<Eigen::Index>(k), columnAt(cube, place, component)) = 1.0;
    given[18 + static_cast<Eigen::Index>(k)] = value;
  }
  const Eigen::VectorXd u = A.fullPivLu().solve(given);
  const double expected[3] = {1.999, 3.002, 3.999};
  for (int c = 0; c < 3; ++c) EXPECT_NEAR(u[columnAt(cube, L, c)], expected[c], 1e-12 * expected[c]);
}

/// code_aster SSLV114, part 2D: u(A) = (2, 3) and u_y(B) = 3.001 rotate the rigid unit square so
/// that u(C) = (1.999, 3.001).
TEST(Rigid, MovesTheSquareOfSslv114) {
  const Object square("square", mesh::box(world(), CellType::quad4, {1, 1, 0}));
  const Dense dense(Rigid({"", {{"square", "all"}}}, among({&square})), {&square});
  ASSERT_EQ(dense.G.rows(), 5);
  Eigen::MatrixXd A = Eigen::MatrixXd::Zero(8, 8);
  Eigen::VectorXd given = Eigen::VectorXd::Zero(8);
  A.topRows(5) = dense.G;
  A(5, columnAt(square, Vec3(0, 0, 0), 0)) = 1, given[5] = 2;
  A(6, columnAt(square, Vec3(0, 0, 0), 1)) = 1, given[6] = 3;
  A(7, columnAt(square, Vec3(1, 0, 0), 1)) = 1, given[7] = 3.001;
  const Eigen::VectorXd u = A.fullPivLu().solve(given);
  EXPECT_NEAR(u[columnAt(square, Vec3(1, 1, 0), 0)], 1.999, 2e-12);
  EXPECT_NEAR(u[columnAt(square, Vec3(1, 1, 0), 1)], 3.001, 3e-12);
}

TEST(Rigid, RefusesWhatCannotBeRigid) {
  const Object cube("cube", mesh::box(world(), CellType::hex8, {1, 1, 1}));
  const Object plate("plate", mesh::box(world(), CellType::quad4, {1, 1, 0}));
  const fem::FindDomain find = among({&cube, &plate});
  testing::expectInputError([&] { Rigid({"r", {}}, find); }, {"Rigid group 'r' has no parts"});
  testing::expectInputError(
      [&] {
        Rigid({"r", {{"cube", "all"}, {"plate", "all"}}}, find);
      },
      {"cube/all", "plate/all", "one is two-dimensional"});
}

}  // namespace
}  // namespace tenon::constraint
