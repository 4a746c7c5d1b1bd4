#include "tenon/force/structures/Beam.hpp"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <cmath>

#include "beamElement.hpp"
#include "cellwise.hpp"
#include "tenon/base/collectively.hpp"
#include "tenon/la/NodeFrame.hpp"

namespace tenon::force {

using base::LocalIndex;
using base::Mat3;
using base::Vec3;

namespace {

using TwoFrames = Eigen::Matrix<double, 12, 1>;

constexpr double of_rectangle = 5.0 / 6.0;  // shear factor
constexpr double nearly_along = 1e-6;

/// Axes x, y, z of a section: x along the beam, y in the plane of x and the given direction.
Mat3 axesOf(const Vec3& x, const Vec3& y) {
  Mat3 axes;
  axes.col(0) = x;
  axes.col(1) = (y - y.dot(x) * x).normalized();
  axes.col(2) = axes.col(0).cross(axes.col(1));
  return axes;
}

/// Where the case says none: y is horizontal; of vertical beams, the y axis of space.
Vec3 usualAxis(const Vec3& x) {
  const Vec3 y = Vec3::UnitZ().cross(x);
  return y.norm() > nearly_along ? y : Vec3::UnitY();
}

}  // namespace

void Beam::declare(base::Parameters<Data>& p) {
  p.required("young", &Data::young, "force/length^2", "Young's modulus").positive();
  p.required("poisson", &Data::poisson, "", "Poisson's ratio").between(-1, 0.5);
  p.optional("radius", &Data::radius, "length", "of a round section, instead of all that follows").nonNegative();
  p.optional("area", &Data::area, "length^2", "A of the section").nonNegative();
  p.optional("second_moment_y", &Data::second_moment_y, "length^4", "I_y, integral of z^2 over the section")
      .nonNegative();
  p.optional("second_moment_z", &Data::second_moment_z, "length^4", "I_z, integral of y^2 over the section")
      .nonNegative();
  p.optional("torsion_constant", &Data::torsion_constant, "length^4", "J").nonNegative();
  p.optional("shear_factor_y", &Data::shear_factor_y, "",
             "k_y of A that carries shear along y; 0: nothing shears; default: 5/6, of a round section 6 (1 + nu) / (7 "
             "+ 6 nu)");
  p.optional("shear_factor_z", &Data::shear_factor_z, "", "k_z, likewise");
  p.optional("y_axis", &Data::y_axis, "",
             "direction whose part square to the beam is the section's y axis; default: horizontal, z cross the beam");
  p.optional("group", &Data::group, "", "group of lines; default: all lines of the object");
}

Beam::Beam(const Data& data, const fem::Domain& domain)
    : section_(data),
      name_(domain.nameOf("beam", data.group)),
      state_(domain.state),
      region_(domain, data.group, 1, name_) {
  if (state_.kind() != la::Kind::frames)
    throw base::InputError(name_ + ": the nodes of beams turn: give the object `nodes: frames`.");
  for (const fem::RegionPart& part : region_.parts())
    if (part.type() != mesh::CellType::line2)
      throw base::InputError(name_ + ": beams are straight between their ends: take lines of two nodes.");
  completeSection(data);
  place(domain, data.y_axis);
}

void Beam::completeSection(const Data& data) {
  const bool is_given = data.area != 0 || data.second_moment_y != 0 || data.second_moment_z != 0;
  if ((data.radius != 0) == is_given)
    throw base::InputError(name_ +
                           ": a section has either a `radius`, or `area`, `second_moment_y`, "
                           "`second_moment_z` and `torsion_constant`.");
  double factor = of_rectangle;
  if (data.radius != 0) {
    const double r2 = data.radius * data.radius;
    section_.area = M_PI * r2;
    section_.second_moment_y = section_.second_moment_z = M_PI * r2 * r2 / 4;
    section_.torsion_constant = M_PI * r2 * r2 / 2;
    factor = 6 * (1 + data.poisson) / (7 + 6 * data.poisson);
  }
  for (const double constant :
       {section_.area, section_.second_moment_y, section_.second_moment_z, section_.torsion_constant})
    if (!(constant > 0))
      throw base::InputError(
          name_ + ": `area`, `second_moment_y`, `second_moment_z` and `torsion_constant` have to be positive.");
  if (section_.shear_factor_y < 0) section_.shear_factor_y = factor;
  if (section_.shear_factor_z < 0) section_.shear_factor_z = factor;
}

void Beam::place(const fem::Domain& domain, const Vec3& y_axis) {
  base::collectively(domain.mesh.comm(), [&] {
    for (const fem::RegionPart& part : region_.parts()) {
      auto& rest = rest_.emplace_back();
      for (LocalIndex cell = 0; cell < part.numCells(); ++cell) {
        const LocalIndex* nodes = part.nodesOf(cell);
        const Vec3 D = la::NodeFrame::of(state_, nodes[1]).rest - la::NodeFrame::of(state_, nodes[0]).rest;
        const Vec3 x = D.normalized(), y = y_axis.isZero(0.0) ? usualAxis(x) : y_axis.normalized();
        if (y.cross(x).norm() <= nearly_along)
          throw base::InputError(fmt::format("{}: the beam of element {} lies along `y_axis`, which has to cross it.",
                                             name_, part.cells().tags[static_cast<std::size_t>(part.cell(cell))]));
        rest.push_back({D.norm(), axesOf(x, y)});
      }
    }
  });
}

/// An element at the present motion: dE/dx and d2E/dx2 by the variables of BeamDeformation.
struct Beam::Element {
  double energy = 0;
  BeamVector slope = BeamVector::Zero();
  BeamMatrix curvature = BeamMatrix::Zero();

