// Two unit squares apart from each other: "quads" and "triangles", with an edge each. Made by ./make.
Macro Square
  p = newp;
  Point(p) = {x, 0, 0}; Point(p + 1) = {x + 1, 0, 0}; Point(p + 2) = {x + 1, 1, 0}; Point(p + 3) = {x, 1, 0};
  l = newl;
  For i In {0 : 3}
    Line(l + i) = {p + i, p + (i + 1) % 4};
    Transfinite Curve {l + i} = 3;
  EndFor
  ll = newll;
  Curve Loop(ll) = {l, l + 1, l + 2, l + 3};
  s = news;
  Plane Surface(s) = {ll};
  Transfinite Surface {s};
Return

x = 0; Call Square;
Recombine Surface {s};
Physical Surface("quads") = {s};
Physical Curve("quad edge") = {l};
Physical Point("corner") = {p};

x = 2; Call Square;
Physical Surface("triangles") = {s};
Physical Curve("triangle edge") = {l};
