#pragma once
#include <array>
#include <memory>
#include <vector>

#include "tenon/constraint/LinearConstraint.hpp"
#include "tenon/constraint/contact/ContactLaw.hpp"
#include "tenon/constraint/ties/MultiplierSpace.hpp"
#include "tenon/fem/Side.hpp"
#include "tenon/la/AndersonAcceleration.hpp"
#include "tenon/surface/surfaceFaces.hpp"

namespace tenon::constraint {

struct MortarTerm;

/// Two surfaces that may touch, in the mean over the overlaps of their faces (`method: mortar`). For each node j of the
/// slave side, with Phi_j its function, n_j and t_ji the normal into the slave there and directions normal to it,
///   g_j = int Phi_j g dA,   dg_j = n_j . int Phi_j (du_slave - du_master) dA,
///   s_ji = t_ji . (int' Phi_j (x_slave - x_master) dA - int Phi_j (x_slave - x_master) dA),   ds_ji like dg_j,
/// with g the distance along the slave's normal, and int' over the overlaps as they were when the last step ended: what
/// was on each other then. So no motion that both sides share is a slip, turns included. Multipliers are tractions, in
/// force/area, along n, t_1 and t_2. Constant pressures go through meshes that do not match, to round-off. A node that
/// nothing is under is open.
///
/// Overlaps, normals and g are those in the reference configuration, as long as the current ones would change no force
/// by more than a twentieth, or those of the current configuration (follows()). On axisymmetric meshes dA has the
/// factor 2 pi r. Of these Phi_j, n_j and what is under what are kept while Newton's method is at work, and found anew
/// between its solves, until nothing changes: then rows are those of the motion that they have led to. Where they are
/// found next is extrapolated from the last solutions (AndersonAcceleration). The linear
/// systems stay symmetric, and forces on both sides are opposite all the time.
///
/// Sources: Gitterle, Popp, Gee & Wall, Int. J. Numer. Meth. Engng 84 (2010), 543-571, for slips; Hueber & Wohlmuth,
/// CMAME 194 (2005), 3147-3166; Puso & Laursen, CMAME 193 (2004), 4891-4913; Popp, Gitterle, Gee & Wall, Int. J. Numer.
/// Meth. Engng 83 (2010), 1428-1465.
class MortarContact : public LinearConstraint {
 public:
  struct Data : ContactLaw {
    std::string name;
    fem::Side slave, master;
    /// How far across the gap the master is looked for; 0: the diameter of each slave face at rest.
    double reach = 0.0;
    std::string multipliers = "dual";
    std::string overlaps = "usual";  ///< "present", "rest"; usual: present where things move or rotate far
    bool may_be_apart = false;       ///< sides that are farther apart than `reach` at the start are no error
  };
  /// Collective. InputError where both sides are the same group, share a node, or are farther apart than `reach` unless
  /// overlaps are to be the present ones. Warns of nodes that are inside of the master at rest, with the depth.
  MortarContact(const Data& data, const fem::FindDomain& find);

  std::vector<double> measures() const override;
  void prepareFor(const Motions& motions) override {
    follows_ = follows_ || (data_.overlaps == "usual" && motions.turn_far);
  }
  DryFriction friction() const override { return law_.dry(); }
  std::vector<double> compliances() const override {
    return compliancesOfGaps(compliance, numRows(), block(), measures());
  }
  std::vector<double> contactAreas() const override;
  bool findPairs(double share) override;
  std::vector<const la::State*> statesOfPairs() const override { return {&slave_.state, &master_.state}; }
  void commit() override;

  /// Whether overlaps are those of the present motion.
  bool follows() const { return follows_; }

 private:
  /// What rows are at some motion.
  struct Rows {
    struct Term {
      LocalIndex row;
      bool of_slave;
      GlobalIndex node;
      int component;
      double value;
      bool operator<(const Term& other) const;
    };
    struct Node {
      double gap, area;  // int Phi_j g, and the area of Phi_j
      base::Mat3 frame;  // columns n, t_1, t_2
      bool is_open;      // nothing is under it
    };
    std::vector<Term> terms;  // sorted
    std::vector<Node> nodes;  // [nodes_]
  };
  struct Sides {
    std::vector<surface::SurfaceFace> slave, master;  // that this rank owns
  };

  void requireCovered(double area) const;
  void findSurfaceNodes();
  /// Current displacements of the nodes of both surfaces, [nodes_of_slave_, then nodes_of_master_][dimension].
  std::vector<double> surfaceDisplacements() const;
  /// The faces at displacements of that order.
  Sides at(const std::vector<double>& u) const;
  /// Collective. Sums of the terms of each row at displacements of that order.
  std::vector<double> valuesAt(const std::vector<double>& u) const;
  /// Collective.
  Rows rowsOf(const Sides& sides, double& covered_area) const;
  void addNode(std::size_t k, const std::vector<MortarTerm>& terms, Rows& rows) const;
  /// Collective. True if forces on any rank differ by more than `enough` of the largest one in their row, or gaps by
  /// more than round-off. Gaps are not compared if `enough` is more than the tolerance of a solution.
  bool differ(const Rows& rows, double enough) const;
  /// Collective. `x`: the displacements at which the rows were found, of the order of surfaceDisplacements().
  void take(Rows rows, const std::vector<double>& x);
  /// Collective. Of each row, with friction.
  std::vector<double> slips() const;
  void rememberStep();
  void warnOfPenetration() const;

  Data data_;
  ContactLaw law_;
  const fem::Domain &slave_, &master_;
  bool follows_;
  la::AndersonAcceleration acceleration_;
  std::vector<LocalIndex> nodes_of_slave_, nodes_of_master_;  // local ones, ghosts too, ascending
  std::vector<std::array<std::size_t, 9>> slots_of_slave_, slots_of_master_;  // of the nodes of each face of rest_
  std::vector<char> is_owned_;     // [surfaceDisplacements()]
  std::vector<double> looked_at_;  // displacements at which the rows were found, likewise
  Sides rest_;
  base::Vec3 origin_;              // of places in slips
  std::vector<double> reach_;      // [faces of the slave]
  double smallest_ = 0.0;          // diameter of a slave face, on any rank
  double farthest_ = 0.0;          // the largest of them, on any rank: the gap of a node that nothing is under
  std::vector<LocalIndex> nodes_;  // with rows: the owned ones of the slave
  std::vector<double> areas_at_rest_;
  std::vector<base::Vec3> normals_at_rest_;
  Rows rows_;
  /// When the last step ended, with friction.
  struct Then {
    std::shared_ptr<const LinearTerms> terms;
    std::vector<Rows::Node> nodes;
    std::vector<double> slave, master;  // displacements of owned nodes
  };
  Then then_;
};

}  // namespace tenon::constraint
