#pragma once
#include "tenon/base/CaseNode.hpp"
#include "tenon/mesh/readMeshes.hpp"

namespace tenon::simulation {

/// What the constraints and interactions of a case hold together: those with a `first` and a `second` object, by their
/// numbers among `objects`. What is written wrongly is left out here; its contributor says so.
std::vector<mesh::MeshLink> linksOf(const base::CaseNode& root, const std::vector<std::string>& objects);

}  // namespace tenon::simulation
