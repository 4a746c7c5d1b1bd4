// Mesh of apps/cases/bend.yaml: a bend of 45 degrees and radius 100 with 8 straight cells, clamped
// at `start`.
radius = 100;
Point(1) = {radius, 0, 0};
Point(2) = {0, 0, 0};
Point(3) = {radius * (1 - Cos(Pi / 4)), radius * Sin(Pi / 4), 0};
Circle(1) = {2, 1, 3};
Transfinite Curve {1} = 9;
Physical Curve("bend") = {1};
Physical Point("start") = {2};
Physical Point("tip") = {3};
Mesh.MshFileVersion = 4.1;
