// One sixth of a tube, the sector from 60 to 120 degrees about z, of second-order hexahedra.
// apps/cases/springs.yaml uses one sector inside another. Both cut faces are oblique to x and y.
// The line `seam` is the vertical centre line of the outer or inner surface. Units: mm.
SetFactory("OpenCASCADE");

DefineConstant[
  inner = {40, Name "Inner radius (mm)"},
  outer = {56, Name "Outer radius (mm)"},
  layers = {3, Name "Elements across the wall"},
  outside = {1, Name "1: the seam is on the outer surface, 0: on the inner one"}
];
height = 30;  up = 5;
half = Pi / 6;  along = 6;  // elements along each half of the sector

Point(1) = {0, 0, 0};
For i In {0 : 2}
  angle = Pi / 2 + (i - 1) * half;
  Point(10 + i) = {inner * Cos(angle), inner * Sin(angle), 0};
  Point(20 + i) = {outer * Cos(angle), outer * Sin(angle), 0};
  Line(30 + i) = {10 + i, 20 + i};
  Transfinite Curve {30 + i} = layers + 1;
EndFor
For i In {0 : 1}
  Circle(40 + i) = {10 + i, 1, 11 + i};
  Circle(50 + i) = {20 + i, 1, 21 + i};
  Transfinite Curve {40 + i, 50 + i} = along + 1;
  Curve Loop(60 + i) = {30 + i, 50 + i, -(31 + i), -(40 + i)};
  Plane Surface(70 + i) = {60 + i};
  Transfinite Surface {70 + i};
  Recombine Surface {70 + i};
EndFor
halves() = Extrude {0, 0, height} { Surface{70, 71}; Layers{up}; Recombine; };

e = 1e-3;
radius = outside ? outer : inner;
Physical Volume("wall") = Volume In BoundingBox{-outer, -e, -e, outer, outer + e, height + e};
Physical Surface("bottom") = Surface In BoundingBox{-outer, -e, -e, outer, outer + e, e};
Physical Curve("seam") = Curve In BoundingBox{-e, radius - e, -e, e, radius + e, height + e};
// Result of Extrude, for each sector: top face, volume, then one face per curve of the loop.
Physical Surface("right") = {halves(2)};
Physical Surface("left") = {halves(10)};
Physical Surface("outside") = {halves(3), halves(9)};
Physical Surface("inside") = {halves(5), halves(11)};

Include "second_order.geo";
