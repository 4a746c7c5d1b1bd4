// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// This header includes the mappings, which determine the nodes of one object from those of other
// objects. A new mapping derives from mapping::Mapping.
#include "tenon/mapping/DifferentiatedMapping.hpp"
#include "tenon/mapping/Mapping.hpp"
#include "tenon/mapping/Measurement.hpp"
#include "tenon/mapping/NodalWeights.hpp"
#include "tenon/mapping/TupleMapping.hpp"
