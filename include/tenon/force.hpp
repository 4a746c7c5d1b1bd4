// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Force fields, their registries, and solids of any material. User-defined force fields derive from
// force::ForceField. User-defined materials are plain structs, from which force::SolidForce makes a
// solid.
#include "tenon/force/ForceField.hpp"
#include "tenon/force/Solid.hpp"
#include "tenon/force/SolidForce.hpp"
#include "tenon/force/materials.hpp"
#include "tenon/force/registry.hpp"
#include "tenon/force/solid/LinearSolid.hpp"
#include "tenon/force/solid/PointwiseSolid.hpp"
#include "tenon/force/solid/VaryingConstants.hpp"
