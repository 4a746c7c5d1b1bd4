// Mesh of apps/cases/arch.yaml: a shallow arch of radius 100 and angle 0.3 rad with 24 straight
// cells. Units: mm.
radius = 100;
half = 0.15;
Point(1) = {0, 0, 0};
Point(2) = {-radius * Sin(half), radius * Cos(half), 0};
Point(3) = {0, radius, 0};
Point(4) = {radius * Sin(half), radius * Cos(half), 0};
Circle(1) = {2, 1, 3};
Circle(2) = {3, 1, 4};
Transfinite Curve {1, 2} = 13;
Physical Curve("arch") = {1, 2};
Physical Point("ends") = {2, 4};
Physical Point("crown") = {3};
Mesh.MshFileVersion = 4.1;
