// Mesh of apps/cases/cushion.yaml: a cushion of hexahedra and five balls. Units: m.
// Groups: cushion, base, top, ball_1 .. ball_5.
SetFactory("OpenCASCADE");
n = 12;
layers = 4;
e = 1e-3;

Rectangle(1) = {-0.3, -0.3, 0, 0.6, 0.6};
Transfinite Curve {1 : 4} = n + 1;
Transfinite Surface {1};
Recombine Surface {1};
made() = Extrude {0, 0, 0.15} { Surface{1}; Layers{layers}; Recombine; };
Physical Volume("cushion") = {made(1)};
Physical Surface("base") = {1};
Physical Surface("top") = {made(0)};

x() = {-0.13, 0.12, -0.11, 0.13, 0.01};
y() = {-0.12, -0.13, 0.13, 0.11, 0.02};
z() = {0.24, 0.25, 0.26, 0.27, 0.45};
For i In {0 : 4}
  Sphere(10 + i) = {x(i), y(i), z(i), 0.08};
  MeshSize { PointsOf{ Volume{10 + i}; } } = 0.03;
  Physical Volume(Sprintf("ball_%g", i + 1)) = {10 + i};
EndFor
Mesh.MeshSizeExtendFromBoundary = 0;
Mesh.MeshSizeMax = 0.03;
