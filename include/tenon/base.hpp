// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Communication between ranks, errors, parameters and registries of types. All other modules of
// tenon are based on this module.
#include "tenon/base/CaseNode.hpp"
#include "tenon/base/Communicator.hpp"
#include "tenon/base/Error.hpp"
#include "tenon/base/Expression.hpp"
#include "tenon/base/History.hpp"
#include "tenon/base/HostRuntime.hpp"
#include "tenon/base/Index.hpp"
#include "tenon/base/Lane.hpp"
#include "tenon/base/Log.hpp"
#include "tenon/base/Parameters.hpp"
#include "tenon/base/Registry.hpp"
#include "tenon/base/algebra.hpp"
#include "tenon/base/check.hpp"
#include "tenon/base/runCollectively.hpp"
#include "tenon/base/suggest.hpp"
