// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "SurfaceContact.hpp"

#include <fmt/format.h>

#include "PositiveFunctions.hpp"
#include "constraint/sliding/FaceGap.hpp"
#include "contact/geometry/InitialOverlap.hpp"
#include "contact/law/Tangents.hpp"
#include "surface/smoothFaces.hpp"
#include "tenon/base/runCollectively.hpp"

namespace tenon::constraint {
namespace {

SlidingConstraint::Data slidingOf(const SurfaceContact::Data& data) {
  std::string name = data.name;
  if (name.empty())
    name = data.is_self ? fmt::format("contact {} on itself", data.slave.name())
                        : fmt::format("contact {} on {}", data.slave.name(), data.master.name());
  return {name, data.slave, data.master, data.reach, data.is_self, data.smooth};
}

std::vector<surface::SurfaceFace> trackOf(const SurfaceContact::Data& data, const fem::Domain& master) {
  const mesh::Group& group = master.mesh.group(data.master.group);
  std::vector<surface::SurfaceFace> faces = surface::ownedFacesOutward(master, group);
  if (!data.smooth) return faces;
  base::runCollectively(master.mesh.comm(), [&] {
    for (const surface::SurfaceFace& face : faces)
      if (mesh::info(face.face.type).order > 1)
        throw base::InputError(
            fmt::format("{}: `smooth` requires first-order faces, but element {} of {} is of second order.",
                        slidingOf(data).name, face.tag, data.master.name()));
  });
  surface::smoothFaces(master.mesh.layout(), data.crease, faces);
  return faces;
}

}  // namespace

SurfaceContact::SurfaceContact(const Data& data, const fem::FindDomain& find)
    : SlidingConstraint("contact", slidingOf(data), data.rowsPerPoint(find(data.slave.object).state.block()),
                        trackOf(data, find(data.master.object)), find, EdgePolicy::opens),
      law_(data) {
  static_cast<ConstraintSettings&>(*this) = data.settings();
  const fem::Domain& slave = find(data.slave.object);
  const std::vector<double> areas = PositiveFunctions(slave.mesh, groupOf(data.slave, find)).areas();
  for (const LocalIndex node : carrierNodes()) areas_.push_back(areas[static_cast<std::size_t>(node)]);
  commit();
  warnOfPenetration();
}

void SurfaceContact::warnOfPenetration() const {
  contact::InitialOverlap found;
  const std::vector<PointFacePose> poses = currentPoses();
  const std::vector<LocalIndex> nodes = carrierNodes();
  for (std::size_t k = 0; k < poses.size(); ++k) {
    if (poses[k].is_off_track) continue;
    const FaceGap gap(poses[k].point, poses[k].face, poses[k].xi, poses[k].dimension);
    if (gap.length() < -poses[k].round_off)
      found.addNode(-gap.length(), ofPoints().mesh.nodeTags()[static_cast<std::size_t>(nodes[k])]);
  }
  found.warn(ofPoints().mesh.comm(), name());
}

std::array<base::Vec3, 2> SurfaceContact::tangentsOf(const PointFacePose& pose) {
  const PointFacePose& own = pose.of_row == nullptr ? pose : *pose.of_row;
  const contact::Tangents t(FaceGap(own.point, own.face, own.xi, own.dimension).normal, own.previous_normal,
                            own.dimension);
  return {t[0], t[1]};
}

void SurfaceContact::evaluate(const PointFacePose& pose, double* phi) const {
  if (pose.is_off_track) {
    phi[0] = pose.distance;
    for (int i = 1; i < block(); ++i) phi[i] = 0.0;
    return;
  }
  const FaceGap gap(pose.point, pose.face, pose.xi, pose.dimension);
  phi[0] = gap.length();
  const auto t = tangentsOf(pose);
  for (int i = 1; i < block(); ++i) phi[i] = t[static_cast<std::size_t>(i - 1)].dot(pose.point - pose.sticking_point);
}

void SurfaceContact::differentiate(const PointFacePose& pose, double* G) const {
  const FaceGap gap(pose.point, pose.face, pose.xi, pose.dimension);
  const FaceGap::Wide B = gap.gapDerivative();
  const auto t = tangentsOf(pose);
  for (int i = 0; i < block(); ++i)
    Eigen::Map<Eigen::RowVectorXd>(G + i * gap.num_unknowns, gap.num_unknowns) =
        (i == 0 ? gap.normal : t[static_cast<std::size_t>(i - 1)]).transpose() * B;
}

void SurfaceContact::differentiateTwice(const PointFacePose& pose, const double* lambda, double* H) const {
  const FaceGap gap(pose.point, pose.face, pose.xi, pose.dimension);
  Eigen::Map<Eigen::MatrixXd>(H, gap.num_unknowns, gap.num_unknowns) = lambda[0] * gap.secondDerivative();
}

}  // namespace tenon::constraint
