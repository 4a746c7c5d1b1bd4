// Geometry of the demo, shared by bracket.geo, block.geo and bracket_onepiece.geo. Units: mm.
//
//   z |  plate           x points away from the wall, y along it, z up.
//     |_|     [block]    The arm's top is z = 0; the block's base lies on it.
//     | \______|__|__
//     | |__________arm
//     | | rib /
//     |_|___/
//
SetFactory("OpenCASCADE");

width = 120;                     // of plate and arm, along y
plate_t = 12;  arm_t = 12;       // thicknesses
plate_top = 64;  plate_bottom = -106;
arm_end = 156;
fillet = 12;                     // fillet radius between plate and arm, above and below
corner = 18;                     // corner radius of arm and plate
bolt_r = 6.5;                    // radius of M12 clearance holes
bolt_y = 40;  bolt_z_up = 44;  bolt_z_down = -84;
rib_t = 12;

block_x0 = 70;  block_x1 = 130;  block_y = 30;  block_h = 48;  // footprint 60 x 60
bore_r = 16;                                                   // radius of the vertical bore through the block
foot_margin = 5;                                               // margin of the foot around the block

// L-shaped solid: the profile in the plane y = -width/2 is extruded along y.
Macro MakeBracket
  y0 = -width / 2;
  p = newp;
  Point(p) = {0, y0, plate_bottom};
  Point(p + 1) = {plate_t, y0, plate_bottom};
  Point(p + 2) = {plate_t, y0, -arm_t - fillet};
  Point(p + 3) = {plate_t + fillet, y0, -arm_t - fillet};  // centre of the lower fillet
  Point(p + 4) = {plate_t + fillet, y0, -arm_t};
  Point(p + 5) = {arm_end, y0, -arm_t};
  Point(p + 6) = {arm_end, y0, 0};
  Point(p + 7) = {plate_t + fillet, y0, 0};
  Point(p + 8) = {plate_t + fillet, y0, fillet};           // centre of the upper fillet
  Point(p + 9) = {plate_t, y0, fillet};
  Point(p + 10) = {plate_t, y0, plate_top};
  Point(p + 11) = {0, y0, plate_top};
  l = newl;
  Line(l) = {p, p + 1};
  Line(l + 1) = {p + 1, p + 2};
  Circle(l + 2) = {p + 2, p + 3, p + 4};
  Line(l + 3) = {p + 4, p + 5};
  Line(l + 4) = {p + 5, p + 6};
  Line(l + 5) = {p + 6, p + 7};
  Circle(l + 6) = {p + 7, p + 8, p + 9};
  Line(l + 7) = {p + 9, p + 10};
  Line(l + 8) = {p + 10, p + 11};
  Line(l + 9) = {p + 11, p};
  Curve Loop(l + 10) = {l : l + 9};
  Plane Surface(news) = {l + 10};
  body() = Extrude {0, width, 0} { Surface{news - 1}; };
  bracket = body(1);

  // Rounded corners: the short edges at the end of the arm and at the four corners of the plate.
  e = 1e-3;
  short() = {};
  For side In {-1 : 1 : 2}
    short() += Curve In BoundingBox{arm_end - e, side * width / 2 - e, -arm_t - e, arm_end + e, side * width / 2 + e, e};
    short() += Curve In BoundingBox{-e, side * width / 2 - e, plate_top - e, plate_t + e, side * width / 2 + e, plate_top + e};
    short() += Curve In BoundingBox{-e, side * width / 2 - e, plate_bottom - e, plate_t + e, side * width / 2 + e, plate_bottom + e};
  EndFor
  rounded() = Fillet{bracket}{short()}{corner};
  bracket = rounded(0);

  // Rib under the arm, with a hole.
  p = newp;
  Point(p) = {plate_t / 2, -rib_t / 2, -arm_t / 2};
  Point(p + 1) = {130, -rib_t / 2, -arm_t / 2};
  Point(p + 2) = {130, -rib_t / 2, -arm_t - 8};
  Point(p + 3) = {plate_t + 10, -rib_t / 2, -98};
  Point(p + 4) = {plate_t / 2, -rib_t / 2, -98};
  l = newl;
  For i In {0 : 4}
    Line(l + i) = {p + i, p + (i + 1) % 5};
  EndFor
  Curve Loop(l + 5) = {l : l + 4};
  Plane Surface(news) = {l + 5};
  plate() = Extrude {0, rib_t, 0} { Surface{news - 1}; };
  fused() = BooleanUnion{ Volume{bracket}; Delete; }{ Volume{plate(1)}; Delete; };
  bracket = fused(0);

  holes() = {};
  hole = newv;
  Cylinder(hole) = {47, -width, -42, 0, 2 * width, 0, 14};
  holes() += hole;
  For side In {-1 : 1 : 2}
    hole = newv;
    Cylinder(hole) = {-1, side * bolt_y, bolt_z_up, plate_t + 2, 0, 0, bolt_r};
    Cylinder(hole + 1) = {-1, side * bolt_y, bolt_z_down, plate_t + 2, 0, 0, bolt_r};
    holes() += {hole, hole + 1};
  EndFor
  drilled() = BooleanDifference{ Volume{bracket}; Delete; }{ Volume{holes()}; Delete; };
  bracket = drilled(0);

  // The foot is a separate face on the top of the arm.
  foot = news;
  Rectangle(foot) = {block_x0 - foot_margin, -block_y - foot_margin, 0,
                     block_x1 - block_x0 + 2 * foot_margin, 2 * (block_y + foot_margin), 0};
  parts() = BooleanFragments{ Volume{bracket}; Delete; }{ Surface{foot}; Delete; };
  bracket = parts(0);
Return

// Physical groups of the bracket's faces, selected by position. Requires `bracket`.
Macro NameBracket
  e = 1e-3;
  Physical Volume("steel") = {bracket};
  bolts() = {};
  For side In {-1 : 1 : 2}
    For up In {0 : 1}
      z = up ? bolt_z_up : bolt_z_down;
      y = side * bolt_y;
      r = bolt_r + e;
      bolts() += Surface In BoundingBox{-e, y - r, z - r, plate_t + e, y + r, z + r};
    EndFor
  EndFor
  Physical Surface("bolts") = {bolts()};
  Physical Surface("wall") = Surface In BoundingBox{-e, -width, plate_bottom - e, e, width, plate_top + e};
  Physical Surface("load") = Surface In BoundingBox{arm_end - e, -width, -arm_t - e, arm_end + e, width, e};
Return
