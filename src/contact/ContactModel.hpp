// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "contact/Rules.hpp"
#include "tenon/contact/shapes/Shape.hpp"

namespace tenon::contact {

/// Shapes and contact rules, replicated on all ranks.
struct ContactModel {
  std::vector<Shape> shapes;  ///< shapes, to which RigidBody::shape refers
  Rules rules;                ///< contact laws of pairs
};

}  // namespace tenon::contact
