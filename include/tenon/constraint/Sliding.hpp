#pragma once
#include <array>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "tenon/constraint/Constraint.hpp"
#include "tenon/fem/NodeTuples.hpp"
#include "tenon/fem/Side.hpp"
#include "tenon/surface/surfaceFaces.hpp"

namespace tenon::constraint {

class PositiveFunctions;
class TrackSearch;

/// Nodes that slide on what other nodes span: a surface (PointOnSurface) or a path of edges (PointOnPath). Each point
/// is held to the face that is closest at the present motion; the face may turn and stretch, and the point may go over
/// to the next one. Rows belong to the owner of the point.
///
/// A row of a contact below quad8 or tri6 faces combines the gaps, and the slips, of up to three points, W_jk g_k of
/// PositiveFunctions: those of an edge node and of the ends of its edge. A point that no face is under leaves its
/// weight to the row's own node. All other rows are of one point.
///
/// Faces that a point may come to are those within `reach` of it: these alone are in the pattern of the matrix and
/// known to the point's rank. Of what is bilateral they are found once, at rest; of contacts in the present motion,
/// whenever findPairs() is told that things have moved far enough (TrackSearch). Past its last face a bilateral point
/// follows that face's continuation for half a face.
class Sliding : public Constraint {
 public:
  struct Data {
    std::string name;
    fem::Side points, track;
    double reach = 0.0;      ///< 0: the largest diameter of the faces
    bool is_self = false;    ///< points are the nodes of the track: of contacts
    bool is_smooth = false;  ///< faces of the track are curved() by their bulges
  };

  ~Sliding() override;
  const std::string& name() const final { return name_; }
  LocalIndex numRows() const final { return rows_per_point_ * static_cast<LocalIndex>(rows_.size()); }
  int block() const final { return rows_per_point_; }
  /// Collective. NotConvergedError where a point has left all the faces within its reach.
  void addJacobian(JacobianRows& G) const final;
  /// Collective, as addJacobian().
  void addViolation(gsl::span<double> phi) const final;
  void setMultipliers(gsl::span<const double> lambda) final;
  void addGeometricStiffness(la::StiffnessMatrix& K) const final;
  void commit() final;
  bool findPairs(double share) final;
  std::vector<const la::State*> statesOfPairs() const final { return {&of_points_.state, &of_track_.state}; }
  const la::State* carrier() const final { return &of_points_.state; }
  std::vector<LocalIndex> carrierNodes() const final;

 protected:
  /// Whether points may be where no face is under them: contacts are open there, what is bilateral has failed.
  enum class Leaving { fails, opens };

  /// Collective. `track`: the faces that this rank owns. InputError where a point is on the track itself, there is no
  /// point, or no face within its reach; where `leaving` opens, such points wait for one.
  Sliding(const std::string& type, const Data& data, int rows_per_point, const std::vector<surface::SurfaceFace>& track,
          const fem::FindDomain& find, Leaving leaving = Leaving::fails);

  static const mesh::Group& groupOf(const fem::Side& side, const fem::FindDomain& find) {
    return find(side.object).mesh.group(side.group);
  }

  /// One point and the face it is on, as seen from where the face's first node is at rest. Unknowns: those of the
  /// point, then those of the face's nodes.
  struct Pose {
    base::Vec3 point;
    surface::Face face;  ///< curved where the track is smooth: its unknowns are those of the curved face then
    base::Vec2 xi;       ///< of the foot, the point of the (continued) face under the point
    int dimension;       ///< of space
    Eigen::Index axis;   ///< along which an edge extends least, at rest
    double round_off;    ///< of distances from the face
    bool is_off;  ///< no face is under the point: it is at `xi` of the nearest one's edge, and rows are 0 but for phi
    double distance = 0.0;  ///< of such a point: from that edge; the reach where no face is near
    const Pose* of_row = nullptr;  ///< that of the row, whose tangents slips are along; nullptr: this one
    /// With friction: where the point of the track is now that was under this one at the last commit(), and the normal
    /// of the track there, at rest.
    base::Vec3 stuck = base::Vec3::Zero(), normal_then = base::Vec3::Zero();
    int numUnknowns() const { return dimension * (1 + mesh::info(face.type).num_nodes); }
  };
  const fem::Domain& ofPoints() const { return of_points_; }
  /// Current poses of the nodes of the rows, in the order of carrierNodes(). Collective.
  std::vector<Pose> presentPoses() const;

