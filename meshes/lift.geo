// Mesh of apps/cases/lift.yaml: a soft block and two fingers at a distance of 1 mm; plane,
// non-matching quadrilaterals.
// Groups: block, block_left, block_right, foot; left, left_pad, left_back; right, right_pad,
// right_back.
SetFactory("Built-in");
// Adds rectangle n at (x, y) with size dx by dy and nx by ny cells.
// Curves: 10 n + 1 (bottom), + 2 (right), + 3 (top), + 4 (left).
Macro AddPart
  Point(10 * n + 1) = {x, y, 0};
  Point(10 * n + 2) = {x + dx, y, 0};
  Point(10 * n + 3) = {x + dx, y + dy, 0};
  Point(10 * n + 4) = {x, y + dy, 0};
  For k In {1 : 4}
    Line(10 * n + k) = {10 * n + k, 10 * n + 1 + k % 4};
  EndFor
  Curve Loop(n) = {10 * n + 1 : 10 * n + 4};
  Plane Surface(n) = {n};
  Transfinite Curve{10 * n + 1, 10 * n + 3} = nx + 1;
  Transfinite Curve{10 * n + 2, 10 * n + 4} = ny + 1;
  Transfinite Surface{n};
  Recombine Surface{n};
Return
n = 1; x = -10; y = 0; dx = 20; dy = 20; nx = 10; ny = 10;
Call AddPart;
n = 2; x = -17; y = 4; dx = 6; dy = 10; nx = 4; ny = 7;
Call AddPart;
n = 3; x = 11; y = 4; dx = 6; dy = 10; nx = 4; ny = 7;
Call AddPart;
Physical Surface("block") = {1};
Physical Curve("foot") = {11};
Physical Curve("block_right") = {12};
Physical Curve("block_left") = {14};
Physical Surface("left") = {2};
Physical Curve("left_pad") = {22};
Physical Curve("left_back") = {24};
Physical Surface("right") = {3};
Physical Curve("right_back") = {32};
Physical Curve("right_pad") = {34};
