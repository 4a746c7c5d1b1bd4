#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "tenon/base/algebra.hpp"
#include "tenon/mesh/Mesh.hpp"

namespace tenon::mesh {

/// Collective. A mesh of points, each owned by the rank that gives it: places, and the number of each among those of all
/// ranks, from 0, its position; its tag is one more. The group "all" has all of them. `file`: what the points are of, for messages.
Mesh meshOfOwnPoints(const base::Communicator& comm, const std::string& file, const std::vector<base::Vec3>& places,
                     const std::vector<std::int64_t>& positions);

}  // namespace tenon::mesh
