// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Truss.hpp"

#include <fmt/format.h>

#include "cellwise.hpp"
#include "force/inDimension.hpp"

namespace tenon::force {

using base::LocalIndex;

namespace {

template <class Data>
void declareSection(base::Parameters<Data>& p) {
  p.required("area", &Data::area, "length^2", "cross-sectional area in the reference configuration").positive();
  p.required("young", &Data::young, "force/length^2", "Young's modulus").positive();
  p.optional("prestress", &Data::prestress, "force/length^2",
             "stress in the reference configuration; tension is positive");
  p.optional("group", &Data::group, "", "group of lines; default: all lines of the object");
}

}  // namespace

AxialElements::AxialElements(const std::string& type, const Section& section, const std::string& group,
                             const fem::Domain& domain)
    : section_(section), name_(domain.nameOf(type, group)), state_(domain.state), region_(domain, group, 1, name_) {
  for (const fem::RegionPart& part : region_.parts())
    if (part.type() != mesh::CellType::line2)
      throw base::InputError(
          fmt::format("{}: three-node lines are not supported, because their middle nodes have no transverse "
                      "stiffness. Use two-node lines.",
                      name_));
}

template <int dim>
AxialElements::Response AxialElements::evaluateResponse(const LocalIndex* nodes,
                                                        Eigen::Matrix<double, dim, 1>& d) const {
  const auto X = cellValues<2, dim>(nodes, state_.reference().data());
  const auto u = cellValues<2, dim>(nodes, state_.displacement().data());
  const Eigen::Matrix<double, dim, 1> D = X.col(1) - X.col(0), du = u.col(1) - u.col(0);
  d = D + du;
  const double L = D.norm(), l = d.norm(), growth = du.dot(2 * D + du);  // l^2 - L^2, without cancellation
  const auto [area, young, prestress, strain, is_tension_only] = section_;
  if (strain == Strain::green) {
    const double eps = growth / (2 * L * L);
    return {area * (young * eps + prestress) / L, area * young / (L * L * L),
            area * L * eps * (0.5 * young * eps + prestress)};
  }
  const double eps = growth / (l + L) / L, N = area * (young * eps + prestress);
  if (!is_tension_only)
    return {N / l, (area * young / L - N / l) / (l * l), area * L * eps * (0.5 * young * eps + prestress)};
  if (N <= 0) return {};
  return {N / l, (area * young / L - N / l) / (l * l), 0.5 * L * N * N / (young * area)};
}

void AxialElements::addForce(la::ForceVector& f) const {
  inDimension(state_.block(), [&](auto dimension) {
    constexpr int dim = decltype(dimension)::value;
    double* const values = f.on(state_).data();
    for (const fem::RegionPart& part : region_.parts())
      addCellForces(part, dim, values, [&](LocalIndex cell) {
        Eigen::Matrix<double, dim, 1> d;
        const Response r = evaluateResponse<dim>(part.nodesOf(cell), d);
        CellVector<2 * dim> force;
        force << r.c * d, -r.c * d;
        return force;
      });
  });
}

void AxialElements::addStiffness(la::StiffnessMatrix& K) const {
  inDimension(state_.block(), [&](auto dimension) {
    constexpr int dim = decltype(dimension)::value;
    for (const fem::RegionPart& part : region_.parts())
      addCellStiffnesses(part, dim, la::ElementSymmetry::symmetric, K.forceOn(state_).byPositionOf(state_),
                         [&](LocalIndex cell) {
                           Eigen::Matrix<double, dim, 1> d;
                           const Response r = evaluateResponse<dim>(part.nodesOf(cell), d);
                           const CellMatrix<dim> k = r.c * CellMatrix<dim>::Identity() + r.k * d * d.transpose();
                           CellMatrix<2 * dim> matrix;
                           matrix << -k, k, k, -k;
                           return matrix;
                         });
  });
}

// Adds the stress stiffness of the force N that u causes: N / L 1 for the Green strain,
// N / l (1 - n n^T) for the engineering strain.
void AxialElements::addStressStiffness(const la::IncrementVector& u, la::StiffnessMatrix& K) const {
  inDimension(state_.block(), [&](auto dimension) {
    constexpr int dim = decltype(dimension)::value;
    const double* const values = u.of(state_).data();
    for (const fem::RegionPart& part : region_.parts())
      addCellStiffnesses(
          part, dim, la::ElementSymmetry::symmetric, K.forceOn(state_).byPositionOf(state_), [&](LocalIndex cell) {
            Eigen::Matrix<double, dim, 1> d;
            const Response r = evaluateResponse<dim>(part.nodesOf(cell), d);
            const auto ends = cellValues<2, dim>(part.nodesOf(cell), values);
            // c changes by k d . du; for the engineering strain there is the additional change (c /
            // l^2) d . du.
            const double strain = d.dot(ends.col(1) - ends.col(0)), square = d.squaredNorm();
            CellMatrix<dim> k = r.k * strain * CellMatrix<dim>::Identity();
            if (section_.strain == Strain::engineering)
              k = (r.k + r.c / square) * strain * (CellMatrix<dim>::Identity() - d * d.transpose() / square);
            CellMatrix<2 * dim> matrix;
            matrix << -k, k, k, -k;
            return matrix;
          });
  });
}

double AxialElements::energy() const {
  double sum = 0;
  inDimension(state_.block(), [&](auto dimension) {
    Eigen::Matrix<double, decltype(dimension)::value, 1> d;
    for (const fem::RegionPart& part : region_.parts())
      for (LocalIndex cell = 0; cell < part.numOwned(); ++cell)
        sum += evaluateResponse<decltype(dimension)::value>(part.nodesOf(cell), d).energy;
  });
  return sum;
}

void Truss::declare(base::Parameters<Data>& p) {
  declareSection(p);
  p.optional("strain", &Data::strain, "",
             "strain measure: green, (l^2 - L^2) / (2 L^2), or engineering, (l - L) / L, for the current length l and "
             "the reference length L")
      .oneOf({"green", "engineering"});
}

Truss::Truss(const Data& data, const fem::Domain& domain)
    : AxialElements(
          "truss",
          {data.area, data.young, data.prestress, data.strain == "green" ? Strain::green : Strain::engineering, false},
          data.group, domain) {}

void Cable::declare(base::Parameters<Data>& p) {
  declareSection(p);
}

Cable::Cable(const Data& data, const fem::Domain& domain)
    : AxialElements("cable", {data.area, data.young, data.prestress, Strain::engineering, true}, data.group, domain) {}

}  // namespace tenon::force
