// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "FollowerPressure.hpp"

#include "TimedLoad.hpp"
#include "fem/ShapeTable.hpp"
#include "fem/gather.hpp"
#include "fem/outwardSigns.hpp"
#include "fem/plane.hpp"

namespace tenon::force {
namespace {

using base::Lane;
using base::LocalIndex;
using base::num_lanes;

/// Faces of one type in the current configuration, `num_lanes` of them in SIMD lanes.
template <mesh::CellType type>
struct FaceKernel {
  using Table = fem::ShapeTable<type, fem::Purpose::mass>;
  static constexpr int n = Table::num_nodes, points = Table::num_points, dim = Table::dim + 1;

  const Table& table = Table::get();
  Lane x[n][dim];
  Lane factor;  // - p times thickness times the sign of the outward normal relative to the normal of the face
  bool is_axisymmetric;

  FaceKernel(const fem::RegionPart& part, LocalIndex first, const la::State& state, double pressure,
             const std::vector<double>& outward, bool are_rings)
      : is_axisymmetric(are_rings) {
    Lane u[n][dim];
    fem::gather(part.table(), first, state.reference().data(), x);
    fem::gather(part.table(), first, state.displacement().data(), u);
    for (int a = 0; a < n; ++a)
      for (int i = 0; i < dim; ++i) x[a][i] += u[a][i];
    for (int lane = 0; lane < num_lanes; ++lane) {
      const LocalIndex face = std::min(first + lane, part.numCells() - 1);
      factor[lane] = -pressure * outward[static_cast<std::size_t>(face)];
    }
  }

  /// Computes t[j] = dx/dxi_j at point q.
  void tangents(int q, Lane (&t)[dim - 1][dim]) const {
    for (int j = 0; j < dim - 1; ++j)
      for (int i = 0; i < dim; ++i) {
        t[j][i] = Lane{};
        for (int a = 0; a < n; ++a) t[j][i] += table.gradient[q][a][j] * x[a][i];
      }
  }

  /// Computes n da at point q from the tangents. Axisymmetric: for the ring, 2 pi r ds with the
  /// current r.
  void areaAt(int q, const Lane (&t)[dim - 1][dim], Lane (&area)[dim]) const {
    if constexpr (dim == 2) {
      const Lane ring = ringAt(q);
      area[0] = ring * t[0][1], area[1] = -ring * t[0][0];  // to the right of the line
    } else {
      for (int i = 0; i < 3; ++i)
        area[i] = t[0][(i + 1) % 3] * t[1][(i + 2) % 3] - t[0][(i + 2) % 3] * t[1][(i + 1) % 3];
    }
  }
  Lane ringAt(int q) const {
    if (!is_axisymmetric) return base::allLanes(1.0);
    Lane r{};
    for (int a = 0; a < n; ++a) r += table.shape[q][a] * x[a][0];
    return 2 * M_PI * r;
  }

  /// Computes f_a = factor * integral of N_a n da.
  void force(Lane (&f)[n][dim]) const {
    for (auto& node : f)
      for (Lane& component : node) component = Lane{};
    for (int q = 0; q < points; ++q) {
      Lane t[dim - 1][dim], area[dim];
      tangents(q, t);
      areaAt(q, t, area);
      for (int a = 0; a < n; ++a)
        for (int i = 0; i < dim; ++i) f[a][i] += (table.weight[q] * table.shape[q][a]) * factor * area[i];
    }
  }

