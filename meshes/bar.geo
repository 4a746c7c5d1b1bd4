// A bar [0, dx] x [0, dy] x [0, dz] of nx first-order cells in a row; two-dimensional if dz = 0.
// Used by apps/cases/wave.yaml and, with dz = 0, by pendulum.yaml. The springs of pendulum.yaml
// depend on the node numbers: 1 and 4 at x = 0, 2 and 3 at x = dx, then the lower nodes in order of
// increasing x and the upper nodes in order of decreasing x.
DefineConstant[ dx = {1, Name "Size"}, dy = {0.1}, dz = {0.1}, nx = {20, Name "Cells"} ];

Point(1) = {0, 0, 0};
Point(2) = {dx, 0, 0};
Point(3) = {dx, dy, 0};
Point(4) = {0, dy, 0};
For i In {1 : 4}
  Line(10 + i) = {i, i % 4 + 1};
EndFor
Transfinite Curve {11, 13} = nx + 1;
Transfinite Curve {12, 14} = 2;
Curve Loop(20) = {11, 12, 13, 14};
Plane Surface(21) = {20};
Transfinite Surface {21};
Recombine Surface {21};
If (dz > 0)
  bar() = Extrude {0, 0, dz} { Surface{21}; Layers{1}; Recombine; };
  Physical Volume("bar") = {bar(1)};
  Physical Surface("east") = {bar(3)};
  Physical Surface("west") = {bar(5)};
Else
  Physical Surface("bar") = {21};
EndIf
Mesh.ElementOrder = 1;
Mesh.MshFileVersion = 4.1;
