// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Mass types. User-defined masses are derived from mass::Mass.
#include "tenon/mass/ConsistentMass.hpp"
#include "tenon/mass/Mass.hpp"
