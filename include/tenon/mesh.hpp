// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Distributed meshes with their cell types and groups. Meshes of boxes can be generated, and host
// programs pass meshes in memory and define types of derived meshes; all other meshes are read by
// the command `tenon`.
#include "tenon/mesh/CellType.hpp"
#include "tenon/mesh/Mesh.hpp"
#include "tenon/mesh/MeshData.hpp"
#include "tenon/mesh/generation/generate.hpp"
