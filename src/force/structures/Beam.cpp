// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Beam.hpp"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <cmath>

#include "beamElement.hpp"
#include "cellwise.hpp"
#include "lineAxes.hpp"
#include "tenon/la/layout/NodeFrame.hpp"

namespace tenon::force {

using base::LocalIndex;
using base::Mat3;
using base::Vec3;

namespace {

using TwoFrames = Eigen::Matrix<double, 12, 1>;

constexpr double of_rectangle = 5.0 / 6.0;  // shear correction factor of a rectangle
}  // namespace

void Beam::declare(base::Parameters<Data>& p) {
  p.required("young", &Data::young, "force/length^2", "Young's modulus").positive();
  p.optional("poisson", &Data::poisson, "",
             "Poisson's ratio, required in three dimensions; in two dimensions, shear deformation is neglected if this "
             "parameter is omitted")
      .between(-1, 0.5)
      .defaultsTo("(none)");
  p.optional("radius", &Data::radius, "length",
             "radius of a circular section, instead of `area`, `torsion_constant` and the second moments of area")
      .nonNegative();
  p.optional("area", &Data::area, "length^2", "cross-sectional area A").nonNegative();
  p.optional("second_moment", &Data::second_moment, "length^4",
             "second moment of area I about z, for beams in two dimensions, which need only this parameter and `area`")
      .nonNegative();
  p.optional("second_moment_y", &Data::second_moment_y, "length^4",
             "second moment of area I_y, integral of z^2 over the section")
      .nonNegative();
  p.optional("second_moment_z", &Data::second_moment_z, "length^4",
             "second moment of area I_z, integral of y^2 over the section")
      .nonNegative();
  p.optional("torsion_constant", &Data::torsion_constant, "length^4", "torsion constant J").nonNegative();
  p.optional("shear_factor_y", &Data::shear_factor_y, "",
             "shear correction factor k_y along y; 0: no shear deformation; default: 5/6, or 6 (1 + nu) / (7 + 6 nu) "
             "for a circular section");
  p.optional("shear_factor_z", &Data::shear_factor_z, "",
             "shear correction factor k_z along z; 0: no shear deformation; default: the same as for `shear_factor_y`");
  p.optional("y_axis", &Data::y_axis, "",
             "direction whose component normal to the beam defines the y axis of the section; default: horizontal, the "
             "cross product of the z direction and the beam axis");
  p.optional("group", &Data::group, "", "group of lines; default: all lines of the object");
}

Beam::Beam(const Data& data, const fem::Domain& domain)
    : section_(data),
      name_(domain.nameOf("beam", data.group)),
      state_(domain.state),
      region_(domain, data.group, 1, name_) {
  if (state_.kind() != la::NodeKind::frames)
    throw base::InputError(
        name_ + ": beams require nodes with rotational degrees of freedom: specify `nodes: frames` for the object.");
  is_plane_ = domain.dimension() == 2;
  completeSection(data);
  for (const auto& of_part : lineAxes(domain, region_, data.y_axis, name_)) {
    auto& rest = reference_.emplace_back();
    for (const LineAxes& line : of_part) rest.push_back({line.length, line.axes});
  }
}

void Beam::completeSection(const Data& data) {
  const bool is_given =
      data.area != 0 || data.second_moment != 0 || data.second_moment_y != 0 || data.second_moment_z != 0;
  const std::string constants =
      is_plane_ ? "`area` and `second_moment`" : "`area`, `second_moment_y`, `second_moment_z` and `torsion_constant`";
  if ((data.radius != 0) == is_given)
    throw base::InputError(fmt::format("{}: specify either `radius` or {} to define the section.", name_, constants));
  double factor = of_rectangle;
  if (data.radius != 0) {
    const double r2 = data.radius * data.radius, nu = data.hasPoisson() ? data.poisson : 0;
    section_.area = M_PI * r2;
    section_.second_moment_y = section_.second_moment_z = M_PI * r2 * r2 / 4;
    section_.torsion_constant = M_PI * r2 * r2 / 2;
    factor = 6 * (1 + nu) / (7 + 6 * nu);
  }
  is_plane_ ? completePlane(data) : requireSpace(data);
  std::vector<double> needed{section_.area, section_.second_moment_z};
  if (!is_plane_) needed.insert(needed.end(), {section_.second_moment_y, section_.torsion_constant});
  for (const double constant : needed)
    if (!(constant > 0)) throw base::InputError(fmt::format("{}: {} must be positive.", name_, constants));
  if (section_.shear_factor_y < 0) section_.shear_factor_y = data.hasPoisson() ? factor : 0;
  if (section_.shear_factor_z < 0) section_.shear_factor_z = factor;
}

// A beam in the plane bends about z only; the remaining properties of a section in space are
// optional and ignored.
void Beam::completePlane(const Data& data) {
  if (data.second_moment != 0 && data.second_moment_z != 0 && data.second_moment != data.second_moment_z)
    throw base::InputError(name_ +
                           ": in two dimensions, `second_moment` and `second_moment_z` denote the same quantity: "
                           "specify only one of them.");
  if (data.second_moment != 0) section_.second_moment_z = data.second_moment;
  if (!data.hasPoisson() && data.shear_factor_y > 0)
    throw base::InputError(name_ + ": shear deformation needs `poisson` in addition to `shear_factor_y`.");
}

void Beam::requireSpace(const Data& data) const {
  if (!data.hasPoisson())
    throw base::InputError(name_ + ": `poisson` is missing: torsion and shear need Poisson's ratio.");
  if (data.second_moment != 0)
    throw base::InputError(name_ +
                           ": `second_moment` applies only to beams in two dimensions (`space: 2`): specify "
                           "`second_moment_y` and `second_moment_z` instead.");
}

/// Element in the current configuration: dE/dx and d2E/dx2 with respect to the variables of
/// BeamDeformation.
struct Beam::Element {
  double energy = 0;
  BeamVector slope = BeamVector::Zero();
  BeamMatrix curvature = BeamMatrix::Zero();

