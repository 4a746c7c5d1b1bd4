// A brick [0, dx] x [0, dy] x [0, dz] of second-order hexahedra or tetrahedra, translated by
// (x0, y0, z0) and rotated about its vertical centre line. Used by apps/cases/blocks.yaml (two
// bricks with non-matching meshes), rocker.yaml (two beams) and twist.yaml. Units: mm; twist.yaml: cm.
SetFactory("OpenCASCADE");

DefineConstant[
  x0 = {0, Name "Place (mm)"}, y0 = {0}, z0 = {0},
  dx = {40, Name "Size (mm)"}, dy = {40}, dz = {20},
  nx = {6, Name "Elements along the sides"}, ny = {6}, nz = {3},
  turn = {0, Name "Angle (degrees)"},
  tets = {0, Name "1: tetrahedra, 0: hexahedra"}
];

c = Cos(turn * Pi / 180);
s = Sin(turn * Pi / 180);
For i In {1 : 4}
  u = (i == 2 || i == 3 ? dx : -dx) / 2;  // relative to the centre
  v = (i > 2 ? dy : -dy) / 2;
  Point(i) = {x0 + dx / 2 + c * u - s * v, y0 + dy / 2 + s * u + c * v, z0};
EndFor
For i In {1 : 4}
  Line(10 + i) = {i, i % 4 + 1};
EndFor
Transfinite Curve {11, 13} = nx + 1;
Transfinite Curve {12, 14} = ny + 1;
Curve Loop(20) = {11, 12, 13, 14};
Plane Surface(21) = {20};
If (tets)
  brick() = Extrude {0, 0, dz} { Surface{21}; };
  Mesh.MeshSizeMax = dx / nx;
Else
  Transfinite Surface {21};
  Recombine Surface {21};
  brick() = Extrude {0, 0, dz} { Surface{21}; Layers{nz}; Recombine; };
EndIf

// Result of Extrude: top face, volume, then one face per curve of the loop.
Physical Volume("body") = {brick(1)};
Physical Surface("top") = {brick(0)};
Physical Surface("bottom") = {21};
Physical Surface("south") = {brick(2)};
Physical Surface("east") = {brick(3)};
Physical Surface("north") = {brick(4)};
Physical Surface("west") = {brick(5)};
Physical Point("tip") = {2};  // lower south-east corner

Include "second_order.geo";
