#pragma once
#include <vector>

#include "BodyNumbers.hpp"
#include "actsOn.hpp"
#include "tenon/contact/ExactRows.hpp"
#include "tenon/system/MechanicalSystem.hpp"

namespace tenon::analysis {

/// The constraints between rigid bodies of a model, as rows of the problem of a step by impulses; those of meshes alone
/// have rows without entries. Rows with an upper bound have the other sign there.
class ImpulseRows : public contact::ExactConstraints {
 public:
  /// Collective. InputError for constraints with compliance, relaxation or friction, and for bounds on meshes.
  ImpulseRows(system::MechanicalSystem& mechanics, BodyNumbers numbers);

  // All of these are collective. The steps of a step, in this order.

  /// At the motion and time at which the step begins.
  void begin(double h);
  /// The time is now that of its end, the bodies are where they were.
  void drive(double h);
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
  void place(const double* increments, double factor);

  system::MechanicalSystem& mechanics_;
  BodyNumbers numbers_;
  std::vector<ActsOn> acts_on_;  // [constraints]
  contact::ExactRows rows_;
  std::vector<double> signs_;               // [rows]: -1 of upper bounds
  std::vector<std::vector<double>> start_;  // displacements, by body
  std::vector<double> at_start_;            // Phi as the step begins
};

}  // namespace tenon::analysis
