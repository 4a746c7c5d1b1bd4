#pragma once
// Distributed meshes, their cell types and groups. Meshes of boxes can be generated; other
// meshes are read by the command `tenon`.
#include "tenon/mesh/CellType.hpp"
#include "tenon/mesh/Mesh.hpp"
#include "tenon/mesh/generate.hpp"
