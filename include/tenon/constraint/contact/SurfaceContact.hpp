#pragma once
#include "tenon/constraint/Sliding.hpp"
#include "tenon/constraint/contact/ContactLaw.hpp"

namespace tenon::constraint {

/// Nodes of one surface against the faces of another, which are found anew as things move (`method: nodes`; `reach`:
/// how far from each node they are looked for). For each node x_s, with x_f its foot on the master and n the master's
/// normal there, out of the body:
///   g = n . (x_s - x_f),   s_i = t_i . (x_s - x_m),
/// with x_m the point of the master that was under the node when the last step ended, and t_i normal to n. A node that
/// has no face under it is free. Multipliers are forces on the node: along n, then t_1 and t_2.
///
/// G of a slip is that of the present foot, and its change with the motion is left out of the tangent.
///
/// Sources: Wriggers, Computational Contact Mechanics, 2nd ed. (2006), sections 4 and 9; Laursen & Simo, Int. J. Numer.
/// Meth. Engng 36 (1993), 3451-3485.
class SurfaceContact : public Sliding {
 public:
  struct Data : ContactLaw {
    std::string name;
    fem::Side slave, master;
    double reach = 0.0;
    bool is_self = false;  ///< slave and master are one surface, whose parts may touch each other (SelfPairs)
    bool smooth = false;   ///< faces of the master stand for a smooth surface through their nodes (surface::smoothen)
    double crease = 0.7;   ///< radians: edges of the master at which it turns by more stay sharp
  };
  /// Collective. As Sliding; warns of nodes that are inside of the master at the start, with the depth. InputError
  /// where a smooth master has faces of second order, which are curved already.
  SurfaceContact(const Data& data, const fem::FindDomain& find);

  DryFriction friction() const override { return law_.dry(); }
  std::vector<double> compliances() const override { return compliancesOfGaps(compliance, numRows(), block(), {}); }
  std::vector<double> contactAreas() const override { return areas_; }

 private:
  void evaluate(const Pose& pose, double* phi) const override;
  void differentiate(const Pose& pose, double* G) const override;
  void differentiateTwice(const Pose& pose, const double* lambda, double* H) const override;
  /// Directions of the slips of a row, from the pose of the row's own node.
  static std::array<base::Vec3, 2> tangentsOf(const Pose& pose);
  void warnOfPenetration() const;

  ContactLaw law_;
  std::vector<double> areas_;  // by point
};

}  // namespace tenon::constraint
