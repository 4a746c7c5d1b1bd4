// Mesh of apps/cases/gripper.yaml: a soft body of 40 mm by 60 mm, and a lining of 4 mm thickness
// (one cell) at the middle of each side. The inner nodes of the linings are nodes of the body.
n = 12; m = 6; // number of cells: n across the body, 3 n / 4 along a lining, m beside a lining
w = 20; h = 15; t = 4;
x[] = {-w - t, -w, w, w + t};
y[] = {-2 * h, -h, h, 2 * h};
For j In {0:3}
  For i In {0:3}
    If (i == 1 || i == 2 || j == 1 || j == 2)
      Point(10 * j + i) = {x[i], y[j], 0};
    EndIf
  EndFor
EndFor
For j In {0:3}
  Line(100 + j) = {10 * j + 1, 10 * j + 2};
EndFor
For j In {0:2}
  Line(110 + j) = {10 * j + 1, 10 * j + 11};
  Line(120 + j) = {10 * j + 2, 10 * j + 12};
EndFor
Line(130) = {10, 20}; Line(131) = {10, 11}; Line(132) = {20, 21};
Line(140) = {13, 23}; Line(141) = {12, 13}; Line(142) = {22, 23};
For j In {0:2}
  Curve Loop(j + 1) = {100 + j, 120 + j, -(101 + j), -(110 + j)};
  Plane Surface(j + 1) = {j + 1};
EndFor
Curve Loop(4) = {131, 111, -132, -130}; Plane Surface(4) = {4};
Curve Loop(5) = {141, 140, -142, -121}; Plane Surface(5) = {5};
Transfinite Curve {100:103} = n + 1;
Transfinite Curve {111, 121, 130, 140} = 3 * n / 4 + 1;
Transfinite Curve {110, 112, 120, 122} = m + 1;
Transfinite Curve {131, 132, 141, 142} = 2;
Transfinite Surface {1:5};
Recombine Surface {1:5};
Physical Surface("body") = {1, 2, 3};
Physical Surface("lining") = {4, 5};
Physical Curve("inner") = {111, 121};
Physical Curve("outer_left") = {130};
Physical Curve("outer_right") = {140};
Physical Curve("bottom") = {100};
