// Soft finger of apps/cases/soft_finger.yaml: a bar along x with a closed cavity in its upper half,
// hexahedra of second order. Units: mm. Groups: finger, root (the end at x = 0), sole (lower side
// without its end at the root), cavity (walls of the cavity), tendon (lines below the cavity).
SetFactory("OpenCASCADE");
DefineConstant[ length = {110, Name "Length (mm)"}, layers = {14, Name "Cells along the finger"} ];
d = length / layers;               // thickness of the walls at both ends
x[] = {0, d, length - d, length};
y[] = {-8, -4, 0, 4, 8};
z[] = {0, 3, 7, 14, 18};           // tendon at z[1], cavity between z[2] and z[3]
e = 1e-3;

bricks[] = {};
For i In {0:2}
  For j In {0:3}
    For k In {0:3}
      If (i != 1 || k != 2 || j == 0 || j == 3)
        b = newv;
        Box(b) = {x[i], y[j], z[k], x[i + 1] - x[i], y[j + 1] - y[j], z[k + 1] - z[k]};
        bricks[] += {b};
      EndIf
    EndFor
  EndFor
EndFor
BooleanFragments{ Volume{bricks[]}; Delete; }{}

Transfinite Curve {Curve{:}} = 2;
For j In {0:4}
  For k In {0:4}
    along() = Curve In BoundingBox{d - e, y[j] - e, z[k] - e, length - d + e, y[j] + e, z[k] + e};
    Transfinite Curve {along()} = layers - 1;
  EndFor
EndFor
Transfinite Surface {Surface{:}};
Recombine Surface {Surface{:}};
Transfinite Volume {Volume{:}};

Physical Volume("finger") = Volume{:};
Physical Surface("root") = Surface In BoundingBox{-e, -9, -1, e, 9, 19};
Physical Surface("sole") = Surface In BoundingBox{d - e, -9, -e, length + e, 9, e};
Physical Surface("cavity") = Surface In BoundingBox{d - e, y[1] - e, z[2] - e, length - d + e, y[3] + e, z[3] + e};
Physical Curve("tendon") = Curve In BoundingBox{-e, -e, z[1] - e, length + e, e, z[1] + e};
Mesh.ElementOrder = 2;
Mesh.SecondOrderIncomplete = 1;
Mesh.MshFileVersion = 4.1;
