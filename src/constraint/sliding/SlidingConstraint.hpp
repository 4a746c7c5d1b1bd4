// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/StepDependent.hpp"
#include "surface/surfaceFaces.hpp"
#include "tenon/constraint/Constraint.hpp"
#include "tenon/fem/NodeTuples.hpp"
#include "tenon/fem/ObjectGroup.hpp"

namespace tenon::constraint {

class PositiveFunctions;
class TrackSearch;

/// Constraint of nodes that slide on a track: a surface (PointOnSurface) or a path of edges
/// (PointOnPath).
/// Each point is constrained to the closest face in the current configuration. The face may rotate
/// and deform, and the point may move to a neighbouring face. Rows belong to the owner of the
/// point.
///
/// A row of a contact on quad8 or tri6 slave faces combines the gaps and slips of up to three
/// points, W_jk g_k of PositiveFunctions: those of an edge node and of the ends of its edge. The
/// weight of a point without an opposite face is added to that of the row's own node. All other
/// rows depend on a single point.
///
/// The candidate faces of a point are those within `reach`. Only these enter the sparsity pattern
/// of the matrix and are stored on the rank of the point. For bilateral constraints they are
/// determined once, in the reference configuration; for contacts in the current configuration,
/// whenever updatePairs() is called with sufficient displacements (TrackSearch). Beyond the last
/// face a bilateral point follows the continuation of that face for half a face.
class SlidingConstraint : public Constraint, public base::StepDependent {
 public:
  /// Parameters of a sliding constraint.
  struct Data {
    std::string name;                ///< name of the constraint
    fem::ObjectGroup points, track;  ///< sides of the sliding points and of the track
    double reach = 0.0;              ///< radius of the search for faces, length; 0: the largest diameter of the faces
    bool is_self = false;            ///< true if the points are the nodes of the track itself (contacts only)
    bool is_smooth = false;  ///< true if the faces of the track are curved by their bulges, see surface::curvedFace()
  };

  ~SlidingConstraint() override;
  const std::string& name() const final { return name_; }
  LocalIndex numRows() const final { return rows_per_point_ * static_cast<LocalIndex>(rows_.size()); }
  int block() const final { return rows_per_point_; }
  /// Adds G.
  /// @throws NotConvergedError if a point has left all faces within its reach
  /// @note Collective.
  void addJacobian(JacobianRows& G) const final;
  /// Adds Phi.
  /// @throws NotConvergedError under the same conditions as addJacobian()
  /// @note Collective.
  void addResidual(gsl::span<double> phi) const final;
  void setMultipliers(gsl::span<const double> lambda) final;
  void addGeometricStiffness(la::StiffnessMatrix& K) const final;
  void commit() final;
  bool updatePairs(double share) final;
  std::any stepMemory() const final;
  void restoreStepMemory(const std::any& memory) final;
  std::vector<const la::State*> statesOfPairs() const final { return {&of_points_.state, &of_track_.state}; }
  const la::State* carrier() const final { return &of_points_.state; }
  std::vector<LocalIndex> carrierNodes() const final;

 protected:
  /// Treatment of points without an opposite face: contacts are open there, bilateral constraints
  /// fail.
  enum class EdgePolicy { fails, opens };

  /// Finds the candidate faces of all points.
  /// @param track  faces that this rank owns
  /// @throws InputError if a point lies on the track itself, if there is no point, or if no face is
  ///   within its reach. With EdgePolicy::opens, a point without faces is admitted; it is inactive
  ///   until a face comes within reach.
  /// @note Collective.
  SlidingConstraint(const std::string& type, const Data& data, int rows_per_point,
                    const std::vector<surface::SurfaceFace>& track, const fem::FindDomain& find,
                    EdgePolicy edge_policy = EdgePolicy::fails);

  /// Returns the group of a side.
  static const mesh::Group& groupOf(const fem::ObjectGroup& side, const fem::FindDomain& find) {
    return find(side.object).mesh.group(side.group);
  }

