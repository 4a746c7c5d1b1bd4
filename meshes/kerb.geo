// Mesh for the visualisation of apps/cases/kerb.yaml: a frame with four wheels, and the kerb in
// front of it. Units: m.
// Groups: frame, front_left, front_right, rear_left, rear_right, kerb.
SetFactory("OpenCASCADE");
radius = 0.3;
width = 0.12;
Box(1) = {-0.62, -0.3, 0.34, 1.24, 0.6, 0.2};
Cylinder(2) = {0.5, 0.34, 0.3, 0, width, 0, radius};
Cylinder(3) = {0.5, -0.34, 0.3, 0, -width, 0, radius};
Cylinder(4) = {-0.5, 0.34, 0.3, 0, width, 0, radius};
Cylinder(5) = {-0.5, -0.34, 0.3, 0, -width, 0, radius};
Box(6) = {1, -0.7, -0.06, 2.4, 1.4, 0.12};
Physical Volume("frame") = {1};
Physical Volume("front_left") = {2};
Physical Volume("front_right") = {3};
Physical Volume("rear_left") = {4};
Physical Volume("rear_right") = {5};
Physical Volume("kerb") = {6};
Mesh.MeshSizeMin = 0.1;
Mesh.MeshSizeMax = 0.16;