  /// phi, [rows].
  virtual void evaluate(const Pose& pose, double* phi) const = 0;
  /// G, [rows x unknowns].
  virtual void differentiate(const Pose& pose, double* G) const = 0;
  /// d2(lambda . Phi), [unknowns x unknowns].
  virtual void differentiateTwice(const Pose& pose, const double* lambda, double* H) const = 0;

 private:
  /// Pairs of a point and a face of one cell type, as tuples: the row's own node, the point, then the face's nodes.
  struct Pairs {
    mesh::CellType type;
    fem::NodeTuples tuples;
    std::vector<double> multipliers;     // [tuples x rows]: of the faces where points are, else 0
    std::vector<surface::Bulge> bulges;  // [tuples] of a smooth track, else empty
  };
  struct Pair {
    static constexpr std::size_t none = static_cast<std::size_t>(-1);
    std::size_t kind = none;
    LocalIndex tuple = -1;
    bool isNone() const { return kind == none; }
    bool operator==(const Pair& other) const { return kind == other.kind && tuple == other.tuple; }
  };
  /// A point of one row.
  struct Point {
    LocalIndex node;  // the row's own one is owned
    double weight;    // W_jk
    std::vector<Pair> faces;
  };
  struct Row {
    LocalIndex node;           // owned
    std::size_t first, after;  // range of points_, that of the node itself first
  };
  /// A face of a point at the present motion.
  struct Seen {
    base::Vec3 point;  // from where the face's first node is at rest
    surface::Face face;
  };
  struct Place {
    Pair pair;
    Pose pose;
  };
  struct Anchor {
    Pair pair;
    base::Vec2 xi;
    bool is_sure = false;  // no other face was nearer: the point is over this one, and what is near was known
  };
  /// The faces that a contact's point was on in successive iterations of one step.
  struct Course {
    Pair last, on;  // `on`: the last one that was under the point
    bool was_off = false;
    int changes = -1;
    bool isCycling() const { return changes >= 3; }
  };
  /// A row's node, a point and the nodes of a face; -1 beyond them.
  using Tuple = std::array<base::GlobalIndex, 11>;
  using TuplesByType = std::map<mesh::CellType, std::vector<Tuple>>;
  using Corners = std::array<base::GlobalIndex, 4>;

  void makeRows(const fem::Side& side, const PositiveFunctions* functions);
  void requireNear(double reach, const std::string& track) const;
  surface::NearFaces facesAtRest(const std::vector<surface::SurfaceFace>& track, double reach) const;
  TuplesByType tuplesOf(const surface::NearFaces& near) const;
  /// Point and face of a pair: their local nodes.
  const LocalIndex* nodesAt(const Pair& pair) const { return pairs_[pair.kind].tuples[pair.tuple] + 1; }
  void keepBulges(const surface::NearFaces& near);
  std::vector<surface::Bulge> bulgesOf(mesh::CellType type, const fem::NodeTuples& tuples) const;
  void requireApart(const TuplesByType& tuples) const;
  void makePairs(TuplesByType tuples);
  Tuple nodesOf(const Pair& pair) const;
  Pair pairOf(const Point& point, mesh::CellType type, const Tuple& nodes) const;
  Anchor anchorAt(std::size_t point) const;
  static base::Vec3 restOf(const fem::Domain& domain, LocalIndex node);
  static base::Vec3 position(const fem::Domain& domain, LocalIndex node, const base::Vec3& origin);
  Pose poseOf(const Pair& pair) const;
  /// The face at the present motion and the point, from originOf() the pair.
  surface::Face presentFace(const Pair& pair, base::Vec3& point) const;
  double roundOffOf(const Pair& pair, const surface::Face& face) const;
  base::Vec3 originOf(const Pair& pair) const;
  Place placeOf(std::size_t point) const;
  Place nearestPlace(std::size_t point) const;
  bool keepsTo(const Pair& pair, double nearest, Place& place) const;
  void follow(std::size_t point, const Place& place) const;
  /// `seen`: the faces of the point, in their order.
  Pair firstInHollow(const Point& point, gsl::span<const Seen> seen, const Pair& best,
                     surface::FacePoint& nearest) const;
  gsl::span<const LocalIndex> trackNodes(const Pair& pair) const;
  bool shareANode(const Pair& one, const Pair& other) const;
  bool isBeside(std::size_t point, const Place& place, const base::Vec2& foot, const surface::FacePoint& nearest) const;
  bool isPastOuterEdge(const Point& point, const Pair& pair, const base::Vec2& foot) const;
  /// The vertices of the edge of a face that a place is farthest beyond; in plane problems one vertex.
  std::vector<LocalIndex> edgeBefore(const Pair& pair, const base::Vec2& xi) const;
  void follow(const Anchor& anchor, const Place& place, Pose& pose) const;
  /// A pair's face from `origin`, at the present motion or at rest; of a smooth track the curved one.
  surface::Face faceOf(const Pair& pair, const base::Vec3& origin, bool at_rest) const;
  /// The same between its nodes in the mesh.
  surface::Face straightFaceOf(const Pair& pair, const base::Vec3& origin, bool at_rest) const;
  /// How the curved face of a smooth track moves with the straight one.
  surface::CurvedSlopes slopesOf(const Pair& pair) const;
  /// [rows x unknowns] by those of the point and the face's nodes in the mesh, from those of the curved face.
  std::vector<double> byStraightFace(const Pair& pair, const std::vector<double>& slopes) const;
  Eigen::MatrixXd curvatureOf(const Pair& pair, const double* lambda) const;
  /// Where each point is now. Collective.
  std::vector<Place> presentPlaces() const;
  /// Weights of the points in their rows, at these places.
  std::vector<double> weightsAt(const std::vector<Place>& places) const;
  void keepInRows(std::size_t point, const Pair& pair) const;
  /// By the unknowns of the point and of the nodes of its face, [rows x those].
  std::vector<double> slopesAt(const Place& place) const;
  /// Rows of a point by one face, from `row` on, times `weight`; `slopes`: nullptr: 0.
  void addRows(LocalIndex row, const Pair& pair, const double* slopes, double weight, JacobianRows& G) const;

