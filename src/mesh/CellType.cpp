// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "tenon/mesh/CellType.hpp"

#include "tenon/base/check.hpp"

namespace tenon::mesh {
namespace {

using Facets = std::vector<std::pair<CellType, std::vector<int>>>;

constexpr int tet10_vtk[] = {0, 1, 2, 3, 4, 5, 6, 7, 9, 8};
constexpr int hex20_vtk[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 11, 13, 9, 16, 18, 19, 17, 10, 12, 14, 15};
constexpr int hex27_vtk[] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  11, 13, 9,  16, 18,
                             19, 17, 10, 12, 14, 15, 22, 23, 21, 24, 20, 25, 26};
constexpr int prism15_vtk[] = {0, 1, 2, 3, 4, 5, 6, 9, 7, 12, 14, 13, 8, 10, 11};

using CT = CellType;

// Facets of faces are ordered counter-clockwise, those of solids counter-clockwise seen from
// outside.
const Facets tri3_facets{{CT::line2, {0, 1}}, {CT::line2, {1, 2}}, {CT::line2, {2, 0}}};
const Facets tri6_facets{{CT::line3, {0, 1, 3}}, {CT::line3, {1, 2, 4}}, {CT::line3, {2, 0, 5}}};
const Facets quad4_facets{{CT::line2, {0, 1}}, {CT::line2, {1, 2}}, {CT::line2, {2, 3}}, {CT::line2, {3, 0}}};
const Facets quad8_facets{
    {CT::line3, {0, 1, 4}}, {CT::line3, {1, 2, 5}}, {CT::line3, {2, 3, 6}}, {CT::line3, {3, 0, 7}}};
const Facets tet4_facets{{CT::tri3, {0, 2, 1}}, {CT::tri3, {0, 1, 3}}, {CT::tri3, {0, 3, 2}}, {CT::tri3, {1, 2, 3}}};
const Facets tet10_facets{{CT::tri6, {0, 2, 1, 6, 5, 4}},
                          {CT::tri6, {0, 1, 3, 4, 9, 7}},
                          {CT::tri6, {0, 3, 2, 7, 8, 6}},
                          {CT::tri6, {1, 2, 3, 5, 8, 9}}};
const Facets hex8_facets{{CT::quad4, {0, 3, 2, 1}}, {CT::quad4, {4, 5, 6, 7}}, {CT::quad4, {0, 1, 5, 4}},
                         {CT::quad4, {1, 2, 6, 5}}, {CT::quad4, {2, 3, 7, 6}}, {CT::quad4, {3, 0, 4, 7}}};
const Facets hex20_facets{{CT::quad8, {0, 3, 2, 1, 9, 13, 11, 8}},   {CT::quad8, {4, 5, 6, 7, 16, 18, 19, 17}},
                          {CT::quad8, {0, 1, 5, 4, 8, 12, 16, 10}},  {CT::quad8, {1, 2, 6, 5, 11, 14, 18, 12}},
                          {CT::quad8, {2, 3, 7, 6, 13, 15, 19, 14}}, {CT::quad8, {3, 0, 4, 7, 9, 10, 17, 15}}};
const Facets hex27_facets{{CT::quad9, {0, 3, 2, 1, 9, 13, 11, 8, 20}},   {CT::quad9, {4, 5, 6, 7, 16, 18, 19, 17, 25}},
                          {CT::quad9, {0, 1, 5, 4, 8, 12, 16, 10, 21}},  {CT::quad9, {1, 2, 6, 5, 11, 14, 18, 12, 23}},
                          {CT::quad9, {2, 3, 7, 6, 13, 15, 19, 14, 24}}, {CT::quad9, {3, 0, 4, 7, 9, 10, 17, 15, 22}}};
const Facets prism6_facets{{CT::tri3, {0, 2, 1}},
                           {CT::tri3, {3, 4, 5}},
                           {CT::quad4, {0, 1, 4, 3}},
                           {CT::quad4, {1, 2, 5, 4}},
                           {CT::quad4, {2, 0, 3, 5}}};
const Facets prism15_facets{{CT::tri6, {0, 2, 1, 7, 9, 6}},
                            {CT::tri6, {3, 4, 5, 12, 14, 13}},
                            {CT::quad8, {0, 1, 4, 3, 6, 10, 12, 8}},
                            {CT::quad8, {1, 2, 5, 4, 9, 11, 14, 10}},
                            {CT::quad8, {2, 0, 3, 5, 7, 8, 13, 11}}};
const Facets pyramid5_facets{{CT::quad4, {0, 3, 2, 1}},
                             {CT::tri3, {0, 1, 4}},
                             {CT::tri3, {1, 2, 4}},
                             {CT::tri3, {2, 3, 4}},
                             {CT::tri3, {3, 0, 4}}};

// One row per type, in the order of the enumeration. Costs: repeated assembly of a hex8 takes 8
// times that of a tet4; the other costs are in proportion to entries and quadrature points.
//  name      dim nodes vertices order gmsh vtk  xdmf  vtk_order  cost  facets
const std::array<CellTypeInfo, num_cell_types> table{{
    {"point1", 0, 1, 1, 1, 15, 1, "Polyvertex", {}, 0, {}},
    {"line2", 1, 2, 2, 1, 1, 3, "Polyline", {}, 1, {}},
    {"line3", 1, 3, 2, 2, 8, 21, "Edge_3", {}, 2, {}},
    {"tri3", 2, 3, 3, 1, 2, 5, "Triangle", {}, 1, tri3_facets},
    {"tri6", 2, 6, 3, 2, 9, 22, "Triangle_6", {}, 4, tri6_facets},
    {"quad4", 2, 4, 4, 1, 3, 9, "Quadrilateral", {}, 2, quad4_facets},
    {"quad8", 2, 8, 4, 2, 16, 23, "Quadrilateral_8", {}, 8, quad8_facets},
    {"quad9", 2, 9, 4, 2, 10, 28, "Quadrilateral_9", {}, 10, quad8_facets},
    {"tet4", 3, 4, 4, 1, 4, 10, "Tetrahedron", {}, 1, tet4_facets},
    {"tet10", 3, 10, 4, 2, 11, 24, "Tet_10", tet10_vtk, 8, tet10_facets},
    {"hex8", 3, 8, 8, 1, 5, 12, "Hexahedron", {}, 8, hex8_facets},
    {"hex20", 3, 20, 8, 2, 17, 25, "Hexahedron_20", hex20_vtk, 40, hex20_facets},
    {"hex27", 3, 27, 8, 2, 12, 29, "Hexahedron_27", hex27_vtk, 70, hex27_facets},
    {"prism6", 3, 6, 6, 1, 6, 13, "Wedge", {}, 4, prism6_facets},
    {"prism15", 3, 15, 6, 2, 18, 26, "Wedge_15", prism15_vtk, 20, prism15_facets},
    {"pyramid5", 3, 5, 5, 1, 7, 14, "Pyramid", {}, 3, pyramid5_facets},
}};

constexpr CellType types[] = {CT::point1, CT::line2,  CT::line3,   CT::tri3,    CT::tri6, CT::quad4,
                              CT::quad8,  CT::quad9,  CT::tet4,    CT::tet10,   CT::hex8, CT::hex20,
                              CT::hex27,  CT::prism6, CT::prism15, CT::pyramid5};

}  // namespace

const CellTypeInfo& info(CellType type) {
  return table[static_cast<std::size_t>(type)];
}

const CellType* cellTypeOfGmsh(int gmsh_type) {
  for (const CellType& type : types)
    if (info(type).gmsh_type == gmsh_type) return &type;
  return nullptr;
}

}  // namespace tenon::mesh
