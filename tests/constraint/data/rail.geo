// A block with a bent rail along one of its edges. gmsh -3 -order 1 rail.geo -o rail1.msh; -order 2 for rail2.msh
SetFactory("Built-in");
Mesh.MshFileVersion = 4.1;
h = 0.6;
Point(1) = {0, 0, 0, h}; Point(2) = {1, 0, 0, h}; Point(3) = {1, 1, 0, h}; Point(4) = {0, 1, 0, h};
Point(5) = {1, 0.5, 0.15, h};
Line(1) = {1, 2}; Spline(2) = {2, 5, 3}; Line(3) = {3, 4}; Line(4) = {4, 1};
Point(11) = {0, 0, 1, h}; Point(12) = {1, 0, 1, h}; Point(13) = {1, 1, 1, h}; Point(14) = {0, 1, 1, h};
Line(11) = {11, 12}; Line(12) = {12, 13}; Line(13) = {13, 14}; Line(14) = {14, 11};
Line(21) = {1, 11}; Line(22) = {2, 12}; Line(23) = {3, 13}; Line(24) = {4, 14};
Curve Loop(1) = {1, 2, 3, 4}; Surface(1) = {1};
Curve Loop(2) = {11, 12, 13, 14}; Surface(2) = {2};
Curve Loop(3) = {1, 22, -11, -21}; Surface(3) = {3};
Curve Loop(4) = {2, 23, -12, -22}; Surface(4) = {4};
Curve Loop(5) = {3, 24, -13, -23}; Surface(5) = {5};
Curve Loop(6) = {4, 21, -14, -24}; Surface(6) = {6};
Surface Loop(1) = {1, 2, 3, 4, 5, 6}; Volume(1) = {1};
Physical Volume("block") = {1}; Physical Curve("rail") = {2}; Physical Surface("xmin") = {6};
