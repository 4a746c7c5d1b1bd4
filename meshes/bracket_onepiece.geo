// Both parts of the demo as one conforming mesh of second-order tetrahedra: reference for the tied
// parts. Units: mm.
Include "bracket_shape.geo";

DefineConstant[ size = {7, Name "Element size (mm)"} ];
DefineConstant[ around = {12, Name "Elements round a full circle, 0: as few as will do"} ];

Call MakeBracket;

block = newv;
Box(block) = {block_x0, -block_y, 0, block_x1 - block_x0, 2 * block_y, block_h};
bore = newv;
Cylinder(bore) = {(block_x0 + block_x1) / 2, 0, -1, 0, 0, block_h + 2, bore_r};
bored() = BooleanDifference{ Volume{block}; Delete; }{ Volume{bore}; Delete; };
fused() = BooleanFragments{ Volume{bracket}; Delete; }{ Volume{bored()}; Delete; };  // one common face of both volumes
bracket = fused(0);
block = fused(1);

Call NameBracket;
Physical Volume("block") = {block};
m = foot_margin + e;
Physical Surface("foot") = Surface In BoundingBox{block_x0 - m, -block_y - m, -e, block_x1 + m, block_y + m, e};
Physical Surface("top") = Surface In BoundingBox{block_x0 - m, -block_y - m, block_h - e, block_x1 + m, block_y + m, block_h + e};

Mesh.MeshSizeMax = size;
Mesh.MeshSizeFromCurvature = around;
Include "second_order.geo";
