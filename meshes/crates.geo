// 27 cubes with edges of 0.2 m, one hexahedron each, at the positions of the bodies in
// apps/cases/pile.csv. Group: crates.
SetFactory("Built-in");
edge = 0.2;
volumes[] = {};
For n In {0 : 26}
  i = n % 3; j = Floor(n / 3) % 3; k = Floor(n / 9);
  x = 0.25 * (i - 1) + 0.015 * Sin(7 * n) - edge / 2;
  y = 0.25 * (j - 1) + 0.015 * Cos(5 * n) - edge / 2;
  z = 0.15 + 0.3 * k - edge / 2;
  p = newp;
  Point(p) = {x, y, z};
  Point(p + 1) = {x + edge, y, z};
  Point(p + 2) = {x + edge, y + edge, z};
  Point(p + 3) = {x, y + edge, z};
  l = newl;
  For m In {0 : 3}
    Line(l + m) = {p + m, p + (m + 1) % 4};
  EndFor
  c = newll;
  Curve Loop(c) = {l : l + 3};
  s = news;
  Plane Surface(s) = {c};
  Transfinite Curve{l : l + 3} = 2;
  Transfinite Surface{s};
  Recombine Surface{s};
  made[] = Extrude {0, 0, edge} { Surface{s}; Layers{1}; Recombine; };
  volumes[] += made[1];
EndFor
Physical Volume("crates") = volumes[];
