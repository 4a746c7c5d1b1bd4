// The unit cube of two cells: "cube" over "bottom".
Point(1) = {0, 0, 0}; Point(2) = {1, 0, 0}; Point(3) = {1, 1, 0}; Point(4) = {0, 1, 0};
For i In {1 : 4}
  Line(i) = {i, i % 4 + 1};
  Transfinite Curve {i} = 2;
EndFor
Curve Loop(1) = {1, 2, 3, 4};
Plane Surface(1) = {1};
Transfinite Surface {1};
Recombine Surface {1};
cube() = Extrude {0, 0, 1} { Surface{1}; Layers{2}; Recombine; };
Physical Surface("bottom") = {1};
Physical Volume("cube") = {cube(1)};
