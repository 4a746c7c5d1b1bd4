#include "tenon/force/structures/Membrane.hpp"

#include <Eigen/LU>

#include "cellwise.hpp"
#include "tenon/fem/ShapeTable.hpp"

namespace tenon::force {

using base::LocalIndex;
using base::Mat2;

void Membrane::declare(base::Parameters<Data>& p) {
  p.required("young", &Data::young, "force/length^2", "Young's modulus").positive();
  p.required("poisson", &Data::poisson, "", "Poisson's ratio").between(-1, 0.5);
  p.required("thickness", &Data::thickness, "length", "at rest").positive();
  p.optional("prestress", &Data::prestress, "force/length^2", "at rest, the same in all directions of the surface");
  p.optional("group", &Data::group, "", "group of faces; default: all faces of the object");
}

Membrane::Membrane(Data data, const fem::Domain& domain)
    : data_(std::move(data)),
      name_(domain.nameOf("membrane", data_.group)),
      state_(domain.state),
      region_(domain, data_.group, 2, name_) {
  if (domain.dimension() != 3)
    throw base::InputError(name_ +
                           ": a membrane is a surface in space: give the object `space: 3`, or take 'elastic' with "
                           "`plane: stress` for what stays in its plane.");
}

Mat2 Membrane::elastic(const Mat2& strain) const {
  const double nu = data_.poisson;
  return data_.young / (1 - nu * nu) * ((1 - nu) * strain + nu * strain.trace() * Mat2::Identity());
}

template <mesh::CellType type, class Visit>
void Membrane::atPoints(const LocalIndex* nodes, Visit&& visit) const {
  using Table = fem::ShapeTable<type, fem::Purpose::stiffness>;
  constexpr int n = Table::num_nodes;
  const auto X = cellValues<n, 3>(nodes, state_.rest().data()),
             u = cellValues<n, 3>(nodes, state_.displacement().data());
  for (int q = 0; q < Table::num_points; ++q) {
    const Eigen::Map<const Eigen::Matrix<double, n, 2, Eigen::RowMajor>> reference(&Table::get().gradient[q][0][0]);
    const Eigen::Matrix<double, 3, 2> A = X * reference;
    Eigen::Matrix<double, 3, 2> T;  // an orthonormal basis of the plane at rest
    T.col(0) = A.col(0).normalized();
    T.col(1) = (A.col(1) - A.col(1).dot(T.col(0)) * T.col(0)).normalized();
    const Mat2 J = T.transpose() * A;
    Point<n> point;
    point.gradient = reference * J.inverse();
    const Eigen::Matrix<double, 3, 2> H = u * point.gradient;
    const Mat2 TH = T.transpose() * H;
    point.F = T + H;
    point.strain = 0.5 * (TH + TH.transpose() + H.transpose() * H);
    point.stress = elastic(point.strain) + data_.prestress * Mat2::Identity();
    point.volume = data_.thickness * Table::get().weight[q] * J.determinant();
    visit(point);
  }
}

template <class Work>
void Membrane::forEachPart(Work&& work) const {
  for (const fem::RegionPart& part : region_.parts())
    fem::withCellType<2>(part.type(), [&](auto cell) { work(part, cell); });
}

void Membrane::addForce(la::ForceVector& f) const {
  double* const values = f.on(state_).data();
  forEachPart([&](const fem::RegionPart& part, auto tag) {
    constexpr int n = fem::numNodes(decltype(tag)::type);
    addCellForces<n, 3>(part, values, [&](LocalIndex cell) {
      Eigen::Matrix<double, 3, n> force = Eigen::Matrix<double, 3, n>::Zero();
      atPoints<decltype(tag)::type>(part.nodesOf(cell), [&](const Point<n>& at) {
        force -= at.volume * at.F * at.stress * at.gradient.transpose();
      });
      return CellVector<3 * n>(Eigen::Map<const CellVector<3 * n>>(force.data()));
    });
  });
}

// K_ab = -h integral of (grad N_a . S grad N_b) 1 + F (C : sym(grad N_a, grad N_b)) F^T dA, column by column: the
// change of F by dx_b = e_k is e_k grad N_b^T.
void Membrane::addStiffness(la::StiffnessMatrix& K) const {
  forEachPart([&](const fem::RegionPart& part, auto tag) {
    constexpr int n = fem::numNodes(decltype(tag)::type);
    addCellStiffnesses<n, 3>(
        part, la::ElementSymmetry::symmetric, K.forceOn(state_).byPositionOf(state_), [&](LocalIndex cell) {
          CellMatrix<3 * n> matrix = CellMatrix<3 * n>::Zero();
          atPoints<decltype(tag)::type>(part.nodesOf(cell), [&](const Point<n>& at) {
            for (int b = 0; b < n; ++b)
              for (int k = 0; k < 3; ++k) {
                const Mat2 change = at.F.row(k).transpose() * at.gradient.row(b);
                Eigen::Matrix<double, 3, 2> P = at.F * elastic(0.5 * (change + change.transpose()));
                P.row(k) += at.gradient.row(b) * at.stress;
                const Eigen::Matrix<double, 3, n> column = at.volume * P * at.gradient.transpose();
                matrix.col(3 * b + k) -= Eigen::Map<const CellVector<3 * n>>(column.data());
              }
          });
          return matrix;
        });
  });
}

double Membrane::energy() const {
  double sum = 0;
  forEachPart([&](const fem::RegionPart& part, auto tag) {
    constexpr int n = fem::numNodes(decltype(tag)::type);
    for (LocalIndex cell = 0; cell < part.numOwned(); ++cell)
      atPoints<decltype(tag)::type>(part.nodesOf(cell), [&](const Point<n>& at) {
        const Mat2 mean = 0.5 * (at.stress + data_.prestress * Mat2::Identity());
        sum += at.volume * mean.cwiseProduct(at.strain).sum();
      });
  });
  return sum;
}

}  // namespace tenon::force