  /// Adds the energy k/2 s^2. With the linearised `change` of the variables only the term of the
  /// fixed stress resultant k s' change is added.
  void add(double k, const BeamNumber& s, const BeamVector* change) {
    if (change != nullptr) {
      const double resultant = k * s.slope.dot(*change);
      slope += resultant * s.slope;
      curvature += resultant * s.curvature;
      return;
    }
    energy += 0.5 * k * s.value * s.value;
    slope += k * s.value * s.slope;
    curvature += k * (s.slope * s.slope.transpose() + s.value * s.curvature);
  }

  /// Returns the force for increments of node a, then of node b.
  TwoFrames force() const {
    TwoFrames f;
    f << slope.head<3>(), -slope.segment<3>(3), -slope.head<3>(), -slope.tail<3>();
    return f;
  }
  /// Returns the stiffness. The second derivative along composed rotations contains half of the
  /// cross product with the moment in addition to the curvature:
  /// exp(u) exp(v) = exp(u + v + u x v / 2 + ..).
  CellMatrix<12> stiffness() const {
    BeamMatrix H = curvature;
    for (const int first : {3, 6}) H.block<3, 3>(first, first) -= 0.5 * la::skewMatrix(slope.segment<3>(first));
    Eigen::Matrix<double, num_beam_variables, 12> by = Eigen::Matrix<double, num_beam_variables, 12>::Zero();
    by.block<3, 3>(0, 0) = -Mat3::Identity();
    by.block<3, 3>(0, 6) = by.block<3, 3>(3, 3) = by.block<3, 3>(6, 9) = Mat3::Identity();
    // The matrices are too small to benefit from Eigen's blocked products.
    const Eigen::Matrix<double, num_beam_variables, 12> moments = H.lazyProduct(by);
    return -by.transpose().lazyProduct(moments);
  }
};

Beam::Element Beam::element(std::size_t part, LocalIndex cell, const BeamVector* change) const {
  const LocalIndex* nodes = region_.parts()[part].nodesOf(cell);
  const auto& [L, axes] = reference_[part][static_cast<std::size_t>(cell)];
  const auto a = la::NodeFrame::of(state_, nodes[0]), b = la::NodeFrame::of(state_, nodes[1]);
  const BeamDeformation of =
      beamDeformation(b.reference - a.reference, b.displacement - a.displacement, a.rotation * axes, b.rotation * axes);
  const Data& s = section_;
  const double G = s.young / (2 * (1 + (s.hasPoisson() ? s.poisson : 0)));
  Element found;
  found.add(s.young * s.area / L, of.longer, change);
  if (!is_plane_) found.add(G * s.torsion_constant / L, of.rotation_b[0] - of.rotation_a[0], change);
  const double moments[] = {s.second_moment_y, s.second_moment_z}, factors[] = {s.shear_factor_z, s.shear_factor_y};
  for (int i = is_plane_ ? 1 : 0; i < 2; ++i) {
    const double bending = s.young * moments[i] / L;
    const double p = factors[i] == 0 ? 0 : 12 * bending / (factors[i] * G * s.area * L);
    found.add(bending, of.rotation_b[i + 1] - of.rotation_a[i + 1], change);  // symmetric bending
    // Antisymmetric bending with shear.
    found.add(3 * bending / (1 + p), of.rotation_a[i + 1] + of.rotation_b[i + 1], change);
  }
  return found;
}

void Beam::addForce(la::ForceVector& f) const {
  const auto motions = la::frameComponentsOf(state_);
  double* const values = f.on(state_).data();
  for (std::size_t p = 0; p < region_.parts().size(); ++p) {
    const fem::RegionPart& part = region_.parts()[p];
    for (LocalIndex cell = 0; cell < part.numCells(); ++cell) {
      const TwoFrames force = element(p, cell).force();
      for (int end = 0; end < 2; ++end) {
        double* node = values + static_cast<std::ptrdiff_t>(part.nodesOf(cell)[end]) * state_.block();
        for (const int motion : motions) *node++ += force[6 * end + motion];
      }
    }
  }
}

/// Adds matrix(part, cell), [12 x 12], of each element, restricted to the degrees of freedom of its
/// nodes.
template <class Matrix>
void Beam::addElements(la::StiffnessMatrix& K, Matrix&& matrix) const {
  la::Derivative dfdx = K.forceOn(state_).byPositionOf(state_);
  const auto motions = la::frameComponentsOf(state_);
  const auto block = static_cast<int>(motions.size());
  for (std::size_t p = 0; p < region_.parts().size(); ++p)
    dfdx.addElements(region_.parts()[p].table(), block, la::ElementSymmetry::general,
                     [&](LocalIndex first, int count, la::Lane* lanes) {
                       for (int lane = 0; lane < count; ++lane) {
                         const CellMatrix<12> full = matrix(p, first + lane);
                         la::Lane* entry = lanes;
                         for (int ab = 0; ab < 4; ++ab)
                           for (const int i : motions)
                             for (const int j : motions) (*entry++)[lane] = full(6 * (ab / 2) + i, 6 * (ab % 2) + j);
                       }
                     });
}

void Beam::addStiffness(la::StiffnessMatrix& K) const {
  addElements(K, [&](std::size_t part, LocalIndex cell) { return element(part, cell).stiffness(); });
}

void Beam::addStressStiffness(const la::IncrementVector& u, la::StiffnessMatrix& K) const {
  const gsl::span<const double> values = u.of(state_);
  addElements(K, [&](std::size_t part, LocalIndex cell) {
    const LocalIndex* nodes = region_.parts()[part].nodesOf(cell);
    const base::Vec6 a = la::expandToFrame(state_, values, nodes[0]), b = la::expandToFrame(state_, values, nodes[1]);
    BeamVector change;
    change << b.head<3>() - a.head<3>(), a.tail<3>(), b.tail<3>();
    return element(part, cell, &change).stiffness();
  });
}

double Beam::energy() const {
  double sum = 0;
  for (std::size_t p = 0; p < region_.parts().size(); ++p)
    for (LocalIndex cell = 0; cell < region_.parts()[p].numOwned(); ++cell) sum += element(p, cell).energy;
  return sum;
}

}  // namespace tenon::force
