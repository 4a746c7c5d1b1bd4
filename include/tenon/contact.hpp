// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// This header includes the contact of rigid bodies: shapes, contact laws and solvers. A new shape
// is registered as a contact::BodyShape, a new kind of contact rule as a contact::RigidContact, and
// a new solver of the contact impulses as a contact::ConeSolver.
#include "tenon/contact/BodyShape.hpp"
#include "tenon/contact/ConeSolver.hpp"
#include "tenon/contact/RigidContact.hpp"
#include "tenon/contact/shapes/Shape.hpp"
