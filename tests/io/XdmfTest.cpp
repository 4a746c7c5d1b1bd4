// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "io/Xdmf.hpp"

#include <gmock/gmock.h>

#include "tenon/base/Error.hpp"

namespace tenon::io {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

XdmfGrid tetGrid(const std::string& name) {
  const XdmfField u{"displacement", XdmfField::Kind::vector, XdmfField::Center::node, "/steps/0000/" + name + "/u"};
  const XdmfField stress{"stress", XdmfField::Kind::tensor, XdmfField::Center::cell, "/steps/0000/" + name + "/s"};
  const XdmfField part{"rank", XdmfField::Kind::scalar, XdmfField::Center::cell, "/rank", XdmfNumber::int32};
  return {name,
          "Tetrahedron_10",
          7,
          10,
          "/meshes/" + name + "/tet10/cells",
          20,
          "/meshes/" + name + "/points",
          {u, stress, part}};
}

TEST(Xdmf, ofOneGridIsATemporalCollectionOfUniformGrids) {
  EXPECT_EQ(xdmfText("out.h5", {{0.1, {tetGrid("part")}}}), R"(<?xml version="1.0" encoding="UTF-8"?>
<Xdmf Version="3.0">
  <Domain>
    <Grid Name="steps" GridType="Collection" CollectionType="Temporal">
      <Grid Name="part" GridType="Uniform">
        <Time Value="0.1"/>
        <Topology TopologyType="Tetrahedron_10" NumberOfElements="7">
          <DataItem Format="HDF" NumberType="Int" Precision="8" Dimensions="7 10">out.h5:/meshes/part/tet10/cells</DataItem>
        </Topology>
        <Geometry GeometryType="XYZ">
          <DataItem Format="HDF" NumberType="Float" Precision="8" Dimensions="20 3">out.h5:/meshes/part/points</DataItem>
        </Geometry>
        <Attribute Name="displacement" AttributeType="Vector" Center="Node">
          <DataItem Format="HDF" NumberType="Float" Precision="8" Dimensions="20 3">out.h5:/steps/0000/part/u</DataItem>
        </Attribute>
        <Attribute Name="stress" AttributeType="Tensor" Center="Cell">
          <DataItem Format="HDF" NumberType="Float" Precision="8" Dimensions="7 9">out.h5:/steps/0000/part/s</DataItem>
        </Attribute>
        <Attribute Name="rank" AttributeType="Scalar" Center="Cell">
          <DataItem Format="HDF" NumberType="Int" Precision="4" Dimensions="7">out.h5:/rank</DataItem>
        </Attribute>
      </Grid>
    </Grid>
  </Domain>
</Xdmf>
)");
}

TEST(Xdmf, ofSeveralGridsHasASpatialCollectionPerStep) {
  XdmfGrid none = tetGrid("none");
  none.num_cells = 0;
  const auto text = xdmfText("out.h5", {{0, {tetGrid("a"), none, tetGrid("b")}}, {1e-9, {tetGrid("a"), tetGrid("b")}}});
  EXPECT_THAT(text, HasSubstr(R"(
      <Grid Name="step 0" GridType="Collection" CollectionType="Spatial">
        <Time Value="0"/>
        <Grid Name="a" GridType="Uniform">
          <Topology )"));
  EXPECT_THAT(text, HasSubstr(R"(
      <Grid Name="step 1" GridType="Collection" CollectionType="Spatial">
        <Time Value="1e-09"/>)"));
  EXPECT_THAT(text, Not(HasSubstr("none")));
}

TEST(Xdmf, escapesWhatXmlReserves) {
  auto grid = tetGrid("part");
  grid.name = R"(a < b & "c")";
  const auto text = xdmfText("r&d.h5", {{0, {grid}}});
  EXPECT_THAT(text, HasSubstr(R"(Name="a &lt; b &amp; &quot;c&quot;")"));
  EXPECT_THAT(text, HasSubstr(">r&amp;d.h5:/meshes"));
}

TEST(Xdmf, writesTheNumberOfNodesOfLines) {
  auto grid = tetGrid("part");
  grid.topology = "Polyline";
  grid.nodes_per_cell = 2;
  EXPECT_THAT(xdmfText("out.h5", {{0, {grid}}}),
              HasSubstr(R"(TopologyType="Polyline" NumberOfElements="7" NodesPerElement="2")"));
}

TEST(Xdmf, refusesARelativePath) {
  auto grid = tetGrid("part");
  grid.points_path = "meshes/part/points";
  EXPECT_THROW(xdmfText("out.h5", {{0, {grid}}}), base::InternalError);
}

}  // namespace
}  // namespace tenon::io
