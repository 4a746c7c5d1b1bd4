// Three unit cubes apart from each other, of different cells: "hexes", "prisms", "tets". Made by ./make.
Macro Cube
  p = newp;
  Point(p) = {x, 0, 0}; Point(p + 1) = {x + 1, 0, 0}; Point(p + 2) = {x + 1, 1, 0}; Point(p + 3) = {x, 1, 0};
  l = newl;
  For i In {0 : 3}
    Line(l + i) = {p + i, p + (i + 1) % 4};
    Transfinite Curve {l + i} = 2;
  EndFor
  ll = newll;
  Curve Loop(ll) = {l, l + 1, l + 2, l + 3};
  s = news;
  Plane Surface(s) = {ll};
  Transfinite Surface {s};
Return

x = 0; Call Cube;
Recombine Surface {s};
hex() = Extrude {0, 0, 1} { Surface{s}; Layers{2}; Recombine; };
Physical Surface("hex bottom") = {s};
Physical Volume("hexes") = {hex(1)};

x = 2; Call Cube;
prism() = Extrude {0, 0, 1} { Surface{s}; Layers{1}; Recombine; };
Physical Surface("prism bottom") = {s};
Physical Volume("prisms") = {prism(1)};

x = 4; Call Cube;
tet() = Extrude {0, 0, 1} { Surface{s}; Layers{1}; };
Physical Surface("tet bottom") = {s};
Physical Surface("tet hull") = {s, tet(0), tet(2), tet(3), tet(4), tet(5)};
Physical Volume("tets") = {tet(1)};
Physical Volume(77) = {tet(1)};
