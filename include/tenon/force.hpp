// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Force fields and their registries, and the force of solids with any material law. A new force
// field is derived from force::ForceField, a new material from the laws in fem.
#include "tenon/force/ForceField.hpp"
#include "tenon/force/Solid.hpp"
#include "tenon/force/SolidForce.hpp"
#include "tenon/force/registry.hpp"
#include "tenon/force/solid/LinearSolid.hpp"
#include "tenon/force/solid/NodalDilatationSolid.hpp"
#include "tenon/force/solid/PointwiseSolid.hpp"
#include "tenon/force/solid/VaryingConstants.hpp"
