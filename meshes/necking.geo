// Mesh of apps/cases/necking.yaml: one eighth of a round bar with a slightly smaller radius in the
// middle; hexahedra.
// Units: mm.
DefineConstant[ radius = 6.413, half = 26.667, thinner = 0.982 ];
DefineConstant[ across = {3, Name "Cells along a side of the core"} ];
DefineConstant[ around = {3, Name "Cells from the core to the surface"} ];
DefineConstant[ along = {12, Name "Cells along the half length"} ];
core = 0.45;
For s In {0 : 1}
  p = 10 * s;
  r = radius * (s == 0 ? thinner : 1);
  z = half * s;
  c = core * r;
  Point(p + 1) = {0, 0, z};
  Point(p + 2) = {c, 0, z};
  Point(p + 3) = {0.9 * c, 0.9 * c, z};
  Point(p + 4) = {0, c, z};
  Point(p + 5) = {r, 0, z};
  Point(p + 6) = {r / Sqrt(2), r / Sqrt(2), z};
  Point(p + 7) = {0, r, z};
  l = 20 * s;
  Line(l + 1) = {p + 1, p + 2};
  Line(l + 2) = {p + 2, p + 3};
  Line(l + 3) = {p + 4, p + 3};
  Line(l + 4) = {p + 1, p + 4};
  Line(l + 5) = {p + 2, p + 5};
  Line(l + 6) = {p + 3, p + 6};
  Line(l + 7) = {p + 4, p + 7};
  Circle(l + 8) = {p + 5, p + 1, p + 6};
  Circle(l + 9) = {p + 6, p + 1, p + 7};
  Curve Loop(l + 1) = {l + 1, l + 2, -(l + 3), -(l + 4)};
  Curve Loop(l + 2) = {l + 5, l + 8, -(l + 6), -(l + 2)};
  Curve Loop(l + 3) = {l + 6, l + 9, -(l + 7), l + 3};
  For k In {1 : 3}
    Plane Surface(l + k) = {l + k};
  EndFor
  Transfinite Curve{l + 1, l + 2, l + 3, l + 4, l + 8, l + 9} = across + 1;
  Transfinite Curve{l + 5, l + 6, l + 7} = around + 1;
EndFor
For k In {1 : 7}
  Line(40 + k) = {k, 10 + k};
EndFor
Transfinite Curve{41 : 47} = along + 1 Using Progression 1.12;
from[] = {1, 2, 4, 1, 2, 3, 4, 5, 6};
to[] = {2, 3, 3, 4, 5, 6, 7, 6, 7};
For k In {1 : 9}
  Curve Loop(50 + k) = {k, 40 + to[k - 1], -(20 + k), -(40 + from[k - 1])};
  Surface(50 + k) = {50 + k};
EndFor
Surface Loop(1) = {1, 21, 51, 52, 53, 54};
Surface Loop(2) = {2, 22, 55, 58, 56, 52};
Surface Loop(3) = {3, 23, 56, 59, 57, 53};
For k In {1 : 3}
  Volume(k) = {k};
EndFor
Transfinite Surface{:};
Recombine Surface{:};
Transfinite Volume{:};
Mesh.MshFileVersion = 4.1;
Physical Surface("neck") = {1, 2, 3};
Physical Surface("end") = {21, 22, 23};
Physical Surface("x") = {54, 57};
Physical Surface("y") = {51, 55};
Physical Volume("body") = {1, 2, 3};
