// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// GoogleTest fixtures that verify user-defined types, and main() of a test program. Test programs
// link the CMake target tenon::testing.
#include "tenon/testing/ConditionFixture.hpp"
#include "tenon/testing/ConstraintFixture.hpp"
#include "tenon/testing/ForceFieldFixture.hpp"
#include "tenon/testing/InteractionFixture.hpp"
#include "tenon/testing/MappingFixture.hpp"
#include "tenon/testing/MassFixture.hpp"
#include "tenon/testing/Objects.hpp"
#include "tenon/testing/runTests.hpp"
