#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "tenon/base/Communicator.hpp"
#include "tenon/base/algebra.hpp"

namespace tenon::contact {

/// A rank for each of this rank's points, so that ranks have points near each other and equal weights: recursive
/// bisection (Berger and Bokhari, IEEE Trans. Comput. C-36 (1987), 570-580). Ranks are halved, and with them the
/// points, across where these are widest. No rank ever has all points; which one a point goes to depends on points and
/// weights alone, and neither on who has them nor on any unit. Points at one place stay together. Collective.
std::vector<int> ranksByPlace(const base::Communicator& comm, const std::vector<base::Vec3>& points,
                              const std::vector<std::int64_t>& weights);

/// The points of one rank so that neighbours come to lie near each other in memory: halved across where they are
/// widest, again and again. Not collective.
std::vector<std::size_t> orderByPlace(const std::vector<base::Vec3>& points);

}  // namespace tenon::contact
