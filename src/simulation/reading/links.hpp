// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "mesh/reading/readMeshes.hpp"
#include "tenon/base/CaseNode.hpp"

namespace tenon::simulation {

/// Returns the pairs of objects that constraints and interactions of a case connect, i.e. those
/// with a `first` and a `second` object, by their indices in `objects`. Invalid entries are omitted
/// here, because their contributors report them.
std::vector<mesh::MeshLink> linksOf(const base::CaseNode& root, const std::vector<std::string>& objects);

}  // namespace tenon::simulation
