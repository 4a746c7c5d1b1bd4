// Mesh of apps/cases/heart.yaml: a quarter of the ventricle of Land et al. (2015), problem 2;
// second-order cells. Units: mm.
SetFactory("OpenCASCADE");
Sphere(1) = {0, 0, 0, 1};
Dilate {{0, 0, 0}, {10, 10, 20}} { Volume{1}; }
Sphere(2) = {0, 0, 0, 1};
Dilate {{0, 0, 0}, {7, 7, 17}} { Volume{2}; }
BooleanDifference(3) = { Volume{1}; Delete; }{ Volume{2}; Delete; };
Box(4) = {0, 0, -30, 30, 30, 35};
BooleanIntersection(5) = { Volume{3}; Delete; }{ Volume{4}; Delete; };
Mesh.ElementOrder = 2;
Mesh.MshFileVersion = 4.1;
DefineConstant[ size = {3, Name "Size of the cells (mm)"} ];
Mesh.MeshSizeMin = size;
Mesh.MeshSizeMax = size;
e = 0.3;
base() = Surface In BoundingBox{-9, -9, 5 - e, 40, 40, 5 + e};
x() = Surface In BoundingBox{-e, -9, -40, e, 40, 40};
y() = Surface In BoundingBox{-9, -e, -40, 40, e, 40};
all() = Boundary{ Volume{5}; };
all() -= {base(), x(), y()};
For i In {0 : #all() - 1}
  b() = BoundingBox Surface{all(i)};
  If (b(2) > -18)
    Physical Surface("inside") = {all(i)};
  Else
    Physical Surface("outside") = {all(i)};
  EndIf
EndFor
Physical Surface("base") = {base()};
Physical Surface("x") = {x()};
Physical Surface("y") = {y()};
Physical Volume("wall") = {5};