  /// k/2 s^2, and k s t of two deformations.
  void add(double k, const BeamNumber& s) {
    energy += 0.5 * k * s.value * s.value;
    slope += k * s.value * s.slope;
    curvature += k * (s.slope * s.slope.transpose() + s.value * s.curvature);
  }

  /// By increments of node a and then of node b.
  TwoFrames force() const {
    TwoFrames f;
    f << slope.head<3>(), -slope.segment<3>(3), -slope.head<3>(), -slope.tail<3>();
    return f;
  }
  /// The second derivative along rotations that are composed has half of the moment's cross product beside the
  /// curvature: exp(u) exp(v) = exp(u + v + u x v / 2 + ..).
  CellMatrix<12> stiffness() const {
    BeamMatrix H = curvature;
    for (const int first : {3, 6}) H.block<3, 3>(first, first) -= 0.5 * la::cross(slope.segment<3>(first));
    Eigen::Matrix<double, num_beam_variables, 12> by = Eigen::Matrix<double, num_beam_variables, 12>::Zero();
    by.block<3, 3>(0, 0) = -Mat3::Identity();
    by.block<3, 3>(0, 6) = by.block<3, 3>(3, 3) = by.block<3, 3>(6, 9) = Mat3::Identity();
    const Eigen::Matrix<double, num_beam_variables, 12> moments = H.lazyProduct(by);  // small: not worth Eigen's blocks
    return -by.transpose().lazyProduct(moments);
  }
};

Beam::Element Beam::element(std::size_t part, LocalIndex cell) const {
  const LocalIndex* nodes = region_.parts()[part].nodesOf(cell);
  const auto& [L, axes] = rest_[part][static_cast<std::size_t>(cell)];
  const auto a = la::NodeFrame::of(state_, nodes[0]), b = la::NodeFrame::of(state_, nodes[1]);
  const BeamDeformation of =
      beamDeformation(b.rest - a.rest, b.displacement - a.displacement, a.rotation * axes, b.rotation * axes);
  const Data& s = section_;
  const double G = s.young / (2 * (1 + s.poisson));
  Element found;
  found.add(s.young * s.area / L, of.longer);
  found.add(G * s.torsion_constant / L, of.turn_b[0] - of.turn_a[0]);
  const double moments[] = {s.second_moment_y, s.second_moment_z}, factors[] = {s.shear_factor_z, s.shear_factor_y};
  for (int i = 0; i < 2; ++i) {
    const double bending = s.young * moments[i] / L;
    const double p = factors[i] == 0 ? 0 : 12 * bending / (factors[i] * G * s.area * L);
    found.add(bending, of.turn_b[i + 1] - of.turn_a[i + 1]);                // the beam bends
    found.add(3 * bending / (1 + p), of.turn_a[i + 1] + of.turn_b[i + 1]);  // like an S, and shears
  }
  return found;
}

void Beam::addForce(la::ForceVector& f) const {
  const auto motions = la::motionsOf(state_);
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

void Beam::addStiffness(la::StiffnessMatrix& K) const {
  la::Derivative dfdx = K.forceOn(state_).byPositionOf(state_);
  const auto motions = la::motionsOf(state_);
  const auto block = static_cast<int>(motions.size());
  for (std::size_t p = 0; p < region_.parts().size(); ++p)
    dfdx.addElements(region_.parts()[p].table(), block, la::ElementSymmetry::general,
                     [&](LocalIndex first, int count, la::Lane* matrix) {
                       for (int lane = 0; lane < count; ++lane) {
                         const CellMatrix<12> full = element(p, first + lane).stiffness();
                         la::Lane* entry = matrix;
                         for (int ab = 0; ab < 4; ++ab)
                           for (const int i : motions)
                             for (const int j : motions) (*entry++)[lane] = full(6 * (ab / 2) + i, 6 * (ab % 2) + j);
                       }
                     });
}

double Beam::energy() const {
  double sum = 0;
  for (std::size_t p = 0; p < region_.parts().size(); ++p)
    for (LocalIndex cell = 0; cell < region_.parts()[p].numOwned(); ++cell) sum += element(p, cell).energy;
  return sum;
}

}  // namespace tenon::force
