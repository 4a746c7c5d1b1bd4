// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>

#include "tenon/mapping/Measurement.hpp"
#include "tenon/system/Body.hpp"

namespace tenon::system {

/// Creates the object of a measurement, which becomes the child of the measurement: a mesh of
/// points with one node per measured quantity, each on the rank that evaluates it.
/// @note Collective.
std::unique_ptr<Body> measuredBody(const std::string& name, const base::Communicator& comm,
                                   mapping::Measurement& measurement);

}  // namespace tenon::system
