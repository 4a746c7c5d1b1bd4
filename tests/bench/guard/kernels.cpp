// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "kernels.hpp"

#include <cmath>
#include <vector>

#include "contact/ContactBatch.hpp"
#include "countOnce.hpp"
#include "fem/LinearElastic.hpp"
#include "fem/hyperelastic/isotropic.hpp"
#include "fem/kernels/DyadBatches.hpp"
#include "fem/kernels/PointwiseKernel.hpp"
#include "fem/kernels/SolidKernel.hpp"
#include "tenon/fem/laws/DifferentiatedLaw.hpp"

namespace tenon::bench {
namespace {

using base::LocalIndex;
using base::num_lanes;

/// Separate cells of one type without common nodes, and displacements of about a hundredth of their
/// size.
template <fem::CellType type>
class Cells {
 public:
  explicit Cells(int count) {
    constexpr int n = fem::numNodes(type);
    for (int cell = 0; cell < count; ++cell)
      for (int a = 0; a < n; ++a) {
        nodes_.push_back(n * cell + a);
        for (int i = 0; i < 3; ++i) rest.push_back(fem::nodeCoordinates(type, a)[i] + (i == 0 ? 3.0 * cell : 0.0));
      }
    for (std::size_t i = 0; i < rest.size(); ++i) displacement.push_back(0.01 * std::sin(1.3 * static_cast<double>(i)));
    table = {nodes_.data(), n, count};
    result.assign(rest.size(), 0.0);
  }

  std::vector<double> rest, displacement, result;
  la::ElementTable table;

 private:
  std::vector<LocalIndex> nodes_;
};

/// Counts work(first, count) over all batches.
template <class Work>
void countBatches(const char* name, const la::ElementTable& table, Work&& work) {
  countTwice(name, table.num_elements, [&] {
    for (LocalIndex first = 0; first < table.num_elements; first += num_lanes)
      work(first, std::min(num_lanes, table.num_elements - first));
  });
}

/// Counts matrix-free products of linear elasticity.
template <fem::CellType type>
void runProducts(const char* name) {
  Cells<type> cells(256);
  using Law = fem::IsotropicLaw<3>;
  const fem::SolidKernel<type, Law> kernel{cells.table, cells.rest.data(), cells.displacement.data(),
                                           Law(fem::LinearElastic{1e5, 0.3}, fem::Plane::strain), -1.0};
  countBatches(name, cells.table, [&](LocalIndex first, int count) {
    kernel.addStiffnessTimes(first, count, cells.displacement.data(), cells.result.data());
  });
}

struct NamesOfMaterial {
  const char *force, *product, *tangent;
};
template <fem::CellType type>
void runMaterial(const NamesOfMaterial& names) {
  Cells<type> cells(256);
  const fem::DifferentiatedLaw<fem::NeoHookean> law(fem::NeoHookean{1e5, 0.3});
  const fem::PointwiseKernel<type> kernel{cells.table, cells.rest.data(), cells.displacement.data(), law, -1.0};
  std::vector<base::Lane> K(9 * kernel.n * kernel.n);
  countBatches(names.force, cells.table,
               [&](LocalIndex first, int count) { kernel.addForce(first, count, cells.result.data()); });
  countBatches(names.product, cells.table, [&](LocalIndex first, int count) {
    kernel.addStiffnessTimes(first, count, cells.displacement.data(), cells.result.data());
  });
  const auto countTangent = [&](const char* name, auto&& evaluate) {
    countBatches(name, cells.table,
                 [&](LocalIndex first, int) { evaluate.stiffness(first, K.data(), la::ElementSymmetry::symmetric); });
  };
  countTangent(names.tangent, kernel);
  if constexpr (kernel.points == 1)  // used by force::PointwiseSolid
    countTangent("tangent-tets-batches",
                 fem::DyadBatches<type>(cells.table, kernel.rest, kernel.displacement, law, kernel.scale));
}

/// Unit spheres at n^3 positions, each in contact with its neighbours along the axes.
class Spheres {
 public:
  explicit Spheres(int n)
      : layout_(base::Communicator::world(), n * n * n, {}), halo_(layout_), problem_{layout_, halo_} {
    problem_.mobility.assign(static_cast<std::size_t>(n * n * n), {base::Vec3::Ones(), 2.5 * base::Mat3::Identity()});
    for (int body = 0; body < n * n * n; ++body)
      for (int axis = 0, step = 1; axis < 3; ++axis, step *= n)
        if (body / step % n + 1 < n) addContact(body, body + step, base::Vec3::Unit(axis));
    x_ = contact::Impulses::Zero(problem_.numImpulses());
    for (int i = 0; i < 6 * n * n * n; ++i) velocities_.push_back(std::sin(0.7 * i));
    const std::vector<double> shares(problem_.mobility.size(), 1.0);
    for (const auto& contacts : contact::batchesOf(problem_)) batches_.emplace_back(problem_, contacts, shares, x_);
  }

  int numContacts() const { return static_cast<int>(problem_.contacts.size()); }
  void sweep() {
    for (contact::ContactBatch& batch : batches_) batch.relax(1.0, velocities_.data(), velocities_.data());
  }

 private:
  void addContact(int first, int second, const base::Vec3& normal) {
    problem_.contacts.push_back({first, second, contact::frameOf(normal), 0.5 * normal, -0.5 * normal, 0.4});
  }

  la::Layout layout_;
  la::Halo halo_;
  contact::ConeProblem problem_;
  contact::Impulses x_;
  std::vector<double> velocities_;
  std::vector<contact::ContactBatch> batches_;
};

}  // namespace

void runKernels() {
  runProducts<fem::CellType::hex8>("products-hexes");
  runProducts<fem::CellType::hex27>("products-hexes-2");
  runProducts<fem::CellType::tet10>("products-tets-2");
  runMaterial<fem::CellType::tet4>({"force-tets", "tangent-product-tets", "tangent-tets"});
  runMaterial<fem::CellType::hex8>({"force-hexes", "tangent-product-hexes", "tangent-hexes"});
  Spheres spheres(8);
  countTwice("sweep", spheres.numContacts(), [&] { spheres.sweep(); });
}

}  // namespace tenon::bench