  /// Geometry of a point and of its current face, relative to the reference position of the face's
  /// first node.
  /// The degrees of freedom are those of the point, followed by those of the face's nodes.
  struct PointFacePose {
    base::Vec3 point;  ///< position of the point
    /// Face; curved if the track is smooth, the degrees of freedom are then those of the curved
    /// face.
    surface::Face face;
    base::Vec2 xi;      ///< coordinates of the foot, the projection of the point on the (continued) face
    int dimension;      ///< dimension of space
    Eigen::Index axis;  ///< axis along which an edge extends least, in the reference configuration
    double round_off;   ///< round-off error of distances from the face
    /// True if the point has no opposite face: `xi` is then on the edge of the nearest face, and
    /// rows vanish except phi.
    bool is_off_track;
    double distance = 0.0;  ///< distance of such a point from that edge; the reach if no face is near
    /// Pose of the row, whose tangents are the directions of slips; nullptr: this pose.
    const PointFacePose* of_row = nullptr;
    /// With friction: current position of the track's material point that was below the point at
    /// the last commit(), and the normal of the track at that point in the reference configuration.
    base::Vec3 sticking_point = base::Vec3::Zero(), previous_normal = base::Vec3::Zero();
    /// Returns the number of degrees of freedom of the point and of the face's nodes.
    int numUnknowns() const { return dimension * (1 + mesh::info(face.type).num_nodes); }
  };
  /// Returns the object of the points.
  const fem::Domain& ofPoints() const { return of_points_; }
  /// Returns the current poses of the nodes of the rows, in the order of carrierNodes().
  /// @note Collective.
  std::vector<PointFacePose> currentPoses() const;

  /// Evaluates phi, [rows].
  virtual void evaluate(const PointFacePose& pose, double* phi) const = 0;
  /// Evaluates G, [rows × degrees of freedom].
  virtual void differentiate(const PointFacePose& pose, double* G) const = 0;
  /// Evaluates d2(lambda . Phi), [degrees of freedom × degrees of freedom].
  virtual void differentiateTwice(const PointFacePose& pose, const double* lambda, double* H) const = 0;

 private:
  /// Pairs of a point and a face of one cell type. A tuple consists of the row's own node, the
  /// point and the face's nodes.
  struct PairsOfType {
    mesh::CellType type;
    fem::NodeTuples tuples;
    std::vector<double> multipliers;     // [tuples x rows]: multipliers of the pairs whose point is on the face, else 0
    std::vector<surface::Bulge> bulges;  // [tuples] of a smooth track, else empty
  };
  /// Index of a pair in pairs_.
  struct PairIndex {
    static constexpr std::size_t none = static_cast<std::size_t>(-1);
    std::size_t kind = none;
    LocalIndex tuple = -1;
    bool isNone() const { return kind == none; }
    bool operator==(const PairIndex& other) const { return kind == other.kind && tuple == other.tuple; }
  };
  /// Point of one row.
  struct Point {
    LocalIndex node;  // the row's own node is owned
    double weight;    // W_jk
    std::vector<PairIndex> faces;
  };
  struct PointRow {
    LocalIndex node;           // owned
    std::size_t first, after;  // range in points_, beginning with the node itself
  };
  /// Candidate face of a point in the current configuration.
  struct CandidateFace {
    base::Vec3 point;  // relative to the reference position of the face's first node
    surface::Face face;
  };
  /// Present face of a point and its geometry.
  struct PointPlace {
    PairIndex pair;
    PointFacePose pose;
  };
  /// Face and coordinates of a point at the last commit().
  struct CommittedPlace {
    PairIndex pair;
    base::Vec2 xi;
    bool is_sure = false;  // no other face was closer: the point was above this face, and the near faces were present
  };
  /// Sequence of faces of a contact point in the iterations of one step.
  struct FaceHistory {
    PairIndex last, on;  // `on`: the last face below the point
    bool was_off = false;
    int changes = -1;
    bool isCycling() const { return changes >= 3; }
  };
  /// Global numbers of a row's node, a point and the nodes of a face; unused entries are -1.
  using Tuple = std::array<base::GlobalIndex, 11>;
  /// Pair independent of pairs_: the cell type of the face, and the tuple without the row's node.
  struct NamedPair {
    mesh::CellType type = mesh::CellType::point1;  // point1: none
    Tuple nodes{};
  };
  struct StepMemory;
  using TuplesByType = std::map<mesh::CellType, std::vector<Tuple>>;
  using Corners = std::array<base::GlobalIndex, 4>;