  std::string name_;
  const fem::Domain &of_points_, &of_track_;
  int rows_per_point_;
  bool is_smooth_;
  Leaving leaving_;
  std::vector<Pairs> pairs_;
  std::vector<Row> rows_;
  std::vector<Point> points_;                       // of all rows
  std::vector<std::vector<LocalIndex>> rows_with_;  // [rows_]: nodes whose rows combine the gap of this one, itself too
  mutable std::vector<std::vector<Pair>> in_rows_;  // of each point: the faces that it was on last
  std::vector<char> was_beside_;                    // [points_]: no face was under the point at the last commit()
  mutable std::vector<Course> courses_;             // [points_], of contacts
  bool has_ended_ = false;                          // commit() ended the step of courses_
  std::vector<Anchor> anchors_;                     // [points], from the first commit() on
  TuplesByType known_;                              // those of pairs_ that this rank has given
  std::map<Corners, surface::Bulge> bulges_;        // of faces that this rank's points have come near, by their nodes
  std::unique_ptr<TrackSearch> search_;             // of contacts
};

/// Keeps nodes on a surface that may move and deform, without friction: the gap
///   g = n . (x - x_f) = 0,   x_f the foot of x on the face, n the face's normal there, out of the body.
/// In a plane problem the surface is a line. A multiplier is the force along n that the surface exerts on the node. Its
/// derivatives: Wriggers, Computational Contact Mechanics, 2nd ed. (2006), section 4.
class PointOnSurface : public Sliding {
 public:
  static void declare(base::Parameters<Data>& p);
  /// Collective.
  PointOnSurface(const Data& data, const fem::FindDomain& find);

 private:
  void evaluate(const Pose& pose, double* phi) const override;
  void differentiate(const Pose& pose, double* G) const override;
  void differentiateTwice(const Pose& pose, const double* lambda, double* H) const override;
};

/// Keeps nodes of a solid problem on a path of edges, along which they slide without friction: two rows per node,
///   b_k . (x - x_f) = 0,   x_f the foot of x on the edge, b_1 and b_2 normal to the edge there and to each other.
class PointOnPath : public Sliding {
 public:
  static void declare(base::Parameters<Data>& p);
  /// Collective.
  PointOnPath(const Data& data, const fem::FindDomain& find);

 private:
  void evaluate(const Pose& pose, double* phi) const override;
  void differentiate(const Pose& pose, double* G) const override;
  void differentiateTwice(const Pose& pose, const double* lambda, double* H) const override;
};

}  // namespace tenon::constraint
