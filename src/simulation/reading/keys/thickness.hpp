// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>

#include "tenon/base/CaseNode.hpp"
#include "tenon/mesh/Mesh.hpp"

namespace tenon::simulation {

/// Sets the thickness of the mesh of an object in the plane: the key `thickness` of the object, or
/// the thickness of a force, a mass or a constraint of the object, which applies to the whole
/// object. Other objects without that key are unchanged.
/// @throws InputError if two places contain different thicknesses, or if an object that has no
///   thickness is given one
/// @note Not collective, but identical on all ranks.
void setThickness(const base::CaseNode& root, const std::string& name, const base::CaseNode& object, mesh::Mesh& mesh);

}  // namespace tenon::simulation