  /// Computes K_ab = factor * integral of N_a d(n da)/dx_b. The derivative is W_b with W_b v =
  /// N_b,xi v x t_1 + N_b,eta t_0 x v, the cross product with w_b = N_b,eta t_0 - N_b,xi t_1.
  /// Axisymmetric: the change of the radius is included.
  void stiffness(Lane* K) const {
    std::fill(K, K + n * n * dim * dim, Lane{});
    for (int q = 0; q < points; ++q) {
      Lane t[dim - 1][dim];
      tangents(q, t);
      for (int b = 0; b < n; ++b) {
        Lane w[3]{};
        for (int i = 0; i < dim && dim == 3; ++i)
          w[i] = table.gradient[q][b][dim - 2] * t[0][i] - table.gradient[q][b][0] * t[dim - 2][i];
        // -e_z x v rotates v to the right
        if constexpr (dim == 2) w[2] = -table.gradient[q][b][0] * ringAt(q);
        for (int a = 0; a < n; ++a) {
          const Lane N = (table.weight[q] * table.shape[q][a]) * factor;
          Lane* const block = K + static_cast<std::ptrdiff_t>(a * n + b) * dim * dim;
          block[1] -= N * w[2], block[dim] += N * w[2];
          if constexpr (dim == 3) {
            block[2] += N * w[1], block[6] -= N * w[1];
            block[5] -= N * w[0], block[7] += N * w[0];
          } else if (is_axisymmetric) {
            const Lane widening = (2 * M_PI * table.shape[q][b]) * N;
            block[0] += widening * t[0][1], block[2] -= widening * t[0][0];
          }
        }
      }
    }
  }
};

}  // namespace

void FollowerPressure::declare(base::Parameters<Data>& p) {
  p.required("group", &Data::group, "", "group of faces (lines in plane problems)");
  p.required("pressure", &Data::pressure, "force/length^2", "force per deformed area, against the outward normal");
  p.optional("thickness", &Data::thickness, "length", "thickness of a plane problem, the same for the whole object")
      .positive()
      .defaultsTo("thickness of the object");
  declareHistory(p);
}

FollowerPressure::FollowerPressure(Data data, const fem::Domain& domain)
    : data_(std::move(data)),
      factor_(data_.history(0.0)),
      name_(domain.nameOf("follower-pressure", data_.group)),
      state_(domain.state),
      faces_(domain, data_.group, domain.dimension() - 1, name_) {
  data_.thickness = fem::thicknessOf(domain, data_.thickness, name_);
  outward_ = fem::outwardSigns(domain, faces_, name_);
}

/// Calls work(part, kernel maker) for each face type.
template <class Work>
void FollowerPressure::forEachPart(Work&& work) const {
  for (std::size_t p = 0; p < faces_.parts().size(); ++p) {
    const fem::RegionPart& part = faces_.parts()[p];
    const auto withType = [&](auto cell) {
      using Kernel = FaceKernel<decltype(cell)::type>;
      work(part, [&, this](LocalIndex first) {
        return Kernel(part, first, state_, factor_ * data_.pressure * data_.thickness, outward_[p],
                      faces_.isAxisymmetric());
      });
    };
    faces_.dimension() == 1 ? fem::withCellType<1>(part.type(), withType) : fem::withCellType<2>(part.type(), withType);
  }
}

void FollowerPressure::addForce(la::ForceVector& f) const {
  double* const values = f.on(state_).data();
  forEachPart([&](const fem::RegionPart& part, const auto& kernelAt) {
    for (LocalIndex first = 0; first < part.numCells(); first += num_lanes) {
      const auto kernel = kernelAt(first);
      using Kernel = std::decay_t<decltype(kernel)>;
      Lane force[Kernel::n][Kernel::dim];
      kernel.force(force);
      fem::scatterAdd(part.table(), first, std::min(num_lanes, part.numCells() - first), force, values);
    }
  });
}

void FollowerPressure::addStiffness(la::StiffnessMatrix& K) const {
  la::Derivative dfdx = K.forceOn(state_).byPositionOf(state_);
  forEachPart([&](const fem::RegionPart& part, const auto& kernelAt) {
    dfdx.addElements(part.table(), state_.block(), la::ElementSymmetry::general,
                     [&](LocalIndex first, int, Lane* matrix) { kernelAt(first).stiffness(matrix); });
  });
}

}  // namespace tenon::force
