// Second part of the demo: an aluminium block with a bore; second-order hexahedra in four sectors
// around the bore. It stands on the foot of the bracket (bracket.geo) with a non-matching mesh; the
// tie is its only support. Units: mm.
Include "bracket_shape.geo";

DefineConstant[ size = {6, Name "Element size (mm)"} ];

xm = (block_x0 + block_x1) / 2;
half = block_y;
side = Max(Round(2 * half / size), 2);
radial = Max(Round((half * 1.2 - bore_r) / size), 2);
up = Max(Round(block_h / size), 2);

// Base: corners of the square and points of the bore at 45 degrees.
p = newp;
Point(p) = {xm, 0, 0};
For i In {0 : 3}
  angle = (2 * i + 1) * Pi / 4;
  Point(p + 1 + i) = {xm + Sqrt(2) * half * Cos(angle), Sqrt(2) * half * Sin(angle), 0};
  Point(p + 5 + i) = {xm + bore_r * Cos(angle), bore_r * Sin(angle), 0};
EndFor
l = newl;
For i In {0 : 3}
  j = (i + 1) % 4;
  Line(l + i) = {p + 1 + i, p + 1 + j};
  Circle(l + 4 + i) = {p + 5 + i, p, p + 5 + j};
  Line(l + 8 + i) = {p + 1 + i, p + 5 + i};
  Transfinite Curve {l + i, l + 4 + i} = side + 1;
  Transfinite Curve {l + 8 + i} = radial + 1;
EndFor
base() = {};
For i In {0 : 3}
  j = (i + 1) % 4;
  loop = newll;
  Curve Loop(loop) = {l + i, l + 8 + j, -(l + 4 + i), -(l + 8 + i)};
  s = news;
  Plane Surface(s) = {loop};
  Transfinite Surface {s};
  Recombine Surface {s};
  base() += s;
EndFor
sectors() = Extrude {0, 0, block_h} { Surface{base()}; Layers{up}; Recombine; };

e = 1e-3;
Physical Volume("block") = Volume In BoundingBox{block_x0 - e, -half - e, -e, block_x1 + e, half + e, block_h + e};
Physical Surface("base") = Surface In BoundingBox{block_x0 - e, -half - e, -e, block_x1 + e, half + e, e};
Physical Surface("top") = Surface In BoundingBox{block_x0 - e, -half - e, block_h - e, block_x1 + e, half + e, block_h + e};
Physical Surface("bore") = Surface In BoundingBox{xm - bore_r - e, -bore_r - e, -e, xm + bore_r + e, bore_r + e, block_h + e};

Include "second_order.geo";
