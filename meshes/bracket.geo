// A steel bracket of second-order tetrahedra, clamped in its bolt holes; its foot supports
// block.geo. Units: mm.
// Coarse mesh: gmsh -3 -setnumber size 24 -setnumber around 0 bracket.geo (scripts/meshes generates
// both meshes).
Include "bracket_shape.geo";

DefineConstant[ size = {7, Name "Element size (mm)"} ];
DefineConstant[ around = {12, Name "Elements round a full circle, 0: as few as will do"} ];

Call MakeBracket;
Call NameBracket;
m = foot_margin + e;
Physical Surface("foot") = Surface In BoundingBox{block_x0 - m, -block_y - m, -e, block_x1 + m, block_y + m, e};

Mesh.MeshSizeMax = size;
Mesh.MeshSizeFromCurvature = around;
Include "second_order.geo";
