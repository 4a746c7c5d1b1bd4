// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Candidate.hpp"

#include <algorithm>

#include "bodySpeeds.hpp"

namespace tenon::contact {
namespace {

// Margins apply in addition to the displacement of a step: another body may push a resting body
// within the step.
constexpr double margin = 0.02;  // relative to the size of a body
// Relative to the size of a point; larger, because neighbouring nodes move the point.
constexpr double margin_of_points = 0.1;

}  // namespace

Candidate candidateOf(const RigidBody& body, base::GlobalIndex global, const ContactModel& model, double h) {
  const Shape& shape = model.shapes[static_cast<std::size_t>(body.shape)];
  const double own_size = body.isPoint() ? body.point_size : reachOf(shape);
  Candidate made{body, global, body.placedShape(shape), {}, own_size, 0.0, body.isImmobile(), isUnbounded(shape)};
  const double size = made.is_unbounded ? 0.0 : made.size;
  made.reach = h * std::max(speedAt(body.free, size), speedAt(body.before, size)) +
               (body.isPoint() ? margin_of_points : margin) * size;
  made.box = boundingBox(made.placed).expandedBy(made.reach);
  return made;
}

}  // namespace tenon::contact
