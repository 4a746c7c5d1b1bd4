// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Membrane.hpp"

#include <Eigen/LU>

#include "cellwise.hpp"
#include "fem/shapes.hpp"
#include "tenon/fem/Quadrature.hpp"

namespace tenon::force {

using base::LocalIndex;
using base::Mat2;

namespace {

using Nodal = Eigen::Matrix<double, 3, Eigen::Dynamic, Eigen::ColMajor, 3, 9>;       // [3 x nodes]
using CellForce = Eigen::Matrix<double, Eigen::Dynamic, 1, Eigen::ColMajor, 27, 1>;  // node by node
using CellStiffness = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::ColMajor, 27, 27>;

Nodal valuesOf(const fem::RegionPart& part, LocalIndex cell, const double* nodal) {
  Nodal values(3, fem::numNodes(part.type()));
  for (Eigen::Index a = 0; a < values.cols(); ++a)
    values.col(a) = Eigen::Map<const base::Vec3>(nodal + 3 * static_cast<std::ptrdiff_t>(part.nodesOf(cell)[a]));
  return values;
}

}  // namespace

void Membrane::declare(base::Parameters<Data>& p) {
  p.required("young", &Data::young, "force/length^2", "Young's modulus").positive();
  p.required("poisson", &Data::poisson, "", "Poisson's ratio").between(-1, 0.5);
  p.required("thickness", &Data::thickness, "length", "thickness in the reference configuration").positive();
  p.optional("prestress", &Data::prestress, "force/length^2", "isotropic prestress in the reference configuration");
  p.optional("group", &Data::group, "", "group of faces; default: all faces of the object");
}

Membrane::Membrane(Data data, const fem::Domain& domain)
    : data_(std::move(data)),
      name_(domain.nameOf("membrane", data_.group)),
      state_(domain.state),
      region_(domain, data_.group, 2, name_) {
  if (domain.dimension() != 3)
    throw base::InputError(
        name_ +
        ": a membrane requires a three-dimensional object. Specify `space: 3` for the object, or use 'elastic' with "
        "`plane: stress` for in-plane problems.");
  for (const fem::RegionPart& part : region_.parts()) {
    const fem::QuadratureRule points = fem::quadrature(part.type(), fem::Purpose::stiffness);
    CellRule& rule = rules_.emplace_back();
    rule.weights = points.weights;
    for (const auto& xi : points.points) {
      Eigen::Matrix<double, Eigen::Dynamic, 2, Eigen::RowMajor> gradient(fem::numNodes(part.type()), 2);
      fem::shapeGradients(part.type(), xi.data(), gradient.data());
      rule.gradients.emplace_back(gradient);
    }
  }
}

Mat2 Membrane::elastic(const Mat2& strain) const {
  const double nu = data_.poisson;
  return data_.young / (1 - nu * nu) * ((1 - nu) * strain + nu * strain.trace() * Mat2::Identity());
}

template <class Visit>
void Membrane::atPoints(std::size_t part, LocalIndex cell, Visit&& visit) const {
  const Nodal X = valuesOf(region_.parts()[part], cell, state_.reference().data()),
              u = valuesOf(region_.parts()[part], cell, state_.displacement().data());
  const CellRule& rule = rules_[part];
  MembranePoint point;
  for (std::size_t q = 0; q < rule.weights.size(); ++q) {
    const Gradient& reference = rule.gradients[q];
    const Eigen::Matrix<double, 3, 2> A = X.lazyProduct(reference);
    Eigen::Matrix<double, 3, 2> T;  // orthonormal basis of the reference plane
    T.col(0) = A.col(0).normalized();
    T.col(1) = (A.col(1) - A.col(1).dot(T.col(0)) * T.col(0)).normalized();
    const Mat2 J = T.transpose() * A;
    point.gradient = reference.lazyProduct(J.inverse());
    const Eigen::Matrix<double, 3, 2> H = u.lazyProduct(point.gradient);
    const Mat2 TH = T.transpose() * H;
    point.F = T + H;
    point.strain = 0.5 * (TH + TH.transpose() + H.transpose() * H);
    point.stress = elastic(point.strain) + data_.prestress * Mat2::Identity();
    point.volume = data_.thickness * rule.weights[q] * J.determinant();
    visit(point);
  }
}

void Membrane::addForce(la::ForceVector& f) const {
  double* const values = f.on(state_).data();
  for (std::size_t p = 0; p < region_.parts().size(); ++p)
    addCellForces(region_.parts()[p], 3, values, [&](LocalIndex cell) {
      CellForce force = CellForce::Zero(3 * fem::numNodes(region_.parts()[p].type()));
      atPoints(p, cell, [&](const MembranePoint& at) {
        const Eigen::Matrix<double, 3, 2> P = at.volume * at.F * at.stress;
        Eigen::Map<Nodal>(force.data(), 3, force.size() / 3) -= P.lazyProduct(at.gradient.transpose());
      });
      return force;
    });
}

// Adds K_ab = -h integral of (grad N_a . S grad N_b) 1 + F (C : sym(grad N_a, grad N_b)) F^T dA,
// column by column: the change of F due to dx_b = e_k is e_k grad N_b^T.
void Membrane::addStiffness(la::StiffnessMatrix& K) const {
  for (std::size_t p = 0; p < region_.parts().size(); ++p) {
    const int n = fem::numNodes(region_.parts()[p].type());
    addCellStiffnesses(region_.parts()[p], 3, la::ElementSymmetry::symmetric, K.forceOn(state_).byPositionOf(state_),
                       [&](LocalIndex cell) {
                         CellStiffness matrix = CellStiffness::Zero(3 * n, 3 * n);
                         atPoints(p, cell, [&](const MembranePoint& at) {
                           for (int b = 0; b < n; ++b)
                             for (int k = 0; k < 3; ++k) {
                               const Mat2 change = at.F.row(k).transpose() * at.gradient.row(b);
                               Eigen::Matrix<double, 3, 2> P = at.F * elastic(0.5 * (change + change.transpose()));
                               P.row(k) += at.gradient.row(b) * at.stress;
                               P *= at.volume;
                               Eigen::Map<Nodal>(matrix.col(3 * b + k).data(), 3, n) -=
                                   P.lazyProduct(at.gradient.transpose());
                             }
                         });
                         return matrix;
                       });
  }
}

// Adds -h integral of grad N_a . S grad N_b dA, with the stress S that u causes.
void Membrane::addStressStiffness(const la::IncrementVector& u, la::StiffnessMatrix& K) const {
  const double* const values = u.of(state_).data();
  for (std::size_t p = 0; p < region_.parts().size(); ++p) {
    const fem::RegionPart& part = region_.parts()[p];
    const int n = fem::numNodes(part.type());
    addCellStiffnesses(part, 3, la::ElementSymmetry::symmetric, K.forceOn(state_).byPositionOf(state_),
                       [&](LocalIndex cell) {
                         const Nodal change = valuesOf(part, cell, values);
                         CellStiffness matrix = CellStiffness::Zero(3 * n, 3 * n);
                         atPoints(p, cell, [&](const MembranePoint& at) {
                           const Mat2 H = at.F.transpose() * change.lazyProduct(at.gradient);
                           const Mat2 stress = at.volume * elastic(0.5 * (H + H.transpose()));
                           for (int a = 0; a < n; ++a)
                             for (int b = 0; b < n; ++b)
                               matrix.block<3, 3>(3 * a, 3 * b).diagonal().array() -=
                                   at.gradient.row(a).dot(stress * at.gradient.row(b).transpose());
                         });
                         return matrix;
                       });
  }
}

double Membrane::energy() const {
  double sum = 0;
  for (std::size_t p = 0; p < region_.parts().size(); ++p)
    for (LocalIndex cell = 0; cell < region_.parts()[p].numOwned(); ++cell)
      atPoints(p, cell, [&](const MembranePoint& at) {
        const Mat2 mean = 0.5 * (at.stress + data_.prestress * Mat2::Identity());
        sum += at.volume * mean.cwiseProduct(at.strain).sum();
      });
  return sum;
}

}  // namespace tenon::force
