// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Cases that a program drives step by step, and the registries of all types that a case may name. A
// program adds its own types to simulation::registries() before it reads a case.
#include "tenon/simulation/Simulation.hpp"
#include "tenon/simulation/reading/Additions.hpp"
#include "tenon/simulation/reading/CaseFile.hpp"
#include "tenon/simulation/reading/registries.hpp"
#include "tenon/simulation/results/Output.hpp"
