// Meshes of apps/cases/hertz.yaml: a quarter of a cylinder of radius 50, and one half (100 x 200)
// of the block below it. The meshes are plane, symmetric about x = 0 and fine in the contact zone.
// Units: mm.
// Groups: cylinder, block, round, table, foot, load, sides.
DefineConstant[ fine = {0.4, Name "size of cells where they touch"}, which = {0, Name "0: the cylinder, 1: the block"} ];
SetFactory("Built-in");
radius = 50;
If (which == 0)
  Point(1) = {0, 0, 0, fine};
  Point(2) = {0, radius, 0, 12};
  Point(3) = {radius, radius, 0, 12};
  near = 10 / radius;
  Point(4) = {radius * Sin(near), radius * (1 - Cos(near)), 0, fine};
  Circle(1) = {1, 2, 4};
  Circle(2) = {4, 2, 3};
  Line(3) = {3, 2};
  Line(4) = {2, 1};
  Curve Loop(1) = {1, 2, 3, 4};
  Plane Surface(1) = {1};
  Physical Surface("cylinder") = {1};
  Physical Curve("round") = {1};
  Physical Curve("load") = {3};
  Physical Curve("sides") = {4};
Else
  Point(1) = {0, 0, 0, fine};
  Point(2) = {10, 0, 0, fine};
  Point(3) = {100, 0, 0, 20};
  Point(4) = {100, -200, 0, 25};
  Point(5) = {0, -200, 0, 25};
  Line(1) = {1, 2};
  Line(2) = {2, 3};
  Line(3) = {3, 4};
  Line(4) = {4, 5};
  Line(5) = {5, 1};
  Curve Loop(1) = {-5, -4, -3, -2, -1};
  Plane Surface(1) = {1};
  Physical Surface("block") = {1};
  Physical Curve("table") = {1, 2};
  Physical Curve("foot") = {4};
  Physical Curve("sides") = {5};
EndIf
