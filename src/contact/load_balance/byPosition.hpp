// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "tenon/base/Communicator.hpp"
#include "tenon/base/algebra.hpp"

namespace tenon::contact {

/// Assigns a rank to each point of this rank, so that ranks have points close to each other and
/// equal weights, by recursive bisection.
///
/// The set of ranks is halved, and the points are divided accordingly across their widest extent.
/// No rank ever stores all points. The assignment depends on points and weights only, neither on
/// their distribution nor on units. Points at the same position stay together.
/// @see Berger and Bokhari, IEEE Trans. Comput. C-36 (1987), 570-580
/// @note Collective.
std::vector<int> partitionByPosition(const base::Communicator& comm, const std::vector<base::Vec3>& points,
                                     const std::vector<std::int64_t>& weights);

/// Returns the points of one rank in an order in which neighbours are close to each other in
/// memory, by repeated bisection across the widest extent.
/// @note Not collective.
std::vector<std::size_t> orderByPosition(const std::vector<base::Vec3>& points);

}  // namespace tenon::contact
