// Mesh of apps/cases/slider_crank.yaml: the connecting rod of 300 mm by 20 mm, plane, nx by ny
// second-order cells.
// Units: mm.
nx = 12; ny = 2;
Point(1) = {100, -10, 0}; Point(2) = {400, -10, 0}; Point(3) = {400, 10, 0}; Point(4) = {100, 10, 0};
Line(1) = {1, 2}; Line(2) = {2, 3}; Line(3) = {3, 4}; Line(4) = {4, 1};
Curve Loop(1) = {1, 2, 3, 4};
Plane Surface(1) = {1};
Transfinite Curve {1, 3} = nx + 1;
Transfinite Curve {2, 4} = ny + 1;
Transfinite Surface {1};
Recombine Surface {1};
Mesh.ElementOrder = 2;
Mesh.SecondOrderIncomplete = 1;
Physical Surface("all") = {1};
