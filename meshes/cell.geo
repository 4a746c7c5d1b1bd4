// Unit cell of a composite for apps/cases/cell.yaml: a unit cube of matrix material with a ball in
// its centre. The meshes of second-order tetrahedra on opposite faces match by translation. Unit:
// edge length of the cell.
SetFactory("OpenCASCADE");

DefineConstant[
  radius = {0.36, Name "Radius of the ball"},
  size = {0.25, Name "Element size"}
];

Box(1) = {0, 0, 0, 1, 1, 1};
Sphere(2) = {0.5, 0.5, 0.5, radius};
BooleanFragments{ Volume{1}; Delete; }{ Volume{2}; Delete; }

MeshSize{ PointsOf{ Volume{:}; } } = size;

e = 1e-3;
xmin() = Surface In BoundingBox{-e, -e, -e, e, 1 + e, 1 + e};
xmax() = Surface In BoundingBox{1 - e, -e, -e, 1 + e, 1 + e, 1 + e};
ymin() = Surface In BoundingBox{-e, -e, -e, 1 + e, e, 1 + e};
ymax() = Surface In BoundingBox{-e, 1 - e, -e, 1 + e, 1 + e, 1 + e};
zmin() = Surface In BoundingBox{-e, -e, -e, 1 + e, 1 + e, e};
zmax() = Surface In BoundingBox{-e, -e, 1 - e, 1 + e, 1 + e, 1 + e};
Periodic Surface {xmax()} = {xmin()} Translate {1, 0, 0};
Periodic Surface {ymax()} = {ymin()} Translate {0, 1, 0};
Periodic Surface {zmax()} = {zmin()} Translate {0, 0, 1};

ball() = Volume In BoundingBox{0.1, 0.1, 0.1, 0.9, 0.9, 0.9};
all() = Volume In BoundingBox{-e, -e, -e, 1 + e, 1 + e, 1 + e};
all() -= ball();
Physical Volume("ball") = {ball()};
Physical Volume("matrix") = {all()};
Physical Surface("xmin") = {xmin()};
Physical Surface("xmax") = {xmax()};
Physical Surface("ymin") = {ymin()};
Physical Surface("ymax") = {ymax()};
Physical Surface("zmin") = {zmin()};
Physical Surface("zmax") = {zmax()};

Include "second_order.geo";
Mesh.HighOrderOptimize = 0;  // would move nodes of one face but not of the opposite face
