// Mesh of apps/cases/fembar.yaml: the bar of SOFA's example FEMBAR with 4 x 4 x 20 nodes. The first
// edge of each cell is along x, the second along y.
Point(1) = {-9, 0, 0};
x() = Extrude {3, 0, 0} { Point{1}; Layers{3}; };
y() = Extrude {0, 3, 0} { Line{x(1)}; Layers{3}; Recombine; };
z() = Extrude {0, 0, 19} { Surface{y(1)}; Layers{19}; Recombine; };
Physical Volume("bar") = {z(1)};
Physical Surface("fixed") = {y(1)};
Mesh.MshFileVersion = 4.1;
