// Meshes of apps/cases/skin.yaml: a soft pad, an ellipsoid with a flat base; with surface = 1 and a
// smaller size its surface, written as STL. Units: mm.
DefineConstant[ size = 7, surface = 0 ];

SetFactory("OpenCASCADE");
Sphere(1) = {0, 0, 0, 30};
Dilate { {0, 0, 0}, {1, 0.75, 0.6} } { Volume{1}; }
Box(2) = {-40, -40, -10, 80, 80, 60};
BooleanIntersection(3) = { Volume{1}; Delete; }{ Volume{2}; Delete; };
Mesh.MeshSizeMin = size;
Mesh.MeshSizeMax = size;

base() = Surface In BoundingBox{-40, -40, -10.01, 40, 40, -9.99};
If (!surface)
  Physical Volume("body") = {3};
  Physical Surface("base") = {base()};
EndIf
