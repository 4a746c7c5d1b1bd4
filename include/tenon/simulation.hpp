// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Registries of all types that a case may name. A program adds its own types to
// simulation::registries() before it reads a case.
#include "tenon/simulation/reading/registries.hpp"
