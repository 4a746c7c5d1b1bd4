// Mesh of `tenon-bench mesh`: the unit cube in about 500,000 tetrahedra with named groups.
//   gmsh -3 cube.geo -o cube.msh            text; with -bin binary
DefineConstant[ size = 0.0199 ];  // edge length; other sizes: -setnumber size 0.05
Mesh.MeshSizeMin = size;
Mesh.MeshSizeMax = size;
Mesh.Algorithm3D = 10;  // HXT, fast
Mesh.Optimize = 1;
Point(1) = {0, 0, 0};
Point(2) = {1, 0, 0};
Point(3) = {1, 1, 0};
Point(4) = {0, 1, 0};
Line(1) = {1, 2};
Line(2) = {2, 3};
Line(3) = {3, 4};
Line(4) = {4, 1};
Curve Loop(1) = {1, 2, 3, 4};
Plane Surface(1) = {1};
out[] = Extrude {0, 0, 1} { Surface{1}; };
Physical Volume("solid") = {out[1]};
Physical Surface("bottom") = {1};
Physical Surface("top") = {out[0]};