  void makeRows(const fem::ObjectGroup& side, const PositiveFunctions* functions);
  void requireNear(double reach, const std::string& track) const;
  surface::NearFaces referenceFaces(const std::vector<surface::SurfaceFace>& track, double reach) const;
  TuplesByType tuplesOf(const surface::NearFaces& near) const;
  /// Returns the local nodes of the point and of the face of a pair.
  const LocalIndex* nodesAt(const PairIndex& pair) const { return pairs_[pair.kind].tuples[pair.tuple] + 1; }
  void storeBulges(const surface::NearFaces& near);
  std::vector<surface::Bulge> bulgesOf(mesh::CellType type, const fem::NodeTuples& tuples) const;
  void requireDistinct(const TuplesByType& tuples) const;
  void makePairs(TuplesByType tuples);
  Tuple nodesOf(const PairIndex& pair) const;
  NamedPair named(const PairIndex& pair) const;
  PairIndex pairOf(const Point& point, const NamedPair& named) const;
  CommittedPlace committedPlaceAt(std::size_t point) const;
  static base::Vec3 referencePosition(const fem::Domain& domain, LocalIndex node);
  static base::Vec3 position(const fem::Domain& domain, LocalIndex node, const base::Vec3& origin);
  PointFacePose poseOf(const PairIndex& pair) const;
  /// Returns the face in the current configuration and the point, relative to originOf() the pair.
  surface::Face presentFace(const PairIndex& pair, base::Vec3& point) const;
  double roundOffOf(const PairIndex& pair, const surface::Face& face) const;
  base::Vec3 originOf(const PairIndex& pair) const;
  PointPlace placeOf(std::size_t point) const;
  PointPlace nearestPlace(std::size_t point) const;
  bool staysOn(const PairIndex& pair, double nearest, PointPlace& place) const;
  void recordFace(std::size_t point, const PointPlace& place) const;
  /// Returns the closest face of a point, and its closest point in `nearest`.
  /// @param seen  receives the faces of the point, in their order
  PairIndex closestFace(const Point& point, gsl::span<CandidateFace> seen, surface::FacePoint& nearest) const;
  /// Returns the first face at a concave edge that retains a point slightly beyond its edge.
  /// Returns `best` if there is none. `nearest` is updated.
  /// @param seen  faces of the point, in their order
  PairIndex firstAtConcaveEdge(const Point& point, gsl::span<const CandidateFace> seen, const PairIndex& best,
                               surface::FacePoint& nearest) const;
  gsl::span<const LocalIndex> trackNodes(const PairIndex& pair) const;
  bool haveCommonNode(const PairIndex& one, const PairIndex& other) const;
  bool isOffTrack(std::size_t point, const PointPlace& place, const base::Vec2& foot,
                  const surface::FacePoint& nearest) const;
  bool isPastOuterEdge(const Point& point, const PairIndex& pair, const base::Vec2& foot) const;
  /// Returns the vertices of the face's edge beyond which a place lies farthest; one vertex in
  /// plane problems.
  std::vector<LocalIndex> edgeBeyond(const PairIndex& pair, const base::Vec2& xi) const;
  void trackStickingPoint(const CommittedPlace& anchor, const PointPlace& place, PointFacePose& pose) const;
  /// Returns the face of a pair relative to `origin`, in the current or reference configuration;
  /// curved if the track is smooth.
  surface::Face faceOf(const PairIndex& pair, const base::Vec3& origin, bool at_rest) const;
  /// Returns the face of a pair between its nodes in the mesh, relative to `origin`.
  surface::Face straightFaceOf(const PairIndex& pair, const base::Vec3& origin, bool at_rest) const;
  /// Returns the derivatives of the curved face of a smooth track with respect to the straight
  /// face.
  surface::CurvedFaceDerivatives slopesOf(const PairIndex& pair) const;
  /// Transforms derivatives from the curved face to the degrees of freedom of the point and of the
  /// face's nodes in the mesh, [rows × degrees of freedom].
  std::vector<double> toStraightFace(const PairIndex& pair, const std::vector<double>& slopes) const;
  Eigen::MatrixXd curvatureOf(const PairIndex& pair, const double* lambda) const;
  /// Returns the current place of each point. @note Collective.
  std::vector<PointPlace> currentPlaces() const;
  /// Returns the weights of the points in their rows at the given places.
  std::vector<double> weightsAt(const std::vector<PointPlace>& places) const;
  void updateRowFaces(std::size_t point, const PairIndex& pair) const;
  /// Returns the derivatives with respect to the degrees of freedom of the point and of its face's
  /// nodes, [rows × degrees of freedom].
  std::vector<double> slopesAt(const PointPlace& place) const;
  /// Adds the rows of a point on one face, beginning with `row`, times `weight`. `slopes`: nullptr:
  /// entries are 0.
  void addRows(LocalIndex row, const PairIndex& pair, const double* slopes, double weight, JacobianRows& G) const;

