#pragma once
#include <vector>

#include "BodyNumbers.hpp"
#include "DeformableStep.hpp"
#include "actsOn.hpp"
#include "tenon/contact/ExactRows.hpp"
#include "tenon/system/MechanicalSystem.hpp"

namespace tenon::analysis {

/// The constraints between rigid bodies of a model, and all with bounds, as rows of the problem of a step by impulses;
/// the equations of meshes alone are rows without entries. Rows with an upper bound have the other sign there.
class ImpulseRows : public contact::ExactConstraints {
 public:
  /// Collective. InputError for constraints with compliance, relaxation, cohesion or friction that is no cone.
  ImpulseRows(system::MechanicalSystem& mechanics, std::size_t num_touching);

  // All of these are collective. The steps of a step, in this order.

  /// At the motion and time at which the step begins.
  void begin(double h);
  /// The time is now that of its end, the bodies are where they were.
  void drive(double h);
  /// Which rows matter in the step: those of contacts that will not close in it, going by v_free, are left out.
  /// `deformable`: nullptr on all ranks where all bodies are rigid. Gives the nodes of this rank that rows push, which
  /// come last among its bodies.
  std::vector<TouchingNode> choose(double h, DeformableStep* deformable);
  const contact::ExactRows& rows() const override { return rows_; }
  void follow(const std::vector<double>& increments) override;
  /// Puts the bodies back to where the step began. `force`: the multipliers that were found, for the next step.
  void end(const std::vector<double>& force);

  /// Of this rank's rows, as constraints have them.
  std::vector<double> multipliers() const;

 private:
  std::vector<double> violations() const;
  bool hasVelocityRows() const;
  std::vector<double> violationsAtRest();
  void linearise();
  void formSlopes();
  bool isKept(std::size_t row, double h, const DeformableStep* deformable) const;
  bool isHere(std::size_t constraint) const;
  void place(const double* increments, double factor);

  system::MechanicalSystem& mechanics_;
  BodyNumbers numbers_;
  std::vector<ActsOn> acts_on_;  // [constraints]
  struct Entry {
    const la::State* state;
    base::GlobalIndex node;
    int component;
    double value;
  };
  std::vector<std::vector<Entry>> entries_;  // [rows] of G
  std::vector<char> is_contact_, is_kept_;   // [rows]
  std::vector<char> is_slip_;                // [rows] one of two beside a gap, in the cone of its friction
  std::vector<TouchingNode> pushed_;
  std::size_t num_touching_;  // nodes of this rank before these
  contact::ExactRows rows_;
  std::vector<double> signs_;               // [rows]: -1 of upper bounds
  std::vector<std::vector<double>> start_;  // displacements, by body
  std::vector<double> at_start_;            // Phi as the step begins
};

}  // namespace tenon::analysis
