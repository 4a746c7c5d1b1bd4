// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// This header includes the contact of rigid bodies: shapes, contact laws and their registries. A
// new shape is registered as a contact::BodyShape, and a new kind of contact rule as a
// contact::RigidContact.
#include "tenon/contact/BodyShape.hpp"
#include "tenon/contact/RigidContact.hpp"
#include "tenon/contact/shapes/Shape.hpp"
#include "tenon/contact/shapes/registry.hpp"