  std::string name_;
  const fem::Domain &of_points_, &of_track_;
  int rows_per_point_;
  bool is_smooth_;
  EdgePolicy edge_policy_;
  std::vector<PairsOfType> pairs_;
  std::vector<PointRow> rows_;
  std::vector<Point> points_;  // points of all rows
  // [rows_]: nodes whose rows contain the gap of this row, itself included
  std::vector<std::vector<LocalIndex>> rows_with_;
  mutable std::vector<std::vector<PairIndex>> in_rows_;  // last faces of each point
  std::vector<char> was_off_track_;  // [points_]: true if the point had no opposite face at the last commit()
  mutable std::vector<FaceHistory> face_histories_;  // [points_], of contacts
  bool has_restored_pairs_ = false;                  // since the last updatePairs()
  bool step_has_ended_ = false;                      // true if commit() has ended the step of face_histories_
  std::vector<CommittedPlace> committed_places_;     // [points], since the first commit()
  TuplesByType known_;                               // pairs in pairs_ that this rank has contributed
  // Bulges of the candidate faces of this rank's points, by the corner nodes of the faces.
  std::map<Corners, surface::Bulge> bulges_;
  std::unique_ptr<TrackSearch> search_;  // contacts only
};

/// Frictionless bilateral constraint of nodes to a surface that may move and deform, with the gap
///   g = n . (x - x_f) = 0,
/// x_f the foot of x on the face, n the outward normal of the face there.
/// In a plane problem the surface is a line. A multiplier is the force along n that the surface
/// exerts on the node.
/// @see Wriggers, Computational Contact Mechanics, 2nd ed. (2006), section 4, for the derivatives
class PointOnSurface : public SlidingConstraint {
 public:
  /// Declares the parameters of a case file.
  static void declare(base::Parameters<Data>& p);
  /// Creates the constraint, see Sliding. @note Collective.
  PointOnSurface(const Data& data, const fem::FindDomain& find);

 private:
  void evaluate(const PointFacePose& pose, double* phi) const override;
  void differentiate(const PointFacePose& pose, double* G) const override;
  void differentiateTwice(const PointFacePose& pose, const double* lambda, double* H) const override;
};

/// Frictionless bilateral constraint of nodes of a solid problem to a path of edges, with two rows
/// per node,
///   b_k . (x - x_f) = 0,
/// x_f the foot of x on the edge, b_1 and b_2 orthogonal unit normals of the edge there.
class PointOnPath : public SlidingConstraint {
 public:
  /// Declares the parameters of a case file.
  static void declare(base::Parameters<Data>& p);
  /// Creates the constraint, see Sliding. @note Collective.
  PointOnPath(const Data& data, const fem::FindDomain& find);

 private:
  void evaluate(const PointFacePose& pose, double* phi) const override;
  void differentiate(const PointFacePose& pose, double* G) const override;
  void differentiateTwice(const PointFacePose& pose, const double* lambda, double* H) const override;
};

}  // namespace tenon::constraint
