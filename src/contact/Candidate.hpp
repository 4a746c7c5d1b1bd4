// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "RigidBody.hpp"
#include "fem/search/Box.hpp"

namespace tenon::contact {

/// Body with the data that contact detection evaluates repeatedly.
struct Candidate {
  RigidBody body;                  ///< state of the body
  base::GlobalIndex global;        ///< number of the body in the layout of the owners
  PlacedShape placed;              ///< shape at the position of the body
  fem::Box box;                    ///< bounding box of the volume that the body may sweep in the step
  double size;                     ///< distance of the farthest point from the centre; characteristic length of a point
  double reach;                    ///< largest distance that a point of the body may travel in the step, plus a margin
  bool is_immobile, is_unbounded;  ///< true if the body is constrained; true if its shape is a half-space
};

/// Candidate in the form in which ranks exchange it.
struct BodyMessage {
  RigidBody body;
  base::GlobalIndex global;
};

/// Returns the candidate of a body with a shape in a step of length h.
Candidate candidateOf(const RigidBody& body, base::GlobalIndex global, const ContactModel& model, double h);

}  // namespace tenon::contact
