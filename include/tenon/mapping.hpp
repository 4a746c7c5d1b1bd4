// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Mappings, which determine the nodes of an object from those of others, and their registries. A
// new mapping is derived from mapping::Mapping.
#include "tenon/mapping/DifferentiatedMapping.hpp"
#include "tenon/mapping/Embedded.hpp"
#include "tenon/mapping/Jacobian.hpp"
#include "tenon/mapping/Mapping.hpp"
#include "tenon/mapping/Measurement.hpp"
#include "tenon/mapping/NodalWeights.hpp"
#include "tenon/mapping/TupleMapping.hpp"
#include "tenon/mapping/registry.hpp"
